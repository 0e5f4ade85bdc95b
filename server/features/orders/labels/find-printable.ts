import type { ErrorCode } from '#server/kit/http/errors.ts'
import { sql } from 'kysely'
import { FLAG, whyNot } from '#contracts/orders/shipments.states.ts'
import { limitsOfCaller, requireKind } from '#server/features/orders/shipments/index.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { unpickedOrders } from '#server/features/orders/stock/index.ts'
import { storedSenderChoice } from '#server/features/parties/shippers/index.ts'
import { isAllowed } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing, Refusal } from '#server/kit/http/errors.ts'

export const LABELS_MAX = 1_000

/** An address as orders keep it, and as it is put together from shippers and depots. */
export interface PrintAddress {
  name?: string | null
  company?: string | null
  country?: string | null
  state?: string | null
  city?: string | null
  postalCode?: string | null
  street?: string | null
  house?: string | null
  phone?: string | null
  address1?: string | null
  address2?: string | null
}

/** All data of a parcel's label, as it stands in the tables. */
export interface PrintRow {
  id: string
  trackNo: string | null
  scheme: string | null
  parcelStatus: number
  labelCopies: number
  seq: number
  serviceId: string
  serviceCode: string
  courierCode: string | null
  /** Its order is to be cancelled, but its label is not void yet. */
  cancelTime: string | null
  /** The order's. */
  flags: number
  depotId: string
  orderDepot: string
  parcelReference: string | null
  grams: number
  orderId: string
  kind: string
  orderNo: string
  reference: string
  /** Of a shipment to a marketplace's warehouse. */
  fbaCode: string | null
  poCode: string | null
  /** Amount and currency the carrier collects. */
  cod: string | null
  pieces: number
  sender: PrintAddress | null
  shipper: PrintAddress | null
  depot: PrintAddress
  consigneeName: string
  company: string | null
  phone: string | null
  country: string
  state: string | null
  city: string
  postalCode: string | null
  street: string
  house: string | null
  address1: string | null
  address2: string | null
  serviceName: string
  serviceNameEn: string | null
  depotCode: string
  timeZone: string
  size: string | null
  /** The published version of its template. */
  designId: string | null
  showSender: boolean | null
  showReference: boolean | null
  showQr: boolean | null
  footer: string | null
}

export interface PrintRequest {
  ids?: readonly string[] | undefined
  parcelIds?: readonly string[] | undefined
}

/**
 * The parcels asked for, in the order asked: orders one after the other with their pieces, or
 * single parcels. All of them or none: one the caller cannot reach is missing, one whose state has
 * no label is refused by its order. Of an order asked for whole, pieces that are gone already need
 * no label; an order with nothing but such is refused.
 */
export async function findPrintable(ctx: Ctx, requested: PrintRequest): Promise<PrintRow[]> {
  const ids = requested.ids
    ? await piecesOf(ctx, [...new Set(requested.ids)])
    : [...new Set(requested.parcelIds)]
  if (ids.length > LABELS_MAX)
    throw new Refusal('label.tooMany', { data: { max: LABELS_MAX, count: ids.length } })
  const rows = await rowsOf(ctx, ids)
  for (const { kind } of rows) requireKind(ctx, 'print', kind)
  const open = requested.ids ? withoutGone(rows) : rows
  await refuseClosed(ctx, open)
  await refuseNotAllowed(ctx, open)
  await refuseUnpicked(ctx, open)
  const bare = open.filter((row) => !row.trackNo)
  const cancelled = open.filter((row) => row.cancelTime !== null)
  if (cancelled.length > 0)
    throw new Refusal('label.cancelled', {
      data: { orders: named(cancelled.map((row) => row.orderNo)) },
    })
  refuseRevoking(open.filter((row) => (row.flags & FLAG.revoking) !== 0).map((row) => row.orderNo))
  if (bare.length > 0)
    throw new Refusal('label.noNumber', { data: { orders: named(bare.map((row) => row.orderNo)) } })
  return open
}

/** A label that is being taken back goes on no parcel, and no other is made before it is void. */
export function refuseRevoking(orders: readonly string[]): void {
  if (orders.length > 0) throw new Refusal('label.revoking', { data: { orders: named(orders) } })
}

async function piecesOf(ctx: Ctx, orderIds: readonly string[]): Promise<string[]> {
  const found = await sql<{
    id: string
    orderId: string
  }>`select p.id, s.id as order_id
    from ${ctx.rows('shipment').as('s')} join ${ctx.rows('parcel').as('p')} on p.shipment_id = s.id
    where s.id = any(${orderIds}::bigint[])
    order by array_position(${orderIds}::bigint[], s.id), p.seq`.execute(ctx.db)
  if (new Set(found.rows.map((row) => row.orderId)).size < orderIds.length) failMissing()
  return found.rows.map((row) => row.id)
}

async function rowsOf(ctx: Ctx, ids: readonly string[]): Promise<PrintRow[]> {
  const byId = new Map((await printRows(ctx, ids)).map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? failMissing())
}

