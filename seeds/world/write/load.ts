import { setImmediate as breathe } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { CustomCheckRule } from '#contracts/commercial/numbers/number-checks.ts'
import type { NumberScheme } from '#contracts/commercial/numbers/number-schemes.ts'
import type { CarrierRules } from '../parcels/carrier-rules.ts'
import { restoreIndexes } from './drop-indexes.ts'
import { planOf, type Chunk, type Plan } from '../plan.ts'
import { readReferences, type References } from './references.ts'
import { writeChunk } from './write-chunk.ts'
import type { Reserved } from './write-chunk.ts'
import { TENANT_SEEDS } from './tenant-seeds.ts'
import { seedDeliveries } from '../orders/fba.ts'
import { seedSkus, seedStock } from '../orders/stock.ts'
import { makeWorld, type World } from '../world.ts'

export interface LoadOptions {
  /** Ids of the two tenants the world is about. */
  tenants: { 1: string; 2: string }
  rules: CarrierRules
  parcels?: number
  seed?: number
  /** ISO 8601, the present of a new world; a world that was begun keeps the one it has. */
  today: string
  /** Shipments per transaction. */
  chunkSize?: number
  onProgress?: (progress: Progress) => void
  signal?: AbortSignal | undefined
}
export interface Progress {
  done: number
  chunks: number
  parcels: number
}

export const DEFAULT_PARCELS = 2000
export const DEFAULT_SEED = 20_260
const LOCK = 7_230_009

/** A world as the database knows it. */
export interface Loading {
  id: string
  world: World
  plan: Plan
  reserved: Reserved
  pending: readonly number[]
}

/**
 * Fills the two tenants with the demo world, or goes on with one that was begun; a database that
 * holds another world (a big one, for measuring) stays as it is. Safe to repeat and to kill at any
 * moment: every chunk is a transaction that marks itself, and what a chunk holds depends on nothing
 * but the world. A finished world of the same seed and size is not loaded again. Answers false
 * where there was nothing to do.
 */
export async function loadWorld(pool: Pool, options: LoadOptions): Promise<boolean> {
  const client = await pool.connect()
  try {
    // A big load may have been killed before its indexes were back.
    await restoreIndexes(client)
    if (await holdsOther(client, options)) return false
    const loading = await beginWorld(pool, options)
    if (!loading) return false
    const refs = await readReferences(client, options.tenants)
    let done = loading.plan.chunks.length - loading.pending.length
    for (const chunk of loading.plan.chunks) {
      if (!loading.pending.includes(chunk.index)) continue
      options.signal?.throwIfAborted()
      await loadChunk(client, loading, chunk, refs)
      // The checks of foreign keys keep the plan they got while the tables were empty, and read
      // more and more for every row; statistics make them look again.
      if ((done & (done + 1)) === 0)
        await client.query('analyze shipment, parcel, predicted_batch, out_batch')
      done++
      options.onProgress?.({
        done,
        chunks: loading.plan.chunks.length,
        parcels: loading.plan.parcels,
      })
      // The server answers between two chunks.
      await breathe()
    }
    await inOneTransaction(client, () => seedStock(client, options.tenants[1]))
    for (const place of [1, 2] as const)
      for (const seed of [seedSkus, seedDeliveries, ...TENANT_SEEDS])
        await inOneTransaction(client, () => seed(client, options.tenants[place], place))
    await finishWorld(client, loading.id)
  } finally {
    client.release()
  }
  return true
}

async function inOneTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function holdsOther(
  client: ClientBase,
  { seed = DEFAULT_SEED, parcels = DEFAULT_PARCELS }: LoadOptions,
): Promise<boolean> {
  return (
    (
      await client.query('select from demo_world where not (seed = $1 and parcels = $2) limit 1', [
        seed,
        parcels,
      ])
    ).rowCount !== 0
  )
}

/**
 * Opens or finds the world and reserves its serials and numbers; null where it is complete already.
 */
