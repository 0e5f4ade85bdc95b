import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features, cruds } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { answerErrors } from '#server/kit/http/error-answers.ts'
import { systemPrincipal } from '#server/kit/access/ctx.ts'
import { mount, type MountDeps } from '#server/kit/http/mount.ts'
import { useOwnWorld, type Client } from '../harness.ts'
import { watchRoutes, type Route } from './routes.ts'
import { LOGIN, PUBLIC } from './open-calls.ts'

const watched = watchRoutes()
const world = useOwnWorld()
/** No calls: a handshake asks for the cookie, a route of the gateway declares its own access. */
const SOCKETS = ['', '/boot'].map((at) => `${at}/websocket/:userId`)
let routes: Route[] = []
beforeAll(() => {
  watched.stop()
  routes = watched.routes.filter(
    ({ method, url }) =>
      method !== 'HEAD' &&
      method !== 'OPTIONS' &&
      url.startsWith('/boot/') &&
      ![...SOCKETS, '/boot/gateway', '/boot/gateway/*'].includes(url),
  )
})
const key = ({ method, url }: { method: string; url: string }) => `${method} ${url}`
const call = (client: Client, { method, url }: Route) =>
  client.raw(
    method,
    url.slice('/boot'.length).replace(/:(\w+)/g, '1'),
    method === 'POST' || method === 'PUT' ? { body: {} } : {},
  )

