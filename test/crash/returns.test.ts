import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { Journal, type Entry } from './journal.ts'
import { PASSWORD, Product } from './product.ts'

/**
 * Returned boxes are given to their owner many at once, and aged by the daily job, while the process
 * is killed in the middle of both: each box has its owner and its fee once, each is released once.
 */
const BOXES = 150
const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-crash-returns-'))
chmodSync(dataDir, 0o711)
const product = new Product(dataDir)
const journal = new Journal(product)
let distributed: Entry
const killedAt = { distribute: 0, age: 0 }

/** The database by itself, while the product is not running. */
async function inDatabase<R>(work: (db: pg.Client) => Promise<R>): Promise<R> {
  await product.stop()
  const own = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const db = new pg.Client({ connectionString: own.url })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
    await own.stop()
  }
}

const total = async (pool: string): Promise<number> =>
  (
    (await journal.get('/rwms/returnTrack/list', { pool, pageSize: '1' })).result as {
      total: number
    }
  ).total

/** Kills the process once some of them are there, and not all; answers how many there were. */
async function killAmong(pool: string): Promise<number> {
  for (;;) {
    const found = await total(pool)
    if (found > 0) {
      await product.kill()
      await product.start()
      await product.ready()
      return found
    }
    await sleep(5)
  }
}

/** So many boxes more of unknown owners, that came so many days ago. */
const CLONE = `insert into return_track (tenant_id, no, track_no, depot_id, place, state, suggestions,
    arrived_at, due_step, due_at, create_by)
  select t.tenant_id, $1 || n, $1 || 'T' || n, t.depot_id, t.place, t.state, '[]',
    now() - $3 * interval '1 day', 'match', now() + (7 - $3) * interval '1 day', 'admin'
  from return_track t, generate_series(1, $2::int) n where t.track_no = 'FIRST'
  returning id::text`

/** Of each kind of row how many boxes have it, and how often one box does. */
const SUMS = `select what, count(*)::int as boxes, sum(n)::int as rows, min(n)::int as least,
    max(n)::int as most
  from (select 'fees' as what, track_id, count(distinct transaction_id) as n from return_fee
      where given_back_at is null group by track_id
    union all select case verb when 'release' then 'released' else 'given' end, track_id, count(*)
      from return_step where verb in ('distribute', 'release') group by verb, track_id
    union all select 'shown', id, count(*) from common_return group by id) as all_of
  group by what order by what`

beforeAll(async () => {
  await product.start()
  await journal.signIn('admin', PASSWORD)
  const rowsOf = async (path: string, query = {}) =>
    ((await journal.get(path, query)).result as { records: { id: string }[] }).records
  const [depot] = await rowsOf('/erp/depot/list', { code: 'FRA1' })
  const [customer] = await rowsOf('/erp/customer/list')
  await journal.change('POST', '/rwms/returnConfig/add', { currency: 'EUR', feeReceive: '1.50' })
  const first = { no: 'FIRST', depotId: depot!.id, place: 'R-01' }
  await journal.change('POST', '/rwms/returnTrack/scan', first)
  const clone = (prefix: string, days: number) => async (db: pg.Client) =>
    (await db.query<{ id: string }>(CLONE, [prefix, BOXES, days])).rows.map(({ id }) => id)
  const ids = await inDatabase(clone('RD', 0))
  await product.start()
  await product.ready()
  const answer = journal.change('PUT', '/rwms/returnTrack/distribute', {
    ids,
    customerId: customer!.id,
    reason: 'invoice inside',
    notify: false,
  })
  killedAt.distribute = await killAmong('my')
  distributed = await answer
  await inDatabase(async (db) => {
    await clone('RA', 8)(db)
    await db.query(`select graphile_worker.add_job('returns.ageing', '{}'::json)`)
  })
  await product.start()
  killedAt.age = await killAmong('common')
  while ((await total('common')) < BOXES) await sleep(200)
}, 400_000)

afterAll(async () => {
  await product.stop()
  product.endDatabase()
  rmSync(dataDir, { recursive: true, force: true })
})

test('both were killed in the middle', () => {
  expect(killedAt.distribute).toBeLessThan(BOXES)
  expect(killedAt.age).toBeLessThan(BOXES)
  expect(distributed.tries).toBeGreaterThan(1)
})

test('each box has one owner, one fee and one release, whatever was repeated', async () => {
  expect(distributed.answer?.result).toMatchObject({ done: BOXES, failed: 0 })
  const sums = await inDatabase(async (db) => {
    const { rows } = await db.query(SUMS)
    return rows as unknown
  })
  const once = { boxes: BOXES, rows: BOXES, least: 1, most: 1 }
  expect(sums).toEqual([
    { ...once, what: 'fees' },
    { ...once, what: 'given' },
    { ...once, what: 'released' },
    { ...once, what: 'shown' },
  ])
})
