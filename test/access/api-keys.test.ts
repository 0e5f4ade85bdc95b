import { beforeAll, expect, test } from 'vitest'
import type { ApiKey } from '#contracts/platform/session/account-security.ts'
import { accessOf } from '#contracts/kit/endpoint.ts'
import { Client, openWorld, type Answer, type World } from '../harness.ts'
import { atWorkerEnd } from '../worker-end.ts'
import { inputFor, watchRoutes, type Route } from './routes.ts'

let world: World
const watched = watchRoutes()
beforeAll(async () => {
  world = await openWorld({ rateLimits: true, trustProxy: '127.0.0.1' })
  atWorkerEnd(() => world.close())
  watched.stop()
})

async function newKey(scopes: string[], more: object = {}): Promise<{ key: string; row: ApiKey }> {
  const owner = await world.as('manager')
  const made = await owner.post('/sys/account/apiKey/add', { name: 'Shop', scopes, ...more })
  expect(made.error).toBeUndefined()
  return made.result as { key: string; row: ApiKey }
}
function call(
  { method, url, endpoint }: Pick<Route, 'method' | 'url' | 'endpoint'>,
  key: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const input = endpoint ? inputFor(endpoint, {}) : {}
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return new Client(world.origin, null).raw(method, path, {
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{' }),
    headers: { 'X-Api-Key': key, ...headers },
  })
}
const declared = () =>
  watched.routes.flatMap((route) => {
    const access = route.endpoint && accessOf(route.endpoint)
    return access && access !== 'public' && route.method !== 'HEAD' ? [{ route, access }] : []
  })
/** Open to every key: what it opens, and the words of dictionaries. */
const OWN = ['GET /boot/sys/api/ofKey', 'GET /boot/sys/dict/getDictItems/:code']
const LIST = { method: 'GET', url: '/boot/erp/consignee/list', endpoint: null }

test('a key opens the calls its scopes name and nothing else', async () => {
  const scope = 'base:consignee:list'
  const { key } = await newKey([scope])
  const opened: string[] = []
  const left = declared()
  const ask = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { status } = await call(next.route, key)
      // A busy server puts figures off before it looks at who asks.
      if (status === 503) left.push(next)
      else if (status !== 403) opened.push(`${next.route.method} ${next.route.url}`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, ask))
  const named = declared()
    .filter(({ access }) => access !== 'login' && access.perms.includes(scope))
    .map(({ route: { method, url } }) => `${method} ${url}`)
  expect(declared().length).toBeGreaterThan(400)
  expect(opened.toSorted()).toEqual([...named, ...OWN].toSorted())
  expect(opened).toContain('GET /boot/erp/consignee/list')
})

test('a key with all its owner may do still opens nothing that belongs to the person', async () => {
  const owner = await world.as('manager')
  const all = (await owner.get('/sys/account/apiKey/scopes')).result as { code: string }[]
  const { key } = await newKey(all.map(({ code }) => code).slice(0, 200))
  for (const { route, access } of declared())
    if (access === 'login' && !OWN.includes(`${route.method} ${route.url}`))
      expect((await call(route, key)).status, route.url).toBe(403)
})

test('a key works in its own tenant, from its addresses, until it is revoked, and its use is shown', async () => {
  const owner = await world.as('manager')
  const { key, row } = await newKey(['base:consignee:list'], { ips: ['203.0.113.0/24'] })
  const from = (address: string, more = {}) =>
    call(LIST, key, { 'X-Forwarded-For': address, ...more })
  expect((await from('203.0.113.9')).success).toBe(true)
  expect((await from('203.0.113.9', { tenant_id: world.tenantId })).success).toBe(true)
  expect((await from('203.0.113.9', { tenant_id: '1' })).status).toBe(403)
  expect(await from('203.0.114.9')).toMatchObject({ status: 401, error: 'session.keyRefused' })
  const shown = (await owner.get('/sys/account/apiKey/list')).result as ApiKey[]
  expect(shown.find(({ id }) => id === row.id)).toMatchObject({
    lastIp: '203.0.113.9',
    lastUsedAt: expect.any(String),
  })
  await owner.delete('/sys/account/apiKey/delete', { id: row.id })
  expect(await from('203.0.113.9')).toMatchObject({ status: 401, error: 'session.keyRefused' })
})

test('a property a call does not have is refused by its name, for keys alone', async () => {
  const { key } = await newKey(['base:consignee:add', 'base:consignee:list'])
  const send = async (headers: Record<string, string>, change: object) => {
    const answer = await fetch(`${world.base}/erp/consignee/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        customerId: world.customerId,
        name: 'Key',
        country: 'DE',
        city: 'Zenting',
        street: 'Weg 1',
        postalCode: '94579',
        ...change,
      }),
    })
    return (await answer.json()) as { success: boolean; result: { issues: object[] } }
  }
  const wrong = await send({ 'X-Api-Key': key }, { postCode: '94579', streetNo: 1 })
  expect(wrong.result.issues).toMatchObject([
    { path: 'postCode', code: 'field.notKnown' },
    { path: 'streetNo', code: 'field.notKnown' },
  ])
  const right = await send({ 'X-Api-Key': key }, {})
  expect(right.success, JSON.stringify(right)).toBe(true)
  const owner = await world.as('manager')
  const row = (await owner.get('/erp/consignee/list', { name: 'Key' })).result as {
    records: object[]
  }
  // A row is sent back as it was read; a person's client may send what it likes.
  expect((await send({ 'X-Api-Key': key }, row.records[0]!)).success).toBe(true)
  expect(
    (
      await owner.post('/erp/consignee/add', {
        customerId: world.customerId,
        name: 'Key 2',
        country: 'DE',
        city: 'Zenting',
        street: 'Weg 1',
        postalCode: '94579',
        postCode: 'x',
      })
    ).success,
  ).toBe(true)
})

test('a key has a limit of its own, and unknown keys are counted by the address', async () => {
  const { key } = await newKey(['base:consignee:list'])
  const left = async (address: string) =>
    Number(
      (await call(LIST, key, { 'X-Forwarded-For': address })).headers.get('x-ratelimit-remaining'),
    )
  expect([await left('198.51.100.1'), await left('198.51.100.2')]).toEqual([599, 598])
  const owner = await world.as('manager')
  const answer = await owner.get('/erp/consignee/list')
  expect(answer.headers.get('x-ratelimit-limit')).toBe('6000')
  const guess = (turn: number) =>
    call(LIST, `py_${String(turn).padStart(51, 'A')}`, { 'X-Forwarded-For': '198.51.100.3' })
  const answers = await Promise.all(Array.from({ length: 305 }, (_, turn) => guess(turn)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
})
