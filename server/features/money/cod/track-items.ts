import { sql } from 'kysely'
import { COD, plainNumber } from '#contracts/money/cod/cod.states.ts'
import { post, reverse } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockItems, openLines, patchItems, type CodItem } from './item-row.ts'

/** An order with cash on delivery, and how far its parcels are. */
export interface CodOrder {
  shipmentId: string
  shipmentNo: string
  reference: string | null
  trackNo: string | null
  /** Every number a carrier may name it by. */
  numbers: readonly string[]
  customerId: string
  supplierId: string | null
  serviceId: string | null
  createBy: string | null
  currency: string
  minor: bigint
  /** `out`: with the carrier; `ended`: it comes back, is lost, or never left. */
  state: 'out' | 'delivered' | 'ended'
  deliveredAt: string | null
}

/**
 * Brings items along with their orders, which are locked: one begins when its parcels have left, is
 * owed by the carrier when they are delivered, and ends without money where they come back. What
 * was remitted already stays: the carrier has collected it.
 */
export async function trackItems(tx: Tx, orders: readonly CodOrder[]): Promise<void> {
  if (orders.length === 0) return
  await begin(
    tx,
    orders.filter(({ state }) => state !== 'ended'),
  )
  const byShipment = new Map(orders.map((order) => [order.shipmentId, order]))
  const found = await sql<{ id: string }>`select c.id
    from ${asSystem(tx, tx.principal.tenantId).rows('codItem').as('c')}
    where c.shipment_id = any(${[...byShipment.keys()]}::bigint[])`.execute(tx.db)
  const items = await lockItems(
    tx,
    found.rows.map(({ id }) => id),
  )
  for (const item of items) await step(tx, item, byShipment.get(item.shipmentId)!)
}

async function begin(tx: Tx, orders: readonly CodOrder[]): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map((order) => ({
    ...order,
    minor: order.minor.toString(),
    numbers: [...new Set(order.numbers.map(plainNumber).filter((no) => no !== ''))],
  }))
  const { tenantId, username } = tx.principal
  const made = await sql<{ id: string; shipmentNo: string; expected: string }>`insert into cod_item
      (tenant_id, shipment_id, shipment_no, reference, track_no, numbers, customer_id, supplier_id,
        service_id, currency, expected, status, create_by)
    select ${tenantId}, x."shipmentId", x."shipmentNo", x.reference, x."trackNo",
      array(select jsonb_array_elements_text(x.numbers)), x."customerId", x."supplierId",
      x."serviceId", x.currency, x.minor, ${COD.waiting}, coalesce(x."createBy", ${username})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("shipmentId" bigint,
      "shipmentNo" text, reference text, "trackNo" text, numbers jsonb, "customerId" bigint,
      "supplierId" bigint, "serviceId" bigint, currency text, minor bigint, "createBy" text)
    on conflict (tenant_id, shipment_id) do nothing
    returning id, shipment_no, expected`.execute(tx.db)
  await tx.auditMany(
    'cod_item',
    'add',
    made.rows.map(({ id, shipmentNo, expected }) => ({
      id,
      before: null,
      after: { shipmentNo, expected, status: COD.waiting },
    })),
  )
}

async function step(tx: Tx, item: CodItem, order: CodOrder): Promise<void> {
  const { status } = item
  if (order.state === 'delivered' && (status === COD.waiting || status === COD.cancelled)) {
    const opened = item.opened + 1
    const { transactionId } = await post(tx, {
      key: `cod:open:${item.id}:${opened}`,
      kind: 'cod',
      debit: 'workDone',
      lines: openLines(item),
    })
    const deliveredAt = order.deliveredAt ?? nowIso()
    const patch = { status: COD.open, opened, openTransactionId: transactionId, deliveredAt }
    return patchItems(tx, [{ item, patch }])
  }
  if (order.state !== 'delivered' && status === COD.open) {
    if (item.openTransactionId !== null)
      await reverse(tx, {
        transactionId: item.openTransactionId,
        reason: item.shipmentNo,
        debit: 'workDone',
      })
    const now = order.state === 'out' ? COD.waiting : COD.cancelled
    const patch = { status: now, openTransactionId: null, deliveredAt: null }
    return patchItems(tx, [{ item, patch }])
  }
  if (order.state === 'ended' && status === COD.waiting)
    return patchItems(tx, [{ item, patch: { status: COD.cancelled } }])
  // A batch that was opened again leaves again.
  if (order.state === 'out' && status === COD.cancelled)
    return patchItems(tx, [{ item, patch: { status: COD.waiting } }])
}
