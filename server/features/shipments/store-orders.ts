import { sql, type RawBuilder } from 'kysely'
import { PARCEL } from '#contracts/shipments.states.ts'
import { quoteToWire } from '#server/features/rating/index.ts'
import type { Tx } from '#server/kit/ctx.ts'
import type { ReadyOrder } from './ready-order.ts'
import { takeSerials } from './serials.ts'

/** `createBy`: who sent them, where that is not who runs the work. */
export interface StoreOptions { orderMethod: string; importId: string | null; createBy?: string | null }
/** Per order, in the order given: its id, or null where its reference was taken already. */
export type Stored = (string | null)[]

/**
 * Writes orders with parcels and contents in a handful of statements, whatever their number: values travel as arrays.
 * An order whose reference exists is left out whole; nothing of it is written.
 */
export async function storeOrders(tx: Tx, orders: readonly ReadyOrder[], options: StoreOptions): Promise<Stored> {
  if (orders.length === 0) return []
  const { shipment: ids, parcel: parcelIds } = await nextIds(tx, { shipment: orders.length, parcel: orders.reduce((sum, order) => sum + order.parcels.length, 0) })
  // Last of what can be had before: callers of one tenant wait for one another from here to the commit.
  const serials = await takeSerials(tx, 'shipment', 'PY', orders.length)
  const fresh = await insertShipments(tx, orders, ids, serials, options)
  const kept = orders.flatMap((order, at) => (fresh.has(ids[at]!) ? [{ order, id: ids[at]!, serial: serials[at]! }] : []))
  const parcels = kept.flatMap(({ order, id, serial }) => order.parcels.map((parcel, at) => ({ parcel, order, shipmentId: id, seq: at + 1, serial: `${serial}-${at + 1}` })))
  if (parcels.length > 0) {
    const products = parcels.flatMap(({ parcel }, at) => contentsOf(parcel, parcelIds[at]!))
    await sql`with box as (${parcelInsert(tx, parcels, parcelIds.slice(0, parcels.length), { status: PARCEL.DRAFT, createBy: options.createBy ?? tx.who.username })}) ${productInsert(tx, products)}`.execute(tx.db)
  }
  return ids.map((id) => (fresh.has(id) ? id : null))
}

/**
 * Brings an order's parcels to what the order now says. Parcels keep their rows by position, so that an announcement
 * that names them still does; contents are written anew.
 */
export async function replaceParcels(tx: Tx, shipmentId: string, order: ReadyOrder, kept: { serial: string; status: number }): Promise<void> {
  const old = (await sql<{ id: string }>`select id from ${tx.rows('parcel').as('p')} where p.shipment_id = ${shipmentId} order by seq`.execute(tx.db)).rows.map((row) => row.id)
  const rows = order.parcels.map((parcel, at) => ({ parcel, order, shipmentId, seq: at + 1, serial: `${kept.serial}-${at + 1}` }))
  const ids = [...old.slice(0, rows.length), ...(await nextIds(tx, { shipment: 0, parcel: Math.max(0, rows.length - old.length) })).parcel]
  await sql`delete from parcel as p where ${tx.rows('parcel').where('p')} and p.id = any(${old.slice(rows.length)}::bigint[])`.execute(tx.db)
  await sql`delete from parcel_product as g where g.tenant_id = ${tx.who.tenantId} and g.parcel_id = any(${ids}::bigint[])`.execute(tx.db)
  for (const [at, { parcel }] of rows.slice(0, old.length).entries()) {
    await sql`update parcel as p set service_id = ${order.service.id}, depot_id = ${order.depotId}, reference = ${parcel.reference}, weight = ${parcel.grams}, length = ${parcel.lengthMm}, width = ${parcel.widthMm}, height = ${parcel.heightMm},
        volume_weight = ${parcel.volumeGrams}, chargeable_weight = ${parcel.chargeableGrams}, remark = ${parcel.remark}, version = version + 1, update_by = ${tx.who.username}, update_time = now()
      where ${tx.rows('parcel').where('p')} and p.id = ${ids[at]!}`.execute(tx.db)
  }
  if (rows.length > old.length) await parcelInsert(tx, rows.slice(old.length), ids.slice(old.length), { status: kept.status, createBy: tx.who.username }).execute(tx.db)
  await productInsert(tx, rows.flatMap(({ parcel }, at) => contentsOf(parcel, ids[at]!))).execute(tx.db)
}

async function nextIds(tx: Tx, wanted: { shipment: number; parcel: number }): Promise<{ shipment: string[]; parcel: string[] }> {
  const done = await sql<{ shipment: string[]; parcel: string[] }>`select array(select nextval('shipment_id_seq') from generate_series(1, ${wanted.shipment}::int)) as shipment, array(select nextval('parcel_id_seq') from generate_series(1, ${wanted.parcel}::int)) as parcel`.execute(tx.db)
  return done.rows[0]!
}

