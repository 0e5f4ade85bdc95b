import { sql } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { accruedCosts } from '#server/features/orders/charging/index.ts'
import { UNDECIDED } from '#contracts/billing/bills.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import {
  compareParcel,
  type BilledParcel,
  type EarlierLine,
  type Finding,
  type JudgedLine,
} from './compare-lines.ts'

export interface StoredLine {
  id: string
  version: number
  runId: string
  supplierId: string
  invoiceNo: string
  trackNo: string
  key: string
  chargeCode: string
  tradeItem: string | null
  currency: string
  amount: string
  weight: number | null
  zone: string | null
  serviceCode: string | null
  damaged: boolean
  voidNo: boolean
  parcelId: string
  state: string
  expected: string
  postedAt: string | null
}

export const STORED = sql`l.id, l.version, l.run_id, l.supplier_id, l.invoice_no, l.track_no,
  l.track_key as key, l.charge_code, l.trade_item, l.currency, l.amount, l.weight_billed as weight,
  l.zone, l.service_code, l.damaged, l.void_no, l.parcel_id, l.state,
  l.expected, l.posted_at`

/** No user has decided on it: a comparison judges it. */
export const isUndecided = ({ state, postedAt }: StoredLine): boolean =>
  postedAt === null && (UNDECIDED as readonly string[]).includes(state)

const judgedLine = (line: StoredLine, isJudged: boolean): JudgedLine => ({
  ...line,
  amount: BigInt(line.amount),
  service: line.serviceCode,
  taken: isJudged ? null : BigInt(line.expected),
})

/**
 * Compares the lines of one run for the parcels they are about; all of a parcel's lines are given,
 * and those that are not judged have the part of our cost they were decided with.
 */
export async function compareStored(
  ctx: Ctx,
  { id, supplierId }: { id: string; supplierId: string },
  lines: readonly StoredLine[],
  isJudged: (line: StoredLine) => boolean = isUndecided,
): Promise<ReadonlyMap<string, Finding>> {
  const byParcel = Map.groupBy(lines, ({ parcelId }) => parcelId)
  const ids = [...byParcel.keys()]
  const [parcels, earlier] = [
    await billedParcels(ctx, supplierId, ids),
    await earlierLines(ctx, { id, supplierId }, ids),
  ]
  const findings = new Map<string, Finding>()
  for (const [parcelId, own] of byParcel) {
    const parcel = parcels.get(parcelId)
    if (!parcel) continue
    const judged = own.map((line) => judgedLine(line, isJudged(line)))
    for (const one of compareParcel(judged, parcel, earlier.get(parcelId) ?? []))
      findings.set(one.id, one)
  }
  return findings
}

/** What we know of parcels that a supplier bills. */
export async function billedParcels(
  ctx: Ctx,
  supplierId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BilledParcel>> {
  const costs = await accruedCosts(ctx, supplierId, ids)
  const { rows } = await sql<{
    id: string
    status: number
    weight: number
    serviceCode: string
  }>`select p.id, p.parcel_status as status, v.code as service_code,
      coalesce(p.chargeable_weight, p.measured_weight, p.weight) as weight
    from ${ctx.rows('parcel').as('p')}
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
    where p.id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(
    rows.map(({ id, status, weight, serviceCode }) => {
      const cost = costs.get(id)
      return [
        id,
        {
          isCancelled: status === PARCEL.CANCELLED || status === PARCEL.REVOKED,
          weight,
          zone: cost?.zone ?? null,
          service: serviceCode,
          currency: cost?.currency ?? null,
          expected: cost?.currency ? cost.items : new Map<string, bigint>(),
        },
      ]
    }),
  )
}

/**
 * Lines of other runs for the same parcels, by which a charge comes again: all of runs started before,
 * and of later ones what is decided, unless it is itself a charge that came again.
 */
async function earlierLines(
  ctx: Ctx,
  { id, supplierId }: { id: string; supplierId: string },
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierLine[]>> {
  const { rows } = await sql<{
    parcelId: string
    key: string
    chargeCode: string
    tradeItem: string | null
    currency: string
    amount: string
    invoiceNo: string
    expected: string
  }>`select l.parcel_id, l.track_key as key, l.charge_code, l.trade_item, l.currency, l.amount,
      l.invoice_no, l.expected
    from ${ctx.rows('billLine').as('l')}
      join ${ctx.rows('billRun').as('r')} on r.id = l.run_id
    where l.parcel_id = any(${parcelIds}::bigint[]) and l.supplier_id = ${supplierId}
      and l.run_id <> ${id} and (r.start_no < (
          select own.start_no from ${ctx.rows('billRun').as('own')} where own.id = ${id})
        or (l.state <> all(${[...UNDECIDED]}::text[]) or l.posted_at is not null)
          and coalesce(l.fixed, '') not in ('D7', 'D10'))
    order by l.id`.execute(ctx.db)
  return Map.groupBy(
    rows.map(({ amount, expected, ...line }) => ({
      ...line,
      amount: BigInt(amount),
      expected: BigInt(expected),
    })),
    ({ parcelId }) => parcelId,
  )
}
