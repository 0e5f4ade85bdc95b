import { afterAll, beforeAll, expect, test } from 'vitest'
import { thirdSettings } from '#contracts/platform/identity-third.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { BEHIND_PROXY, person, stranger } from '../session/people.fixture.ts'
import { userIn } from './cas.ts'
import { casNo, casYes, openOutside, type Outside } from './stand-ins.fixture.ts'

let world: World
let outside: Outside
let service = ''
beforeAll(async () => {
  outside = await openOutside()
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
  stranger(world).get('/cas/client/validateLogin', { ticket: of, service: at })

test('a ticket opens a session, once', async () => {
  const who = await person(world, { role: 'manager' })
  outside.says.cas = casYes(who.username)
  const one = ticket()
  expect(await ask(one)).toMatchObject({
    success: true,
    result: { userInfo: { id: who.id }, token: expect.any(String) as string },
  })
  expect(outside.asked.at(-1)).toBe(
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
  outside.says.cas = casYes((await person(world, { role: 'manager' })).username)
  const asked = outside.asked.length
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
  expect(outside.asked).toHaveLength(asked)
})

test('the server’s no, unknown, frozen and foreign people', async () => {
  outside.says.cas = casNo
  expect((await ask(ticket())).error).toBe('cas.badTicket')
  const frozen = await person(world, { status: 2 })
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