/** Of these parcels those within reach, with the data of their labels. */
export async function printRows(ctx: Ctx, ids: readonly string[]): Promise<PrintRow[]> {
  const found =
    await sql<PrintRow>`select p.id, p.track_no, g.scheme, p.parcel_status, p.label_copies, p.seq,
        p.service_id, v.code as service_code,
        s.cancel_time, s.flags, s.depot_id,
        (select o.code from channel c join courier o on o.tenant_id = c.tenant_id
            and o.id = c.courier_id
          where c.tenant_id = v.tenant_id and c.id = v.channel_id) as courier_code,
        (select o.code from depot o
          where o.tenant_id = s.tenant_id and o.id = s.depot_id) as order_depot,
          p.reference as parcel_reference, coalesce(p.measured_weight, p.weight) as grams,
      s.id as order_id, s.shipment_resource as kind, s.serial_number as order_no, s.reference,
      coalesce(s.fba_code, p.fba_code) as fba_code, s.po_code,
      s.cod_amount || ' ' || s.cod_currency as cod,
      s.shipment_pieces as pieces,
      s.sender, s.consignee_name, s.company, s.phone, s.country, s.state, s.city, s.postal_code,
      s.street, s.house, s.address1, s.address2,
      (select ${addressOf('h')} from shipper h
        where h.tenant_id = s.tenant_id and h.customer_id = s.customer_id
          and ${storedSenderChoice}) as shipper,
      ${addressOf('d')} as depot, v.name as service_name, v.name_en as service_name_en,
      d.code as depot_code, d.time_zone, t.size, t.design_id, t.show_sender, t.show_reference, t.show_qr,
      t.footer
    from ${ctx.rows('parcel').as('p')} join shipment s on s.tenant_id = p.tenant_id
      and s.id = p.shipment_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join depot d on d.tenant_id = p.tenant_id and d.id = p.depot_id
      left join label_template t on t.tenant_id = v.tenant_id and t.id = v.label_template_id
      left join tracking_number n on n.number = p.track_no and n.tenant_id = p.tenant_id
      left join number_segment g on g.tenant_id = n.tenant_id and g.id = n.segment_id
    where p.id = any(${ids}::bigint[])`.execute(ctx.db)
  return found.rows
}

/**
 * A row of shippers or depots in the shape orders keep their sender. A depot has neither company
 * nor second line.
 */
function addressOf(alias: 'h' | 'd') {
  const at = (name: string) => sql.ref(`${alias}.${name}`)
  const more =
    alias === 'h' ? sql`, 'company', ${at('company')}, 'address2', ${at('address2')}` : sql``
  return sql`json_build_object('name', ${at('name')}, 'country', ${at('country')}, 'state',
      ${at('state')}, 'city', ${at('city')}, 'postalCode', ${at('postal_code')}, 'street',
      ${at('street')}, 'house', ${at('house')}${more})`
}

function withoutGone(rows: readonly PrintRow[]): PrintRow[] {
  const openOrders = new Set(
    rows.filter((row) => whyNot('print', row.parcelStatus) === null).map((row) => row.orderId),
  )
  return rows.filter(
    (row) => !openOrders.has(row.orderId) || whyNot('print', row.parcelStatus) === null,
  )
}

async function refuseClosed(ctx: Ctx, rows: readonly PrintRow[]): Promise<void> {
  const closed = rows.filter((row) => whyNot('print', row.parcelStatus) !== null)
  if (closed.length === 0) return
  const texts = await dictTexts(ctx)
  const status = (row: PrintRow) => texts('parcel_status', String(row.parcelStatus))
  throw new Refusal('label.notOpen', {
    data: { orders: named(closed.map((row) => `${row.orderNo} (${status(row)})`)) },
    result: {
      orders: [
        ...new Map(
          closed.map((row) => [
            row.orderId,
            {
              id: row.orderId,
              serialNumber: row.orderNo,
              parcelStatus: row.parcelStatus,
              parcelStatus_dictText: status(row),
            },
          ]),
        ).values(),
      ],
    },
  })
}

/** A label goes on what was picked: printed before, it would send a parcel out empty. */
async function refuseUnpicked(ctx: Ctx, rows: readonly PrintRow[]): Promise<void> {
  const ofStock = rows.filter((row) => kindOf(row.kind).can.usesStock)
  if (ofStock.length === 0) return
  const unpicked = await unpickedOrders(
    ctx,
    ofStock.map((row) => row.id),
  )
  if (unpicked.length > 0)
    throw new Refusal('label.unpicked', { data: { orders: named(unpicked) } })
}

/** A sub-account prints what it may send: its main account may have narrowed it since. */
async function refuseNotAllowed(ctx: Ctx, rows: readonly PrintRow[]): Promise<void> {
  const limits = await limitsOfCaller(ctx)
  const beyond = (code: ErrorCode, rest: readonly PrintRow[], name: (row: PrintRow) => string) => {
    if (rest.length > 0)
      throw new Refusal(code, {
        data: { orders: named(rest.map((row) => `${row.orderNo} (${name(row)})`)) },
      })
  }
  beyond(
    'label.serviceNotAllowed',
    rows.filter((row) => !isAllowed(limits?.services, row.serviceId)),
    (row) => row.serviceCode,
  )
  beyond(
    'label.depotNotAllowed',
    rows.filter((row) => !isAllowed(limits?.depots, row.depotId)),
    (row) => row.orderDepot,
  )
}

/**
 * Which of them were printed before. Without a reason for it nothing is printed; the list goes with
 * the refusal.
 */
export function reprintsOf(rows: readonly PrintRow[], reason: string | undefined): Set<string> {
  const again = rows.filter((row) => row.labelCopies > 0)
  if (again.length > 0 && !reason) {
    throw new Refusal('label.reasonNeeded', {
      data: { count: again.length, numbers: named(again.map((row) => row.trackNo ?? row.orderNo)) },
      result: {
        parcels: again.map((row) => ({
          id: row.id,
          trackNo: row.trackNo,
          orderNo: row.orderNo,
          labelCopies: row.labelCopies,
        })),
      },
    })
  }
  return new Set(again.map((row) => row.id))
}

const NAMED = 10
/** Names for a sentence: the first ten, then dots. The whole list travels in the result. */
export function named(list: readonly string[]): string {
  const all = [...new Set(list)]
  return all.slice(0, NAMED).join(', ') + (all.length > NAMED ? ` … (${all.length})` : '')
}
