import { sql } from 'kysely'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import { whyNot } from '#contracts/orders/shipments.states.ts'
import { quoteToWire } from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { withoutMasks } from '#server/kit/http/personal.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { validateOrder } from '../add-order.ts'
import { withoutUnchanged } from '../checks/check-kind.ts'
import { noteSteps } from '../rows/order-history.ts'
import { requireKind } from '../rows/kind-access.ts'
import { fixedAt } from './fix-price.ts'
import { requireCustomsOpen } from './lock-customs.ts'
import { lockOrders } from '../parcels/lock-order.ts'
import { auditedOrder, readOrder, visibleOrder } from '../rows/read-order.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'
import { replaceParcels } from '../parcels/store-parcels.ts'

/**
 * Replaces an order that is not confirmed yet; a stale version gets the order as it is now. An order
 * of a kind that converts may become one of another kind, which asks for what that kind needs.
 */
export function editOrder(
  ctx: Ctx,
  { id, version, ...sent }: In<typeof shipments.edit>,
): Promise<Out<typeof shipments.edit>> {
  return inTx(ctx, async (tx) => {
    await lockOrders(tx, [id])
    const locked = await sql<{
      version: number
      status: number
      customerId: string
      kind: string
    }>`select version, shipment_status as status, customer_id, shipment_resource as kind
      from ${tx.rows('shipment').as('s')} where s.id = ${id}`.execute(tx.db)
    const row = locked.rows[0] ?? failMissing()
    requireKind(tx, 'edit', row.kind)
    const before = await readOrder(tx, id)
    if (row.version !== version) failConflict('row.stale', visibleOrder(tx, before))
    const closed = whyNot('edit', row.status)
    if (closed) fail(closed, { status: before.shipmentStatus_dictText, label: before.serialNumber })
    const draft = withoutMasks(tx.principal, sent, before)
    if (draft.shipmentResource !== row.kind) {
      if (!kindOf(row.kind).can.converts)
        failFields([{ path: 'shipmentResource', code: 'kind.fixed' }])
      requireKind(tx, 'add', draft.shipmentResource)
    }
    const order = await validateOrder(
      tx,
      withoutUnchanged({ ...draft, customerId: row.customerId }, before),
      { at: await fixedAt(tx, id), before },
    )
    await writeOrder(tx, id, order)
    await replaceParcels(tx, id, order, { status: row.status, serial: before.serialNumber })
    const after = await readOrder(tx, id)
    requireCustomsOpen(before, after)
    await tx.audit('shipment', id, 'edit', auditedOrder(before), auditedOrder(after))
    if (after.shipmentResource !== row.kind)
      await noteSteps(tx, [
        { shipmentId: id, action: 'convert', from: row.kind, to: after.shipmentResource },
      ])
    return visibleOrder(tx, after)
  })
}

/** Writes an order's new values, its price included; its parcels are written apart. */
export async function writeOrder(
  tx: Tx,
  id: string,
  { consignee, quote, ...order }: ValidatedOrder,
): Promise<void> {
  try {
    await sql`update shipment as s
      set shipment_resource = ${order.kind.code}, reference = ${order.reference},
        po_code = ${order.poCode}, fba_code = ${order.fbaCode},
        user_depot_id = ${order.userDepot?.id ?? null}, delivery = ${json(order.blocks.delivery)}::jsonb,
        pallets = ${json(order.blocks.pallets)}::jsonb, fba = ${json(order.blocks.fba)}::jsonb,
        customs = ${json(order.blocks.customs)}::jsonb, attributes = ${json(order.blocks.attributes)}::jsonb,
        service_id = ${order.service.id},
        depot_id = ${order.depot.id}, shipper_id = ${order.shipperId},
        sender = ${json(order.sender)}::jsonb,
        consignee_name = ${consignee.name}, company = ${consignee.company},
        phone = ${consignee.phone}, email = ${consignee.email}, tax_number = ${consignee.taxNumber},
        country = ${consignee.country}, state = ${consignee.state},
        city = ${consignee.city}, postal_code = ${consignee.postalCode},
        street = ${consignee.street}, house = ${consignee.house}, address1 = ${consignee.address1},
        address2 = ${consignee.address2}, consignee_remark = ${consignee.remark},
        shipment_pieces = ${order.parcels.length},
        shipment_weight = ${order.parcels.reduce((sum, parcel) => sum + parcel.grams, 0)},
        chargeable_weight = ${quote.chargeableGrams}, currency = ${quote.currency},
        amount = ${quote.total.toString()}, quote = ${JSON.stringify(quoteToWire(quote))}::jsonb,
        fee_version_id = ${quote.fee.versionId ?? null},
        base_version_id = ${quote.fee.baseVersionId ?? null},
        remark = ${order.remark}, version = version + 1, update_by = ${tx.principal.username},
        update_time = now()
      where ${tx.rows('shipment').where('s')} and s.id = ${id}`.execute(tx.db)
  } catch (error) {
    if (pgErrorKind(error) === 'unique')
      failFields([{ path: 'reference', code: 'reference.duplicate' }])
    throw error
  }
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
