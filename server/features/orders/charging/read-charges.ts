import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import {
  DEDUCT,
  type AdjustReason,
  type charging,
  type ChargeState,
} from '#contracts/orders/charging.ts'
import { kindCondition, requireKind, seesPrice } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { costsOf } from './costs/missing-costs.ts'
import type { ChargeLine } from './share-lines.ts'

/** What was held, charged and given back for an order; empty for those who see no prices. */
export async function chargesOfOrder(
  ctx: Ctx,
  { shipmentId }: In<typeof charging.ofOrder>,
): Promise<Out<typeof charging.ofOrder>> {
  const order = await sql<{ kind: string }>`select s.shipment_resource as kind
    from ${ctx.rows('shipment').as('s')} where s.id = ${shipmentId}`.execute(ctx.db)
  requireKind(ctx, 'list', order.rows[0]?.kind ?? failMissing())
  if (!seesPrice(ctx)) return []
  const { rows } = await sql<{
    id: string
    parcelId: string
    parcelNo: string
    method: string
    state: ChargeState
    currency: string
    amount: string
    held: string
    taken: string
    given: string
    handlingFee: string
    lines: ChargeLine[]
    createTime: string
    chargedAt: string | null
    endedAt: string | null
    unpaidAt: string | null
    adjustments: {
      reason: AdjustReason
      minor: string
      before: string | null
      after: string | null
      createTime: string
    }[]
  }>`select c.id, c.parcel_id, c.parcel_no, c.method, c.state, c.currency, c.amount, c.held,
      x.taken, x.given, c.handling_fee, c.lines, c.create_time, c.charged_at, c.ended_at,
      c.unpaid_at,
      coalesce((select json_agg(json_build_object('reason', a.reason, 'minor', a.amount::text,
          'before', a.facts ->> 'before', 'after', a.facts ->> 'after',
          'createTime', a.create_time) order by a.seq)
        from charge_adjustment a where a.tenant_id = c.tenant_id and a.charge_id = c.id),
        '[]'::json) as adjustments
    from ${ctx.rows('parcelCharge').as('c')}
      cross join lateral charge_in_ledger(c.tenant_id, c.id) as x
    where c.shipment_id = ${shipmentId} order by c.id desc`.execute(ctx.db)
  const costs = await costsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { currency } = row
    const cost = costs.get(row.id)
    const money = (minor: string) => formatMoney({ minor: BigInt(minor), currency })
    // As the ledger has it: a credit note or a reversal by hand gives back, too.
    const { taken, given, ...shown } = row
    const isBack = row.state === 'charged' && given !== '0' && given === taken
    return {
      ...shown,
      state: isBack ? 'refunded' : row.state,
      ...(cost ? { cost } : {}),
      amount: money(row.amount),
      held: money(row.held),
      charged: money(taken),
      refunded: money(given),
      handlingFee: money(row.handlingFee),
      adjustments: row.adjustments.map(({ minor, before, after, ...one }) => ({
        ...one,
        amount: money(minor),
        before: before ?? '',
        after: after ?? '',
      })),
      lines: row.lines.map((line) => ({
        tradeItem: line.tradeItem,
        tax: line.tax,
        amount: money(line.minor),
        why: line.why,
        taxCategory: line.taxCategory ?? null,
        taxRate: line.taxRate ?? null,
      })),
    }
  })
}

/** What ending orders gives back, as the ledger has it now. */
export async function moneyOfEnding(
  ctx: Ctx,
  { ids }: In<typeof charging.ending>,
): Promise<Out<typeof charging.ending>> {
  if (!seesPrice(ctx)) return []
  const sums = await sumsOfEnding(ctx, sql<SqlBool>`s.id = any(${ids}::bigint[])`)
  return sums.map(wireSum)
}

/** The same of any number of orders `s`, in minor units. */
export async function sumsOfEnding(ctx: Ctx, of: RawBuilder<SqlBool>): Promise<SumOfEnding[]> {
  const { rows } = await sql<SumOfEnding>`select m.currency, sum(m.charged)::bigint as charged,
      sum(m.held)::bigint as held, sum(m.waiting)::bigint as waiting
    from (${ordersEnding(ctx, of)}) as m group by m.currency order by m.currency`.execute(ctx.db)
  return rows
}

export interface SumOfEnding {
  currency: string
  charged: string
  held: string
  waiting: string
}
export const wireSum = ({ currency, charged, held, waiting }: SumOfEnding): SumOfEnding => ({
  currency,
  charged: formatMoney({ minor: BigInt(charged), currency }),
  held: formatMoney({ minor: BigInt(held), currency }),
  waiting: formatMoney({ minor: BigInt(waiting), currency }),
})

/** What ending each of the orders `s` does to their charges `c`, by currency. */
export const ordersEnding = (ctx: Ctx, of: RawBuilder<SqlBool>) => sql`select
      c.shipment_id, c.currency, sum(x.taken - x.given)::bigint as charged,
      sum(c.held)::bigint as held,
      coalesce(sum(c.amount) filter (where c.state = 'waiting'), 0)::bigint as waiting
    from ${ctx.rows('shipment').as('s')}
      join ${ctx.rows('parcelCharge').as('c')} on c.shipment_id = s.id
      cross join lateral charge_in_ledger(c.tenant_id, c.id) as x
    where ${of} and ${kindCondition(ctx, 's')}
      and c.method <> ${DEDUCT.free}
      and c.state in ('held', 'waiting', 'charged')
    group by c.shipment_id, c.currency
    having bool_or(x.taken > x.given or c.held > 0 or c.state = 'waiting' and c.amount > 0)`
