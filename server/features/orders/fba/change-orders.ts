import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { fbaMoved } from '#contracts/orders/fba/fba.events.ts'
import { FBA_RULES, type FbaAction } from '#contracts/orders/fba/fba.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { momentsIn } from '#server/kit/db/business-day.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { requireBeen, requireOwnNumber, requirePlausible } from './appointments.ts'
import { lockFbaOrder, lockFbaOrders, type FbaOrder } from './lock-fba-orders.ts'

export type Change = Partial<
  Omit<FbaOrder, 'id' | 'version' | 'serialNumber' | 'customerId' | 'timeZone'>
>
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
  return await momentsIn(tx, timeZone, Object.fromEntries(given) as Record<K, string>)
}

/** Actions that stand on the parcels' timelines, and when they happened. */
const MOVED: Partial<
  Record<FbaAction, { step: 'delivered' | 'refused'; at: 'realTime' | 'refusedTime' }>
> = {
  deliver: { step: 'delivered', at: 'realTime' },
  refuse: { step: 'refused', at: 'refusedTime' },
}

/** What a change is: its action, which decides the states, and what it sets in a row. */
export interface RowChange {
  action: FbaAction | null
  /** Of the rows as the caller saw them. */
  versions?: Readonly<Record<string, number>> | undefined
  change: (tx: Tx, row: FbaOrder) => Promise<Change> | Change
}

/** Writes what changed of one order and notes it in the data log. */
export async function changeOne(
  tx: Tx,
  id: string,
  { action, versions, change }: RowChange,
  name: (label: string) => void,
): Promise<string> {
  const before = await lockFbaOrder(tx, id, action, name, versions?.[id])
  const after: FbaOrder = {
    ...before,
    ...(await change(tx, before)),
    ...(action ? FBA_RULES[action].to : {}),
  }
  await sql`update fba_order as f set appointment_state = ${after.appointmentState},
      delivery_state = ${after.deliveryState},
      appointment_no = ${after.appointmentNo}, requested_time = ${after.requestedTime},
      slot_from = ${after.slotFrom}, slot_to = ${after.slotTo}, bol_no = ${after.bolNo},
      pro_nos = ${after.proNos}, batch_no = ${after.batchNo},
      expected_time = ${after.expectedTime}, real_time = ${after.realTime},
      received_by = ${after.receivedBy}, detention_minutes = ${after.detentionMinutes},
      refused_time = ${after.refusedTime}, refused_reason = ${after.refusedReason},
      version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('fbaOrder').where('f')} and f.id = ${id}`.execute(tx.db)
  await tx.audit('fba_order', id, 'edit', before, after)
  const moved = action === null ? undefined : MOVED[action]
  const at = moved && after[moved.at]
  if (moved && at)
    await tx.emit(fbaMoved, { shipmentIds: [id], step: moved.step, at: new Date(at).toISOString() })
  return before.serialNumber
}

function changeEach(
  ctx: Ctx,
  { ids, versions }: { ids: readonly string[]; versions?: Record<string, number> | undefined },
  action: FbaAction | null,
  change: RowChange['change'],
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    (tx, id, name) => changeOne(tx, id, { action, versions, change }, name),
    lockFbaOrders,
  )
}

const textOf = (sent: string | undefined, now: string | null): string | null =>
  sent === undefined ? now : sent || null
const joined = (sent: readonly string[] | undefined, now: string | null): string | null =>
  sent === undefined ? now : sent.join(',') || null

export async function requestAppointment(
  ctx: Ctx,
  sent: Call<'requestAppointment'>,
): Promise<BulkResult> {
  const { requestedTime } = sent
  requirePlausible({ requestedTime })
  return changeEach(ctx, sent, 'requestAppointment', async (tx, row) => ({
    appointmentNo: null,
    slotFrom: null,
    slotTo: null,
    ...(await momentsOf(tx, row, { requestedTime })),
  }))
}

/** A slot is at most a day long, by the warehouse's clock. */
export async function enterAppointment(
  ctx: Ctx,
  sent: Call<'enterAppointment'>,
): Promise<BulkResult> {
  const { ids, appointmentNo, bolNo, proNos } = sent
  requirePlausible({ slotFrom: sent.slotFrom, slotTo: sent.slotTo })
  return changeEach(ctx, sent, 'enterAppointment', async (tx, row) => {
    const times = await momentsOf(tx, row, { slotFrom: sent.slotFrom, slotTo: sent.slotTo })
    const { slotFrom = '', slotTo = '' } = times
    const length = Date.parse(slotTo) - Date.parse(slotFrom)
    if (!(length > 0 && length <= 86_400_000)) fail('fba.slot', { label: row.serialNumber })
    await requireOwnNumber(tx, row, { appointmentNo, slotFrom, slotTo }, ids)
    return {
      slotFrom,
      slotTo,
      appointmentNo,
      bolNo: textOf(bolNo, row.bolNo),
      proNos: joined(proNos, row.proNos),
      refusedTime: null,
      refusedReason: null,
    }
  })
}

export async function editTransport(ctx: Ctx, sent: Call<'editTransport'>): Promise<BulkResult> {
  const { bolNo, proNos, batchNo, expectedTime } = sent
  requirePlausible({ expectedTime })
  return changeEach(ctx, sent, null, async (tx, row) => ({
    bolNo: textOf(bolNo, row.bolNo),
    proNos: joined(proNos, row.proNos),
    batchNo: textOf(batchNo, row.batchNo),
    ...(expectedTime === '' ? { expectedTime: null } : await momentsOf(tx, row, { expectedTime })),
  }))
}

export async function refuseDelivery(ctx: Ctx, sent: Call<'refuse'>): Promise<BulkResult> {
  const { refusedTime, reason } = sent
  requirePlausible({}, { refusedTime })
  return changeEach(ctx, sent, 'refuse', async (tx, row) => {
    const times = await momentsOf(tx, row, { refusedTime })
    requireBeen(row, times.refusedTime)
    return { refusedReason: reason, refusedTime: nowIso(), ...times }
  })
}

export async function markDelivered(ctx: Ctx, sent: Call<'deliver'>): Promise<BulkResult> {
  const { realTime, receivedBy, detentionMinutes } = sent
  requirePlausible({}, { realTime })
  return changeEach(ctx, sent, 'deliver', async (tx, row) => {
    const times = await momentsOf(tx, row, { realTime })
    requireBeen(row, times.realTime)
    return {
      ...times,
      receivedBy: textOf(receivedBy, row.receivedBy),
      detentionMinutes: detentionMinutes ?? row.detentionMinutes,
    }
  })
}
