import { sql } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { accruedCosts } from '#server/features/orders/charging/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import {
  compareParcel,
  type BilledLine,
  type BilledParcel,
  type EarlierLine,
  type Finding,
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
}

export const STORED = sql`l.id, l.version, l.run_id, l.supplier_id, l.invoice_no, l.track_no,
  l.track_key as key, l.charge_code, l.trade_item, l.currency, l.amount, l.weight_billed as weight,
  l.zone, l.service_code, l.damaged, l.void_no, l.parcel_id, l.state`

export const billedLine = (line: StoredLine): BilledLine => ({
  ...line,
  amount: BigInt(line.amount),
  service: line.serviceCode,
})

/** Compares the lines of one run for the parcels they are about; all of a parcel's lines are given. */
export async function compareStored(
  ctx: Ctx,
  { id, supplierId }: { id: string; supplierId: string },
  lines: readonly StoredLine[],
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
    for (const one of compareParcel(own.map(billedLine), parcel, earlier.get(parcelId) ?? []))
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

/** Lines of earlier runs for the same parcels: a charge that comes again is a duplicate or a correction. */
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
  }>`select l.parcel_id, l.track_key as key, l.charge_code, l.trade_item, l.currency, l.amount,
      l.invoice_no
    from ${ctx.rows('billLine').as('l')}
    where l.parcel_id = any(${parcelIds}::bigint[]) and l.supplier_id = ${supplierId}
      and l.run_id < ${id} order by l.id`.execute(ctx.db)
  return Map.groupBy(
    rows.map(({ amount, ...line }) => ({ ...line, amount: BigInt(amount) })),
    ({ parcelId }) => parcelId,
  )
}
