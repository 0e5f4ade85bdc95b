import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'

interface Table {
  id: string
  name: string
  validFrom: string
  validTo: string | null
  rowCount: number
  fileHash: string | null
  dayBefore: string
}
export interface Period {
  validTo: string | null
}
interface Scope {
  supplierId: string
  serviceId: string | null
}

const tablesOf = async (tx: Tx, { supplierId, serviceId }: Scope): Promise<Table[]> =>
  (
    await sql<Table>`select t.id, t.name, t.valid_from, t.valid_to, t.row_count, t.file_hash,
        (t.valid_from - 1)::text as day_before
      from ${tx.rows('routingTable').as('t')}
      where t.supplier_id = ${supplierId}
        and t.service_id is not distinct from ${serviceId}::bigint
      order by t.valid_from`.execute(tx.db)
  ).rows

async function endAt(tx: Tx, table: Table, validTo: string | null): Promise<void> {
  await change(tx, 'routingTable', { id: table.id }, { validTo })
}

/**
 * Makes room for a table from a day on: the one that holds then ends the day before, one that
 * starts on the same day is replaced, a later one limits it. Or answers the table this very file is
 * in already.
 */
export async function openPeriod(
  tx: Tx,
  { validFrom, hash, ...scope }: Scope & { validFrom: string; hash: string },
): Promise<Period | { known: Table }> {
  const tables = await tablesOf(tx, scope)
  const known = tables.find(
    (one) => one.fileHash === hash && (one.validTo === null || one.validTo >= validFrom),
  )
  if (known) return { known }
  const next = tables.find((one) => one.validFrom > validFrom)
  for (const table of tables) {
    if (table.validFrom === validFrom) {
      await removeTable(tx, table)
    } else if (
      table.validFrom < validFrom &&
      (table.validTo === null || table.validTo >= validFrom)
    ) {
      await endAt(tx, table, await dayBefore(tx, validFrom))
    }
  }
  return { validTo: next?.dayBefore ?? null }
}

async function dayBefore(tx: Tx, day: string): Promise<string> {
  const found = await sql<{ day: string }>`select (${day}::date - 1)::text as day`.execute(tx.db)
  return found.rows[0]!.day
}

async function removeTable(tx: Tx, table: Table): Promise<void> {
  await sql`delete from routing_table as t
    where ${tx.rows('routingTable').where('t')} and t.id = ${table.id}`.execute(tx.db)
  await tx.audit('routing_table', table.id, 'delete', table, null)
}

/** A table that is taken away: the one it ended holds again until it would have ended itself. */
export async function closeGap(
  tx: Tx,
  of: Scope & { id: string; validFrom: string; validTo: string | null },
): Promise<void> {
  const day = await dayBefore(tx, of.validFrom)
  const before = (await tablesOf(tx, of)).find(({ validTo }) => validTo === day)
  if (!before) return
  // Until the rows are gone both would hold: the one that goes gives way first.
  await sql`delete from routing_code as c
    where ${tx.rows('routingCode').where('c')} and c.table_id = ${of.id}`.execute(tx.db)
  await sql`delete from routing_table as t
    where ${tx.rows('routingTable').where('t')} and t.id = ${of.id}`.execute(tx.db)
  await endAt(tx, before, of.validTo)
}
