import Fastify, { type FastifyRequest } from 'fastify'
import { inject, expect, test, vi } from 'vitest'
import { openWorld, type Client } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { Refusal } from './errors.ts'
import { countRefused } from './refused-calls.ts'

interface Line {
  content: string
  tenant_id: string
  username: string | null
  ip: string
  method: string
  outcome: string
  param: string
}

test('what is refused before a verb is logged once a minute with its count: limits, unreadable bodies', async () => {
  const world = await openWorld({ rateLimits: true, trustProxy: '127.0.0.1' })
  const { tenantId } = world
  const from = (ip: string) => ({ 'X-Forwarded-For': ip, 'content-type': 'application/json' })
  const [one, two] = [`10.77.${Number(tenantId) % 250}.1`, `10.77.${Number(tenantId) % 250}.2`]
  const send = async (
    client: Client,
    path: string,
    body: string,
    ip: string,
    times: number,
    type = 'application/json',
  ) => {
    let last = 0
    for (let turn = 0; turn < times; turn++)
      last = (
        await client.raw('POST', path, { body, headers: { ...from(ip), 'content-type': type } })
      ).status
    return last
  }
  const manager = await world.as('manager')
  expect(await send(manager, '/erp/supplier/add', '{"code":', one, 7)).toBe(400)
  expect(await send(manager, '/erp/supplier/add', '['.repeat(40) + ']'.repeat(40), one, 2)).toBe(
    400,
  )
  expect(await send(manager, '/erp/supplier/add', '<a/>', one, 3, 'text/xml')).toBe(415)
  expect(
    await send(manager, '/erp/supplier/add', `{"remark":"${'x'.repeat(1_100_000)}"}`, one, 1),
  ).toBe(413)
  expect(await send(manager, '/erp/supplier/add', '{"code":', two, 1)).toBe(400)
  expect(await send(world.anonymous, '/sys/login', '{"username":', one, 4)).toBe(400)
  expect(await send(world.anonymous, '/sys/login', '{"username":["x"]}', one, 2)).toBe(200)
  // What the verb refuses is noted by itself, not here; a call without a session is not logged at
  // all.
  const refused = await manager.raw('POST', '/erp/supplier/add', {
    body: { code: '' },
    headers: from(one),
  })
  expect(refused.code).toBe(400)
  expect(
    (await world.anonymous.raw('POST', '/erp/supplier/add', { body: '{', headers: from(one) }))
      .status,
  ).toBe(401)
  const requested = await Promise.all(
    Array.from({ length: 26 }, () =>
      world.anonymous.raw('GET', '/track/query', { query: { nos: 'XX1' }, headers: from(one) }),
    ),
  )
  const throttled = requested.filter(({ status }) => status === 429).length
  expect(throttled).toBe(6)
  await world.close()

  const db = openDatabase(inject('databaseUrl'), { max: 1 })
  try {
    const { rows } = await db.pool.query<Line>(
      `select content, tenant_id, username, ip, method, outcome, param from op_log
        where ip = any($1) and log_type = 2 order by id`,
      [[one, two]],
    )
    // A slow run is more than one minute, and then more than one line.
    const sums = new Map<string, number>()
    for (const { param, ...line } of rows.filter((row) => /"count":/.test(row.param ?? '')))
      sums.set(
        JSON.stringify(line),
        (sums.get(JSON.stringify(line)) ?? 0) + (JSON.parse(param) as { count: number }).count,
      )
    const counted = [...sums].map(([line, count]) => ({ ...(JSON.parse(line) as object), count }))
    const add = {
      content: '/erp/supplier/add',
      tenant_id: tenantId,
      username: world.username('manager'),
      method: 'POST',
    }
    const stranger = { tenant_id: '0', username: null, ip: one }
    expect(counted).toHaveLength(8)
    expect(counted).toEqual(
      expect.arrayContaining([
        { ...add, ip: one, outcome: 'request.json', count: 7 },
        { ...add, ip: one, outcome: 'request.tooDeep', count: 2 },
        { ...add, ip: one, outcome: 'request.mediaType', count: 3 },
        { ...add, ip: one, outcome: 'request.tooLarge', count: 1 },
        { ...add, ip: two, outcome: 'request.json', count: 1 },
        { ...stranger, content: '/sys/login', method: 'POST', outcome: 'request.json', count: 4 },
        {
          ...stranger,
          content: '/sys/login',
          method: 'POST',
          outcome: 'request.invalid',
          count: 2,
        },
        {
          ...stranger,
          content: '/track/query',
          method: 'GET',
          outcome: 'request.tooMany',
          count: 6,
        },
      ]),
    )
    expect(rows.filter(({ param }) => !/"count":/.test(param ?? ''))).toMatchObject([
      { content: '/erp/supplier/add', outcome: 'request.invalid' },
    ])
  } finally {
    await db.close()
  }
})

