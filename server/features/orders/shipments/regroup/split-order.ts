import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { orderDraft, type OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { OrderDetail, shipments } from '#contracts/orders/shipments.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { writeOrder } from '../changes/edit-order.ts'
import { lockOrderFor, lockOrders } from '../parcels/lock-order.ts'
import { recalculateShipmentStatus } from '../parcels/move-parcels.ts'
import { auditedOrder, readOrder, visibleOrder } from '../rows/read-order.ts'
import { noteSteps } from '../rows/order-history.ts'
import { storeHead } from '../parcels/store-orders.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'
import {
  placeParcels,
  repriced,
  requireCoveredBy,
  requireSplits,
  setFirstNumber,
} from './place-parcels.ts'
import { fixedAt } from '../changes/fix-price.ts'
import { orderMoney } from '../order-money.ts'

/**
 * Moves chosen parcels into a new order with the same head. Both orders are checked and priced
 * again; tracking numbers stay with their parcels. Amounts of the whole order, such as cash on
 * delivery, stay with the old one, so that their sum is the same.
 */
export function splitOrder(
  ctx: Ctx,
  { id, version, parcelIds, reference }: In<typeof shipments.split>,
): Promise<Out<typeof shipments.split>> {
  return inTx(ctx, async (tx) => {
    await lockOrders(tx, [id])
    await lockOrderFor(tx, id, 'split')
    const before = await readOrder(tx, id)
    if (before.version !== version) failConflict('row.stale', visibleOrder(tx, before))
    requireSplits(before)
    const chosen = new Set(parcelIds)
    const leaving = before.parcels.filter((parcel) => chosen.has(parcel.id))
    const staying = before.parcels.filter((parcel) => !chosen.has(parcel.id))
    if (leaving.length < chosen.size)
      failFields([{ path: 'parcelIds', code: 'split.unknownParcel' }])
    if (staying.length === 0) failFields([{ path: 'parcelIds', code: 'split.allParcels' }])
    const draft = orderDraft.parse(before)
    const at = await fixedAt(tx, id)
    const rest = await repriced(tx, withParcels(draft, before, staying), before.customerId, at)
    const part = await repriced(
      tx,
      {
        ...withParcels(draft, before, leaving),
        reference: reference ?? partReference(before.reference, 2),
        attributes: withoutAmounts(draft.attributes),
        customs: draft.customs && { ...withoutTotal(draft.customs), postalCharges: null },
      },
      before.customerId,
      at,
    )
    await requireCoveredBy(tx, [before], [rest, part])
    const made = await storePart(tx, part, before, Boolean(reference))
    if (!made) failFields([{ path: 'reference', code: 'reference.duplicate' }])
    await writeOrder(tx, id, rest)
    // First those that leave: the others take their numbers over.
    await placeParcels(
      tx,
      made,
      leaving.map((parcel) => parcel.id),
    )
    await placeParcels(
      tx,
      { id, serial: before.serialNumber },
      staying.map((parcel) => parcel.id),
    )
    await sql`update shipment as s
      set confirm_by = ${before.confirmBy}, confirm_time = ${before.confirmTime},
        price_fixed_at = ${at}
      where ${tx.rows('shipment').where('s')} and s.id = ${made.id}`.execute(tx.db)
    await setFirstNumber(tx, [id, made.id])
    await recalculateShipmentStatus(tx, [id, made.id])
    await orderMoney.of(tx.deps).changed(tx, [id, made.id])
    const [order, added] = [await readOrder(tx, id), await readOrder(tx, made.id)]
    await tx.audit('shipment', id, 'edit', auditedOrder(before), auditedOrder(order))
    await tx.audit('shipment', made.id, 'add', null, auditedOrder(added))
    await noteSteps(tx, [
      { shipmentId: id, action: 'split', otherId: made.id },
      { shipmentId: made.id, action: 'splitFrom', otherId: id },
    ])
    await tx.emit(shipmentAdded, { shipmentIds: [made.id] })
    return { order: visibleOrder(tx, order), added: visibleOrder(tx, added) }
  })
}

/** Parts an order may have without being given their references. */
const MAX_PARTS = 99
/**
 * The new order without its parcels; null where its reference was taken. A reference that was not
 * given is the next one no earlier part has.
 */
async function storePart(tx: Tx, part: ValidatedOrder, before: OrderDetail, given: boolean) {
  for (let number = 2; number <= (given ? 2 : MAX_PARTS); number++) {
    const made = await storeHead(
      tx,
      given ? part : { ...part, reference: partReference(before.reference, number) },
      {
        orderMethod: before.orderMethod,
        importId: null,
        // The author of the old order pays for both.
        createBy: before.createBy,
      },
    )
    if (made) return made
  }
  return null
}

/** The order with some of its parcels and the pallets they stand on. */
function withParcels(
  draft: OrderDraft,
  before: OrderDetail,
  parcels: OrderDetail['parcels'],
): OrderDraft {
  const places = new Set(parcels.map((parcel) => before.parcels.indexOf(parcel)))
  const here = new Set(parcels.map(({ palletNo }) => palletNo))
  const elsewhere = new Set(
    before.parcels.filter((parcel) => !parcels.includes(parcel)).map(({ palletNo }) => palletNo),
  )
  const divided = [...here].find((palletNo) => palletNo !== null && elsewhere.has(palletNo))
  if (divided !== undefined) fail('split.palletDivided', { number: divided })
  return {
    ...draft,
    customs: draft.customs && withoutTotal(draft.customs),
    pallets: draft.pallets?.filter(({ palletNo }) => here.has(Number(palletNo))) ?? null,
    parcels: draft.parcels.filter((_, at) => places.has(at)),
  }
}

/** The declared total is that of all goods; what is left or taken has a sum of its own. */
const withoutTotal = (customs: NonNullable<OrderDraft['customs']>) => ({
  ...customs,
  declaredValue: null,
})

const withoutAmounts = (attributes: OrderDraft['attributes']): OrderDraft['attributes'] =>
  attributes && {
    ...attributes,
    codAmount: null,
    codCurrency: null,
    insuredAmount: null,
    insuredCurrency: null,
  }

/**
 * `PO-1` → `PO-1-2`, whatever the reference ends with: a number at its end is the customer's own,
 * and the one after it may be another order's.
 */
export function partReference(reference: string, number: number): string {
  const tail = `-${number}`
  return `${reference.slice(0, 60 - tail.length)}${tail}`
}
