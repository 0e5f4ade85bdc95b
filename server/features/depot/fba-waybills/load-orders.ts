import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { changeTruck, lockFbaWaybill, loadFbaWaybill, type FbaWaybill } from './lock-fba-waybill.ts'

interface Ready {
  id: string
  serialNumber: string
  customerId: string
  customerName: string
  depotId: string
  warehouseCode: string
  fbaCode: string
  referenceId: string | null
  pieces: number
  grams: string
}

/** Orders that lack nothing but, perhaps, an appointment, and are on no truck. */
async function readyOrders(
  ctx: Ctx,
  { ids, warehouseCode }: { ids?: readonly string[]; warehouseCode?: string | undefined },
): Promise<Ready[]> {
  const { rows } = await sql<Ready>`select f.id, f.serial_number, f.customer_id,
      c.name as customer_name, f.depot_id, f.warehouse_code, f.fba_code, f.reference_id, x.cartons as pieces,
      (select coalesce(sum(coalesce(p.measured_weight, p.weight)), 0)
        from parcel p where p.tenant_id = f.tenant_id and p.shipment_id = f.id)::text as grams
    from ${ctx.rows('fbaOrder').as('f')}
      join customer c on c.tenant_id = f.tenant_id and c.id = f.customer_id
      cross join lateral fba_lacks(f.tenant_id, f.id) x
    where x.stage = 'waybill' and x.cartons > 0
      and not (x.no_order or x.no_code or x.no_warehouse)
      and x.no_box_ids = 0 and x.no_weights = 0 and x.no_sizes = 0 and x.no_labels = 0
      and ${ids ? sql`f.id = any(${ids}::bigint[])` : sql`true`}
      and ${warehouseCode ? sql`f.warehouse_code = ${warehouseCode}` : sql`true`}
      and not exists (select 1 from fba_waybill_order o
        where o.tenant_id = f.tenant_id and o.order_id = f.id)
    order by f.warehouse_code, f.id limit 500`.execute(ctx.db)
  return rows
}

export async function candidateOrders(
  ctx: Ctx,
  { warehouseCode }: In<typeof fbaWaybills.candidates>,
): Promise<Out<typeof fbaWaybills.candidates>> {
  return (await readyOrders(ctx, { warehouseCode })).map(
    ({ grams, customerId: _customer, depotId: _depot, ...row }) => ({
      ...row,
      weightKg: gramsToKg(Number(grams)),
    }),
  )
}

