import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { orderTasks, type OrderTask } from '#contracts/orders/order-tasks.ts'
import { startJobs } from '#server/kit/jobs/jobs.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { ownDatabase } from '#test/own-database.ts'
import { copyOrder } from './order-tasks.fixture.ts'

/** Bulk tasks in a database whose jobs no other process takes: they are broken off and begun again. */
let world: World
let customer: Client
let admin: Client
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await ownDatabase() })
  customer = await world.as('customer')
  admin = await world.as('tenantAdmin')
})
afterAll(() => world.close())
let city = ''
beforeEach(() => {
  city = `City${Math.random().toString(36).slice(2, 9)}`
})

const sqlRows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world.db.pool.query<R>(text, values)).rows
/** Orders of the main customer in a city of the test's own. */
async function orders(count: number, confirm = false): Promise<string[]> {
  const consignee = {
    name: 'Task',
    country: 'DE',
    city,
    postalCode: '94579',
    street: 'Weg',
    house: '1',
  }
  const first = await makeOrder(world, admin, { confirm, change: { consignee } })
  return [first.id, ...(count > 1 ? await copyOrder(world, first.id, count - 1) : [])]
}
const prepare = (
  client: Client,
  action: 'confirm' | 'remark' | 'cancel' | 'hold',
  query?: object,
) => client.call(orderTasks.prepare, { action, query: { city, ...query } })
async function ended(client: Client, id: string): Promise<OrderTask> {
  await vi.waitUntil(
    async () => {
      // Without waiting for the pause after a failed attempt.
      await sqlRows(
        `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
          from graphile_worker.jobs where locked_at is null and run_at > now()`,
      )
      return !['queued', 'running'].includes(
        (await client.call(orderTasks.queryById, { id })).status,
      )
    },
    { timeout: 120_000, interval: 100 },
  )
  return client.call(orderTasks.queryById, { id })
}
async function run(
  client: Client,
  action: 'confirm' | 'remark' | 'cancel' | 'hold',
  input: object = {},
): Promise<OrderTask> {
  const { id } = await prepare(client, action)
  await client.call(orderTasks.start, { id, input: { ...input } })
  return ended(client, id)
}
/** No process begins a task of the tenant before it is let go. */
async function blockQueue(): Promise<() => Promise<void>> {
  const queue = [`order-task-${world.tenantId}`]
  await sqlRows(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)
      values ($1, now(), 'killed')
     on conflict (queue_name) do update set locked_at = now(), locked_by = 'killed'`,
    queue,
  )
  return async () => {
    await sqlRows(
      `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
        where queue_name = $1`,
      queue,
    )
    await sqlRows(`select graphile_worker.add_job('notices.tell')`)
  }
}
const rowsOf = async (client: Client, id: string, outcome?: 'done' | 'refused' | 'open') =>
  (
    await client.call(orderTasks.rows, {
      id,
      pageNo: 1,
      pageSize: 200,
      ...(outcome ? { outcome } : {}),
    })
  ).records

test('2,500 orders are done once each, though the process dies in the middle', async () => {
  const ids = await orders(2_500)
  const prepared = await prepare(customer, 'remark')
  expect(prepared).toMatchObject({ total: 2_500, open: 2_500, closed: [] })
  // From the thousandth order on every part breaks: what is done by then stays, no part is half done.
  await sqlRows(`create function test_break() returns trigger language plpgsql as $$ begin
    if new.done > 1000 and new.status = 'running' then raise exception 'killed on purpose'; end if;
    return new; end $$`)
  await sqlRows(
    'create trigger test_break before update on order_task for each row execute function test_break()',
  )
  await customer.call(orderTasks.start, { id: prepared.id, input: { remark: 'x' } })
  await vi.waitUntil(
    async () => (await customer.call(orderTasks.queryById, prepared)).done === 1_000,
    { timeout: 120_000, interval: 200 },
  )
  const remarks = () =>
    sqlRows<{ remark: string | null; n: number }>(
      `select remark, count(*)::int as n from shipment where id = any($1::bigint[])
        group by 1 order by 2`,
      [ids],
    )
  expect(await remarks()).toEqual([
    { remark: 'x', n: 1_000 },
    { remark: null, n: 1_500 },
  ])
  // The process dies with its job, as often as it may be tried.
  const release = await blockQueue()
  await sqlRows('drop trigger test_break on order_task')
  await sqlRows(
    `update graphile_worker._private_jobs
      set attempts = max_attempts, locked_at = now(), locked_by = 'killed'
      where payload::jsonb ->> 'id' = $1`,
    [prepared.id],
  )
  const other = await startJobs(world.deps)
  try {
    await release()
    expect(await ended(customer, prepared.id)).toMatchObject({
      status: 'done',
      total: 2_500,
      done: 2_500,
      accepted: 2_500,
      refused: 0,
      failure: null,
    })
  } finally {
    await other.stop()
  }
  // A remark that was added twice would read x, x.
  expect(await remarks()).toEqual([{ remark: 'x', n: 2_500 }])
}, 300_000)

test('what changed since it was chosen is named and left as it is', async () => {
  const ids = await orders(4)
  const { id } = await prepare(customer, 'cancel')
  await customer.call(
    { method: 'PUT', path: '/erp/shipment/confirm', login: true } as never,
    { ids: [ids[1]] } as never,
  )
  await orders(1)
  await customer.call(orderTasks.start, { id, input: { reason: 'wish' } })
  expect(await ended(customer, id)).toMatchObject({ total: 4, accepted: 3, refused: 1 })
  const [refused] = await rowsOf(customer, id, 'refused')
  expect(refused).toMatchObject({ id: ids[1], ok: false, code: 'orderTask.changed' })
  expect(refused!.message).toContain('“Confirmed”')
  const states = await sqlRows<{ n: number; status: number }>(
    `select shipment_status as status, count(*)::int as n from shipment where city = $1
      group by 1 order by 1`,
    [city],
  )
  // The one made after the click is none of the task's.
  expect(states.map(({ n }) => n)).toEqual([3, 1, 1])
  const file = await customer.get('/erp/orderTask/exportXls', { id, exportFormat: 'csv' })
  expect(file.bytes.toString('utf8').split('\n').filter(Boolean)).toHaveLength(5)
  expect(file.bytes.toString('utf8')).toContain('Changed after it was selected')
})

test('two tasks that meet on the same orders: each order is done by one, the other reports it', async () => {
  await orders(60)
  const [first, second] = [await prepare(customer, 'cancel'), await prepare(admin, 'confirm')]
  await customer.call(orderTasks.start, { id: first.id, input: { reason: 'wish' } })
  await admin.call(orderTasks.start, { id: second.id })
  const [a, b] = [await ended(customer, first.id), await ended(admin, second.id)]
  expect(a.done + b.done).toBe(120)
  expect(a.accepted + b.accepted).toBe(60)
  expect(a.refused + b.refused).toBe(60)
})

test('a permission taken away ends it; the rest can be done once it is back', async () => {
  await orders(40)
  const { id } = await prepare(customer, 'confirm')
  const release = await blockQueue()
  await customer.call(orderTasks.start, { id })
  await sqlRows(`create table taken as select g.* from sys_role_permission g
    join sys_permission p on p.id = g.permission_id and p.perms like 'ship:%:confirm'
    join sys_role r on r.id = g.role_id and r.role_code = 'customer'`)
  await sqlRows(`delete from sys_role_permission g using taken t
    where t.role_id = g.role_id and t.permission_id = g.permission_id`)
  await release()
  expect(await ended(customer, id)).toMatchObject({
    status: 'failed',
    done: 0,
    failure: { code: 'orderTask.mayNot' },
    resumable: true,
  })
  // Rights of a session are kept for four seconds.
  const resumed = (success: boolean) =>
    vi.waitUntil(
      async () => (await customer.put('/erp/orderTask/resume', { id })).success === success,
      { timeout: 90_000, interval: 300 },
    )
  await resumed(false)
  await sqlRows('insert into sys_role_permission select * from taken')
  await resumed(true)
  expect(await ended(customer, id)).toMatchObject({ status: 'done', accepted: 40 })
})

test('stopped, it leaves the rest and can go on', async () => {
  await orders(30)
  const { id } = await prepare(customer, 'remark')
  const release = await blockQueue()
  await customer.call(orderTasks.start, { id, input: { remark: 'call first' } })
  await customer.call(orderTasks.stop, { id })
  await release()
  expect(await customer.call(orderTasks.queryById, { id })).toMatchObject({
    status: 'stopped',
    done: 0,
    resumable: true,
    reason: 'call first',
  })
  expect((await customer.put('/erp/orderTask/stop', { id })).error).toBe('orderTask.over')
  await customer.call(orderTasks.resume, { id })
  expect(await ended(customer, id)).toMatchObject({ status: 'done', accepted: 30 })
  expect(await sqlRows(`select distinct remark from shipment where city = $1`, [city])).toEqual([
    { remark: 'call first' },
  ])
})

test('no user reaches orders or tasks of another: customers, sub-accounts, tenants', async () => {
  await orders(3)
  const [sub, stranger] = [await world.as('sub'), await world.as('otherCustomer')]
  for (const client of [sub, stranger, await world.otherTenantUser()])
    expect(
      (await client.post('/erp/orderTask/prepare', { action: 'confirm', query: { city } })).error,
    ).toBe('orderTask.none')
  const { id } = await prepare(customer, 'confirm')
  for (const client of [sub, stranger, admin, await world.otherTenantUser()]) {
    for (const [method, path] of [
      ['POST', 'start'],
      ['PUT', 'stop'],
      ['PUT', 'resume'],
    ] as const)
      expect((await client.raw(method, `/erp/orderTask/${path}`, { body: { id } })).status).toBe(
        404,
      )
    for (const path of ['queryById', 'rows', 'exportXls'])
      expect((await client.get(`/erp/orderTask/${path}`, { id })).status).toBe(404)
    expect((await client.call(orderTasks.list, {})).records.map((task) => task.id)).not.toContain(
      id,
    )
  }
})

test('the question counts the orders whose state the action is closed for', async () => {
  await orders(3)
  await orders(2, true)
  const { total, open, closed } = await prepare(customer, 'confirm')
  expect({ total, open, closed }).toEqual({
    total: 5,
    open: 3,
    closed: [{ status: 20, text: 'Confirmed', count: 2 }],
  })
  const done = await run(customer, 'confirm')
  expect(done).toMatchObject({ total: 5, accepted: 3, refused: 2 })
  expect((await rowsOf(customer, done.id, 'refused')).map(({ code }) => code)).toEqual([
    'shipment.not.confirm',
    'shipment.not.confirm',
  ])
})

test('an unknown filter, both sets, missing input and a second start are refused', async () => {
  await orders(1)
  const post = (path: string, body: object) => customer.post(`/erp/orderTask/${path}`, body)
  expect((await post('prepare', { action: 'confirm', query: { town: city } })).code).toBe(400)
  expect((await post('prepare', { action: 'confirm' })).code).toBe(400)
  expect((await post('prepare', { action: 'drop', query: { city } })).code).toBe(400)
  const { id } = await prepare(customer, 'cancel')
  const held = await prepare(admin, 'hold')
  expect((await admin.post('/erp/orderTask/start', { id: held.id })).code).toBe(400)
  expect((await post('start', { id, input: { resaon: 'x' } })).code).toBe(400)
  expect((await post('start', { id, input: { reason: 'x' } })).success).toBe(true)
  expect((await post('start', { id, input: { reason: 'x' } })).error).toBe('orderTask.started')
})
