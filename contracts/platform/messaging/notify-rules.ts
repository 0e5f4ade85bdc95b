import { carrierPerms } from '../../carriers/carrier-sets.ts'
import { orderPerms } from '../../orders/kinds/kind-perms.ts'
import { z } from 'zod'
import type { Channel } from './messages.states.ts'

/**
 * What a user may be notified of. Only what something in the product causes stands here; `staff`:
 * nothing a customer's user ever gets; `perm`: nothing for those who may not see what it is about.
 */
export const NOTIFY_EVENTS = [
  { event: 'security', staff: false, perm: null },
  { event: 'announcement', staff: false, perm: null },
  { event: 'parcelException', staff: false, perm: 'trk:search:query' },
  { event: 'parcelDelivered', staff: false, perm: 'trk:search:query' },
  { event: 'parcelLate', staff: false, perm: 'trk:number:list' },
  { event: 'importFinished', staff: false, perm: orderPerms('import') },
  { event: 'orderTaskFinished', staff: false, perm: orderPerms('list') },
  { event: 'numbersLow', staff: true, perm: ['dlv:number:list', 'dlv:segment:list'] },
  { event: 'rechargeDecided', staff: false, perm: 'pay:recharge:list' },
  { event: 'rechargeReported', staff: true, perm: 'acc:recharge:confirm' },
  { event: 'tradeAsked', staff: true, perm: 'acc:trade:answer' },
  { event: 'tradeAnswered', staff: false, perm: 'pay:trade:list' },
  { event: 'paymentAside', staff: true, perm: 'acc:recharge:confirm' },
  { event: 'twoUsersAsked', staff: true, perm: ['acc:recharge:confirm', 'acc:payacct:edit'] },
  { event: 'dunningProposed', staff: true, perm: 'acc:invoice:dun' },
  { event: 'accountLow', staff: false, perm: 'pay:account:list' },
  { event: 'contractEnds', staff: true, perm: 'dlv:supplier:list' },
  { event: 'predictedOverdue', staff: false, perm: 'wh:pred:list' },
  { event: 'returnNews', staff: false, perm: ['ret:my:list', 'ret:unconf:list'] },
  { event: 'caseNews', staff: false, perm: 'ret:case:list' },
  { event: 'batchReopened', staff: true, perm: 'acc:charging:edit' },
  { event: 'carrierStopped', staff: true, perm: carrierPerms('account', 'edit') },
  { event: 'diskFull', staff: true, perm: 'mon:disk:view' },
  { event: 'problemReported', staff: true, perm: 'sys:log:list' },
  { event: 'jobFailed', staff: true, perm: 'sys:job:list' },
] as const
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number]['event']

/** What always rings the bell, whatever was chosen. */
export const ALWAYS_NOTIFIED: readonly NotifyEvent[] = ['security', 'announcement']

/** The ways to a person: the bell, a mail, a text message. */
export const NOTIFY_CHANNELS = ['system', 'email', 'sms'] as const satisfies readonly Channel[]
export type NotifyChannel = (typeof NOTIFY_CHANNELS)[number]
export const DIGESTS = ['off', 'daily', 'weekly'] as const
/** When a digest goes out, on the person's clock; a weekly one on Mondays. */
export const DIGEST_AT = '08:00'

export const NOTIFY_NAMES: readonly NotifyEvent[] = NOTIFY_EVENTS.map(({ event }) => event)
/** Wall time of the person's own zone. */
const clock = z
  .string({ error: 'field.text' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.invalid' })
const channelSwitches = z.object({ system: z.boolean(), email: z.boolean(), sms: z.boolean() })

/** Whether this clock knows a zone by that name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const notifyRules = z.object({
  /** By event; one that is missing keeps its default. */
  rules: z.partialRecord(z.enum(NOTIFY_NAMES), channelSwitches),
  /**
   * Between these no mail and no text message goes out, over midnight as well; the bell may always
   * ring.
   */
  quiet: z.object({ from: clock, to: clock }).nullable(),
  /** Mails gathered into one, instead of one by one. Security is never gathered. */
  digest: z.enum(DIGESTS),
  /**
   * The zone of the browser these were set in: whose clock is meant where the person has chosen
   * none.
   */
  zone: z.string().max(64).refine(isZone, { error: 'field.invalid' }).nullish(),
})
export type NotifyRules = z.infer<typeof notifyRules>
export type Ways = z.infer<typeof channelSwitches>
export type FullRules = NotifyRules & { rules: Record<NotifyEvent, Ways> }

/** The key under which a person's rules stand in `user_setting`. */
export const NOTIFY_KEY = 'notify.rules'

const bell: Ways = { system: true, email: false, sms: false }
const nothing: Ways = { system: false, email: false, sms: false }
/**
 * Staff would be notified of every customer's parcels; they have boards for that, and may ask for it.
 * Late ones are theirs to look after; customers may ask for them.
 */
function usual(event: NotifyEvent, staff: boolean): Ways {
  if (event === 'security' || event === 'accountLow') return { ...bell, email: true }
  if (event === 'parcelLate') return staff ? bell : nothing
  return staff && (event === 'parcelDelivered' || event === 'parcelException') ? nothing : bell
}

/**
 * A person's rules, whatever is kept: events without a choice have their defaults, events of
 * other days are left out.
 */
export function notifyRulesOf(stored: unknown, { staff = false } = {}): FullRules {
  const found = notifyRules.safeParse(known(stored))
  const chosen = found.success ? found.data : { rules: {}, quiet: null, digest: 'off' as const }
  const rules = Object.fromEntries(
    NOTIFY_NAMES.map((event) => {
      const way = chosen.rules[event] ?? usual(event, staff)
      return [event, ALWAYS_NOTIFIED.includes(event) ? { ...way, system: true } : way]
    }),
  ) as Record<NotifyEvent, Ways>
  return { ...chosen, rules, zone: chosen.zone ?? null }
}

function known(stored: unknown): unknown {
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('rules' in stored) ||
    typeof stored.rules !== 'object' ||
    stored.rules === null
  )
    return stored
  return {
    ...stored,
    rules: Object.fromEntries(
      Object.entries(stored.rules).filter(([event]) =>
        (NOTIFY_NAMES as readonly string[]).includes(event),
      ),
    ),
  }
}

/** Whether a wall time (`HH:mm`) lies in the quiet hours; they may go over midnight. */
export function isQuiet(quiet: NotifyRules['quiet'], time: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  return quiet.from < quiet.to
    ? time >= quiet.from && time < quiet.to
    : time >= quiet.from || time < quiet.to
}
