import { createServer, request as open, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { gatewayRoutes } from '#contracts/platform/operations/gateway-routes.ts'
import { rateLimits } from '#server/kit/http/rate-limits.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { platformAdmin } from '#test/platform.ts'
import { plainPath } from './plain-path.ts'
import { limitOf, PASSED_BYTES, STRANGERS_MAX } from './proxy.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let upstream: Server
let seen: Seen[] = []
let world: World
let admin: Client
let port = 0

beforeAll(async () => {
  upstream = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      if (url.includes('moved'))
        return response
          .writeHead(302, { location: 'http://127.0.0.1:1/', 'content-type': 'text/html' })
          .end('<a>moved</a>')
      if (url.includes('busy')) return response.writeHead(503, { 'retry-after': '1' }).end()
      if (url.includes('gone')) return response.destroy()
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'a=b',
        'x-secret': '1',
        'access-control-allow-origin': '*',
        'content-security-policy': 'default-src *',
      })
      response.end('<script>1</script>')
    })
  })
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done))
  ;({ port } = upstream.address() as AddressInfo)
  world = await openWorld({
    databaseUrl: await ownDatabase(),
    gatewayHosts: [`127.0.0.1:${port}`, '127.0.0.1:1'],
  })
  admin = await platformAdmin(world, 'gateway')
  await add({ name: 'open', path: '/gateway/open/**', access: 'public' })
  await add({ name: 'own', path: '/gateway/own/**', access: 'login' })
  await add({ name: 'closed', path: '/gateway/closed/**', access: 'sys:gateway:publish' })
  await add({ name: 'down', path: '/gateway/down/**', uri: 'http://127.0.0.1:1' })
  await add({
    name: 'reads',
    path: '/gateway/reads/**',
    method: 'GET',
    filters:
      '[{"name":"AddRequestHeader","args":["X-Partner","42"]},{"name":"PrefixPath","args":["/api"]}]',
  })
  await admin.call(gatewayRoutes.publish, {})
})
afterAll(async () => {
  await world.close()
  upstream.close()
})

