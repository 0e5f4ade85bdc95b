import { sql } from 'kysely'
import { isOpenFor, type FbaWaybillAction } from '#contracts/depot/fba-waybills.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { acrossTenantTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'

export interface Attempt {
  no: string | null
  from: string | null
  at: string
  reason: string
}
export interface FbaWaybill {
  id: string
  version: number
  no: string
  depotId: string
  warehouseCode: string
  status: string
  waybillId: string | null
  appointmentNo: string | null
  dock: string | null
  slotFrom: string | null
  slotTo: string | null
  bookedPieces: number | null
  driver: string | null
  plate: string | null
  bolNo: string | null
  proNos: string | null
  pallets: number | null
  pieces: number
  weight: string
  arrivedAt: string | null
  endedAt: string | null
  storageFrom: string | null
  attempts: Attempt[]
  timeZone: string | null
}

const columns = sql`w.id, w.version, w.no, w.depot_id, w.warehouse_code, w.status, w.waybill_id,
  w.appointment_no, w.dock, w.slot_from, w.slot_to, w.booked_pieces, w.driver, w.plate, w.bol_no,
  w.pro_nos, w.pallets, w.pieces, w.weight::text as weight, w.arrived_at, w.ended_at,
  w.storage_from::text as storage_from, w.attempts,
  (select f.time_zone from fba_warehouse f
    where f.tenant_id = w.tenant_id and f.code = w.warehouse_code) as time_zone`

export async function loadFbaWaybill(ctx: Ctx, id: string): Promise<FbaWaybill> {
  const { rows } = await sql<FbaWaybill>`select ${columns}
    from ${ctx.rows('fbaWaybill').as('w')} where w.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

/** A truck locked for an action, as the caller saw it; closed to it in its state is a refusal. */
export async function lockFbaWaybill(
  tx: Tx,
  { id, version }: { id: string; version: number },
  action: FbaWaybillAction,
): Promise<FbaWaybill> {
  const { rows } = await sql<FbaWaybill>`select ${columns} from fba_waybill as w
    where ${tx.rows('fbaWaybill').where('w')} and w.id = ${id} for update`.execute(tx.db)
  const row = rows[0] ?? failMissing()
  if (row.version !== version) failConflict('row.stale', null, { label: row.no })
  if (!isOpenFor(action, row.status)) {
    const texts = await dictTexts(tx)
    fail('fbaWaybill.status', { label: row.no, status: texts('fba_waybill_status', row.status) })
  }
  return row
}

/** All orders on a truck, beyond the caller's reach too: it leaves and arrives as a whole. */
export async function ordersOn(ctx: Ctx, id: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`select o.order_id
    from ${asSystem(ctx, ctx.principal.tenantId).rows('fbaWaybillOrder').as('o')}
    where o.fba_waybill_id = ${id} order by o.order_id`.execute(ctx.db)
  return rows.map(({ orderId }) => orderId)
}

/** Changes a truck, and what its customers read of it. */
export async function changeTruck(
  tx: Tx,
  truck: FbaWaybill,
  patch: Parameters<typeof change<'fbaWaybill'>>[3] & object,
): Promise<void> {
  const after = (await change(tx, 'fbaWaybill', truck.id, patch)) as unknown as FbaWaybill
  const whole = acrossTenantTx(tx)
  const { rows } = await sql<{ id: string }>`select o.id
    from ${whole.rows('fbaWaybillOrder').as('o')} where o.fba_waybill_id = ${truck.id}
    order by o.id`.execute(tx.db)
  await changeMany(
    whole,
    'fbaWaybillOrder',
    rows.map((row) => row.id),
    { status: after.status, slotFrom: after.slotFrom },
    { unlogged: 'all' },
  )
}