test('a flood of ever new addresses stays within its lines', async () => {
  const app = Fastify()
  const lines: unknown[][] = []
  const query = (_: string, columns: unknown[][]) =>
    Promise.resolve(lines.push(...columns[0]!.map((__, at) => columns.map((column) => column[at]))))
  const note = countRefused(app, { pool: { query } } as unknown as Database, console)
  const refusal = new Refusal('request.json', { http: 400 })
  const from = (ip: string, entered = false) =>
    ({
      ip,
      method: 'POST',
      id: '1',
      entered,
      principal: null,
      routeOptions: { url: '/x', config: { endpoint: { path: '/x', public: true } } },
    }) as unknown as FastifyRequest
  for (let at = 0; at < 5_000; at++) note(from(`10.0.${at >> 8}.${at % 256}`), refusal)
  note(from('10.0.0.0'), refusal)
  note(from('10.0.0.0', true), refusal)
  await app.close()
  expect(lines).toHaveLength(501)
  const counts = lines.map((line) => (JSON.parse(String(line.at(-1))) as { count: number }).count)
  expect(counts[0]).toBe(2)
  expect(counts.at(-1)).toBe(4_500)
  expect(counts.reduce((sum, one) => sum + one)).toBe(5_001)
})

test('calls wait for a connection in the order they came; one that waits too long is a busy server', async () => {
  // Its worker must not take up other suites' jobs: they would wait for a connection, too.
  const databaseUrl = await ownDatabase()
  const world = await openWorld({ databaseUrl })
  const { pool } = world.db
  const patience = pool.options.connectionTimeoutMillis
  const clients = [
    await world.as('manager'),
    await world.as('service'),
    await world.as('tenantAdmin'),
  ]
  const list = (client: Client) => client.raw('GET', '/erp/shipment/list')
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    // Nothing ends by itself: what is answered was served.
    pool.options.connectionTimeoutMillis = 60_000
    const answered: number[] = []
    const waiting: Promise<number>[] = []
    for (const [at, client] of clients.entries()) {
      const before = pool.waitingCount
      waiting.push(
        list(client).then(({ status }) => {
          answered.push(at)
          return status
        }),
      )
      await vi.waitFor(() => expect(pool.waitingCount).toBeGreaterThan(before), 40_000)
    }
    taken.pop()!.release()
    expect(await Promise.all(waiting)).toEqual([200, 200, 200])
    expect(answered).toEqual([0, 1, 2])

    taken.push(await pool.connect())
    pool.options.connectionTimeoutMillis = 20
    const late = await list(clients[0]!)
    expect(late).toMatchObject({ status: 503, success: false, error: 'server.busy' })
    expect(late.headers.get('retry-after')).toBe('2')
  } finally {
    pool.options.connectionTimeoutMillis = patience
    for (const client of taken) client.release()
  }
  expect((await list(clients[0]!)).status).toBe(200)
  await world.close()
  const db = openDatabase(databaseUrl)
  expect(db.pool.options.connectionTimeoutMillis).toBe(5_000)
  await db.close()
})
