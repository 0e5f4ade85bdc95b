import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failMissing } from '#server/kit/http/errors.ts'
import { change } from '#server/kit/db/change.ts'

/** The depot whose parts are changed, locked; a stale version is refused. */
export async function lockDepot(tx: Tx, id: string, version: number): Promise<void> {
  const found = await sql<{ id: string; code: string; version: number }>`select d.id, d.code,
      d.version
    from depot as d where ${tx.rows('depot').where('d')} and d.id = ${id} for update`.execute(tx.db)
  const row = found.rows[0] ?? failMissing()
  if (row.version !== version) failConflict('row.stale', row)
}

/** What was changed of a depot's parts makes it another version. */
export async function nextVersion(tx: Tx, id: string): Promise<number> {
  const depot = await change(tx, 'depot', { id, version: 0 }, {})
  return depot.version
}
