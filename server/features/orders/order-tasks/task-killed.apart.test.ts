import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderTasks } from '#contracts/orders/order-tasks.ts'
import { priceTrials } from '#contracts/orders/price-trials.ts'
import { openWorld, PASSWORD } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { ownDatabase } from '#test/own-database.ts'
import { copyOrder } from './order-tasks.fixture.ts'

/** A product of its own on the test's database, which is killed while it prints and prices. */
const ORDERS = 1_300
const root = join(import.meta.dirname, '..', '..', '..', '..')
const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-task-'))
const children: ChildProcess[] = []
let url = ''
let db: pg.Client
beforeAll(async () => {
  url = await ownDatabase()
  db = new pg.Client({ connectionString: url })
  await db.connect()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await db.end()
  rmSync(dataDir, { recursive: true, force: true })
})

function startProduct(): ChildProcess {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'off',
      ADMIN_PASSWORD: PASSWORD,
      SECRET_KEY: 'ab'.repeat(32),
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
    },
  })
  children.push(child)
  return child
}
const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await db.query(text, values)).rows as R[]

test('a worker killed while it prints and prices: the next does the rest, each order once', async () => {
  const world = await openWorld({ databaseUrl: url })
  const staff = await world.as('manager')
  const first = await makeOrder(world, staff, {
    confirm: true,
    change: {
      consignee: {
        name: 'Kill',
        country: 'DE',
        city: 'Killed',
        postalCode: '94579',
        street: 'Weg',
        house: '1',
      },
    },
  })
  const ids = [first.id, ...(await copyOrder(world, first.id, ORDERS - 1))]
  await rows(
    `update parcel set track_no = 'K' || id where shipment_id = any($1)
    and track_no is null`,
    [ids],
  )
  const { id, open } = await staff.call(orderTasks.prepare, {
    action: 'print',
    query: { city: 'Killed' },
  })
  expect(open).toBe(ORDERS)
  // The queues are held until the process that is killed has them alone.
  const queues = [[`order-task-${world.tenantId}`, `price-trial-${world.tenantId}`]]
  await rows(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)
      select unnest($1::text[]), now(), 'test'
     on conflict (queue_name) do update set locked_at = now(), locked_by = 'test'`,
    queues,
  )
  await staff.call(orderTasks.start, { id, input: { format: 'pdf' } })
  const priced = await rows<{ fee: string; version: string; amount: string }>(
    `select v.fee_id as fee, v.id as version, s.amount::text as amount
      from fee_version v join shipment s on s.tenant_id = v.tenant_id
        join delivery_service d on d.tenant_id = s.tenant_id and d.id = s.service_id
          and d.fee_id = v.fee_id
      where s.id = $1 and v.valid_from <= now() and (v.valid_to is null or v.valid_to > now())`,
    [first.id],
  )
  const { version, amount } = priced[0]!
  const trial = await staff.call(priceTrials.start, { id: version, withId: version })
  expect(trial.total).toBe(ORDERS)
  // The second part waits, so that the process is killed between the first and the second.
  const second = new pg.Client({ connectionString: url })
  await second.connect()
  await second.query('begin')
  await second.query(
    'select from price_trial_part where trial_id = $1 and part_no = 1 for update',
    [trial.id],
  )
  await world.close()
  const killed = startProduct()
  await rows(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where queue_name = any($1)`,
    queues,
  )
  const state = async () =>
    (
      await rows<{ done: number; status: string }>(
        'select done, status from order_task where id = $1',
        [id],
      )
    )[0]!
  const until = async (reached: (now: { done: number; status: string }) => boolean) => {
    while (!reached(await state())) await sleep(20)
  }
  const trialState = async () =>
    (
      await rows<{ done: number; status: string }>(
        'select done, status from price_trial where id = $1',
        [trial.id],
      )
    )[0]!
  while ((await trialState()).done === 0) await sleep(20)
  await until(({ done }) => done >= 500)
  const gone = new Promise((resolve) => killed.once('exit', resolve))
  killed.kill('SIGKILL')
  await gone
  const after = await state()
  expect(after).toMatchObject({ status: 'running' })
  expect(after.done).toBeLessThan(ORDERS)
  expect(await trialState()).toEqual({ done: 500, status: 'running' })
  await second.query('rollback')
  await second.end()
  startProduct()
  await until(({ status }) => status !== 'running')
  while ((await trialState()).status === 'running') await sleep(20)
  expect(await trialState()).toEqual({ done: ORDERS, status: 'done' })
  const sums = await rows(
    `select sum(orders)::int as orders, sum(before)::text as before, sum(after)::text as after
      from price_trial_sum where trial_id = $1`,
    [trial.id],
  )
  const all = String(BigInt(amount) * BigInt(ORDERS))
  expect(sums).toEqual([{ orders: ORDERS, before: all, after: all }])
  expect(await state()).toEqual({ done: ORDERS, status: 'done' })
  const copies = await rows(
    `select p.label_copies as copies, count(*)::int as n from parcel p
      where p.shipment_id = any($1) group by 1`,
    [ids],
  )
  expect(copies).toEqual([{ copies: 1, n: ORDERS }])
  const files = await rows<{ name: string }>(
    `select name from stored_file where owner_kind = 'order_task' and owner_id = $1 order by id`,
    [id],
  )
  expect(files.map(({ name }) => name)).toEqual([
    'labels-1-500.pdf',
    'labels-501-1000.pdf',
    'labels-1001-1300.pdf',
  ])
}, 300_000)
