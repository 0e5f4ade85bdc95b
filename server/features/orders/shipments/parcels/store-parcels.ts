import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { arrayText } from '#server/kit/db/array-text.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'

/**
 * Brings an order's parcels in line with the order. Parcels keep their rows by position, so
 * that an announcement that names them still does; contents are written again.
 */
export async function replaceParcels(
  tx: Tx,
  shipmentId: string,
  order: ValidatedOrder,
  saved: { serial: string; status: number },
): Promise<void> {
  const old = (
    await sql<{
      id: string
    }>`select id
      from ${tx.rows('parcel').as('p')} where p.shipment_id = ${shipmentId} order by seq`.execute(
      tx.db,
    )
  ).rows.map((row) => row.id)
  const ids = [
    ...old.slice(0, order.parcels.length),
    ...(await nextParcelIds(tx, Math.max(0, order.parcels.length - old.length))),
  ]
  const rows = order.parcels.map((parcel, at) => ({
    parcel,
    order,
    id: ids[at]!,
    shipmentId,
    seq: at + 1,
    serial: `${saved.serial}-${at + 1}`,
  }))
  await sql`delete from parcel as p
    where ${tx.rows('parcel').where('p')} and p.id = any(${old.slice(rows.length)}::bigint[])`.execute(
    tx.db,
  )
  await parcelUpdate(tx, rows.slice(0, old.length)).execute(tx.db)
  if (rows.length > old.length)
    await parcelInsert(tx, rows.slice(old.length), {
      status: saved.status,
      createBy: tx.principal.username,
    }).execute(tx.db)
  await replaceGoods(tx, rows)
}

