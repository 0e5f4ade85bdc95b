import { sql } from 'kysely'
import { moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { rechargeList } from '#contracts/money/recharges.ts'
import {
  whyNotRecharge,
  type Channel,
  type RechargeAction,
  type RechargeState,
} from '#contracts/money/recharges.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'

/** A recharge as the database has it; amounts are minor units as text. */
export interface Recharge {
  id: string
  reference: string
  customerId: string
  currency: string
  amount: string
  channel: Channel
  receivingAccountId: string
  status: RechargeState
  outTradeNo: string | null
  received: string
  refunded: string
  chargedBack: string
  firstUserId: string | null
  firstActorId: string | null
  firstAmount: string | null
  firstTradeNo: string | null
  confirmedUserId: string | null
  confirmedActorId: string | null
  version: number
}

/** Locks a recharge the caller reaches. */
export async function lockRecharge(tx: Tx, id: string): Promise<Recharge> {
  const found = await sql<Recharge>`select r.id, r.reference, r.customer_id, r.currency, r.amount,
      r.channel, r.receiving_account_id, r.status, r.out_trade_no, r.received, r.refunded,
      r.charged_back, r.first_user_id, r.first_actor_id, r.first_amount, r.first_trade_no, r.confirmed_user_id,
      r.confirmed_actor_id, r.version
    from recharge as r where ${tx.rows('recharge').where('r')} and r.id = ${id}
    for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

/** Refuses what the state does not allow, and a version that is not the row's. */
export async function requireAction(
  tx: Tx,
  action: RechargeAction,
  row: Recharge,
  version?: number,
): Promise<void> {
  if (version !== undefined && version !== row.version)
    failConflict('row.stale', await wireRecharge(tx, row.id))
  const why = whyNotRecharge(action, { ...row, firstBy: row.firstUserId })
  if (why) fail(why, { label: row.reference })
}

export const wireRecharge = (ctx: Ctx, id: string) => listedRow(ctx, rechargeList, id)

/** Minor units of a typed amount; refused with the field it stands in. */
export function minorIn(text: string, currency: string, path = 'amount'): bigint {
  const issue = moneyIssue(text, currency, 'positive')
  const parsed = issue ? null : parseMoney(text, currency, 'positive')
  if (parsed) return parsed.minor
  return failFields([{ path, code: `field.${issue?.code ?? 'money'}`, data: { ...issue?.data } }])
}

/** What is missing of what was asked for; never below zero. */
export function openOf({ amount, received }: Pick<Recharge, 'amount' | 'received'>): bigint {
  const open = BigInt(amount) - BigInt(received)
  return open > 0n ? open : 0n
}