/** A truck for ready orders of one warehouse. */
export function addWaybill(
  ctx: Ctx,
  { depotId, orderIds, waybillId }: In<typeof fbaWaybills.add>,
): Promise<{ id: string }> {
  return inTx(ctx, async (tx) => {
    await requireDepot(tx, depotId)
    if (waybillId) await requireLinehaul(tx, waybillId)
    const ready = await requireReady(tx, orderIds)
    const [first] = ready
    const no = (await nextSerialNumbers(tx, 'fba_waybill', 'FW', 1))[0]!
    const made = await sql<{ id: string }>`insert into fba_waybill (tenant_id, no, depot_id,
        warehouse_code, waybill_id, create_by)
      values (${tx.principal.tenantId}, ${no}, ${depotId}, ${first!.warehouseCode},
        ${waybillId ?? null}, ${tx.principal.username}) returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    await tx.audit('fba_waybill', id, 'add', null, { no, orders: ready.length })
    await put(tx, await loadFbaWaybill(tx, id), ready)
    return { id }
  })
}

async function requireDepot(tx: Tx, depotId: string): Promise<void> {
  const { depotIds } = tx.principal
  const { rows } = await sql`select 1 from ${tx.rows('depot').as('d')}
    where d.id = ${depotId} and d.enabled`.execute(tx.db)
  if (rows.length === 0 || (depotIds && !depotIds.includes(depotId)))
    failFields([{ path: 'depotId', code: 'field.ref' }])
}

async function requireLinehaul(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from ${tx.rows('waybillBatch').as('w')}
    where w.id = ${id}`.execute(tx.db)
  if (rows.length === 0) failFields([{ path: 'waybillId', code: 'field.ref' }])
}

/** All of them ready and for one warehouse; locked, so that no other truck takes one meanwhile. */
async function requireReady(
  tx: Tx,
  orderIds: readonly string[],
  warehouseCode?: string,
): Promise<Ready[]> {
  const ids = [...new Set(orderIds)]
  await sql`select 1 from fba_order as f where ${tx.rows('fbaOrder').where('f')}
    and f.id = any(${ids}::bigint[]) order by f.id for update`.execute(tx.db)
  const ready = await readyOrders(tx, { ids })
  if (ready.length < ids.length) {
    const known = new Set(ready.map(({ id }) => id))
    const { rows } = await sql<{ serialNumber: string }>`select f.serial_number
      from ${tx.rows('fbaOrder').as('f')}
      where f.id = any(${ids.filter((id) => !known.has(id))}::bigint[]) order by f.id`.execute(
      tx.db,
    )
    fail('fbaWaybill.notReady', {
      labels: rows.map((row) => row.serialNumber).join(', ') || String(ids.length - ready.length),
    })
  }
  const warehouse = warehouseCode ?? ready[0]?.warehouseCode
  const other = ready.find((one) => one.warehouseCode !== warehouse)
  if (other) fail('fbaWaybill.otherWarehouse', { label: other.serialNumber, warehouse })
  return ready
}

async function put(tx: Tx, truck: FbaWaybill, orders: readonly Ready[]): Promise<void> {
  const column = <K extends keyof Ready>(key: K) => orders.map((one) => one[key])
  await sql`insert into fba_waybill_order (tenant_id, fba_waybill_id, order_id, customer_id,
      waybill_no, warehouse_code, serial_number, fba_code, reference_id, pieces, weight, create_by)
    select ${tx.principal.tenantId}, ${truck.id}, x.id, x.customer_id, ${truck.no},
      ${truck.warehouseCode}, x.serial_number, x.fba_code, x.reference_id, x.pieces, x.grams,
      ${tx.principal.username}
    from unnest(${column('id')}::bigint[], ${column('customerId')}::bigint[],
      ${column('serialNumber')}::text[], ${column('fbaCode')}::text[],
      ${column('referenceId')}::text[], ${column('pieces')}::int[], ${column('grams')}::bigint[])
      as x(id, customer_id, serial_number, fba_code, reference_id, pieces, grams)
    order by x.id`.execute(tx.db)
  await recount(tx, truck)
}

async function recount(tx: Tx, truck: FbaWaybill): Promise<void> {
  const { rows } = await sql<{ pieces: number; weight: string }>`select
      coalesce(sum(o.pieces), 0)::int as pieces, coalesce(sum(o.weight), 0)::text as weight
    from ${asSystem(tx, tx.principal.tenantId).rows('fbaWaybillOrder').as('o')}
    where o.fba_waybill_id = ${truck.id}`.execute(tx.db)
  await changeTruck(tx, truck, rows[0]!)
}

export function addOrders(
  ctx: Ctx,
  { orderIds, ...seen }: In<typeof fbaWaybills.addOrders>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'load')
    await put(tx, truck, await requireReady(tx, orderIds, truck.warehouseCode))
    return null
  })
}

export function removeOrder(
  ctx: Ctx,
  { orderId, ...seen }: In<typeof fbaWaybills.removeOrder>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'load')
    const { rows } = await sql<{ serialNumber: string }>`delete from fba_waybill_order as o
      where ${tx.rows('fbaWaybillOrder').where('o')} and o.fba_waybill_id = ${truck.id}
        and o.order_id = ${orderId} returning o.serial_number`.execute(tx.db)
    const gone = rows[0] ?? failMissing()
    await recount(tx, truck)
    await tx.audit('fba_waybill', truck.id, 'edit', { order: gone.serialNumber }, { order: null })
    return null
  })
}
