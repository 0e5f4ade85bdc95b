import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'

interface Booked {
  id: string
  serialNumber: string
  state: string
  /** Number and slot, or the day asked for: what makes two appointments one. */
  slot: string
}

/**
 * Refuses to empty an order whose appointment at a warehouse the remaining one does not have: the
 * warehouse would wait for cartons that come under another. Merged the other way round it stays.
 */
export async function requireNoLostAppointment(
  tx: Tx,
  into: string,
  from: readonly string[],
): Promise<void> {
  const found = await sql<Booked>`select f.id, f.serial_number, f.appointment_state as state,
      concat_ws(' ', upper(f.appointment_no), f.slot_from, f.slot_to, f.requested_time) as slot
    from ${tx.rows('fbaOrder').as('f')}
    where f.id = any(${[into, ...from]}::bigint[]) and f.appointment_state <> 'NONE'
    order by f.id for update of f`.execute(tx.db)
  const remaining = found.rows.find(({ id }) => id === into)
  const lost = found.rows.find(
    ({ id, state, slot }) => id !== into && (state !== remaining?.state || slot !== remaining.slot),
  )
  if (lost) fail('merge.appointment', { label: lost.serialNumber })
}
