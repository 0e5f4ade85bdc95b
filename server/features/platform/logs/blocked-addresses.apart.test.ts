import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockedAddresses, BLOCKED_MAX } from '#contracts/platform/operations/blocked-addresses.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'

const ELSEWHERE = '198.51.100.7'
let world: World
let second: World
let admin: Client
beforeAll(async () => {
  const databaseUrl = await ownDatabase()
  world = await openWorld({ databaseUrl, trustProxy: '127.0.0.1' })
  second = await openWorld({ databaseUrl, trustProxy: '127.0.0.1' })
  admin = await world.as('tenantAdmin')
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const own = '203.0.113.5'
/** A call of a session from an address, at one of the two processes. */
const from = async (client: Client, ip: string, base = world.base, path = '/sys/log/list') =>
  (
    await fetch(base + path, {
      headers: {
        'x-access-token': client.token ?? '',
        tenant_id: client.tenant ?? '0',
        'x-forwarded-for': ip,
      },
    })
  ).status
const login = async (ip: string) =>
  (
    await fetch(`${world.base}/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: '{"username":"x","password":"y"}',
    })
  ).status
/** A page that asks for a socket without a session. */
const socket = (ip: string) =>
  new Promise<number | undefined>((resolve, reject) =>
    request(`${world.origin}/websocket/1`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        origin: world.origin,
        'x-forwarded-for': ip,
      },
    })
      .on('response', ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end(),
  )
const block = (client: Client, address: string, more: object = {}) =>
  client.raw('POST', blockedAddresses.block.path, {
    body: { address, hours: 1, reason: 'guesses passwords', ...more },
    headers: { 'x-forwarded-for': own },
  })

test('a blocked address is refused at once, at another process within seconds, until it is released', async () => {
  expect(await from(admin, ELSEWHERE)).toBe(200)
  expect((await block(admin, ELSEWHERE)).success).toBe(true)
  expect(await from(admin, ELSEWHERE)).toBe(403)
  expect(await from(admin, own)).toBe(200)
  await expect
    .poll(() => from(admin, ELSEWHERE, second.base), { timeout: 9_000, interval: 500 })
    .toBe(403)
  // Another tenant's users are none of this tenant's matter.
  expect(await from(await world.otherTenantUser(), ELSEWHERE)).toBe(200)
  expect((await admin.call(blockedAddresses.list, {})).map(({ address }) => address)).toEqual([
    ELSEWHERE,
  ])
  await admin.call(blockedAddresses.release, { address: ELSEWHERE })
  expect(await from(admin, ELSEWHERE)).toBe(200)
  const logged = await world.db.pool.query(
    `select action from data_log where table_name = 'blocked_address' and tenant_id = $1 order by id`,
    [world.tenantId],
  )
  expect(logged.rows.map((row) => (row as { action: string }).action)).toEqual(['add', 'delete'])
})

test('the own address, what is no address, and more than a list can hold are refused', async () => {
  expect(JSON.stringify((await block(admin, own)).result)).toContain('block.own')
  for (const address of ['', 'x', '1.2.3', '10.0.0.0/8', '1.2.3.4 ', 'a'.repeat(20_000)])
    expect((await block(admin, address)).code, address.slice(0, 20)).toBe(400)
  await world.db.pool.query(
    `insert into blocked_address (tenant_id, address, reason, until, create_by)
      select $1, '10.1.' || n / 250 || '.' || n % 250, 'x', now() + interval '1 hour', 'x'
      from generate_series(1, $2::int) n`,
    [world.tenantId, BLOCKED_MAX],
  )
  expect((await block(admin, ELSEWHERE)).error).toBe('block.full')
  await world.db.pool.query(
    `update blocked_address set until = now() - interval '1 second' where tenant_id = $1`,
    [world.tenantId],
  )
  expect((await block(admin, ELSEWHERE)).success, 'what has ended leaves').toBe(true)
  expect(await admin.call(blockedAddresses.list, {})).toHaveLength(1)
  await admin.call(blockedAddresses.release, { address: ELSEWHERE })
})

test('of IPv6 the whole /64 is blocked, and the platform blocks sign-in as well', async () => {
  expect((await block(admin, '2001:db8:1:2::9')).success).toBe(true)
  expect(await from(admin, '2001:db8:1:2:ffff::1')).toBe(403)
  expect(await from(admin, '2001:db8:1:3::1')).toBe(200)
  const signIn = () => login('2001:db8:1:2::1')
  expect(await signIn(), 'of the tenant alone').toBe(200)
  expect(await socket('2001:db8:1:2::1')).toBe(401)
  await world.db.pool.query('update blocked_address set tenant_id = 0 where tenant_id = $1', [
    world.tenantId,
  ])
  await expect.poll(signIn, { timeout: 9_000, interval: 500 }).toBe(403)
  expect(await socket('2001:db8:1:2::1')).toBe(403)
})

test('only who may block sees and changes the list', async () => {
  for (const role of ['manager', 'finance', 'customer', 'sub'] as const) {
    const client = await world.as(role)
    expect((await client.get(blockedAddresses.list.path)).status, role).toBe(403)
    expect((await block(client, ELSEWHERE)).status, role).toBe(403)
  }
})
