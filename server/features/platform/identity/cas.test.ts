import { afterAll, beforeAll, expect, test } from 'vitest'
import { thirdSettings } from '#contracts/platform/identity-third.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { BEHIND_PROXY, createUser, anonymousCaller } from '../session/users.fixture.ts'
import { userIn } from './cas.ts'
import { casNo, casYes, startFakeServers, type FakeServers } from './fake-servers.fixture.ts'

let world: World
let outside: FakeServers
let service = ''
beforeAll(async () => {
  outside = await startFakeServers()
  world = await openWorld({ ...BEHIND_PROXY, outboundAllow: [outside.host] })
  service = `https://parcels.example/user/login?t=${world.tenantId}`
  const settings = thirdSettings.parse({ issuer: `${outside.origin}/cas`, serviceUrl: service })
  expect(
    (
      await (
        await world.as('tenantAdmin')
      ).put('/sys/thirdProvider/save', { source: 'cas', enabled: true, settings, version: 0 })
    ).success,
  ).toBe(true)
}, 120_000)
afterAll(async () => {
  await world.close()
  await outside.close()
})
let made = 0
const ticket = () => `ST-${++made}-${world.tenantId}abcdefgh`
const ask = (of: string, at = service) =>
  anonymousCaller(world).get('/cas/client/validateLogin', { ticket: of, service: at })

test('a ticket opens a session, once', async () => {
  const user = await createUser(world, { role: 'manager' })
  outside.says.cas = casYes(user.username)
  const one = ticket()
  expect(await ask(one)).toMatchObject({
    success: true,
    result: { userInfo: { id: user.id }, token: expect.any(String) as string },
  })
  expect(outside.requests.at(-1)).toBe(
    `/cas/serviceValidate?${new URLSearchParams({ ticket: one, service })}`,
  )
  expect((await ask(one)).error).toBe('cas.badTicket')
  const logged = await world.db.pool.query(
    `select 1 from op_log where row_to_json(op_log)::text like '%' || $1 || '%'`,
    [one],
  )
  expect(logged.rowCount).toBe(0)
})

test('only for the service that is set up, to the letter, and for what looks like a ticket', async () => {
  outside.says.cas = casYes((await createUser(world, { role: 'manager' })).username)
  const requested = outside.requests.length
  for (const at of [`${service}/`, service.toUpperCase(), 'https://evil.example', ''])
    expect((await ask(ticket(), at)).error).toBe('cas.badTicket')
  for (const bad of [
    '',
    'ST-',
    'PT-1-a',
    'ST-1&service=x',
    'ST-1\nx',
    '../admin',
    `ST-${'a'.repeat(260)}`,
  ])
    expect((await ask(bad)).error).toBe('cas.badTicket')
  expect(outside.requests).toHaveLength(requested)
})

test('the server’s no, unknown, frozen and foreign people', async () => {
  outside.says.cas = casNo
  expect((await ask(ticket())).error).toBe('cas.badTicket')
  const frozen = await createUser(world, { status: 2 })
  for (const name of [frozen.username, 'nobody-at-all', await world.elsewhere('tenantAdmin')]) {
    outside.says.cas = casYes(name)
    expect((await ask(ticket())).error, name).toBe('cas.noAccount')
  }
})

test('an answer with a document type, entities, two users or none is nobody’s', async () => {
  const admin = world.username('tenantAdmin')
  for (const xml of [
    `<!DOCTYPE x [<!ENTITY a "${admin}">]>${casYes('&a;')}`,
    'no xml at all',
    '<html/>',
    casYes(''),
    casYes(`${admin}</cas:user><cas:user>other`),
    casYes('&lt;x'),
  ]) {
    outside.says.cas = xml
    expect((await ask(ticket())).success, xml).toBe(false)
  }
  expect(userIn(casYes('lina'))).toBe('lina')
  expect(() => userIn(`<!DOCTYPE x>${casYes('lina')}`)).toThrow('document type')
  // What a person wrote into a comment or an attribute is no user.
  expect(
    userIn(
      `<cas:serviceResponse xmlns:cas="x"><cas:authenticationFailure>${'<!-- <cas:user>admin</cas:user> -->'}</cas:authenticationFailure></cas:serviceResponse>`,
    ),
  ).toBeNull()
})
