/** What of a mail's headers shows whether a person wrote it. */
export interface MailHead {
  /** Headers by their lower-case names, the first of each. */
  header(name: string): string
  /** `multipart/report; report-type=delivery-status`. */
  contentType: string
  from: string
  subject: string
}

export const MACHINE_REASONS = [
  'report',
  'automatic',
  'bulk',
  'noSender',
  'absent',
  'receipt',
] as const
export type MachineReason = (typeof MACHINE_REASONS)[number]

const ROBOTS = /^(mailer-daemon|postmaster|bounces?|mdaemon)[+@-]/
/** Subjects answering machines have used for as long as they have no header of their own. */
const ABSENT =
  /^(re:\s*|aw:\s*)?(auto(matic(ally)?|matische)?[ -]?(reply|response|antwort)|out of (the )?office|abwesenheit|abwesend|自动回复|réponse automatique|respuesta automática)/i

/**
 * The one place that decides whether a machine wrote a mail, and why; null for a person's. Such a
 * mail is put aside where people see it, makes no case, changes none and gets no answer.
 */
export function machineReason(head: MailHead): MachineReason | null {
  const type = head.contentType.toLowerCase()
  if (type.startsWith('multipart/report'))
    return type.includes('disposition-notification') ? 'receipt' : 'report'
  if (head.header('return-path').trim() === '<>') return 'noSender'
  if (head.header('x-failed-recipients') !== '' || ROBOTS.test(head.from.toLowerCase()))
    return 'report'
  const submitted = head.header('auto-submitted').toLowerCase().trim()
  if (submitted !== '' && submitted.split(';')[0]!.trim() !== 'no')
    return submitted.startsWith('auto-replied') ? 'absent' : 'automatic'
  if (
    head.header('x-autoreply') !== '' ||
    head.header('x-autorespond') !== '' ||
    head.header('x-autoresponder') !== ''
  )
    return 'absent'
  if (/^(bulk|junk|list|auto_reply)$/i.test(head.header('precedence').trim())) return 'bulk'
  if (head.header('list-id') !== '' || head.header('feedback-id') !== '') return 'bulk'
  if (ABSENT.test(head.subject)) return 'absent'
  return null
}
