import { sql } from 'kysely'
import { isOpen, type FbaAction, type FbaState } from '#contracts/orders/fba/fba.states.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { requireSeen } from './require-seen.ts'

/** An order's way into a warehouse as it is stored; times are UTC. */
export interface FbaOrder extends FbaState {
  id: string
  version: number
  serialNumber: string
  customerId: string
  warehouseCode: string | null
  timeZone: string | null
  appointmentNo: string | null
  requestedTime: string | null
  slotFrom: string | null
  slotTo: string | null
  bolNo: string | null
  proNos: string | null
  batchNo: string | null
  expectedTime: string | null
  realTime: string | null
  receivedBy: string | null
  detentionMinutes: number | null
  refusedTime: string | null
  refusedReason: string | null
}

/** Many rows, always in the order of their ids. */
export async function lockFbaOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select 1 from fba_order as f
    where ${tx.rows('fbaOrder').where('f')} and f.id = any(${ids}::bigint[])
    order by f.id for update`.execute(tx.db)
}

/** Locks one and gives the reason why an action is not open in its state. */
export async function lockFbaOrder(
  tx: Tx,
  id: string,
  action: FbaAction | null,
  name: (label: string) => void,
  version?: number,
): Promise<FbaOrder> {
  await requireSeen(tx, id)
  const found =
    await sql<FbaOrder>`select f.id, f.version, f.serial_number, f.customer_id, f.warehouse_code,
      (select w.time_zone from fba_warehouse w
        where w.tenant_id = f.tenant_id and w.code = f.warehouse_code) as time_zone,
      f.appointment_state, f.delivery_state, f.appointment_no, f.requested_time,
      f.slot_from, f.slot_to, f.bol_no, f.pro_nos, f.batch_no, f.expected_time, f.real_time,
      f.received_by, f.detention_minutes, f.refused_time, f.refused_reason
    from fba_order as f
    where ${tx.rows('fbaOrder').where('f')} and f.id = ${id} for update of f`.execute(tx.db)
  const row = found.rows[0]
  if (!row) throw new Refusal('row.missing', { body: CODES.missing })
  name(row.serialNumber)
  if (version !== undefined && version !== row.version)
    fail('row.stale', { label: row.serialNumber })
  if (action && !isOpen(action, row)) {
    const texts = await dictTexts(tx)
    fail(`fba.not.${action}`, {
      label: row.serialNumber,
      appointment: texts('fba_appointment_state', row.appointmentState),
      delivery: texts('fba_delivery_state', row.deliveryState),
    })
  }
  return row
}
