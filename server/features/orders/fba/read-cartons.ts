import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { MISSING, type fbaConfig, type fbaOrders, type STAGES } from '#contracts/orders/fba/fba.ts'
import type { PodState } from '#contracts/orders/fba/fba.states.ts'
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
  podState: PodState
  stage: (typeof STAGES)[number]
  noOrder: boolean
  noCode: boolean
  noWarehouse: boolean
  noAppointment: boolean
  cartons: number
  noBoxIds: number
  noWeights: number
  noSizes: number
  noLabels: number
}
type Lacks = Out<typeof fbaOrders.readiness>[number]['missing']

/**
 * How far orders are and what they lack: for a waybill an order that is confirmed, warehouse, box
 * ids, weights, sizes, labels, appointment where the warehouse takes nothing without one; once
 * delivered, the proof.
 */
export async function readReadiness(
  ctx: Ctx,
  { ids }: In<typeof fbaOrders.readiness>,
): Promise<Out<typeof fbaOrders.readiness>> {
  const { rows } = await sql<Counted>`select f.id, f.pod_state, x.*
    from ${ctx.rows('fbaOrder').as('f')}
    cross join lateral fba_lacks(f.tenant_id, f.id) x
    where f.id = any(${ids}::bigint[]) and ${seenCondition(ctx, 'f.id')}`.execute(ctx.db)
  return rows.map((row) => {
    const missing = lacksOf(row)
    return {
      id: row.id,
      stage: row.stage,
      ready: row.stage === 'waybill' && row.cartons > 0 && missing.length === 0,
      missing,
    }
  })
}

function lacksOf(row: Counted): Lacks {
  if (row.stage === 'delivered') {
    if (row.podState === 'VERIFIED') return []
    return [{ what: row.podState === 'RECEIVED' ? 'podCheck' : 'pod', cartons: 0 }]
  }
  if (row.stage !== 'waybill') return []
  const found: Partial<Record<Lacks[number]['what'], boolean | number>> = {
    order: row.noOrder,
    fbaCode: row.noCode,
    warehouse: row.noWarehouse,
    boxIds: row.noBoxIds,
    weights: row.noWeights,
    sizes: row.noSizes,
    labels: row.noLabels,
    appointment: row.noAppointment,
  }
  return MISSING.flatMap((what) => {
    const lacking = found[what] ?? false
    return lacking ? [{ what, cartons: Number(lacking === true ? 0 : lacking) }] : []
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
    createBy: string | null
    changes: Record<string, [unknown, unknown]>
  }>`select d.at, d.actor as create_by, d.diff as changes
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