const draftOf = ({
  name,
  path,
  uri = `http://127.0.0.1:${port}`,
  access = 'login',
  method,
  filters = '[]',
}: {
  name: string
  path: string
  uri?: string
  access?: string
  method?: string
  filters?: string
}) => ({
  name,
  uri,
  access,
  filters,
  predicates: JSON.stringify([
    { name: 'Path', args: [path] },
    ...(method ? [{ name: 'Method', args: [method] }] : []),
  ]),
  stripPrefix: 2,
})
const add = async (given: Parameters<typeof draftOf>[0]) => {
  const answer = await admin.post('/sys/gatewayRoute/add', draftOf(given))
  if (!answer.success) throw new Error(answer.message)
  return (answer.result as { id: string; version: number }).id
}
/** A call whose path goes out as it is written. */
const raw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number>((done, failed) => {
    const { hostname, port: own } = new URL(world.origin)
    open({ hostname, port: own, path: `/boot${path}`, headers }, (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
      .on('error', failed)
      .end()
  })

describe('a call through a route', () => {
  test('arrives without session, token, tenant or cookie, and comes back without theirs', async () => {
    seen = []
    const client = await world.as('tenantAdmin')
    const answer = await client.raw('GET', '/gateway/own/a/b', {
      query: { x: '1', token: 'T', 'X-Access-Token': 'T' },
      headers: { cookie: 'sid=1', authorization: 'Basic x', 'x-forwarded-for': '1.2.3.4' },
    })
    expect([answer.status, answer.bytes.toString()]).toEqual([200, '<script>1</script>'])
    expect(seen).toHaveLength(1)
    expect(seen[0]!.url).toBe('/a/b?x=1')
    for (const name of [
      'cookie',
      'authorization',
      'x-access-token',
      'tenant_id',
      'client_lang',
      'x-forwarded-for',
    ])
      expect(seen[0]!.headers[name], name).toBeUndefined()
    expect(seen[0]!.headers.host).toBe(`127.0.0.1:${port}`)
    for (const name of ['set-cookie', 'x-secret', 'access-control-allow-origin'])
      expect(answer.headers.get(name), name).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('brings its body, and what the route adds', async () => {
    seen = []
    const client = await world.as('tenantAdmin')
    expect((await client.post('/gateway/own/in', { a: 1 })).status).toBe(200)
    expect((await client.get('/gateway/reads/x')).status).toBe(200)
    expect((await client.post('/gateway/reads/x')).status).toBe(404)
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/in', '{"a":1}'],
      ['GET', '/api/x', ''],
    ])
    expect(seen[1]!.headers['x-partner']).toBe('42')
  })

  test('is admitted as the route declares', async () => {
    seen = []
    const plain = await world.as('nobodySpecial')
    expect((await world.anonymous.get('/gateway/open/a')).status).toBe(200)
    expect((await world.anonymous.get('/gateway/own/a')).status).toBe(401)
    expect((await plain.get('/gateway/own/a')).status).toBe(200)
    expect((await plain.get('/gateway/closed/a')).status).toBe(403)
    expect((await admin.get('/gateway/closed/a')).status).toBe(200)
    expect((await plain.get('/gateway/nowhere/a')).status).toBe(404)
    expect(seen).toHaveLength(3)
  })

  test('follows no redirect, and a server that is down is named', async () => {
    expect(await world.anonymous.get('/gateway/open/moved')).toMatchObject({
      status: 502,
      success: false,
      error: 'gateway.noAnswer',
    })
    seen = []
    expect((await world.anonymous.get('/gateway/open/busy')).status).toBe(503)
    expect(seen).toHaveLength(1)
    expect((await world.anonymous.get('/gateway/open/gone')).status).toBeGreaterThanOrEqual(500)
    expect((await admin.get('/gateway/down/a')).status).toBeGreaterThanOrEqual(500)
    expect((await world.anonymous.get('/gateway/open/a')).status).toBe(200)
  })
})

describe('limits', () => {
  test('are shorter for strangers', () => {
    const { max } = limitOf(rateLimits.classes.normal)
    const most = (request: object) => (typeof max === 'number' ? max : max(request as never))
    expect([most({}), most({ principal: { userId: '1' } })]).toEqual([STRANGERS_MAX, 6_000])
  })

  test('a body too large is refused, whether its length is named or not, and one below is passed on', async () => {
    const send = async (bytes: number, chunked: boolean) => {
      const body = Buffer.alloc(bytes, 'x')
      const answer = await fetch(`${world.origin}/boot/gateway/open/in`, {
        method: 'POST',
        ...(chunked ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
        headers: { 'content-type': 'text/plain' },
      } as RequestInit)
      return answer.status
    }
    seen = []
    expect(await send(PASSED_BYTES, false)).toBe(200)
    expect(await send(PASSED_BYTES, true)).toBe(200)
    expect(seen.map(({ body }) => body.length)).toEqual([PASSED_BYTES, PASSED_BYTES])
    expect(await send(PASSED_BYTES + 1, false)).toBe(413)
    expect(await send(PASSED_BYTES + 1, true)).toBe(413)
    expect((await world.anonymous.get('/gateway/open/a')).status).toBe(200)
  })

  test('each call is one line of the log, without its query', async () => {
    const info = vi.spyOn(world.deps.log, 'info')
    const client = await world.as('tenantAdmin')
    await client.get('/gateway/own/a', { secret: 'PLANTED' })
    await vi.waitFor(() => {
      const lines = info.mock.calls.filter(([, text]) => text === 'gateway: call')
      expect(lines.map(([line]) => line)).toMatchObject([
        {
          route: 'own',
          method: 'GET',
          path: '/a',
          status: 200,
          caller: expect.any(String) as string,
        },
      ])
      expect(JSON.stringify(lines)).not.toContain('PLANTED')
    })
    info.mockRestore()
  })
})

describe('a path that can be read in two ways', () => {
  const dots = ['..', '%2e%2e', '.%2e', '%2e.', '%252e%252e', '.', '%2E%2E', '...', '%00..', '..;']
  const slashes = ['/', '%2f', '%2F', '\\', '%5c', '//', '%252f', ';/', '/%2f', '%c0%af']
  const paths = dots.flatMap((dot) =>
    slashes.flatMap((slash) => [
      `/gateway/open${slash}${dot}${slash}closed/x`,
      `/gateway/open/a${slash}${dot}${slash}b`,
    ]),
  )
  test('is refused, whatever the encoding', async () => {
    expect(paths.length).toBe(200)
    seen = []
    for (const path of paths) {
      const status = await raw(path)
      expect([400, 404, 401], path).toContain(status)
    }
    expect(seen).toEqual([])
  })
  test('is none of the plain ones', () => {
    for (const path of paths) expect(plainPath(path), path).toBeNull()
    // A letter in disguise would take another route than the one that guards its path.
    for (const path of [
      '/gateway/%61dmin',
      '/gateway/adm%69n',
      '/gateway/a%2Dmin',
      '/gateway/%e4%b8%ad',
    ])
      expect(plainPath(path), path).toBeNull()
    for (const path of ['/gateway/a%20b', '/gateway/%E4%B8%AD'])
      expect(plainPath(path), path).toBe(path)
    for (const path of ['/gateway/a', '/gateway/a/', '/gateway/a.b/c-d_e~1', '/gateway/%E4%B8%AD'])
      expect(plainPath(path)).toBe(path)
  })
})

describe('routes', () => {
  test.each([
    { uri: 'http://169.254.169.254' },
    { uri: 'http://127.0.0.1:22' },
    { uri: 'file:///etc/passwd' },
    { uri: 'http://user:pw@127.0.0.1:1' },
    { uri: 'http://127.0.0.1:1/path' },
    { path: '/sys/**' },
    { path: '/gateway/../sys/**' },
    { path: '/gateway/**/x' },
    { filters: '[{"name":"AddRequestHeader","args":["Cookie","a=b"]}]' },
    { filters: '[{"name":"AddRequestHeader","args":["X-A","a\\r\\nb"]}]' },
    { filters: '[{"name":"PrefixPath","args":["/../x"]}]' },
    { filters: '[{"name":"RequestRateLimiter","args":["1"]}]' },
    { filters: 'nonsense' },
  ])('that lead elsewhere are refused: %j', async (change) => {
    const answer = await admin.post(
      '/sys/gatewayRoute/add',
      draftOf({ name: 'bad', path: '/gateway/bad/**', ...change }),
    )
    expect([answer.success, answer.code]).toEqual([false, 400])
  })

  test('are in force once published, and the difference is shown before', async () => {
    const id = await add({ name: 'late', path: '/gateway/late/**', access: 'public' })
    expect((await world.anonymous.get('/gateway/late/a')).status).toBe(404)
    const { differences } = await admin.call(gatewayRoutes.diff, {})
    expect(differences.map(({ name, kind }) => [name, kind])).toEqual([['late', 'added']])
    await admin.call(gatewayRoutes.publish, {})
    expect((await world.anonymous.get('/gateway/late/a')).status).toBe(200)
    await admin.call(gatewayRoutes.delete, { id })
    expect((await world.anonymous.get('/gateway/late/a')).status).toBe(200)
    await admin.call(gatewayRoutes.publish, {})
    await admin.call(gatewayRoutes.clearRedis, {})
    expect((await world.anonymous.get('/gateway/late/a')).status).toBe(404)
    expect((await admin.call(gatewayRoutes.bin, {})).map(({ name }) => name)).toEqual(['late'])
    const copy = await admin.post('/sys/gatewayRoute/copyRoute', { id })
    expect(copy.success).toBe(false)
    expect((await admin.put('/sys/gatewayRoute/putRecycleBin', { ids: [id] })).success).toBe(true)
    expect((await admin.call(gatewayRoutes.copy, { id })).name).toBe('late 2')
    await admin.call(gatewayRoutes.delete, { id })
    expect((await admin.delete('/sys/gatewayRoute/deleteRecycleBin', { ids: id })).success).toBe(
      true,
    )
    expect(await admin.call(gatewayRoutes.bin, {})).toEqual([])
  })

  test('come all at once as a plain array of text', async () => {
    const before = await admin.call(gatewayRoutes.list, {})
    const routes = JSON.stringify(before.filter(({ name }) => name !== 'late 2'))
    await admin.call(gatewayRoutes.updateAll, { routes })
    expect((await admin.call(gatewayRoutes.list, {})).map(({ name }) => name)).toEqual(
      before.map(({ name }) => name).filter((name) => name !== 'late 2'),
    )
    for (const bad of ['{}', 'x', '[{}]', `[${routes.slice(1, -1)},${routes.slice(1, -1)}]`])
      expect((await admin.post('/sys/gatewayRoute/updateAll', { routes: bad })).success).toBe(false)
  })

  test('are for the platform alone', async () => {
    const tenant = await world.as('tenantAdmin')
    for (const path of ['list', 'deleteList', 'diff', 'clearRedis'])
      expect((await tenant.get(`/sys/gatewayRoute/${path}`)).status, path).toBe(403)
    expect((await tenant.post('/sys/gatewayRoute/publish')).status).toBe(403)
  })
})

test('a route that is shown stands in the description of the API once it is published', async () => {
  const paths = async () =>
    ((await admin.get('/sys/api/openapi')).result as { paths: Record<string, object> }).paths
  const draft = {
    ...draftOf({ name: 'shown', path: '/gateway/shown/**', method: 'GET' }),
    showApi: true,
  }
  const made = (await admin.post('/sys/gatewayRoute/add', draft)).result as object
  expect(made).toMatchObject({ showApi: true })
  expect(await paths()).not.toHaveProperty(['/boot/gateway/shown/{rest}'])
  await admin.call(gatewayRoutes.publish, {})
  expect((await paths())['/boot/gateway/shown/{rest}']).toEqual({
    get: expect.objectContaining({ summary: 'shown', 'x-access': 'login' }) as object,
  })
  expect(JSON.stringify(await paths())).not.toContain('127.0.0.1')
  expect(await paths()).not.toHaveProperty(['/boot/gateway/own/{rest}'])
  await admin.put('/sys/gatewayRoute/edit', { ...made, showApi: false })
  await admin.call(gatewayRoutes.publish, {})
  expect(await paths()).not.toHaveProperty(['/boot/gateway/shown/{rest}'])
})
