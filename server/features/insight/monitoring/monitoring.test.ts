import { beforeAll, expect, test } from 'vitest'
import { actuator, DIAGNOSTICS, monitoring } from '#contracts/insight/monitoring.ts'
import { figures } from '#server/kit/http/call-figures.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { platformAdmin } from '#test/platform.ts'
import { sampler } from './samples.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await platformAdmin(world())
})

/** An answer as it came, without looking for an envelope. */
async function fetched(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(world().base + path, {
    headers: { 'X-Access-Token': admin.token ?? '' },
  })
  return { status: answer.status, text: await answer.text() }
}
const bare = async (path: string) =>
  JSON.parse((await fetched(path)).text) as Record<string, unknown>

const BOARDS = ['disk', 'runtime', 'system', 'web', 'cache'] as const
const METRICS = [
  'tomcat.sessions.created',
  'tomcat.sessions.active.current',
  'tomcat.global.sent',
  'tomcat.global.request',
  'tomcat.threads.config.max',
  'system.cpu.usage',
  'process.start.time',
  'jvm.memory.used',
  'jvm.buffer.count',
  'jvm.threads.live',
  'jvm.gc.pause',
]

test.each(BOARDS)('%s shows figures to the platform alone', async (name) => {
  const board = await admin.call(monitoring[name], { span: 'hour' })
  expect(board.facts.length).toBeGreaterThan(2)
  for (const role of ['tenantAdmin', 'finance', 'customer', 'sub'] as const) {
    const answer = await (await world().as(role)).get(monitoring[name].path)
    expect(answer.status, role).toBe(403)
  }
})

test('a tenant’s user sees nothing, not even with the permissions by mistake', async () => {
  await world().db.pool.query(
    `insert into sys_role_permission (tenant_id, role_id, permission_id)
      select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
      where r.tenant_id = $1 and r.role_code = 'finance' and p.perms like 'mon:%'
      on conflict do nothing`,
    [world().tenantId],
  )
  const finance = await world().as('finance')
  for (const { path, method } of [...Object.values(monitoring), ...Object.values(actuator)]) {
    // A carrier's answers are of the own tenant.
    if (path === monitoring.carriers.path) continue
    const url = path.replace('{name}', 'jvm.gc.pause')
    const body = { percent: 80, name: path.includes('diagnose') ? 'locks' : 'prices' }
    const answer = await finance.raw(method, url, method === 'GET' ? {} : { body })
    expect(answer.status, url).toBe(403)
  }
})

test('traces and their archive have no token, no password and no query', async () => {
  const secret = 'a-word-nobody-may-see'
  await admin.get(`/sys/permission/getUserPermissionByToken?token=${secret}`)
  await admin.raw('POST', '/sys/login', { body: { username: 'x', password: secret } })
  await admin.raw('GET', `/track/subscription/${secret}`, {})
  const { records } = await admin.call(monitoring.traces, { pageSize: 100 })
  expect(records.length).toBeGreaterThan(2)
  const archive = await fetched(monitoring.archive.path)
  const seen = JSON.stringify(records) + archive.text
  expect(seen).toContain('getUserPermissionByToken')
  expect(seen).not.toContain('token=')
  expect(seen.toLowerCase()).not.toContain('authorization')
  expect(seen).not.toContain('"cookie"')
})

test('a filter finds the slow and the refused calls', async () => {
  await admin.get('/no/such/path')
  const { records } = await admin.call(monitoring.traces, {
    status_begin: '404',
    status_end: '404',
  })
  expect(records.length).toBeGreaterThan(0)
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set([404]))
})

test('paths that are served by no route are one series', async () => {
  const series = async () =>
    (await figures.getMetricsAsJSON()).flatMap(({ values }) => values).length
  await admin.get('/no/such/path')
  const before = await series()
  for (let n = 0; n < 50; n++) await admin.get(`/no/such/path/${n}`)
  expect(await series()).toBe(before)
})

