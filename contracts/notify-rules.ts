import { z } from 'zod'
import type { Channel } from './messages.states.ts'

/** What a person may be told of; `staff`: nothing a customer's user ever gets. */
export const NOTIFY_EVENTS = [
  { event: 'security', staff: false },
  { event: 'announcement', staff: false },
  { event: 'parcelException', staff: false },
  { event: 'parcelDelivered', staff: false },
  { event: 'importFinished', staff: false },
  { event: 'balanceLow', staff: false },
  { event: 'returnReceived', staff: false },
  { event: 'caseReply', staff: false },
  { event: 'billMismatch', staff: true },
  { event: 'jobFailed', staff: true },
] as const
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number]['event']

/** The ways to a person: the bell, a mail, a text message. */
export const NOTIFY_CHANNELS = ['system', 'email', 'sms'] as const satisfies readonly Channel[]
export type NotifyChannel = (typeof NOTIFY_CHANNELS)[number]
export const DIGESTS = ['off', 'daily', 'weekly'] as const

const EVENTS: readonly NotifyEvent[] = NOTIFY_EVENTS.map(({ event }) => event)
/** Wall time of the person's own zone. */
const clock = z.string({ error: 'field.text' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.invalid' })
const ways = z.object({ system: z.boolean(), email: z.boolean(), sms: z.boolean() })

export const notifyRules = z.object({
  /** By event; one that is missing keeps its default. */
  rules: z.partialRecord(z.enum(EVENTS), ways),
  /** Between these no mail and no text message goes out, over midnight as well; the bell may always ring. */
  quiet: z.object({ from: clock, to: clock }).nullable(),
  /** Mails gathered into one, instead of one by one. Security is never gathered. */
  digest: z.enum(DIGESTS),
})
export type NotifyRules = z.infer<typeof notifyRules>
export type Ways = z.infer<typeof ways>

/** The key under which a person's rules stand in `user_setting`. */
export const NOTIFY_KEY = 'notify.rules'

const USUAL: Partial<Record<NotifyEvent, Ways>> = { security: { system: true, email: true, sms: false }, balanceLow: { system: true, email: true, sms: false }, jobFailed: { system: true, email: false, sms: false } }
const usual = (event: NotifyEvent): Ways => USUAL[event] ?? { system: true, email: false, sms: false }

/** A person's rules, whatever is kept: events nobody has chosen about have their defaults, security always rings the bell. */
export function notifyRulesOf(kept: unknown): NotifyRules & { rules: Record<NotifyEvent, Ways> } {
  const found = notifyRules.safeParse(kept)
  const chosen = found.success ? found.data : { rules: {}, quiet: null, digest: 'off' as const }
  const rules = Object.fromEntries(EVENTS.map((event) => [event, chosen.rules[event] ?? usual(event)])) as Record<NotifyEvent, Ways>
  return { ...chosen, rules: { ...rules, security: { ...rules.security, system: true } } }
}

/** Whether a wall time (`HH:mm`) lies in the quiet hours; they may go over midnight. */
export function isQuiet(quiet: NotifyRules['quiet'], time: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  return quiet.from < quiet.to ? time >= quiet.from && time < quiet.to : time >= quiet.from || time < quiet.to
}
