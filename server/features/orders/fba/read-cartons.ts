import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { FBA_ID } from '#contracts/orders/fba/fba.numbers.ts'
import { MISSING, type fbaConfig, type fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { requireSeen, seenCondition } from './require-seen.ts'

interface CartonRow {
  id: string
  seq: number
  serialNumber: string
  reference: string | null
  boxCode: string | null
  palletNo: number | null
  weightKg: string
  sides: (string | null)[]
  products: number
  labelId: string | null
}
interface LabelRow {
  id: string
  parcelId: string | null
  fileName: string
  page: number
  place: number
  boxCode: string | null
  foundBy: 'text' | 'barcode' | null
}

/** The cartons of an order, each with its label, and labels that are of none yet. */
export async function readCartons(
  ctx: Ctx,
  { id }: In<typeof fbaOrders.cartons>,
): Promise<Out<typeof fbaOrders.cartons>> {
  await requireSeen(ctx, id)
  const order = await sql<{
    code: string | null
    name: string | null
    timeZone: string | null
  }>`select w.code, w.name, w.time_zone
    from ${ctx.rows('fbaOrder').as('f')}
    left join fba_warehouse w on w.tenant_id = f.tenant_id and w.code = f.warehouse_code
    where f.id = ${id}`.execute(ctx.db)
  const found = order.rows[0] ?? failMissing()
  const cartons = await sql<CartonRow>`select p.id, p.seq, p.serial_number, p.reference,
      p.fba_code as box_code, p.pallet_no, to_char(p.weight / 1000.0, 'FM999999990.000') as weight_kg,
      array[to_char(p.length / 10.0, 'FM99990.0'), to_char(p.width / 10.0, 'FM99990.0'),
        to_char(p.height / 10.0, 'FM99990.0')] as sides,
      (select count(*)::int from parcel_product g
        where g.tenant_id = p.tenant_id and g.parcel_id = p.id) as products,
      (select l.id from fba_label l
        where l.tenant_id = p.tenant_id and l.parcel_id = p.id) as label_id
    from ${ctx.rows('parcel').as('p')} where p.shipment_id = ${id} order by p.seq`.execute(ctx.db)
  const labels = await sql<LabelRow>`select l.id, l.parcel_id, l.file_name, l.page, l.place,
      l.box_code, l.found_by
    from ${ctx.rows('fbaLabel').as('l')} where l.shipment_id = ${id}
    order by l.file_name, l.page, l.place, l.id`.execute(ctx.db)
  const { code, name, timeZone } = found
  return {
    warehouse: code && name && timeZone ? { code, name, timeZone } : null,
    cartons: cartons.rows,
    labels: labels.rows,
  }
}

interface Counted {
  id: string
  fbaCode: string | null
  warehouse: boolean
  appointment: boolean
  boxIds: number
  weights: number
  sizes: number
  labels: number
}
/**
 * Whether orders can go on a waybill, and what they lack: warehouse, box ids, weights, labels,
 * appointment where the warehouse takes nothing without one.
 */
export async function readReadiness(
  ctx: Ctx,
  { ids }: In<typeof fbaOrders.readiness>,
): Promise<Out<typeof fbaOrders.readiness>> {
  const { rows } = await sql<Counted>`select f.id, f.fba_code,
      exists (select 1 from fba_warehouse w where w.tenant_id = f.tenant_id
        and w.code = f.warehouse_code and w.enabled) as warehouse,
      f.appointment_state = 'CONFIRMED' or exists (select 1 from fba_warehouse w
        where w.tenant_id = f.tenant_id and w.code = f.warehouse_code
          and not w.appointment_needed) as appointment,
      count(p.id) filter (where p.fba_code is null)::int as box_ids,
      count(p.id) filter (where p.weight <= 0)::int as weights,
      count(p.id) filter (where p.length is null or p.width is null or p.height is null)::int
        as sizes,
      count(p.id) filter (where not exists (select 1 from fba_label l
        where l.tenant_id = p.tenant_id and l.parcel_id = p.id))::int as labels
    from ${ctx.rows('fbaOrder').as('f')}
    left join parcel p on p.tenant_id = f.tenant_id and p.shipment_id = f.id
    where f.id = any(${ids}::bigint[]) and ${seenCondition(ctx, 'f.id')}
    group by f.tenant_id, f.id, f.fba_code, f.warehouse_code,
      f.appointment_state`.execute(ctx.db)
  return rows.map((row) => {
    const lacking = {
      fbaCode: FBA_ID.test(row.fbaCode ?? '') ? null : 0,
      warehouse: row.warehouse ? null : 0,
      boxIds: row.boxIds || null,
      weights: row.weights || null,
      sizes: row.sizes || null,
      labels: row.labels || null,
      appointment: row.appointment ? null : 0,
    }
    const missing = MISSING.flatMap((what) => {
      const cartons = lacking[what]
      return cartons === null ? [] : [{ what, cartons }]
    })
    return { id: row.id, ready: missing.length === 0, missing }
  })
}

/** Every change of an order's way into the warehouse, newest first. */
export async function readHistory(
  ctx: Ctx,
  { id }: In<typeof fbaOrders.history>,
): Promise<Out<typeof fbaOrders.history>> {
  await requireSeen(ctx, id)
  const { rows } = await sql<{
    at: string
    by: string | null
    changes: Record<string, [unknown, unknown]>
  }>`select d.at, d.actor as by, d.diff as changes
    from ${ctx.rows('fbaOrder').as('f')}
    join data_log d on d.tenant_id = f.tenant_id and d.table_name = 'fba_order'
      and d.row_id = f.id::text
    where f.id = ${id} order by d.id desc limit 200`.execute(ctx.db)
  return rows
}

/** Pieces by order and pallet. */
export async function listConfig(
  ctx: Ctx,
  { shipmentOrderNo, serialNumber, pageNo, pageSize }: In<typeof fbaConfig.list>,
): Promise<Out<typeof fbaConfig.list>> {
  const like = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{
    id: string
    shipmentOrderNo: string | null
    serialNumber: string
    pieces: number
    pallet: number | null
    total: number
  }>`select f.id || '-' || coalesce(p.pallet_no, 0) as id, f.fba_code as shipment_order_no,
      f.serial_number, count(*)::int as pieces, p.pallet_no as pallet,
      (count(*) over ())::int as total
    from ${ctx.rows('fbaOrder').as('f')}
    join parcel p on p.tenant_id = f.tenant_id and p.shipment_id = f.id
    where ${seenCondition(ctx, 'f.id')}
      and ${shipmentOrderNo ? sql`f.fba_code like ${like(shipmentOrderNo)}` : sql`true`}
      and ${serialNumber ? sql`f.serial_number like ${like(serialNumber)}` : sql`true`}
    group by f.id, f.fba_code, f.serial_number, p.pallet_no
    order by f.id desc, p.pallet_no nulls first
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  return {
    records: rows.map(({ total: _, ...row }) => row),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}