async function insertShipments(tx: Tx, orders: readonly ReadyOrder[], ids: readonly string[], serials: readonly string[], options: StoreOptions): Promise<Set<string>> {
  const rows = orders.map((order, at) => {
    const { consignee, quote } = order
    return {
      id: ids[at], customer_id: order.customerId, serial_number: serials[at], reference: order.reference, service_id: order.service.id, depot_id: order.depotId, shipper_id: order.shipperId,
      sender: order.sender, consignee_name: consignee.name, company: consignee.company, phone: consignee.phone, email: consignee.email, tax_number: consignee.taxNumber, country: consignee.country,
      state: consignee.state, city: consignee.city, postal_code: consignee.postalCode, street: consignee.street, house: consignee.house, address2: consignee.address2,
      shipment_pieces: order.parcels.length, shipment_weight: order.parcels.reduce((sum, parcel) => sum + parcel.grams, 0), chargeable_weight: quote.chargeableGrams,
      currency: quote.currency, amount: quote.total.toString(), quote: quoteToWire(quote), remark: order.remark,
    }
  })
  const done = await sql<{ id: string }>`insert into shipment (tenant_id, create_by, order_method, import_id, shipment_resource, shipment_status,
      id, customer_id, serial_number, reference, service_id, depot_id, shipper_id, sender, consignee_name, company, phone, email, tax_number, country, state, city, postal_code, street, house, address2,
      shipment_pieces, shipment_weight, chargeable_weight, currency, amount, quote, remark)
    select ${tx.who.tenantId}, ${options.createBy ?? tx.who.username}, ${options.orderMethod}, ${options.importId}, 'B2C', ${PARCEL.DRAFT}, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, customer_id bigint, serial_number text, reference text, service_id bigint, depot_id bigint, shipper_id bigint, sender jsonb,
      consignee_name text, company text, phone text, email text, tax_number text, country text, state text, city text, postal_code text, street text, house text, address2 text,
      shipment_pieces int, shipment_weight bigint, chargeable_weight bigint, currency text, amount bigint, quote jsonb, remark text)
    on conflict (tenant_id, customer_id, reference) do nothing returning id`.execute(tx.db)
  return new Set(done.rows.map((row) => row.id))
}

interface ParcelRow { parcel: ReadyOrder['parcels'][number]; order: ReadyOrder; shipmentId: string; seq: number; serial: string }

function parcelInsert(tx: Tx, rows: readonly ParcelRow[], ids: readonly string[], as: { status: number; createBy: string }): RawBuilder<unknown> {
  const column = <T>(pick: (row: ParcelRow) => T) => rows.map(pick)
  return sql`insert into parcel (tenant_id, create_by, parcel_status, id, shipment_id, customer_id, service_id, depot_id, seq, serial_number, reference, weight, length, width, height, volume_weight, chargeable_weight, remark)
    select ${tx.who.tenantId}, ${as.createBy}, ${as.status}::smallint, x.* from unnest(${ids}::bigint[], ${column((row) => row.shipmentId)}::bigint[], ${column((row) => row.order.customerId)}::bigint[],
      ${column((row) => row.order.service.id)}::bigint[], ${column((row) => row.order.depotId)}::bigint[], ${column((row) => row.seq)}::smallint[], ${column((row) => row.serial)}::text[], ${column((row) => row.parcel.reference)}::text[],
      ${column((row) => row.parcel.grams)}::int[], ${column((row) => row.parcel.lengthMm)}::int[], ${column((row) => row.parcel.widthMm)}::int[], ${column((row) => row.parcel.heightMm)}::int[],
      ${column((row) => row.parcel.volumeGrams)}::int[], ${column((row) => row.parcel.chargeableGrams)}::int[], ${column((row) => row.parcel.remark)}::text[]) as x`
}

type ProductRow = ReadyOrder['parcels'][number]['products'][number] & { parcelId: string }

function contentsOf(parcel: ReadyOrder['parcels'][number], parcelId: string): ProductRow[] {
  return parcel.products.map((product) => ({ ...product, parcelId }))
}

function productInsert(tx: Tx, rows: readonly ProductRow[]): RawBuilder<unknown> {
  const column = <T>(pick: (row: ProductRow) => T) => rows.map(pick)
  return sql`insert into parcel_product (tenant_id, parcel_id, sku, hscode_cn, hscode_foreign, name_cn, name_en, quantity, unit_weight, unit_price, currency, remark)
    select ${tx.who.tenantId}, x.* from unnest(${column((row) => row.parcelId)}::bigint[], ${column((row) => row.sku)}::text[], ${column((row) => row.hscodeCn)}::text[], ${column((row) => row.hscodeForeign)}::text[],
      ${column((row) => row.nameCn)}::text[], ${column((row) => row.nameEn)}::text[], ${column((row) => row.quantity)}::int[], ${column((row) => row.unitGrams)}::int[], ${column((row) => row.unitPrice.toString())}::bigint[],
      ${column((row) => row.currency)}::text[], ${column((row) => row.remark)}::text[]) as x`
}
