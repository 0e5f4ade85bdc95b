import type { Lang } from '#contracts/kit/envelope.ts'
import type { Channel } from '#contracts/platform/messaging/messages.states.ts'
import { translate } from '#server/kit/http/texts.ts'

/**
 * A message the product itself sends: its words stand in `locales/*`, and a tenant may put its own
 * in their place.
 */
export interface BuiltIn {
  code: string
  /**
   * Namespace of `template.<code>.name`, `.subject` and, per channel, `.email`, `.sms`, `.system`.
   */
  space: string
  /** An answer of the product itself, never of a person: its mails are marked so, and get none. */
  automatic?: boolean
  channels: readonly Channel[]
  /** A value for every name the words ask for: for previews and trials. */
  sample: Readonly<Record<string, unknown>>
}
export interface TemplateTexts {
  subject: string
  content: string
}

const known = new Map<string, BuiltIn>()

/** Makes a message of the product known. Called at module load of the feature that sends it. */
export function defineTemplate(of: BuiltIn): void {
  if (known.has(of.code)) throw new Error(`message ${of.code} is defined twice`)
  known.set(of.code, of)
}

export const builtIns = (): readonly BuiltIn[] => [...known.values()]
export const builtIn = (code: string): BuiltIn | null => known.get(code) ?? null

/** The words with their brackets, as a template has them. */
export function textsOf(of: BuiltIn, channel: Channel, lang: Lang): TemplateTexts {
  const raw = (part: string) =>
    translate(lang, of.space, `template.${of.code}.${part}`, { skipInterpolation: true })
  return { subject: raw('subject'), content: raw(channel) }
}
export const nameOf = (of: BuiltIn, lang: Lang): string =>
  translate(lang, of.space, `template.${of.code}.name`)

defineTemplate({
  code: 'account.code',
  space: 'messages',
  channels: ['email', 'sms'],
  sample: { code: '481516', minutes: 5 },
})
defineTemplate({
  code: 'account.passwordChanged',
  space: 'messages',
  channels: ['email', 'sms', 'system'],
  sample: { username: 'wang', time: '2026-03-01 10:00', ip: '203.0.113.7' },
})
defineTemplate({
  code: 'account.invited',
  space: 'messages',
  channels: ['email', 'sms'],
  sample: {
    realname: '王芳',
    username: 'wangfang',
    company: 'Parcelyard',
    link: 'https://example.com/user/alteration',
  },
})
