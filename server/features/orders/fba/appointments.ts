import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { FbaOrder } from './lock-fba-orders.ts'

const DAY = 86_400_000
/** How far back something is entered late, and how far ahead something is planned. */
const PAST = 731 * DAY
const AHEAD = 731 * DAY
/** No warehouse's clock is further from UTC. */
const ZONES = 14 * 3_600_000

const asMs = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** Refuses impossible times, by their fields: `planned` lie ahead or just behind, `been` behind. */
export function requirePlausible(
  planned: Readonly<Record<string, string | undefined>>,
  been: Readonly<Record<string, string | undefined>> = {},
): void {
  const check = (times: typeof planned, latest: number, late: 'fba.tooFar' | 'fba.future') =>
    Object.entries(times).flatMap(([path, time]): RawIssue[] => {
      if (!time) return []
      if (asMs(time) < now() - PAST - ZONES) return [{ path, code: 'fba.longAgo' }]
      return asMs(time) > latest + ZONES ? [{ path, code: late }] : []
    })
  const issues = [
    ...check(planned, now() + AHEAD, 'fba.tooFar'),
    ...check(been, now(), 'fba.future'),
  ]
  if (issues.length > 0) failFields(issues)
}

/** What has been is not ahead, by the warehouse's own clock. */
export function requireBeen(row: FbaOrder, at: string | undefined): void {
  if (at !== undefined && Date.parse(at) > now() + 60_000)
    fail('fba.notYet', { label: row.serialNumber })
}

interface Slot {
  appointmentNo: string
  slotFrom: string
  slotTo: string
}
/**
 * An appointment is one slot at one warehouse: its number stands for no other. The orders of one
 * call move together, so their former slots do not count.
 */
export async function requireOwnNumber(
  tx: Tx,
  row: FbaOrder,
  { appointmentNo, slotFrom, slotTo }: Slot,
  ids: readonly string[],
): Promise<void> {
  const { tenantId } = tx.principal
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`fba appointment ${tenantId} ${appointmentNo.toUpperCase()}`}, 0))`.execute(
    tx.db,
  )
  const found = await sql<{ serialNumber: string; warehouseCode: string | null }>`select
      f.serial_number, f.warehouse_code
    from ${asSystem(tx, tenantId).rows('fbaOrder').as('f')}
    where upper(f.appointment_no) = upper(${appointmentNo})
      and f.appointment_state = 'CONFIRMED' and f.id <> ${row.id}
      and (f.warehouse_code is distinct from ${row.warehouseCode}
        or (not f.id = any(${ids}::bigint[])
          and (f.slot_from, f.slot_to) is distinct from (${slotFrom}::timestamptz, ${slotTo}::timestamptz)))
    order by f.id limit 1`.execute(tx.db)
  const other = found.rows[0]
  if (other)
    fail('fba.numberTaken', {
      label: row.serialNumber,
      number: appointmentNo,
      other: other.serialNumber,
      warehouse: other.warehouseCode ?? '',
    })
}
