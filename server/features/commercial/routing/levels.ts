import { sql } from 'kysely'
import { fail } from '#server/kit/http/errors.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

/** Ranges inside ranges inside ranges: more than this is no routing table. */
export const LEVELS_MAX = 12

export interface Crossing {
  id: string
  rowNo: number | null
  otherRow: string
}

/** Ranges that cross one before them: neither lies inside the other, so no order decides. */
export async function crossings(tx: Tx, tableId: string): Promise<Crossing[]> {
  const found = await sql<Crossing>`select w.id, w.row_no,
      substring(w.reached from '[|]([^|]*)$') as other_row
    from (select r.id, r.row_no, r.low, r.high, max(r.high) over n as reach,
        max(r.high || '|' || coalesce(r.row_no, 0)) over n as reached
      from ${tx.rows('routingCode').as('r')}
      where r.table_id = ${tableId} and r.low is not null
      window n as (order by r.low, r.high desc, r.id
        rows between unbounded preceding and 1 preceding)) as w
    where w.reach >= w.low and w.reach < w.high
    order by w.row_no limit 10000`.execute(tx.db)
  return found.rows
}

/** Places ranges inside others on the next level, until no two of a level touch; answers how many. */
export async function placeLevels(tx: Tx, tableId: string): Promise<number> {
  for (let level = 0; level < LEVELS_MAX; level++) {
    const moved = await sql`update routing_code as c set level = ${level + 1}
      from (select w.id from (
          select r.id, r.low, max(r.high) over (order by r.low, r.high desc, r.id
            rows between unbounded preceding and 1 preceding) as reach
          from ${tx.rows('routingCode').as('r')}
          where r.table_id = ${tableId} and r.level = ${level} and r.low is not null) as w
        where w.reach >= w.low) as x
      where ${tx.rows('routingCode').where('c')} and c.id = x.id`.execute(tx.db)
    if (!moved.numAffectedRows) return level + 1
  }
  return fail('routing.tooDeep', { max: LEVELS_MAX })
}