test('the family’s names are answered without an envelope, each with a measurement', async () => {
  for (const name of METRICS) {
    const body = await bare(`/actuator/metrics/${name}`)
    expect(body.name).toBe(name)
    expect((body.measurements as { value: number }[])[0]?.value, name).toEqual(expect.any(Number))
    expect(body).not.toHaveProperty('success')
  }
  const two = await bare('/actuator/metrics/tomcat.global.request')
  expect(two.measurements).toHaveLength(2)
  expect(await bare('/actuator/redis/keysSize')).toHaveProperty('dbSize')
  expect(await bare('/actuator/httptrace')).toHaveProperty('traces')
  const disks = await admin.call(actuator.disks, {})
  expect(disks[0]).toMatchObject({ restPPT: expect.any(Number) })
  expect((await admin.get('/actuator/metrics/no.such')).status).toBe(404)
})

test.each(DIAGNOSTICS)('the diagnosis “%s” answers a table', async (name) => {
  const answer = await admin.call(monitoring.diagnose, { name })
  expect(answer.columns.length).toBeGreaterThan(1)
  for (const row of answer.rows)
    for (const { key } of answer.columns) expect(row).toHaveProperty(key)
})

test('a cache is emptied by name; an unknown one is not found', async () => {
  const before = await admin.call(monitoring.cache, { span: 'hour' })
  expect(before.tables[0]!.rows.map(({ name }) => name)).toContain('sessions')
  const { entries } = await admin.call(monitoring.clearCache, { name: 'dictionaries' })
  expect(entries).toBeGreaterThanOrEqual(0)
  const unknown = await admin.put(monitoring.clearCache.path, { name: 'none' })
  expect(unknown.status).toBe(404)
})

test('figures are written down, drawn, and the alarm level is part of them', async () => {
  const sample = sampler(world().deps)
  await sample()
  await admin.call(monitoring.setDiskAlarm, { percent: 50 })
  await world().db.pool.query(
    `insert into monitor_sample (node, name, at, value)
      select node, name, at - interval '2 minutes', value from monitor_sample`,
  )
  const { charts } = await admin.call(monitoring.runtime, { span: 'hour' })
  expect(charts.map(({ key }) => key)).toEqual(['heapUsed', 'lagP99'])
  expect(charts[0]!.points.length).toBeGreaterThan(1)
  expect(charts[1]!.points.some(({ value }) => value > 0)).toBe(true)
  const { facts } = await admin.call(monitoring.disk, { span: 'day' })
  expect(facts).toContainEqual({ key: 'alarm', unit: 'percent', value: 50 })
})

test('a sick carrier is marked: to its tenant alone, and to the platform with the tenant’s name', async () => {
  await world().db.pool.query(
    `insert into carrier_call (tenant_id, courier, operation, http_status, ms, error)
      values ($1, 'SICK', 'label', 500, 900, 'timeout'), ($1, 'sick', 'label', 500, 900, 'timeout'),
        ($1, 'WELL', 'label', 200, 90, null)`,
    [world().tenantId],
  )
  const seen = async (client: Client) => {
    const { tables, node } = await client.call(monitoring.carriers, { span: 'hour' })
    expect(node).toBe('')
    return tables[0]!.rows.filter(({ courier }) => courier === 'SICK' || courier === 'WELL')
  }
  for (const role of ['tenantAdmin', 'manager'] as const) {
    const own = await seen(await world().as(role))
    expect(own).toEqual([
      expect.objectContaining({ courier: 'SICK', failed: 2, alarm: 1, lastError: 'timeout' }),
      expect.objectContaining({ courier: 'WELL', failed: 0, alarm: 0, lastError: null }),
    ])
  }
  const everywhere = await admin.call(monitoring.carriers, { span: 'hour' })
  expect(everywhere.tables[0]!.columns[0]!.key).toBe('tenant')
  const elsewhere = await world().otherTenantUser()
  await world().db.pool.query(
    `insert into carrier_call (tenant_id, courier, operation, ms)
      select tenant_id, 'WELL', 'label', 90 from sys_user where username = $1`,
    [await world().elsewhere('tenantAdmin')],
  )
  expect(new Set((await seen(admin)).map(({ tenant }) => tenant)).size).toBe(2)
  expect((await seen(admin)).filter(({ alarm }) => alarm === 1)).toHaveLength(1)
  expect((await seen(elsewhere)).map(({ courier }) => courier)).toEqual(['WELL'])
})
