import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { fbaMoved } from '#contracts/orders/fba/fba.events.ts'
import type { FbaAction } from '#contracts/orders/fba/fba.states.ts'
import { FBA_WAYBILL, missingAtGate } from '#contracts/depot/fba-waybills.states.ts'
import type { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import {
  changeFbaOrder,
  lockFbaOrders,
  requirePlausible,
  type FbaChange,
} from '#server/features/orders/fba/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { filesOf } from '#server/kit/files/stored-files.ts'
import { momentsIn } from '#server/kit/db/business-day.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { FBA_WAYBILL_FILES } from './fba-waybill-files.ts'
import { changeTruck, lockFbaWaybill, ordersOn, type FbaWaybill } from './lock-fba-waybill.ts'

const DAY = 86_400_000

/** A time by the warehouse's clock as a moment; what has been is not ahead. */
async function momentOf(
  tx: Tx,
  truck: FbaWaybill,
  path: string,
  local: string,
  been: boolean,
): Promise<string> {
  if (truck.timeZone === null) fail('fba.noWarehouse', { label: truck.no })
  const { at } = await momentsIn(tx, truck.timeZone, { at: local })
  if (been && Date.parse(at) > now() + 60_000) failFields([{ path, code: 'fba.future' }])
  return at
}

/** The same change of each order on the truck; one that does not allow it refuses all. */
async function changeOrders(
  tx: Tx,
  truck: FbaWaybill,
  action: FbaAction,
  change: FbaChange,
): Promise<void> {
  const ids = await ordersOn(tx, truck.id)
  if (ids.length === 0) fail('fbaWaybill.empty', { label: truck.no })
  // Orders beyond the caller's reach are on the same truck.
  const whole = acrossTenantTx(tx)
  await lockFbaOrders(whole, ids)
  const done = action === 'deliver' ? await deliveredAmong(tx, ids) : new Set<string>()
  for (const id of ids)
    if (!done.has(id))
      await changeFbaOrder(whole, id, { action, change: () => change }, () => undefined)
}

/** Noted as delivered by themselves before. */
async function deliveredAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select f.id
    from ${asSystem(tx, tx.principal.tenantId).rows('fbaOrder').as('f')}
    where f.id = any(${ids}::bigint[]) and f.delivery_state = 'DELIVERED'`.execute(tx.db)
  return new Set(rows.map(({ id }) => id))
}

export function book(
  ctx: Ctx,
  { appointmentNo, dock, slotFrom, slotTo, ...seen }: In<typeof fbaWaybills.book>,
): Promise<null> {
  requirePlausible({ slotFrom, slotTo })
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'book')
    const from = await momentOf(tx, truck, 'slotFrom', slotFrom, false)
    const to = await momentOf(tx, truck, 'slotTo', slotTo, false)
    const length = Date.parse(to) - Date.parse(from)
    if (!(length > 0 && length <= DAY)) failFields([{ path: 'slotTo', code: 'fbaWaybill.slot' }])
    if (dock) await requireFreeDock(tx, truck, dock, from, to)
    await changeOrders(tx, truck, 'enterAppointment', {
      appointmentNo,
      slotFrom: from,
      slotTo: to,
      refusedTime: null,
      refusedReason: null,
    })
    await changeTruck(tx, truck, {
      appointmentNo,
      dock: dock || null,
      slotFrom: from,
      slotTo: to,
      bookedPieces: truck.pieces,
      status: FBA_WAYBILL.open,
    })
    return null
  })
}

/** Two bookings of one dock meet on a lock, so that the second learns who has the slot. */
async function requireFreeDock(
  tx: Tx,
  truck: FbaWaybill,
  dock: string,
  from: string,
  to: string,
): Promise<void> {
  const { tenantId } = tx.principal
  await sql`select pg_advisory_xact_lock(hashtextextended(
    ${`fba dock ${tenantId} ${truck.warehouseCode} ${dock}`}, 0))`.execute(tx.db)
  const { rows } = await sql<{ no: string }>`select w.no
    from ${asSystem(tx, tenantId).rows('fbaWaybill').as('w')}
    where w.warehouse_code = ${truck.warehouseCode}
      and w.dock = ${dock} and w.id <> ${truck.id} and w.status <> ${FBA_WAYBILL.refused}
      and tstzrange(w.slot_from, w.slot_to) && tstzrange(${from}, ${to}) limit 1`.execute(tx.db)
  if (rows[0]) fail('fbaWaybill.slotTaken', { dock, label: rows[0].no })
}

/** Leaves only with what the warehouse's gate asks for, and for the cartons that were booked. */
export function dispatch(ctx: Ctx, seen: In<typeof fbaWaybills.dispatch>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'dispatch')
    if (truck.pieces === 0) fail('fbaWaybill.empty', { label: truck.no })
    const missing = missingAtGate(truck)
    if (missing.length > 0)
      fail('fbaWaybill.gate', {
        label: truck.no,
        fields: missing.map((key) => translate(tx.lang, 'fba-waybills', key)).join(', '),
      })
    if (truck.bookedPieces !== truck.pieces)
      fail('fbaWaybill.changed', { label: truck.no, booked: truck.bookedPieces, now: truck.pieces })
    const at = nowIso()
    await changeTruck(tx, truck, { status: FBA_WAYBILL.dispatched, dispatchedAt: at })
    await tx.emit(fbaMoved, { shipmentIds: await ordersOn(tx, truck.id), step: 'dispatched', at })
    return null
  })
}

export function arrive(
  ctx: Ctx,
  { at: local, ...seen }: In<typeof fbaWaybills.arrive>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'arrive')
    const arrivedAt = await momentOf(tx, truck, 'at', local, true)
    await changeTruck(tx, truck, { status: FBA_WAYBILL.arrived, arrivedAt })
    return null
  })
}

export function deliver(
  ctx: Ctx,
  { at: local, receivedBy, detentionMinutes: given, ...seen }: In<typeof fbaWaybills.deliver>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'deliver')
    const at = await momentOf(tx, truck, 'at', local, true)
    const detentionMinutes = given ?? waited(truck, at)
    await changeOrders(tx, truck, 'deliver', { realTime: at, receivedBy, detentionMinutes })
    await changeTruck(tx, truck, {
      status: FBA_WAYBILL.delivered,
      endedAt: at,
      receivedBy,
      detentionMinutes,
    })
    return null
  })
}

/** Minutes a truck stood at the warehouse beyond the end of its slot. */
function waited({ arrivedAt, slotTo }: FbaWaybill, deliveredAt: string): number {
  if (!arrivedAt || !slotTo) return 0
  const since = Math.max(Date.parse(arrivedAt), Date.parse(slotTo))
  return Math.max(0, Math.floor((Date.parse(deliveredAt) - since) / 60_000))
}

export function refuse(
  ctx: Ctx,
  { at: local, reason, ...seen }: In<typeof fbaWaybills.refuse>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const truck = await lockFbaWaybill(tx, seen, 'refuse')
    const at = await momentOf(tx, truck, 'at', local, true)
    const files = await filesOf(tx, FBA_WAYBILL_FILES, [truck.id])
    if (files.length <= truck.attempts.length) fail('fbaWaybill.letter', { label: truck.no })
    await changeOrders(tx, truck, 'refuse', { refusedTime: at, refusedReason: reason })
    const { appointmentNo: no, slotFrom: from } = truck
    await changeTruck(tx, truck, {
      status: FBA_WAYBILL.refused,
      storageFrom: truck.storageFrom ?? local.slice(0, 10),
      attempts: [...truck.attempts, { no, from, at, reason }],
      appointmentNo: null,
      slotFrom: null,
      slotTo: null,
      bookedPieces: null,
      arrivedAt: null,
    })
    return null
  })
}
