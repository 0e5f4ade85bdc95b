import { sql } from 'kysely'
import { executorOf, type Ctx } from '../access/ctx.ts'
import { autonomousConnection } from './database.ts'

/**
 * The next `count` system numbers of a kind: `PY0000000123`. They are taken outside the caller's
 * transaction, or all orders of a tenant would wait for one another's commits; gaps appear only
 * where a transaction rolled back. The count itself need not reach the disk first: whatever bears a
 * number is committed after it, and takes it along.
 */
export async function nextSerialNumbers(
  ctx: Ctx,
  kind: string,
  prefix: string,
  count: number,
): Promise<string[]> {
  const done = await sql<{
    nextNo: string
  }>`with quick as (select set_config('synchronous_commit', 'off', true))
    insert into serial_counter (tenant_id, kind, next_no)
    select ${ctx.principal.tenantId}::bigint, ${kind}, 1 + ${count}::bigint from quick
    on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + ${count}::bigint
    returning next_no`.execute(autonomousConnection(executorOf(ctx)))
  const first = BigInt(done.rows[0]!.nextNo) - BigInt(count)
  return Array.from(
    { length: count },
    (_, at) => `${prefix}${(first + BigInt(at)).toString().padStart(10, '0')}`,
  )
}
