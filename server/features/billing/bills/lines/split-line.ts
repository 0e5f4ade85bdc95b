import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { billLines } from '#contracts/billing/bill-lines.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { bookCreditsOnce } from '../disputes/credits-once.ts'
import { profileOf } from '../reading/bill-profile.ts'
import { lockSupplier } from '../reading/keep-draft.ts'
import { compareParcels } from '../runs/compare-chunk.ts'
import { countRun } from '../runs/run-row.ts'
import { linkedParcels, type Linked } from './link-line.ts'
import {
  labelOf,
  lockLine,
  readLine,
  requireOpen,
  requireVersion,
  type BillLine,
} from './line-row.ts'

/**
 * Shares an amount by weights, so that the shares sum to it; what rounding leaves goes, a minor unit
 * each, to the first that lost by it: none of a part of the weights has more than its own.
 */
export function sharesOf(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const shares = weights.map((weight) =>
    total === 0n ? amount / BigInt(weights.length) : (amount * weight) / total,
  )
  let left = amount - shares.reduce((sum, share) => sum + share, 0n)
  const unit = left < 0n ? -1n : 1n
  return shares.map((share, at) => {
    if (left === 0n || (total !== 0n && (amount * weights[at]!) % total === 0n)) return share
    left -= unit
    return share + unit
  })
}

/**
 * Splits a line over parcels by weight: the line itself keeps the first share, the others are lines of
 * their own, so that the sum of the invoice stays.
 */
export function splitLine(
  ctx: Ctx,
  { id, version, parcelNos }: In<typeof billLines.split>,
): Promise<Out<typeof billLines.split>> {
  return inTx(ctx, async (tx) => {
    await lockSupplier(tx, (await readLine(tx, id)).supplierId)
    const line = await lockLine(tx, id)
    await requireVersion(tx, line, version)
    requireOpen(line)
    if (line.dedupe.includes('/')) fail('bill.isShare', { label: labelOf(line) })
    const parcels = await linkedParcels(tx, parcelNos, (at) => `parcelNos.${at}`)
    const ids = parcels.map(({ parcelId }) => parcelId)
    const twice = ids.findIndex((parcelId, at) => ids.indexOf(parcelId) !== at)
    if (twice >= 0) failFields([{ path: `parcelNos.${twice}`, code: 'field.duplicate' }])
    const weights = await weightsOf(tx, ids)
    const amounts = sharesOf(BigInt(line.amount), weights)
    const taxes = sharesOf(BigInt(line.tax), weights)
    await insertShares(
      tx,
      line,
      parcels
        .map((parcel, at) => ({ parcel, amount: amounts[at]!, tax: taxes[at]!, no: at }))
        .slice(1),
    )
    await change(tx, 'billLine', line, {
      ...parcels[0]!,
      matchedBy: 'hand',
      voidNo: false,
      amount: amounts[0]!.toString(),
      tax: taxes[0]!.toString(),
    })
    const run = { id: line.runId, supplierId: line.supplierId }
    await compareParcels(tx, run, ids, await profileOf(tx, line.supplierId))
    await bookCreditsOnce(tx, run)
    await countRun(tx, line.runId)
    return { lines: parcels.length }
  })
}

async function weightsOf(tx: Tx, ids: readonly string[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: string; weight: number }>`select p.id,
      coalesce(p.measured_weight, p.weight) as weight
    from ${tx.rows('parcel').as('p')} where p.id = any(${ids}::bigint[])`.execute(tx.db)
  const weights = new Map(rows.map(({ id, weight }) => [id, BigInt(weight)]))
  return ids.map((id) => weights.get(id) ?? 0n)
}

interface Share {
  parcel: Linked
  amount: bigint
  tax: bigint
  no: number
}

async function insertShares(tx: Tx, line: BillLine, shares: readonly Share[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`insert into bill_line (tenant_id, run_id, supplier_id,
      line_no, dedupe, invoice_no, track_no, track_key, reference_nos, ship_date, service,
      service_code, zone, charge_code, trade_item, currency, amount, tax, country, postal_code, raw,
      parcel_id, shipment_id, customer_id, parcel_no, matched_by, create_by)
    select l.tenant_id, l.run_id, l.supplier_id, l.line_no, l.dedupe || '/' || x.no, l.invoice_no,
      l.track_no, l.track_key, l.reference_nos, l.ship_date, l.service, l.service_code, l.zone,
      l.charge_code, l.trade_item, l.currency, x.amount, x.tax, l.country, l.postal_code, l.raw,
      x.parcel_id, x.shipment_id, x.customer_id, x.parcel_no, 'hand', ${tx.principal.username}
    from ${tx.rows('billLine').as('l')}, unnest(${shares.map(({ no }) => no)}::int[],
      ${shares.map(({ amount }) => amount.toString())}::bigint[],
      ${shares.map(({ tax }) => tax.toString())}::bigint[],
      ${shares.map(({ parcel }) => parcel.parcelId)}::bigint[],
      ${shares.map(({ parcel }) => parcel.shipmentId)}::bigint[],
      ${shares.map(({ parcel }) => parcel.customerId)}::bigint[],
      ${shares.map(({ parcel }) => parcel.parcelNo)}::text[])
      as x(no, amount, tax, parcel_id, shipment_id, customer_id, parcel_no)
    where l.id = ${line.id} order by x.no returning id`.execute(tx.db)
  await tx.auditMany(
    'bill_line',
    'add',
    rows.map(({ id }, at) => ({
      id,
      before: null,
      after: { splitOf: line.id, amount: shares[at]!.amount.toString() },
    })),
  )
}