describe('every route of the server', () => {
  test('is one a contract promises, and every promise holds', () => {
    const promised = [
      ...cruds.flatMap((of) => of.verbs.map((verb): Endpoint => of.endpoints[verb])),
      ...Object.values(features).flatMap((feature) => Object.values(feature)),
    ].flatMap((endpoint) =>
      [endpoint.method, ...(endpoint.also ?? [])].map(
        (method) => `${method} /boot${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    expect(routes.length).toBeGreaterThan(150)
    expect(
      routes
        .filter((route) => route.endpoint)
        .map(key)
        .sort(),
    ).toEqual([...new Set(promised)].sort())
  })

  test('that is open to strangers is on the list, and what is outside the API is only pages', () => {
    expect(
      routes
        .filter(({ endpoint }) => !endpoint || endpoint.public)
        .map(key)
        .sort(),
    ).toEqual(PUBLIC.toSorted())
    expect(
      routes
        .filter(({ endpoint }) => endpoint?.login)
        .map(key)
        .sort(),
    ).toEqual(LOGIN.toSorted())
    expect(PUBLIC.length, 'docs/adr/0011-public-routes.md').toBeLessThanOrEqual(37)
    const [, said = ''] = readFileSync('docs/security.md', 'utf8').split(
      '## Calls open to strangers',
    )
    expect(
      [...said.matchAll(/`((?:GET|POST|PUT|DELETE) \S+)`/g)]
        .map(([, route = '']) => route.replace(' /', ' /boot/').replace(/\{(\w+)\}/g, ':$1'))
        .sort(),
      'docs/security.md gives each its reason',
    ).toEqual(PUBLIC.toSorted())
    expect(
      watched.routes.filter(
        ({ method, url }) => !url.startsWith('/boot/') && method !== 'HEAD' && method !== 'GET',
      ),
    ).toEqual([])
    // The one thing there that is no file: the socket, which proves itself by the sign-in's cookie
    // (server/kit/realtime/sockets.test.ts).
    expect([
      ...new Set(
        watched.routes
          .map(({ url }) => url)
          .filter(
            (url) =>
              (!url.startsWith('/boot/') || url.includes('websocket')) &&
              /[:*]/.test(url) &&
              !['/*', '/assets/:name'].includes(url),
          ),
      ),
    ]).toEqual(SOCKETS)
  })

  test('answers a call without session with 401, and a dead or foreign token too', async () => {
    for (const route of routes) {
      if (PUBLIC.includes(key(route))) continue
      expect((await call(world().anonymous, route)).status, key(route)).toBe(401)
    }
    const { anonymous } = world()
    for (const token of [
      'A'.repeat(43),
      'x',
      '../../etc/passwd',
      `${'a'.repeat(42)}=`,
      "' or '1'='1",
      'null',
      'undefined',
    ]) {
      expect(
        (await anonymous.raw('GET', '/erp/depot/list', { headers: { 'X-Access-Token': token } }))
          .status,
        token,
      ).toBe(401)
    }
  })

  test('no call answers HEAD, which shows whether something is there', async () => {
    const calls = watched.routes.filter(({ method, endpoint }) => method === 'GET' && endpoint)
    expect(calls.length).toBeGreaterThan(200)
    for (const { url } of calls) {
      expect(
        (await fetch(world().origin + url.replace(/:(\w+)/g, '1'), { method: 'HEAD' })).status,
        url,
      ).toBe(405)
    }
    for (const path of ['/boot/health/live', '/boot/health/ready'])
      expect((await fetch(world().origin + path, { method: 'HEAD' })).status, path).toBe(200)
  })

  test('answers a user without the permission with 403, however well the request is made', async () => {
    const plain = await world().as('nobodySpecial')
    const closed = routes.filter((route) => route.endpoint?.perm !== undefined)
    expect(closed.length).toBeGreaterThan(140)
    for (const route of closed) expect((await call(plain, route)).status, key(route)).toBe(403)
  })

  test('answers a customer’s user with 403 wherever staff work', async () => {
    const customer = await world().as('customer')
    const staff = routes.filter(
      ({ endpoint }) =>
        endpoint?.perm !== undefined &&
        /^(wh:(in|out)|dlv:(?!userdepot:list)|trk:(?!search|number:list|mail:)|sys:|base:customer|base:postal)/.test(
          String(endpoint.perm),
        ),
    )
    expect(staff.length).toBeGreaterThan(80)
    for (const route of staff) expect((await call(customer, route)).status, key(route)).toBe(403)
  })
})

describe('a session', () => {
  test('chooses only among its own tenants', async () => {
    const admin = await world().as('tenantAdmin')
    const away = (
      await world().db.pool.query<{ id: string }>(
        'select tenant_id as id from sys_user where username = $1',
        [await world().elsewhere('tenantAdmin')],
      )
    ).rows[0]!.id
    const as = (tenant: string) =>
      admin
        .raw('GET', '/erp/depot/list', { headers: { tenant_id: tenant } })
        .then(({ status }) => status)
    expect(await as(world().tenantId)).toBe(200)
    expect(await as('0')).toBe(200)
    for (const tenant of [
      away,
      '999999999',
      `${world().tenantId}, ${away}`,
      `${away},${world().tenantId}`,
      '-1',
      '1 or 1=1',
      '1e3',
      'undefined',
    ])
      expect(await as(tenant), tenant).toBe(403)
  })

  test('may ask only for its own menu', async () => {
    const [plain, admin] = [await world().as('nobodySpecial'), await world().as('tenantAdmin')]
    expect(
      (await plain.get('/sys/permission/getUserPermissionByToken', { token: admin.token })).status,
    ).toBe(403)
    expect((await plain.get('/sys/permission/getUserPermissionByToken')).result).toMatchObject({
      auth: [],
    })
  })

  test('ends with sign-out', async () => {
    const client = await world().as('finance')
    expect((await client.get('/erp/fee/list')).status).toBe(200)
    await client.post('/sys/logout')
    expect((await client.get('/erp/fee/list')).status).toBe(401)
  })
})

describe('without a declaration', () => {
  const app = Fastify()
  answerErrors(app, '')
  afterAll(() => app.close())
  const anyPrincipal = { ...systemPrincipal('1'), perms: new Set(['a:b:c', '']) }
  const deps = {
    base: '',
    resolve: (token: string) =>
      Promise.resolve({
        principal: { ...anyPrincipal, customerId: token.startsWith('c') ? '7' : null },
      }),
    limits: null,
    checkAnswers: false,
    log: console,
  } as unknown as MountDeps
  const endpoint = (access: object, path: string) => ({
    name: 'x',
    verb: () => Promise.resolve(null),
    endpoint: {
      method: 'GET',
      path,
      in: z.object({}),
      out: z.null(),
      ...access,
    } as unknown as Endpoint,
  })

  test.each([
    ['none', {}],
    ['two', { perm: 'a:b:c', login: true }],
    ['public and a permission', { public: true, perm: 'a:b:c' }],
    ['a false one', { login: false }],
  ])('%s: the server does not start', (name, access) => {
    expect(() => mount(app, deps, [endpoint(access, `/${name}`)])).toThrow(
      /must declare exactly one/,
    )
  })

  test('an empty list of permissions admits no user, a call of the staff no customer', async () => {
    app.decorateRequest('principal', null)
    mount(app, deps, [
      endpoint({ perm: [] }, '/none'),
      endpoint({ perm: ['no:such', 'a:b:c'] }, '/any'),
      endpoint({ perm: 'a:b:c', staff: true }, '/staff'),
    ])
    app.setSerializerCompiler(() => (value) => JSON.stringify(value))
    const get = (url: string, sign = 'a') =>
      app.inject({ url, headers: { 'x-access-token': sign.repeat(43) } })
    expect((await get('/none')).statusCode).toBe(403)
    expect((await get('/any')).statusCode).not.toBe(403)
    // What is the company's own is refused to a customer's user with the permission.
    expect((await get('/any', 'c')).statusCode).not.toBe(403)
    expect((await get('/staff')).statusCode).not.toBe(403)
    expect((await get('/staff', 'c')).statusCode).toBe(403)
  })
})
