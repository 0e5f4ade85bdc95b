import { sql, type RawBuilder } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { quoteToWire } from '#server/features/commercial/rating/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'
import { contentsOf, parcelInsert, productInsert } from './store-parcels.ts'
import { dataLogInsert } from '#server/kit/db/data-log.ts'
import { reserveNumbers, serialNumber } from '#server/kit/db/serial-numbers.ts'

/** `createBy`: who sent them, where that is not who runs the work. */
export interface StoreOptions {
  orderMethod: string
  importId: string | null
  createBy?: string | null
  /** The references were looked for shortly before; one taken since is refused as it is written. */
  lookedFor?: boolean
  /** What the data log keeps of an order; without it nothing is logged. */
  logged?(order: ValidatedOrder, rows: OrderRows): object
}
/** Per order, in the order given: its id, or null where its reference was taken already. */
export type Stored = (string | null)[]

/** What the rows of an order are known by before they are written. */
export interface OrderRows {
  id: string
  serial: string
  parcelIds: readonly string[]
  createTime: string
}

/**
 * Writes orders with parcels, contents and their lines of the data log in one statement, whatever
 * their number. An order whose reference exists is left out whole; nothing of it is written.
 */
export async function storeOrders(
  tx: Tx,
  orders: readonly ValidatedOrder[],
  options: StoreOptions,
): Promise<Stored> {
  const taken = options.lookedFor ? new Set<string>() : await takenReferences(tx, orders)
  const open = orders.filter((order) => !taken.has(referenceKey(order)))
  if (open.length === 0) return orders.map(() => null)
  // Last, so that a refused order uses up no number; only one that meets the same reference at the
  // same moment still does.
  const stored = await writeOrders(tx, open, await reserveRows(tx, open), options)
  const idOf = new Map(open.map((order, at) => [order, stored[at]]))
  return orders.map((order) => idOf.get(order) ?? null)
}

/** The same for orders that have their numbers. */
export async function writeOrders(
  tx: Tx,
  orders: readonly ValidatedOrder[],
  reserved: readonly OrderRows[],
  options: StoreOptions,
): Promise<Stored> {
  const parcels = orders.flatMap((order, at) => {
    const { id: shipmentId, serial, parcelIds } = reserved[at]!
    return order.parcels.map((parcel, place) => ({
      parcel,
      order,
      id: parcelIds[place]!,
      shipmentId,
      seq: place + 1,
      serial: `${serial}-${place + 1}`,
    }))
  })
  const { logged } = options
  const done = await sql<{
    id: string
  }>`with head as (${headInsert(tx, orders, reserved, options)}),
    box as (${parcelInsert(tx, parcels, { status: PARCEL.DRAFT, createBy: options.createBy ?? tx.principal.username })}
      join head on head.id = x.shipment_id returning id),
    contents as (${productInsert(
      tx,
      parcels.flatMap(({ parcel, id }) => contentsOf(parcel, id)),
    )} join box on box.id = x.parcel_id order by x.place)${
      logged
        ? sql`, log as (${dataLogInsert(
            tx,
            'shipment',
            'add',
            orders.map((order, at) => ({
              id: reserved[at]!.id,
              before: null,
              after: logged(order, reserved[at]!),
            })),
          )} join head on head.id::text = x.id)`
        : sql``
    }
    select id from head`.execute(tx.db)
  const written = new Set(done.rows.map(({ id }) => id))
  return reserved.map(({ id }) => (written.has(id) ? id : null))
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
  const reserved = await reserveRows(tx, [{ ...order, parcels: [] }])
  const done = await sql<{ id: string }>`${headInsert(tx, [order], reserved, options)}`.execute(
    tx.db,
  )
  return done.rows.length > 0 ? reserved[0]! : null
}

/** A serial number each, of the range of its kind, and the ids of its rows. */
export async function reserveRows(
  tx: Tx,
  orders: readonly Pick<ValidatedOrder, 'kind' | 'parcels'>[],
): Promise<OrderRows[]> {
  const { first, ids, at } = await reserveNumbers(tx, 'shipment', {
    count: orders.length,
    ids: {
      [SHIPMENT_IDS]: orders.length,
      [PARCEL_IDS]: orders.reduce((sum, { parcels }) => sum + parcels.length, 0),
    },
  })
  let parcel = 0
  return orders.map(({ kind, parcels }, place) => ({
    id: ids[SHIPMENT_IDS]![place]!,
    serial: serialNumber(kind.prefix, first + BigInt(place)),
    parcelIds: ids[PARCEL_IDS]!.slice(parcel, (parcel += parcels.length)),
    createTime: at,
  }))
}
const SHIPMENT_IDS = 'shipment_id_seq'
const PARCEL_IDS = 'parcel_id_seq'

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

/** Answers the ids of those whose reference was new. */
function headInsert(
  tx: Tx,
  orders: readonly ValidatedOrder[],
  reserved: readonly OrderRows[],
  options: StoreOptions,
): RawBuilder<unknown> {
  const rows = orders.map((order, at) => {
    const { consignee, quote } = order
    const { id, serial, createTime } = reserved[at]!
    return {
      id,
      create_time: createTime,
      shipment_resource: order.kind.code,
      customer_id: order.customerId,
      po_code: order.poCode,
      fba_code: order.fbaCode,
      user_depot_id: order.userDepot?.id ?? null,
      ...order.blocks,
      serial_number: serial,
      reference: order.reference,
      service_id: order.service.id,
      depot_id: order.depot.id,
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
      fee_version_id: quote.fee.versionId ?? null,
      base_version_id: quote.fee.baseVersionId ?? null,
      remark: order.remark,
    }
  })
  // A price explained is as long as all else: of its own it is read once, not as part of a row first.
  const quotes = orders.map(({ quote }) => JSON.stringify(quoteToWire(quote))).join('\n')
  return sql`insert into shipment (tenant_id, create_by, order_method, import_id,
        shipment_status, id, create_time, shipment_resource, customer_id, serial_number, reference, po_code, fba_code,
        user_depot_id, delivery, pallets, fba, customs, attributes,
      service_id, depot_id, shipper_id, sender,
      consignee_name, company, phone, email, tax_number, country, state, city, postal_code, street,
      house, address1, address2, consignee_remark,
      shipment_pieces, shipment_weight, chargeable_weight, currency, amount,
      fee_version_id, base_version_id, remark, quote)
    select ${tx.principal.tenantId}, ${options.createBy ?? tx.principal.username},
      ${options.orderMethod}, ${options.importId}, ${PARCEL.DRAFT}, r.*
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
      id bigint, create_time timestamptz, shipment_resource text,
      customer_id bigint, serial_number text, reference text, po_code text, fba_code text,
      user_depot_id bigint, delivery jsonb, pallets jsonb, fba jsonb, customs jsonb,
      attributes jsonb, service_id bigint, depot_id bigint, shipper_id bigint, sender jsonb,
      consignee_name text, company text, phone text, email text, tax_number text, country text,
      state text, city text, postal_code text, street text, house text, address1 text,
      address2 text, consignee_remark text, shipment_pieces int, shipment_weight bigint,
      chargeable_weight bigint, currency text, amount bigint,
      fee_version_id bigint, base_version_id bigint, remark text),
      unnest(string_to_array(${quotes}, chr(10))::jsonb[])) as r
    on conflict (tenant_id, customer_id, reference) do nothing
    returning id`
}
