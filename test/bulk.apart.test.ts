import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { features, cruds } from '#contracts/catalogue.ts'
import { isBulk, type Endpoint } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { inputFor } from './access/routes.ts'
import { bulkRows } from './rows/bulk-rows.ts'
import type { BulkRows } from './rows/bulk-rows.shape.ts'
import { openWorld, type World } from './harness.ts'
import { ownDatabase } from './own-database.ts'

// Nothing begins by the clock while rows are compared.
vi.mock('graphile-worker', async (original) => ({
  ...(await original<typeof import('graphile-worker')>()),
  parseCronItems: () => [],
}))

/**
 * Every bulk call of the contracts, with and without an Idempotency-Key: of a good and an
 * impossible row the good one is done, the other is refused by a line of its own and leaves
 * nothing. A new bulk call is among them by itself; where its rows cannot be made by its entity's
 * definition, `bulk-rows.ts` makes them.
 */
const calls = new Map<string, Endpoint>()
/** What is in the named records is done, each part with an outcome of its own. */
const BY_PARTS = [
  '/erp/batchIntoParcel/receiveAll',
  '/erp/carrierBatch/cancel',
  '/erp/houseWaybill/link',
]
for (const endpoint of [
  ...cruds.flatMap((of): Endpoint[] => of.verbs.map((verb) => of.endpoints[verb])),
  ...Object.values(features).flatMap((of) => Object.values(of)),
])
  if (isBulk(endpoint) && !BY_PARTS.includes(endpoint.path))
    calls.set(`${endpoint.method} ${endpoint.path}`, endpoint)

let world: World
let rowsFor: (endpoint: Endpoint) => Promise<BulkRows>
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await ownDatabase() })
  rowsFor = await bulkRows(world)
  // Nor by the schedule of the tenants' own jobs.
  await world.db.pool.query(`update sys_quartz_job set status = '-1'`)
})
afterAll(() => world.close())

/** What moves by itself, and what is stored of calls. */
const MOVING = [
  'op_log',
  'sys_session',
  'idempotency',
  'idempotency_row',
  'serial_counter',
  'shipment_tally',
  'earning',
  'earning_made',
  'search_words',
  'search_unread',
  'sys_message',
  'monitor_sample',
  'number_tally',
  'sys_quartz_job',
  'sys_job_run',
  'notify_occasion',
  'notify_waiting',
]
const QUEUED =
  'select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts'
/** What is to begin minutes later would write between two fingerprints of a slow machine. */
const NOT_TODAY = `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() + interval '1 day')
  from graphile_worker.jobs
  where run_at between now() and now() + interval '1 hour' and attempts = 0 and locked_at is null
  having count(*) > 0`
/** What failed once and waits to be tried again would write between two fingerprints. */
const RETRY_NOW = `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
  from graphile_worker.jobs
  where run_at > now() and attempts between 1 and max_attempts - 1 and locked_at is null
  having count(*) > 0`
let statement: string | null = null
/** The number of rows of each table and the transactions they were written by: any write shows. */
async function fingerprint(): Promise<Record<string, string>> {
  const { pool } = world.db
  do {
    await pool.query(NOT_TODAY)
    await pool.query(RETRY_NOW)
  } while ((await pool.query(QUEUED)).rowCount !== 0)
  if (statement === null) {
    const tables = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)
        order by 1`,
      [MOVING],
    )
    statement = tables.rows
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as print from ${name}`,
      )
      .join(' union all ')
  }
  // Named: planned once per connection, which is most of its time.
  const { rows } = await pool.query<{ name: string; print: string }>({
    name: 'fingerprint',
    text: statement,
  })
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

async function send(
  endpoint: Endpoint,
  { client, more, file }: BulkRows,
  ids: readonly string[],
  way: 'with' | 'without',
): Promise<BulkResult> {
  const input = inputFor(endpoint, { ids, userIds: ids, userIdList: ids, ...more })
  const query = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, [value].flat().join(',')]),
  )
  const headers: Record<string, string> = way === 'with' ? { 'Idempotency-Key': randomUUID() } : {}
  const answer = file
    ? await client.upload(endpoint.path, file.name, file.bytes, query, headers)
    : await client.raw(endpoint.method, endpoint.path, {
        ...(endpoint.method === 'DELETE' ? { query } : { body: input }),
        headers,
      })
  if (!answer.success)
    throw new Error(`${endpoint.path}: ${answer.status} ${answer.error} ${answer.message}`)
  return answer.result as BulkResult
}

test('the bulk calls are found', () => {
  expect(calls.size).toBeGreaterThan(50)
})

describe.each([...calls])('%s', (name, endpoint) => {
  test('takes an Idempotency-Key', () => {
    expect(endpoint.idempotency).toBeDefined()
  })

  test.each(['with', 'without'] as const)(
    '%s a key does one row and refuses another',
    async (way) => {
      const rows = await rowsFor(endpoint)
      const before = await fingerprint()
      const alone = await send(endpoint, rows, [rows.bad], way)
      expect(alone.rows, name).toMatchObject([{ id: rows.bad, ok: false, code: rows.code }])
      expect(alone.rows[0]?.message).toBeTruthy()
      expect(await fingerprint(), 'what a refused row left behind').toEqual(before)

      for (const ids of [
        [rows.bad, rows.good],
        [rows.second, rows.bad],
      ]) {
        const [good] = ids.filter((id) => id !== rows.bad)
        const both = await send(endpoint, rows, ids, way)
        expect(both, name).toMatchObject({ done: 1, failed: 1 })
        expect(both.rows.find((row) => row.id === good)?.ok).toBe(true)
      }
    },
  )
})