/** Writes the contents of parcels again. */
export async function replaceGoods(
  tx: Tx,
  rows: readonly { id: string; parcel: ValidatedOrder['parcels'][number] }[],
): Promise<void> {
  await sql`delete from parcel_product as g where g.tenant_id = ${tx.principal.tenantId}
    and g.parcel_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await sql`${productInsert(
    tx,
    rows.flatMap(({ parcel, id }) => contentsOf(parcel, id)),
  )} order by x.place`.execute(tx.db)
}

async function nextParcelIds(tx: Tx, count: number): Promise<string[]> {
  if (count === 0) return []
  const done = await sql<{
    id: string
  }>`select nextval('parcel_id_seq') as id from generate_series(1, ${count}::int)`.execute(tx.db)
  return done.rows.map((row) => row.id)
}

export interface ParcelRow {
  parcel: ValidatedOrder['parcels'][number]
  order: ValidatedOrder
  id: string
  shipmentId: string
  seq: number
  serial: string
}

type Cell = string | number | null

/** The rows are called `x`: what follows may join them, where not all are to be written. */
export function parcelInsert(
  tx: Tx,
  rows: readonly ParcelRow[],
  as: { status: number; createBy: string },
): RawBuilder<unknown> {
  const column = (pick: (row: ParcelRow) => Cell) => arrayText(rows.map(pick))
  return sql`insert into parcel (tenant_id, create_by, parcel_status, id, shipment_id, customer_id,
      service_id, depot_id, seq, serial_number, reference, fba_code, pallet_no, weight, length, width, height,
      volume_weight, chargeable_weight, remark)
    select ${tx.principal.tenantId}, ${as.createBy}, ${as.status}::smallint, x.*
    from unnest(${column((row) => row.id)}::bigint[], ${column((row) => row.shipmentId)}::bigint[],
      ${column((row) => row.order.customerId)}::bigint[],
      ${column((row) => row.order.service.id)}::bigint[],
      ${column((row) => row.order.depot.id)}::bigint[], ${column((row) => row.seq)}::smallint[],
      ${column((row) => row.serial)}::text[], ${column((row) => row.parcel.reference)}::text[],
      ${column((row) => row.parcel.fbaCode)}::text[], ${column((row) => row.parcel.palletNo)}::smallint[],
      ${column((row) => row.parcel.grams)}::int[], ${column((row) => row.parcel.lengthMm)}::int[],
      ${column((row) => row.parcel.widthMm)}::int[], ${column((row) => row.parcel.heightMm)}::int[],
      ${column((row) => row.parcel.volumeGrams)}::int[],
      ${column((row) => row.parcel.chargeableGrams)}::int[],
      ${column((row) => row.parcel.remark)}::text[]) as x(id, shipment_id, customer_id, service_id,
      depot_id, seq, serial_number, reference, fba_code, pallet_no, weight, length, width, height,
      volume_weight, chargeable_weight, remark)`
}

/** Writes parcels that keep their rows, all in one statement. */
function parcelUpdate(tx: Tx, rows: readonly ParcelRow[]): RawBuilder<unknown> {
  const column = (pick: (row: ParcelRow) => Cell) => arrayText(rows.map(pick))
  return sql`update parcel as p
    set service_id = x.service_id, depot_id = x.depot_id, reference = x.reference,
      fba_code = x.fba_code, pallet_no = x.pallet_no, weight = x.weight, length = x.length,
      width = x.width, height = x.height, volume_weight = x.volume_weight,
      chargeable_weight = x.chargeable_weight, remark = x.remark, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    from unnest(${column((row) => row.id)}::bigint[],
      ${column((row) => row.order.service.id)}::bigint[],
      ${column((row) => row.order.depot.id)}::bigint[], ${column((row) => row.parcel.reference)}::text[],
      ${column((row) => row.parcel.fbaCode)}::text[], ${column((row) => row.parcel.palletNo)}::smallint[],
      ${column((row) => row.parcel.grams)}::int[], ${column((row) => row.parcel.lengthMm)}::int[],
      ${column((row) => row.parcel.widthMm)}::int[], ${column((row) => row.parcel.heightMm)}::int[],
      ${column((row) => row.parcel.volumeGrams)}::int[],
      ${column((row) => row.parcel.chargeableGrams)}::int[],
      ${column((row) => row.parcel.remark)}::text[]) as x(id, service_id, depot_id, reference,
      fba_code, pallet_no, weight, length, width, height, volume_weight, chargeable_weight, remark)
    where ${tx.rows('parcel').where('p')} and p.id = x.id`
}

type ProductRow = ValidatedOrder['parcels'][number]['products'][number] & { parcelId: string }

export function contentsOf(
  parcel: ValidatedOrder['parcels'][number],
  parcelId: string,
): ProductRow[] {
  return parcel.products.map((product) => ({ ...product, parcelId }))
}

/**
 * The rows are called `x` and what follows orders them by `x.place`: contents are read by the order
 * of their ids, and a join keeps no order.
 */
export function productInsert(tx: Tx, rows: readonly ProductRow[]): RawBuilder<unknown> {
  const column = (pick: (row: ProductRow) => Cell) => arrayText(rows.map(pick))
  return sql`insert into parcel_product (tenant_id, parcel_id, sku, hscode_cn, hscode_foreign,
      name_cn, name_en, material, usage, brand, model, origin, shop_url, photo_url, unit, quantity,
      unit_weight, unit_price, currency, remark)
    select ${tx.principal.tenantId}, parcel_id, sku, hscode_cn, hscode_foreign,
      name_cn, name_en, material, usage, brand, model, origin, shop_url, photo_url, unit, quantity,
      unit_weight, unit_price, currency, remark
    from unnest(${column((row) => row.parcelId)}::bigint[], ${column((row) => row.sku)}::text[],
      ${column((row) => row.hscodeCn)}::text[], ${column((row) => row.hscodeForeign)}::text[],
      ${column((row) => row.nameCn)}::text[], ${column((row) => row.nameEn)}::text[],
      ${column((row) => row.material)}::text[], ${column((row) => row.usage)}::text[],
      ${column((row) => row.brand)}::text[], ${column((row) => row.model)}::text[],
      ${column((row) => row.origin)}::text[], ${column((row) => row.shopUrl)}::text[],
      ${column((row) => row.photoUrl)}::text[], ${column((row) => row.unit)}::text[],
      ${column((row) => row.quantity)}::int[], ${column((row) => row.unitGrams)}::int[],
      ${column((row) => row.unitPrice.toString())}::bigint[],
      ${column((row) => row.currency)}::text[], ${column((row) => row.remark)}::text[])
      with ordinality as x(parcel_id, sku, hscode_cn, hscode_foreign,
      name_cn, name_en, material, usage, brand, model, origin, shop_url, photo_url, unit, quantity,
      unit_weight, unit_price, currency, remark, place)`
}
