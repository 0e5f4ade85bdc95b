import { sql } from 'kysely'
import type { Tx } from '#server/kit/ctx.ts'

/** The next `count` system numbers of a kind, in one row lock: `PY0000000123`. Gaps appear only where a transaction rolled back. */
export async function takeSerials(tx: Tx, kind: string, prefix: string, count: number): Promise<string[]> {
  const done = await sql<{ nextNo: string }>`insert into serial_counter (tenant_id, kind, next_no) values (${tx.who.tenantId}, ${kind}, 1 + ${count}::bigint)
    on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + ${count}::bigint returning next_no`.execute(tx.db)
  const first = BigInt(done.rows[0]!.nextNo) - BigInt(count)
  return Array.from({ length: count }, (_, at) => `${prefix}${(first + BigInt(at)).toString().padStart(10, '0')}`)
}
