/** Money a customer pays in: its states, and what each action needs. Free of zod: the screens grey buttons by it. */
export const RECHARGE = {
  draft: 'draft',
  /** The customer reports it paid, or a part of it came. */
  paid: 'paid',
  confirmed: 'confirmed',
  rejected: 'rejected',
  refunded: 'refunded',
} as const
export type RechargeState = (typeof RECHARGE)[keyof typeof RECHARGE]

/** The ways that are offered: providers come with their adapters. */
export const CHANNELS = ['BANK', 'CASH'] as const
export type Channel = (typeof CHANNELS)[number]

export const RECHARGE_ACTIONS = {
  report: [RECHARGE.draft],
  confirm: [RECHARGE.draft, RECHARGE.paid],
  reject: [RECHARGE.draft, RECHARGE.paid],
  refund: [RECHARGE.paid, RECHARGE.confirmed],
} as const satisfies Record<string, readonly RechargeState[]>
export type RechargeAction = keyof typeof RECHARGE_ACTIONS

interface State {
  status: string
  /** Decimal text or minor units: only whether it is zero is asked, and whether both are the same. */
  received: string
  refunded: string
}
const none = (amount: string): boolean => !/[1-9]/.test(amount)

/** Null where the action is open, otherwise the catalogue code with the reason. */
export function whyNotRecharge(
  action: RechargeAction,
  { status, received, refunded }: State,
): `recharge.not.${RechargeAction}` | null {
  const open =
    (RECHARGE_ACTIONS[action] as readonly string[]).includes(status) &&
    (action !== 'reject' || none(received)) &&
    (action !== 'refund' || (!none(received) && received !== refunded))
  return open ? null : `recharge.not.${action}`
}
