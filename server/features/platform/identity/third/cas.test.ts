import { afterAll, beforeAll, expect, test } from 'vitest'
import { thirdSettings } from '#contracts/platform/session/identity-third.ts'
import { openWorld, type Answer, type World } from '../../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  createUser,
  anonymousCaller,
  type TestUser,
} from '../../session/users.fixture.ts'
import { userIn } from './cas-adapter.ts'
import { casNo, casYes, startFakeServers, type FakeServers } from '../fake-servers.fixture.ts'

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
})
afterAll(async () => {
  await world.close()
  await outside.close()
})
/** The person shows a password once; from then on the CAS server speaks for the account. */
async function bind(user: TestUser): Promise<Answer> {
  outside.says.cas = casYes(user.username)
  const refused = await ask(ticket())
  expect(refused.error).toBe('third.unbound')
  const cookie = refused.headers.getSetCookie()[0]!.split(';')[0]!
  return anonymousCaller(world).raw('POST', '/thirdLogin/bind', {
    body: {
      token: (refused.result as { token: string }).token,
      username: user.username,
      password: user.password,
    },
    headers: { cookie },
  })
}
let made = 0
const ticket = () => `ST-${++made}-${world.tenantId}abcdefgh`
const ask = (of: string, at = service) =>
  anonymousCaller(world).get('/cas/client/validateLogin', { ticket: of, service: at })

test('the first ticket asks for a password here; a name alone opens nothing', async () => {
  const [user, other] = [await createUser(world), await createUser(world)]
  outside.says.cas = casYes(user.username)
  expect(await ask(ticket())).toMatchObject({
    success: false,
    error: 'third.unbound',
    result: { source: 'cas', name: user.username, registration: false },
  })
  expect((await bind({ ...user, password: 'Wrong-1234!' })).error).toBe('session.wrongPassword')
  expect(await bind(user)).toMatchObject({
    success: true,
    result: { userInfo: { id: user.id }, token: expect.any(String) as string },
  })
  outside.says.cas = casYes(other.username)
  expect((await ask(ticket())).error).toBe('third.unbound')
})

test('a binding ends when the tenant names another server, and its user binds again', async () => {
  const user = await createUser(world)
  await bind(user)
  expect((await ask(ticket())).success).toBe(true)
  const admin = await world.as('tenantAdmin')
  const save = async (issuer: string) => {
    const states = (await admin.get('/sys/thirdProvider/settings')).result as {
      source: string
      version: number
    }[]
    const saved = await admin.put('/sys/thirdProvider/save', {
      source: 'cas',
      enabled: true,
      settings: thirdSettings.parse({ issuer, serviceUrl: service }),
      version: states.find(({ source }) => source === 'cas')!.version,
    })
    expect(saved.success).toBe(true)
  }
  await save(`${outside.origin}/other`)
  expect((await ask(ticket())).success).toBe(false)
  await save(`${outside.origin}/cas`)
  expect((await ask(ticket())).error).toBe('third.unbound')
  const dropped = await world.db.pool.query(
    `select 1 from data_log
      where table_name = 'sys_third_account' and action = 'delete'
        and diff::text like '%' || $1 || '%'`,
    [user.username],
  )
  expect(dropped.rowCount).toBe(1)
  expect((await bind(user)).success).toBe(true)
})

test('a ticket opens a session, once', async () => {
  const user = await createUser(world, { role: 'manager' })
  await bind(user)
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
    expect((await ask(ticket())).error, name).toBe('third.unbound')
  }
  const leaving = await createUser(world)
  await bind(leaving)
  await world.db.pool.query('update sys_user set status = 2 where id = $1', [leaving.id])
  expect((await ask(ticket())).error).toBe('cas.noAccount')
})

test('an answer with a document type, entities, two users or none identifies no user', async () => {
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
