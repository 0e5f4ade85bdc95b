import { sql } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { quoteToWire } from '#server/features/commercial/rating/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'
import { contentsOf, parcelInsert, productInsert } from './store-parcels.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'

/** `createBy`: who sent them, where that is not who runs the work. */
export interface StoreOptions {
  orderMethod: string
  importId: string | null
  createBy?: string | null
}
/** Per order, in the order given: its id, or null where its reference was taken already. */
export type Stored = (string | null)[]

/**
 * Writes orders with parcels and contents in a handful of statements, whatever their number: values
 * travel as arrays. An order whose reference exists is left out whole; nothing of it is written.
 */
export async function storeOrders(
  tx: Tx,
  orders: readonly ValidatedOrder[],
  options: StoreOptions,
): Promise<Stored> {
  const taken = await takenReferences(tx, orders)
  const open = orders.filter((order) => !taken.has(referenceKey(order)))
  if (open.length === 0) return orders.map(() => null)
  // Last, so that a refused order uses up no number; only one that meets the same reference at the
  // same moment still does.
  const numbers = await numbersOf(tx, open)
  const fresh = await insertShipments(tx, open, numbers, options)
  const serialOf = new Map(open.map((order, at) => [order, numbers[at]!]))
  const parcels = open.flatMap((order) => {
    const serial = serialOf.get(order)!
    const stored = fresh.get(serial)
    return stored
      ? order.parcels.map((parcel, at) => ({
          parcel,
          order,
          id: stored.parcelIds[at]!,
          shipmentId: stored.id,
          seq: at + 1,
          serial: `${serial}-${at + 1}`,
        }))
      : []
  })
  if (parcels.length > 0) {
    const products = parcels.flatMap(({ parcel, id }) => contentsOf(parcel, id))
    await sql`with box as (${parcelInsert(tx, parcels, { status: PARCEL.DRAFT, createBy: options.createBy ?? tx.principal.username })}) ${productInsert(tx, products)}`.execute(
      tx.db,
    )
  }
  return orders.map((order) => fresh.get(serialOf.get(order) ?? '')?.id ?? null)
}

/**
 * An order without its parcels, which are moved there from another one; null where its reference
 * was taken already.
 */
export async function storeHead(
  tx: Tx,
  order: ValidatedOrder,
  options: StoreOptions,
): Promise<{ id: string; serial: string } | null> {
  if ((await takenReferences(tx, [order])).size > 0) return null
  const [serial] = await numbersOf(tx, [order])
  const fresh = (await insertShipments(tx, [order], [serial!], options)).get(serial!)
  return fresh ? { id: fresh.id, serial: serial! } : null
}

/** A serial number each, of the range of its kind. */
async function numbersOf(tx: Tx, orders: readonly ValidatedOrder[]): Promise<string[]> {
  const byPrefix = new Map<string, string[]>()
  for (const [prefix, some] of Map.groupBy(orders, ({ kind }) => kind.prefix))
    byPrefix.set(prefix, await nextSerialNumbers(tx, 'shipment', prefix, some.length))
  return orders.map(({ kind }) => byPrefix.get(kind.prefix)!.shift()!)
}

const referenceKey = ({ customerId, reference }: ValidatedOrder): string =>
  `${customerId} ${reference}`

/** Those of the orders' references that their customers used before. */
async function takenReferences(
  tx: Tx,
  orders: readonly ValidatedOrder[],
): Promise<ReadonlySet<string>> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{
    customerId: string
    reference: string
  }>`select s.customer_id, s.reference
    from ${tenant.rows('shipment').as('s')} join unnest(${orders.map((order) => order.customerId)}::bigint[],
      ${orders.map((order) => order.reference)}::text[]) as x(customer_id, reference)
    on s.customer_id = x.customer_id and s.reference = x.reference`.execute(tx.db)
  return new Set(found.rows.map(({ customerId, reference }) => `${customerId} ${reference}`))
}

interface Fresh {
  id: string
  serialNumber: string
  parcelIds: string[]
}

/** What was new, by serial number, with ids for its parcels: they come along with the answer. */
async function insertShipments(
  tx: Tx,
  orders: readonly ValidatedOrder[],
  serials: readonly string[],
  options: StoreOptions,
): Promise<ReadonlyMap<string, Fresh>> {
  const rows = orders.map((order, at) => {
    const { consignee, quote } = order
    return {
      shipment_resource: order.kind.code,
      customer_id: order.customerId,
      po_code: order.poCode,
      fba_code: order.fbaCode,
      user_depot_id: order.userDepotId,
      ...order.blocks,
      serial_number: serials[at],
      reference: order.reference,
      service_id: order.service.id,
      depot_id: order.depotId,
      shipper_id: order.shipperId,
      sender: order.sender,
      consignee_name: consignee.name,
      company: consignee.company,
      phone: consignee.phone,
      email: consignee.email,
      tax_number: consignee.taxNumber,
      country: consignee.country,
      state: consignee.state,
      city: consignee.city,
      postal_code: consignee.postalCode,
      street: consignee.street,
      house: consignee.house,
      address1: consignee.address1,
      address2: consignee.address2,
      consignee_remark: consignee.remark,
      shipment_pieces: order.parcels.length,
      shipment_weight: order.parcels.reduce((sum, parcel) => sum + parcel.grams, 0),
      chargeable_weight: quote.chargeableGrams,
      currency: quote.currency,
      amount: quote.total.toString(),
      quote: quoteToWire(quote),
      remark: order.remark,
    }
  })
  const done = await sql<Fresh>`insert into shipment (tenant_id, create_by, order_method, import_id,
        shipment_status, shipment_resource, customer_id, serial_number, reference, po_code, fba_code,
        user_depot_id, delivery, pallets, fba, customs, attributes,
      service_id, depot_id, shipper_id, sender,
      consignee_name, company, phone, email, tax_number, country, state, city, postal_code, street,
      house, address1, address2, consignee_remark,
      shipment_pieces, shipment_weight, chargeable_weight, currency, amount, quote, remark)
    select ${tx.principal.tenantId}, ${options.createBy ?? tx.principal.username},
      ${options.orderMethod}, ${options.importId}, ${PARCEL.DRAFT}, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(shipment_resource text,
      customer_id bigint, serial_number text, reference text, po_code text, fba_code text,
      user_depot_id bigint, delivery jsonb, pallets jsonb, fba jsonb, customs jsonb,
      attributes jsonb, service_id bigint, depot_id bigint, shipper_id bigint, sender jsonb,
      consignee_name text, company text, phone text, email text, tax_number text, country text,
      state text, city text, postal_code text, street text, house text, address1 text,
      address2 text, consignee_remark text, shipment_pieces int, shipment_weight bigint, chargeable_weight bigint, currency text,
      amount bigint, quote jsonb, remark text)
    on conflict (tenant_id, customer_id, reference) do nothing
    returning id, serial_number,
      array(select nextval('parcel_id_seq')
        from generate_series(1, shipment_pieces)) as parcel_ids`.execute(tx.db)
  return new Map(done.rows.map((row) => [row.serialNumber, row]))
}
