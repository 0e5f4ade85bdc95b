import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, openWorld, type Answer, type World } from '../harness.ts'
import { inputFor, watchRoutes, type Route } from './routes.ts'

let world: World
const watched = watchRoutes()
beforeAll(async () => {
  world = await openWorld({ rateLimits: true, trustProxy: '127.0.0.1' })
  watched.stop()
})
afterAll(() => world.close())

const inventedToken = () => randomBytes(32).toString('base64url')
/** Pushed to by carriers, at their pace. */
const AT_CARRIERS_PACE = ['/boot/hooks/:adapter/:hook']

/** One call with what its contract would take; what becomes of it does not matter here. */
function send(
  { method, url, endpoint }: Route,
  headers: Record<string, string>,
  client = new Client(world.origin, null),
): Promise<Answer> {
  const input = inputFor(endpoint!, {})
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const inQuery = method === 'GET' || method === 'DELETE'
  return client.raw(method, path, {
    ...(inQuery ? {} : { body: endpoint!.body === 'multipart' ? {} : input }),
    headers,
  })
}
const open = () =>
  watched.routes.filter(({ endpoint, method }) => endpoint?.public && method !== 'HEAD')
const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

describe('limits', () => {
  test('of calls open to strangers go by the address, whatever token comes along', async () => {
    const free: string[] = []
    for (const route of open()) {
      const from = { 'X-Forwarded-For': '198.51.100.7' }
      const first = await send(route, { ...from, 'X-Access-Token': inventedToken() })
      const second = await send(route, { ...from, 'X-Access-Token': inventedToken() })
      if (!(remaining(second) === remaining(first) - 1)) free.push(`${route.method} ${route.url}`)
    }
    expect(open().length).toBeGreaterThan(15)
    expect(free).toEqual([])
  })

  test('hold strangers short: no public call is of the class of people at work', () => {
    expect(
      open()
        .filter(({ endpoint }) => (endpoint?.rate ?? 'normal') === 'normal')
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(AT_CARRIERS_PACE)
  })

  test('of heavy calls go by the person: whole tables, trials of prices, tariffs', async () => {
    const heavy = watched.routes.filter(
      ({ endpoint, method }) => endpoint?.rate === 'heavy' && method !== 'HEAD',
    )
    expect(heavy.map(({ url }) => url).toSorted()).toEqual([
      '/boot/erp/account/reconcile',
      '/boot/erp/account/reconcile',
      '/boot/erp/billRun/dryRun',
      '/boot/erp/billRun/whatIf',
      '/boot/erp/carrierShipment/label',
      '/boot/erp/fee/raise',
      '/boot/erp/fee/raisePreview',
      '/boot/erp/myService/tariff',
      '/boot/erp/outTrack/claims',
      '/boot/erp/outTrack/claims',
      '/boot/erp/partition/coverage',
      '/boot/erp/paymentEvent/askRefund',
      '/boot/erp/pod/refresh',
      '/boot/erp/pod/zip',
      '/boot/erp/podCarrier/testApi',
      '/boot/erp/priceTrial/start',
      '/boot/erp/routingCode/coverage',
      '/boot/erp/shipmentImport/reread',
      '/boot/erp/shipmentImport/reread',
      '/boot/erp/testTrack/run',
      '/boot/online/cgreport/api/exportXls/:cgRpConfigId',
      '/boot/online/cgreport/api/testConnection',
      '/boot/online/cgreport/head/parseSql',
      '/boot/online/cgreport/head/parseSql',
      '/boot/rwms/case/mailbox/poll',
    ])
    const staff = await world.as('tenantAdmin')
    for (const route of heavy) {
      const headers = { 'X-Access-Token': staff.token ?? '' }
      const first = remaining(await send(route, headers))
      expect(first, route.url).toBeGreaterThan(0)
      expect(remaining(await send(route, headers)), route.url).toBe(first - 1)
    }
  })

  test('end a person who uses up serial numbers', async () => {
    const staff = await world.as('warehouse')
    const statuses: number[] = []
    for (let turn = 0; turn < 62; turn++)
      statuses.push((await staff.put('/sys/fillRule/executeRuleByCode/none', {})).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  test('end a search of tracking numbers although each call has another token', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 22; turn++)
      statuses.push(
        (
          await world.anonymous.raw('GET', '/track/query', {
            query: { numbers: 'A1234567' },
            headers: { 'X-Forwarded-For': '198.51.100.8', 'X-Access-Token': inventedToken() },
          })
        ).status,
      )
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  test('take the addresses of one IPv6 network as one, as its owner may choose any of them', async () => {
    const left = async (address: string) =>
      remaining(
        await world.anonymous.raw('GET', '/track/query', {
          query: { numbers: 'A1234567' },
          headers: { 'X-Forwarded-For': address },
        }),
      )
    const first = await left('2001:db8:1:2::1')
    expect(await left('2001:db8:1:2:ffff::9')).toBe(first - 1)
    expect(await left('2001:db8:1:3::1')).toBe(first)
    expect(await left('198.51.100.9')).toBe(first)
    expect(await left('::ffff:198.51.100.9')).toBe(first - 1)
  })

  test('of strangers count a network of IPv6 as a whole, too', async () => {
    const route = open().find(({ endpoint }) => endpoint?.rate === 'public')!
    const statuses: number[] = []
    for (let net = 0; net < 17; net++)
      for (let call = 0; call < 10; call++)
        statuses.push(
          (await send(route, { 'X-Forwarded-For': `2001:db8:7:${net.toString(16)}::1` })).status,
        )
    expect(statuses.slice(0, 160)).not.toContain(429)
    expect(statuses.slice(160)).toEqual(Array(10).fill(429))
    expect((await send(route, { 'X-Forwarded-For': '2001:db8:8::1' })).status).not.toBe(429)
  })

  test('of a signed-in user follow the user through all sessions', async () => {
    const username = world.username('manager')
    const tokens: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      const answer = await world.anonymous.post('/sys/login', {
        username,
        password: 'Parcels-2026!',
      })
      tokens.push((answer.result as { token: string }).token)
    }
    const left = async (token: string) =>
      remaining(await new Client(world.base, token).get('/sys/account/profile'))
    const first = await left(tokens[0]!)
    expect(await left(tokens[1]!)).toBe(first - 1)
  })

  test('end a search for a token that fits', async () => {
    const ask = (address: string) =>
      world.anonymous.raw('GET', '/sys/account/profile', {
        headers: { 'X-Forwarded-For': address, 'X-Access-Token': inventedToken() },
      })
    const answers = await Promise.all(Array.from({ length: 310 }, () => ask('198.51.100.10')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(300)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await ask('198.51.100.11')).status).toBe(401)
  })
})
