import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'

/** The id a comment will have: its files are stored first, so that it can name those refused. */
export async function reserveId(tx: Tx, table: 'case_comment' | 'case_note'): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::text as id`.execute(tx.db)
  return rows[0]!.id
}
