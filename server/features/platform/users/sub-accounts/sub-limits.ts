import { sql, type RawBuilder } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { SpendPeriod } from '#contracts/platform/people/sub-accounts.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** Minor units of `currency`. `spent`: what orders have cost that count now. */
export interface SpendCap {
  amount: bigint
  spent: bigint
  currency: string
  period: SpendPeriod
}
/** Empty lists: no limit. */
export interface SubLimits {
  services: readonly string[]
  depots: readonly string[]
  cap: SpendCap | null
}
export interface LimitIssue {
  code: 'spendCap.over' | 'spendCap.currency'
  data: Record<string, string>
}

/** What a confirmed order of the alias counts for: with tax once it is charged. */
const countedOf = (alias: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string>`coalesce((select sum(c.amount) from parcel_charge c
    where c.tenant_id = ${of('tenant_id')} and c.shipment_id = ${of('id')} and c.method <> '5'
      and c.state in ('held', 'waiting', 'charged')), ${of('amount')})`
}

/**
 * What confirmed orders of a sub-account have cost within the cap's period, in the cap's currency,
 * with tax where they are charged.
 * Read as the system: data rules may hide orders from a reader, their money is spent all the same.
 * Cancelled and revoked orders cost nothing.
 */
export function spentBy(
  ctx: Ctx,
  of: { username: RawBuilder<unknown>; currency: RawBuilder<unknown>; period: RawBuilder<unknown> },
): RawBuilder<string> {
  return sql<string>`(select coalesce(sum(${countedOf('o')}), 0)
      from ${asSystem(ctx, ctx.principal.tenantId).rows('shipment').as('o')}
      where o.create_by = ${of.username} and o.currency = ${of.currency}
    and o.confirm_time >= case when ${of.period} = 'month' then date_trunc('month', now(), 'UTC')
    else '-infinity'::timestamptz end
    and o.shipment_status not in (${sql.lit(PARCEL.CANCELLED)}, ${sql.lit(PARCEL.REVOKED)}))`
}

/**
 * What a sub-account is held to; null for all others. With `hold` its limits are locked until
 * the transaction ends, before the money is added up: of two orders confirmed at once the second
 * sees what the first has cost.
 */
export async function limitsOf(
  ctx: Ctx,
  username: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<SubLimits | null> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    services: string[]
    depots: string[]
    cap: string | null
    currency: string | null
    period: SpendPeriod
  }>`select s.allowed_services::text[] as services, s.allowed_depots::text[] as depots,
      s.spend_cap as cap, s.spend_currency as currency, s.spend_period as period
    from sub_account s join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where ${system.rows('subAccount').where('s')} and u.username = ${username}
    and u.parent_user_id is not null ${hold ? sql`for update of s` : sql``}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return null
  const { services, depots, cap, currency, period } = row
  if (cap === null || currency === null) return { services, depots, cap: null }
  const spent = await sql<{
    spent: string
  }>`select ${spentBy(ctx, { username: sql`${username}::text`, currency: sql`${currency}::text`, period: sql`${period}::text` })}
    as spent`.execute(ctx.db)
  return {
    services,
    depots,
    cap: { amount: BigInt(cap), spent: BigInt(spent.rows[0]!.spent), currency, period },
  }
}

/** Whether an allowed list lets one through. */
export const isAllowed = (list: readonly string[] | undefined, id: string): boolean =>
  !list || list.length === 0 || list.includes(id)

/** What is left of a cap: nothing where more was spent than it is now. */
export const leftOf = (cap: SpendCap): bigint =>
  cap.spent < cap.amount ? cap.amount - cap.spent : 0n

/**
 * Why a cost does not fit under a cap any more, or null. A cost in another currency cannot be held
 * against it.
 */
export function capIssue(
  cap: SpendCap,
  cost: { amount: bigint; currency: string },
): LimitIssue | null {
  if (cost.amount <= 0n) return null
  if (cost.currency !== cap.currency)
    return { code: 'spendCap.currency', data: { currency: cost.currency, cap: cap.currency } }
  if (cap.spent + cost.amount <= cap.amount) return null
  const money = (minor: bigint) => formatMoney({ minor, currency: cap.currency })
  return {
    code: 'spendCap.over',
    data: {
      amount: money(cost.amount),
      left: money(leftOf(cap)),
      cap: money(cap.amount),
      currency: cap.currency,
    },
  }
}
