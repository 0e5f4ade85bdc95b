import { sql } from 'kysely'
import { parseMoney } from '#contracts/kit/money.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { capIssue } from '#server/features/platform/users/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { checkOrder } from '../checks/check-order.ts'
import { loadReferences } from '../references.ts'
import { limitsOfCaller, tellable, withTaxOf } from '../spend.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'

/** Parcels of such orders may stand in another order of the same kind. */
export function requireSplits({ shipmentResource, serialNumber }: OrderDetail): void {
  if (!kindOf(shipmentResource).can.splits) fail('kind.noSplit', { label: serialNumber })
}

/** An order with other parcels than before, checked and priced as at the moment it was fixed. */
export async function repriced(
  tx: Tx,
  draft: OrderDraft,
  customerId: string,
  at: string | null,
): Promise<ValidatedOrder> {
  const known = await loadReferences(tx, customerId, { needed: draft, at })
  const checked = checkOrder(draft, known, draft)
  if (!checked.ok) failFields(checked.issues.map((issue) => tellable(tx, issue)))
  return checked.order
}

/** What confirmed orders cost more than before stays within the cap of the sub-account that asks. */
export async function requireCoveredBy(
  tx: Tx,
  before: readonly OrderDetail[],
  after: readonly ValidatedOrder[],
): Promise<void> {
  if (before.every(({ confirmTime }) => confirmTime === null)) return
  const limits = await limitsOfCaller(tx, { hold: true })
  if (!limits?.cap) return
  const { customerId } = before[0]!
  const taxed = await withTaxOf(
    tx,
    customerId,
    new Set([...before, ...after].map(({ consignee }) => consignee.country ?? '')),
  )
  const cost = (sum: bigint, { amount, currency, consignee }: OrderDetail) =>
    sum + taxed(parseMoney(amount ?? '0', currency, 'any')?.minor ?? 0n, consignee.country ?? '')
  const total = after.reduce(
    (sum, { quote, consignee }) => sum + taxed(quote.total, consignee.country),
    0n,
  )
  const over = capIssue(limits.cap, {
    amount: total - before.reduce(cost, 0n),
    currency: after[0]?.quote.currency ?? limits.cap.currency,
  })
  if (!over) return
  const refusal = tellable(tx, over)
  fail(refusal.code, refusal.data)
}

/**
 * Puts parcels into an order, numbered by their place in it. Their rows stay: tracking numbers,
 * box labels and announcements go with them. All of them are locked.
 */
export async function placeParcels(
  tx: Tx,
  order: { id: string; serial: string },
  parcelIds: readonly string[],
): Promise<void> {
  // In two steps: within one, a number would meet the parcel that still has it.
  await sql`update parcel as p set serial_number = ${`${order.serial}-`} || 'x' || p.id
    where ${tx.rows('parcel').where('p')} and p.id = any(${parcelIds}::bigint[])`.execute(tx.db)
  await sql`update parcel as p
    set shipment_id = ${order.id}, seq = x.seq, serial_number = ${`${order.serial}-`} || x.seq,
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    from unnest(${parcelIds}::bigint[]) with ordinality as x(id, seq)
    where ${tx.rows('parcel').where('p')} and p.id = x.id`.execute(tx.db)
}

/** Pallet numbers of parcels into another order; those without one stay without. */
export async function placeOnPallets(
  tx: Tx,
  parcels: readonly { id: string; palletNo: number }[],
): Promise<void> {
  await sql`update parcel as p set pallet_no = x.pallet_no
    from unnest(${parcels.map(({ id }) => id)}::bigint[],
      ${parcels.map(({ palletNo }) => palletNo)}::smallint[]) as x(id, pallet_no)
    where ${tx.rows('parcel').where('p')} and p.id = x.id`.execute(tx.db)
}

/** The cartons of orders to which a page of a box-label file belongs. */
export async function cartonsWithLabel(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<{ parcelId: string }>`select l.parcel_id
    from ${tx.rows('fbaLabel').as('l')}
    where l.shipment_id = any(${orderIds}::bigint[]) and l.parcel_id is not null`.execute(tx.db)
  return new Set(found.rows.map(({ parcelId }) => parcelId))
}

/** Box ids of cartons into another order, where another carton has theirs. */
export async function setBoxIds(
  tx: Tx,
  boxes: readonly { id: string; fbaCode: string }[],
): Promise<void> {
  if (boxes.length === 0) return
  await sql`update parcel as p set fba_code = x.fba_code
    from unnest(${boxes.map(({ id }) => id)}::bigint[],
      ${boxes.map(({ fbaCode }) => fbaCode)}::text[]) as x(id, fba_code)
    where ${tx.rows('parcel').where('p')} and p.id = x.id`.execute(tx.db)
}

/** The order's tracking number is that of its first parcel. */
export async function setFirstNumber(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`update shipment as s
    set track_no = (select p.track_no from parcel p
      where p.tenant_id = s.tenant_id and p.shipment_id = s.id order by p.seq limit 1)
    where ${tx.rows('shipment').where('s')} and s.id = any(${orderIds}::bigint[])`.execute(tx.db)
}
