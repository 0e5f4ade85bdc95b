import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { billLines } from '#contracts/billing/bill-lines.ts'
import { accruedCosts } from '#server/features/orders/charging/index.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { readLine } from './line-row.ts'

type Answer = Out<typeof billLines.compare>
interface Facts {
  customer: number
  depot: number | null
  weightOurs: number | null
  carrier: number | null
  zone: string | null
  zoneOurs: string | null
  service: string | null
  serviceOurs: string | null
}

/** What a line's parcel was expected to cost, charge by charge, next to what this invoice bills. */
export async function compareLine(ctx: Ctx, { id }: In<typeof billLines.compare>): Promise<Answer> {
  const line = await readLine(ctx, id)
  const { currency, parcelId } = line
  const expected = parcelId
    ? (await accruedCosts(ctx, line.supplierId, [parcelId])).get(parcelId)
    : undefined
  const { rows } = await sql<{ tradeItem: string; billed: string }>`select
      coalesce(l.trade_item, '19') as trade_item, sum(l.amount)::bigint as billed
    from ${ctx.rows('billLine').as('l')}
    where l.run_id = ${line.runId} and l.currency = ${currency}
      and (l.id = ${id} or l.parcel_id = ${parcelId})
    group by 1`.execute(ctx.db)
  const billed = new Map(rows.map((row) => [row.tradeItem, BigInt(row.billed)]))
  const known = expected?.currency === currency ? expected.items : new Map<string, bigint>()
  const texts = new Map(
    ((await itemsIn(ctx, ctx.lang)).trade_item ?? []).map(({ value, text }) => [value, text]),
  )
  const items = [...new Set([...known.keys(), ...billed.keys()])].toSorted(
    (a, b) => Number(a) - Number(b),
  )
  const money = (minor: bigint) => formatMoney({ minor, currency })
  const sum = (of: ReadonlyMap<string, bigint>) => [...of.values()].reduce((a, b) => a + b, 0n)
  const facts = await factsOf(ctx, id)
  return {
    currency,
    items: items.map((item) => {
      const [ours, theirs] = [known.get(item) ?? 0n, billed.get(item) ?? 0n]
      return {
        tradeItem: item,
        tradeItem_dictText: texts.get(item) ?? item,
        expected: money(ours),
        billed: money(theirs),
        delta: money(theirs - ours),
      }
    }),
    totalExpected: money(sum(known)),
    totalBilled: money(sum(billed)),
    why: parcelId === null ? null : (expected?.why ?? (expected ? null : 'noCharge')),
    weights: {
      customer: facts?.customer ?? null,
      depot: facts?.depot ?? null,
      carrier: facts?.carrier ?? null,
    },
    zone: { ours: facts?.zoneOurs ?? null, carrier: facts?.zone ?? null },
    service: { ours: facts?.serviceOurs ?? null, carrier: facts?.service ?? null },
    numbers: parcelId === null ? [] : await numbersOf(ctx, parcelId),
  }
}

async function factsOf(ctx: Ctx, id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`select p.weight as customer, p.measured_weight as depot,
      l.weight_ours, l.weight_billed as carrier, l.zone, l.zone_ours, l.service, l.service_ours
    from ${ctx.rows('billLine').as('l')}
      left join ${ctx.rows('parcel').as('p')} on p.id = l.parcel_id
    where l.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** Every number the parcel ever had. */
async function numbersOf(ctx: Ctx, parcelId: string): Promise<Answer['numbers']> {
  const { rows } = await sql<{ number: string; kind: string; isVoid: boolean }>`select
      t.number, case when t.leg = 1 then 'label' else 'handed' end as kind, t.state = 2 as is_void
    from ${ctx.rows('trackingNumber').as('t')} where t.parcel_id = ${parcelId}
    union select t.third_id, 'third', false from ${ctx.rows('trackingNumber').as('t')}
    where t.parcel_id = ${parcelId} and t.third_id is not null
    union select c.carrier_no, 'bought', c.void_state is not distinct from 'void'
    from ${ctx.rows('carrierShipment').as('c')}
    where c.parcel_id = ${parcelId} and c.carrier_no is not null
    order by 1`.execute(ctx.db)
  return rows
}
