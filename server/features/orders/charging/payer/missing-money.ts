import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { availableOn, lockPurse, type AccountKey } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { lockCharges, sideOf, type Charge } from '../charge-rows.ts'
import { repricedCharges } from '../repriced-charges.ts'

/**
 * Refuses where an account has less than is needed, with what is missing; both accounts of the
 * customer stay locked.
 */
export async function requireMoney(
  tx: Tx,
  account: AccountKey,
  needed: bigint,
  useCredit: boolean,
): Promise<void> {
  await lockPurse(tx, account)
  const free = await availableOn(tx, account, useCredit)
  if (free >= needed) return
  const { currency } = account
  const text = (minor: bigint) => formatMoney({ minor, currency })
  const data = {
    available: text(free),
    needed: text(needed),
    missing: text(needed - free),
    currency,
  }
  throw worded(tx, new Refusal('ledger.insufficient', { data }))
}

/**
 * What an account has is for who may see prices and, of a customer's users, its account: a
 * sub-account learns it neither as available nor as missing.
 */
export const seesMoney = (ctx: Ctx): boolean =>
  ctx.can(SEE_PRICES) && (ctx.principal.customerId === null || ctx.can('pay:account:list'))

/** A refusal for money without its amounts, for who may not see them. */
export function worded(ctx: Ctx, error: unknown): unknown {
  return error instanceof Refusal && error.code === 'ledger.insufficient' && !seesMoney(ctx)
    ? new Refusal('charge.insufficient', { data: {} })
    : error
}

/** What is charged when a parcel leaves or is weighed, and so is a debt once it has a label. */
const LATER: readonly string[] = [DEDUCT.inbound, DEDUCT.outbound]

/**
 * Refuses labels whose parcels their customers cannot pay: what the label charges beyond what is
 * held for it, since its tax or price changed; and of services that charge later the price, with
 * that of the parcels that have labels already. The parcels are locked.
 */
export async function requirePaid(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  const due = (await lockCharges(tx, parcelIds)).filter(
    ({ state, method }) =>
      (state === 'held' || state === 'waiting') &&
      (method === DEDUCT.label || LATER.includes(method)),
  )
  const now = await repricedCharges(tx, due)
  const groups = Map.groupBy(now, (one) =>
    [one.customerId, one.currency, one.useCredit, LATER.includes(one.method)].join(' '),
  )
  for (const charges of groups.values()) {
    const [{ customerId, currency, method, useCredit }] = charges as [Charge]
    const account = { kind: sideOf(method), customerId, currency }
    const rest = charges.reduce((sum, one) => sum + BigInt(one.amount) - BigInt(one.held), 0n)
    const others = LATER.includes(method) ? await labelledUnpaid(tx, account, parcelIds) : 0n
    if (rest > 0n) await requireMoney(tx, account, rest + others, useCredit)
  }
}

/** What other parcels with labels will be charged. */
async function labelledUnpaid(
  tx: Tx,
  { customerId, currency }: AccountKey,
  parcelIds: readonly string[],
): Promise<bigint> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ amount: string }>`select coalesce(sum(c.amount), 0) as amount
    from ${tenant.rows('parcelCharge').as('c')}
      join parcel p on p.tenant_id = c.tenant_id and p.id = c.parcel_id
    where c.customer_id = ${customerId} and c.currency = ${currency} and c.state = 'waiting'
      and c.method = any(${[...LATER]}::text[]) and p.labelled_at is not null
      and c.parcel_id <> all(${[...parcelIds]}::bigint[])`.execute(tx.db)
  return BigInt(rows[0]!.amount)
}
