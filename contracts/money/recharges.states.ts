/** Money a customer pays in: its states, and what each action needs. Free of zod: the screens grey buttons by it. */
export const RECHARGE = {
  draft: 'draft',
  /** The customer reports it paid, or a part of it came. */
  paid: 'paid',
  confirmed: 'confirmed',
  rejected: 'rejected',
  /** The customer took the request back before it was paid. */
  withdrawn: 'withdrawn',
  refunded: 'refunded',
  /** The payer's bank took money of it back. */
  chargedBack: 'chargedBack',
} as const
export type RechargeState = (typeof RECHARGE)[keyof typeof RECHARGE]

/** The ways that are offered. */
export const CHANNELS = ['BANK', 'CASH', 'STRIPE', 'ALIPAY', 'SIMULATOR'] as const
export type Channel = (typeof CHANNELS)[number]
/** Those a provider reports itself: no user confirms them. */
export const isOnline = (channel: string | null): boolean =>
  channel !== null && channel !== 'BANK' && channel !== 'CASH'

export const RECHARGE_ACTIONS = {
  pay: [RECHARGE.draft, RECHARGE.paid],
  report: [RECHARGE.draft],
  withdraw: [RECHARGE.draft],
  confirm: [RECHARGE.draft, RECHARGE.paid],
  reject: [RECHARGE.draft, RECHARGE.paid],
  refund: [RECHARGE.paid, RECHARGE.confirmed],
} as const satisfies Record<string, readonly RechargeState[]>
export type RechargeAction = keyof typeof RECHARGE_ACTIONS

interface State {
  status: string
  channel: string | null
  /** Decimal text or minor units: only whether it is zero is asked, and whether both are the same. */
  received: string
  refunded: string
  /** Who has confirmed it as the first of two: the money came. */
  firstBy?: string | null
}
const none = (amount: string): boolean => !/[1-9]/.test(amount)

/** Null where the action is open, otherwise the catalogue code with the reason. */
export function whyNotRecharge(
  action: RechargeAction,
  { status, channel, received, refunded, firstBy }: State,
): `recharge.not.${RechargeAction}` | null {
  const open =
    (RECHARGE_ACTIONS[action] as readonly string[]).includes(status) &&
    (action !== 'pay' || isOnline(channel)) &&
    ((action !== 'confirm' && action !== 'report') || !isOnline(channel)) &&
    ((action !== 'reject' && action !== 'withdraw') || none(received)) &&
    (action !== 'withdraw' || !firstBy) &&
    (action !== 'refund' || (!none(received) && received !== refunded))
  return open ? null : `recharge.not.${action}`
}
