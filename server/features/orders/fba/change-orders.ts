import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { FBA_RULES, type FbaAction } from '#contracts/orders/fba/fba.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockFbaOrder, lockFbaOrders, type FbaOrder } from './lock-fba-orders.ts'

type Change = Partial<Omit<FbaOrder, 'id' | 'serialNumber' | 'customerId' | 'timeZone'>>
type Call<K extends keyof typeof fbaOrders> = In<(typeof fbaOrders)[K]>

/** Times as the warehouse's clock shows them, as moments; refused where its zone is not known. */
async function momentsOf<K extends string>(
  tx: Tx,
  { timeZone, serialNumber }: FbaOrder,
  times: Readonly<Record<K, string | undefined>>,
): Promise<Partial<Record<K, string>>> {
  const given = (Object.entries(times) as [K, string | undefined][]).filter(([, time]) => time)
  if (given.length === 0) return {}
  if (timeZone === null) return fail('fba.noWarehouse', { label: serialNumber })
  const { rows } = await sql<{ key: K; at: string }>`select x.key,
      (x.time::timestamp at time zone ${timeZone}) as at
    from unnest(${given.map(([key]) => key)}::text[], ${given.map(([, time]) => time)}::text[])
      as x(key, time)`.execute(tx.db)
  return Object.fromEntries(rows.map(({ key, at }) => [key, at])) as Partial<Record<K, string>>
}

/** Writes what changed of one order and notes it in the data log. */
export async function changeOne(
  tx: Tx,
  id: string,
  action: FbaAction | null,
  name: (label: string) => void,
  change: (row: FbaOrder) => Promise<Change> | Change,
): Promise<string> {
  const before = await lockFbaOrder(tx, id, action, name)
  const after: FbaOrder = {
    ...before,
    ...(await change(before)),
    ...(action ? FBA_RULES[action].to : {}),
  }
  await sql`update fba_order as f set appointment_state = ${after.appointmentState},
      delivery_state = ${after.deliveryState}, pod_state = ${after.podState},
      appointment_no = ${after.appointmentNo}, requested_time = ${after.requestedTime},
      slot_from = ${after.slotFrom}, slot_to = ${after.slotTo}, bol_no = ${after.bolNo},
      pro_nos = ${after.proNos}, batch_no = ${after.batchNo},
      expected_time = ${after.expectedTime}, real_time = ${after.realTime},
      received_by = ${after.receivedBy}, detention_minutes = ${after.detentionMinutes},
      refused_time = ${after.refusedTime}, refused_reason = ${after.refusedReason},
      pod_file_id = ${after.podFileId}, pod_reason = ${after.podReason},
      pod_time = ${after.podTime}, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('fbaOrder').where('f')} and f.id = ${id}`.execute(tx.db)
  await tx.audit('fba_order', id, 'edit', before, after)
  return before.serialNumber
}

/** Appointments, deliveries and proofs are the staff's, whatever a role of a customer says. */
export function requireStaff(ctx: Ctx): void {
  if (ctx.principal.customerId !== null) failDenied()
}

function changeEach(
  ctx: Ctx,
  ids: readonly string[],
  action: FbaAction | null,
  change: (tx: Tx, row: FbaOrder) => Promise<Change> | Change,
): Promise<BulkResult> {
  requireStaff(ctx)
  return eachRow(
    ctx,
    ids,
    (tx, id, name) => changeOne(tx, id, action, name, (row) => change(tx, row)),
    lockFbaOrders,
  )
}

const textOf = (sent: string | undefined, now: string | null): string | null =>
  sent === undefined ? now : sent || null
const joined = (sent: readonly string[] | undefined, now: string | null): string | null =>
  sent === undefined ? now : sent.join(',') || null

export const requestAppointment = (
  ctx: Ctx,
  { ids, requestedTime }: Call<'requestAppointment'>,
): Promise<BulkResult> =>
  changeEach(ctx, ids, 'requestAppointment', async (tx, row) => ({
    appointmentNo: null,
    slotFrom: null,
    slotTo: null,
    ...(await momentsOf(tx, row, { requestedTime })),
  }))

/** A slot is at most a day long, by the warehouse's clock. */
export function enterAppointment(
  ctx: Ctx,
  { ids, appointmentNo, slotFrom, slotTo, bolNo, proNos }: Call<'enterAppointment'>,
): Promise<BulkResult> {
  return changeEach(ctx, ids, 'enterAppointment', async (tx, row) => {
    const slot = await momentsOf(tx, row, { slotFrom, slotTo })
    const length = Date.parse(slot.slotTo ?? '') - Date.parse(slot.slotFrom ?? '')
    if (!(length > 0 && length <= 86_400_000)) fail('fba.slot', { label: row.serialNumber })
    return {
      ...slot,
      appointmentNo,
      bolNo: textOf(bolNo, row.bolNo),
      proNos: joined(proNos, row.proNos),
      refusedTime: null,
      refusedReason: null,
    }
  })
}

export const editTransport = (
  ctx: Ctx,
  { ids, bolNo, proNos, batchNo, expectedTime }: Call<'editTransport'>,
): Promise<BulkResult> =>
  changeEach(ctx, ids, null, async (tx, row) => ({
    bolNo: textOf(bolNo, row.bolNo),
    proNos: joined(proNos, row.proNos),
    batchNo: textOf(batchNo, row.batchNo),
    ...(expectedTime === '' ? { expectedTime: null } : await momentsOf(tx, row, { expectedTime })),
  }))

export const refuseDelivery = (
  ctx: Ctx,
  { ids, refusedTime, reason }: Call<'refuse'>,
): Promise<BulkResult> =>
  changeEach(ctx, ids, 'refuse', async (tx, row) => ({
    refusedReason: reason,
    refusedTime: nowIso(),
    ...(await momentsOf(tx, row, { refusedTime })),
  }))

export const markDelivered = (
  ctx: Ctx,
  { ids, realTime, receivedBy, detentionMinutes }: Call<'deliver'>,
): Promise<BulkResult> =>
  changeEach(ctx, ids, 'deliver', async (tx, row) => ({
    ...(await momentsOf(tx, row, { realTime })),
    receivedBy: textOf(receivedBy, row.receivedBy),
    detentionMinutes: detentionMinutes ?? row.detentionMinutes,
  }))

export const requestPod = (ctx: Ctx, { ids }: Call<'requestPod'>): Promise<BulkResult> =>
  changeEach(ctx, ids, 'requestPod', () => ({ podTime: nowIso(), podReason: null }))
export const verifyPod = (ctx: Ctx, { ids }: Call<'verifyPod'>): Promise<BulkResult> =>
  changeEach(ctx, ids, 'verifyPod', () => ({ podTime: nowIso(), podReason: null }))
export const rejectPod = (ctx: Ctx, { ids, reason }: Call<'rejectPod'>): Promise<BulkResult> =>
  changeEach(ctx, ids, 'rejectPod', () => ({ podTime: nowIso(), podReason: reason }))
export const missPod = (ctx: Ctx, { ids, reason }: Call<'missPod'>): Promise<BulkResult> =>
  changeEach(ctx, ids, 'missPod', () => ({ podTime: nowIso(), podReason: reason ?? null }))