export async function beginWorld(pool: Pool, options: LoadOptions): Promise<Loading | null> {
  const { seed = DEFAULT_SEED, parcels = DEFAULT_PARCELS, chunkSize = 250 } = options
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = 0`)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const {
      rows: [known],
    } = await client.query<{
      id: string
      today: string
      size: number
      reserved: StoredReserve
      finished: boolean
    }>(
      `select id::text, to_char(today at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as today,
          chunk_size as size, reserved, finished_at is not null as finished
       from demo_world where seed = $1 and parcels = $2 order by id desc limit 1`,
      [seed, parcels],
    )
    if (known?.finished) {
      await client.query('commit')
      return null
    }
    const world = makeWorld({ seed, parcels, today: known?.today ?? options.today }, options.rules)
    const plan = planOf(world, known?.size ?? chunkSize)
    const stored = known?.reserved ?? (await reserve(client, options.tenants, plan))
    const id =
      known?.id ??
      (
        await client.query<{ id: string }>(
          `insert into demo_world (seed, today, parcels, chunk_size, chunks, reserved)
            values ($1, $2, $3, $4, $5, $6) returning id::text`,
          [
            seed,
            new Date(world.until).toISOString(),
            parcels,
            chunkSize,
            plan.chunks.length,
            JSON.stringify(stored),
          ],
        )
      ).rows[0]?.id
    if (id === undefined) throw new Error('the demo world was not written')
    const { rows } = await client.query<{ chunk: number }>(
      'select chunk from demo_chunk where world_id = $1',
      [id],
    )
    await client.query('commit')
    const done = new Set(rows.map(({ chunk }) => chunk))
    const pending = plan.chunks.map(({ index }) => index).filter((index) => !done.has(index))
    return { id, world, plan, reserved: await reservedOf(client, stored), pending }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** One chunk in one transaction; nothing happens where it is written already. */
export async function loadChunk(
  client: ClientBase,
  { id, world, reserved }: Pick<Loading, 'id' | 'world' | 'reserved'>,
  chunk: Chunk,
  refs: References,
): Promise<void> {
  await client.query('begin')
  try {
    // A lost demo chunk is written again: so commits need not wait for the disk.
    await client.query(
      `set local synchronous_commit = off; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    )
    const mark = await client.query(
      'insert into demo_chunk (world_id, chunk) values ($1, $2) on conflict do nothing',
      [id, chunk.index],
    )
    if (mark.rowCount) await writeChunk(client, world, chunk, reserved, refs)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export async function finishWorld(client: ClientBase, id: string): Promise<void> {
  await client.query(
    `update demo_world w set finished_at = now()
      where id = $1 and (select count(*) from demo_chunk c where c.world_id = w.id) = w.chunks`,
    [id],
  )
}

interface StoredReserve {
  shipments: Record<1 | 2, number>
  numbers: Record<string, { segment: string; first: string }>
}

async function reserve(
  client: ClientBase,
  tenants: LoadOptions['tenants'],
  plan: Plan,
): Promise<StoredReserve> {
  const stored: StoredReserve = { shipments: { 1: 1, 2: 1 }, numbers: {} }
  for (const tenant of [1, 2] as const) {
    const {
      rows: [row],
    } = await client.query<{ first: string }>(
      `insert into serial_counter (tenant_id, kind, next_no) values ($1, 'shipment', $2::bigint + 1)
       on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + $2::bigint
       returning (next_no - $2::bigint)::text as first`,
      [tenants[tenant], plan.total.shipments[tenant]],
    )
    stored.shipments[tenant] = Number(row?.first ?? 1)
  }
  for (const [key, requested] of Object.entries(plan.total.numbers)) {
    const [tenant = '', service = ''] = key.split('/')
    const {
      rows: [row],
    } = await client.query<{ segment: string; first: string }>(
      `update number_segment n set next_no = next_no + $3::bigint
       where n.tenant_id = $1
         and n.id = (select m.id
           from number_segment m
           join delivery_service s on s.tenant_id = m.tenant_id and s.id = m.service_id
         where m.tenant_id = $1 and s.code = $2 and m.status = '1' and m.customer_id is null
           and m.next_no + $3::bigint - 1 <= m.end_no order by m.id limit 1)
       returning n.id::text as segment, (n.next_no - $3::bigint)::text as first`,
      [tenants[tenant === '1' ? 1 : 2], service, requested],
    )
    if (!row)
      throw new Error(
        `The number range of ${service} has fewer than the ${requested} numbers this world needs.`,
      )
    stored.numbers[key] = row
  }
  return stored
}

async function reservedOf(client: ClientBase, stored: StoredReserve): Promise<Reserved> {
  const { rows } = await client.query<{
    id: string
    scheme: string
    prefix: string
    suffix: string
    rule: string | null
    start: string
    end: string
    next: string
  }>(
    `select id::text, scheme, prefix, suffix, check_rule as rule, start_no::text as start,
        end_no::text as end, next_no::text as next from number_segment
        where id = any($1::bigint[])`,
    [Object.values(stored.numbers).map(({ segment }) => segment)],
  )
  const numbers: Record<string, Reserved['numbers'][string]> = {}
  for (const [key, { segment, first }] of Object.entries(stored.numbers)) {
    const row = rows.find(({ id }) => id === segment)
    if (!row) throw new Error(`The number range of ${key} is gone.`)
    const checkRule = row.rule === null ? undefined : (row.rule as CustomCheckRule)
    numbers[key] = {
      id: segment,
      first: BigInt(first),
      segment: {
        scheme: row.scheme as NumberScheme,
        prefix: row.prefix,
        suffix: row.suffix,
        checkRule,
        start: BigInt(row.start),
        end: BigInt(row.end),
        next: BigInt(row.next),
      },
    }
  }
  return { shipments: stored.shipments, numbers }
}
