import { sql } from 'kysely'
import type { AdjustReason } from '#contracts/orders/charging.ts'
import { post, reverse } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { isTakenBack } from './costs/billed-costs.ts'
import { lockCharges, type Charge } from './charge-rows.ts'
import { costLines, expectedCosts, storeCosts, type ExpectedCost } from './expected-cost.ts'
import { lessLines, type ChargeLine } from './share-lines.ts'

interface StoredCost {
  chargeId: string
  seq: number
  serviceId: string
  supplierId: string
  currency: string | null
  lines: ChargeLine[]
  transactionId: string
  reason: string | null
  /** Whether its posting was taken back. */
  reversed: boolean
}

/**
 * Brings what a locked order's charged parcels are expected to cost to what they cost as measured
 * by now: of each the difference is posted by itself, whatever became of the customer's price. A
 * cost that is not known by now stays as it was expected, and one its supplier billed as billed.
 */
export async function adjustCosts(tx: Tx, shipmentId: string, reason: AdjustReason): Promise<void> {
  const { rows } = await sql<{ parcelId: string }>`select c.parcel_id
    from ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').as('c')}
    where c.shipment_id = ${shipmentId} and c.state = 'charged'`.execute(tx.db)
  const charged = await lockCharges(
    tx,
    rows.map(({ parcelId }) => parcelId),
  )
  const costs = await expectedCosts(tx, charged)
  const stored = await storedCosts(tx, charged)
  for (const charge of charged) {
    const cost = costs.get(charge.id)
    const before = stored.filter(({ chargeId }) => chargeId === charge.id)
    const ends = (why: string | null) => why === 'billed' || why === 'released'
    if (cost?.currency && !before.some(({ reversed, reason: why }) => reversed || ends(why)))
      await postDifferences(tx, charge, cost, before, reason)
  }
}

/** A cost by another supplier or in another currency takes the place of the one before. */
async function postDifferences(
  tx: Tx,
  charge: Charge,
  cost: ExpectedCost,
  before: readonly StoredCost[],
  reason: AdjustReason,
): Promise<void> {
  let seq = Math.max(0, ...before.map((one) => one.seq)) + 1
  for (const side of sidesOf(cost, before)) {
    const same = (one: Pick<StoredCost, 'supplierId' | 'currency'>) =>
      one.supplierId === side.supplierId && one.currency === side.currency
    const lines = lessLines(
      same(cost) ? cost.lines : [],
      before.filter(same).flatMap((one) => one.lines),
    )
    const difference = { ...cost, ...side, lines }
    const entries = costLines(difference)
    if (entries.length === 0) continue
    const { transactionId } = await post(tx, {
      key: `cost:${charge.id}:${seq}`,
      kind: 'cost',
      debit: 'workDone',
      reason: charge.parcelNo,
      lines: entries,
    })
    await storeCosts(tx, new Map([[charge.id, difference]]), [{ id: charge.id, transactionId }], {
      seq,
      reason,
    })
    seq += 1
  }
}

function sidesOf(cost: ExpectedCost, before: readonly StoredCost[]) {
  const sides = new Map<string, Pick<StoredCost, 'serviceId' | 'supplierId' | 'currency'>>()
  for (const { serviceId, supplierId, currency } of [...before, cost])
    if (currency !== null)
      sides.set(`${supplierId} ${currency}`, { serviceId, supplierId, currency })
  return [...sides.values()]
}

/** Takes back the differences posted for a locked charge; the first cost goes with its charge. */
export async function takeCostsBack(tx: Tx, charge: Charge): Promise<void> {
  for (const { seq, transactionId, reversed } of await storedCosts(tx, [charge]))
    if (seq > 0 && !reversed)
      await reverse(tx, { transactionId, reason: charge.parcelNo, debit: 'workDone' })
}

async function storedCosts(tx: Tx, charges: readonly Charge[]): Promise<StoredCost[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{
    chargeId: string
    seq: number
    serviceId: string
    supplierId: string
    currency: string | null
    lines: ChargeLine[]
    transactionId: string
    reason: string | null
    reversed: boolean
  }>`select k.charge_id, k.seq, k.service_id, k.supplier_id, k.currency, k.lines,
      k.transaction_id, k.reason,
      ${isTakenBack(tenant)} as reversed
    from ${tenant.rows('parcelCost').as('k')}
    where k.charge_id = any(${charges.map(({ id }) => id)}::bigint[])
    order by k.charge_id, k.seq`.execute(tx.db)
  return rows
}
