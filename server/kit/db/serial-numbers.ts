import { sql } from 'kysely'
import { executorOf, type Ctx } from '../access/ctx.ts'
import { batchCalls } from './batch-calls.ts'
import { autonomousConnection } from './database.ts'

/**
 * The next `count` system numbers of a kind: `PY0000000123`. They are taken outside the caller's
 * transaction, or all orders of a tenant would wait for one another's commits; gaps appear only
 * where a transaction rolled back.
 */
export async function nextSerialNumbers(
  ctx: Ctx,
  kind: string,
  prefix: string,
  count: number,
): Promise<string[]> {
  const { first } = await reserveNumbers(ctx, kind, { count, ids: {} })
  return Array.from({ length: count }, (_, at) => serialNumber(prefix, first + BigInt(at)))
}

export const serialNumber = (prefix: string, no: bigint): string =>
  `${prefix}${no.toString().padStart(10, '0')}`

/** How many numbers of a kind, and of each of these sequences how many ids for their rows. */
export interface Wanted {
  count: number
  ids: Readonly<Record<string, number>>
}
export interface Reserved {
  /** The first of the numbers; the others follow it. */
  first: bigint
  ids: Readonly<Record<string, readonly string[]>>
  /** The database's time. */
  at: string
}

/**
 * Numbers, and the ids of the rows that will bear them: with both known, rows that refer to one
 * another are written in one statement. Those who ask at the same time are served by one.
 */
export function reserveNumbers(ctx: Ctx, kind: string, wanted: Wanted): Promise<Reserved> {
  const connection = autonomousConnection(executorOf(ctx))
  let counters = reservers.get(connection)
  if (!counters) reservers.set(connection, (counters = new Map()))
  const { tenantId } = ctx.principal
  const key = `${tenantId}:${kind}`
  let reserve = counters.get(key)
  if (!reserve)
    counters.set(
      key,
      (reserve = batchCalls({ atOnce: 1, max: 200 }, (all) =>
        reserveFor(connection, tenantId, kind, all),
      )),
    )
  return reserve(wanted)
}

type Connection = ReturnType<typeof autonomousConnection>
/** By the connections of an app, then by tenant and kind. */
const reservers = new WeakMap<Connection, Map<string, (wanted: Wanted) => Promise<Reserved>>>()

/**
 * The count itself need not reach the disk first: whatever bears a number is committed after it,
 * and takes it along.
 */
async function reserveFor(
  connection: Connection,
  tenantId: string,
  kind: string,
  all: readonly Wanted[],
): Promise<Reserved[]> {
  const total = all.reduce((sum, { count }) => sum + count, 0)
  const sums = new Map<string, number>()
  for (const { ids } of all)
    for (const [sequence, count] of Object.entries(ids))
      sums.set(sequence, (sums.get(sequence) ?? 0) + count)
  const done = await sql<{ nextNo: string; at: string; ids: [string, string][] }>`
    with quick as (select set_config('synchronous_commit', 'off', true))
    insert into serial_counter (tenant_id, kind, next_no)
    select ${tenantId}::bigint, ${kind}, 1 + ${total}::bigint from quick
    on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + ${total}::bigint
    returning next_no, now() as at, (select coalesce(json_agg(json_build_array(s.name,
        nextval(s.name::regclass)::text)), '[]')
      from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::int[]) as s(name, count),
        generate_series(1, s.count)) as ids`.execute(connection)
  const { nextNo, at, ids } = done.rows[0]!
  const free = Map.groupBy(ids, ([sequence]) => sequence)
  let first = BigInt(nextNo) - BigInt(total)
  return all.map(({ count, ids: asked }) => {
    const own = first
    first += BigInt(count)
    return {
      first: own,
      at,
      ids: Object.fromEntries(
        Object.entries(asked).map(([sequence, some]) => [
          sequence,
          (free.get(sequence) ?? []).splice(0, some).map(([, id]) => id),
        ]),
      ),
    }
  })
}
