import { beforeAll, expect, test } from 'vitest'
import { client, createUser } from '../../session/users.fixture.ts'
import { casNo, casYes } from '../fake-servers.fixture.ts'
import {
  Browser,
  ORIGIN,
  outside,
  prepareProviders,
  settingsOf,
  tenant,
  world,
} from './third.fixture.ts'

prepareProviders()

const save = async (settings: ReturnType<typeof settingsOf>) => {
  const admin = await world.as('tenantAdmin')
  const states = (await admin.get('/sys/thirdProvider/settings')).result as {
    source: string
    version: number
  }[]
  const version = states.find(({ source }) => source === 'cas')!.version
  return await admin.put('/sys/thirdProvider/save', {
    source: 'cas',
    enabled: true,
    settings,
    version,
  })
}
beforeAll(async () => {
  const saved = await save(settingsOf('cas'))
  expect(saved.success, JSON.stringify(saved)).toBe(true)
})

/** The CAS server sends the browser back to the service address, with a ticket. */
const back = (begun: URL, ticket: string) => {
  const service = new URL(begun.searchParams.get('service') ?? '')
  return { ...Object.fromEntries(service.searchParams), ticket }
}
let made = 0
const ticket = () => `ST-${++made}-${world.tenantId}-browser`
const walk = async (browser: Browser, of = ticket()) =>
  await browser.go('/thirdLogin/callback/cas', back(await browser.begin('cas'), of))

test('the sign-in page offers CAS and leads to its server, with an address of ours to come back to', async () => {
  const options = await new Browser().caller.get('/sys/signIn/options', { tenant })
  expect((options.result as { third: unknown[] }).third).toContainEqual({
    source: 'cas',
    name: null,
  })
  const begun = await new Browser().begin('cas')
  expect(begun.origin + begun.pathname).toBe(`${outside.origin}/cas/login`)
  expect(begun.searchParams.get('service')).toMatch(
    new RegExp(`^${ORIGIN}/boot/thirdLogin/callback/cas\\?state=[\\w-]{43}$`),
  )
})

test('the first time asks for a password here; then the ticket opens the session', async () => {
  const user = await createUser(world)
  outside.says.cas = casYes(`staff.${user.username}`)
  const browser = new Browser()
  const { token } = await walk(browser)
  expect(await browser.exchange(token)).toMatchObject({
    error: 'third.unbound',
    result: { source: 'cas', name: `staff.${user.username}` },
  })
  expect((await browser.bind(token, { ...user, password: 'Wrong-1234!' })).error).toBe(
    'session.wrongPassword',
  )
  expect((await browser.bind(token, user)).success).toBe(true)
  const again = new Browser()
  expect(await again.exchange((await walk(again)).token)).toMatchObject({
    success: true,
    result: { userInfo: { id: user.id } },
  })
})

test('the server is asked about the ticket for the address of this walk; its refusal opens nothing', async () => {
  const browser = new Browser()
  const begun = await browser.begin('cas')
  outside.says.cas = casNo
  const one = ticket()
  expect((await browser.go('/thirdLogin/callback/cas', back(begun, one))).error).toBe(
    'third.failed',
  )
  expect(outside.requests.at(-1)).toBe(
    `/cas/serviceValidate?${new URLSearchParams({ ticket: one, service: begun.searchParams.get('service')! })}`,
  )
  outside.says.cas = casYes('anyone')
  const asked = outside.requests.length
  expect((await walk(new Browser(), 'not-a-ticket')).error).toBe('third.failed')
  const stranger = await new Browser().begin('cas')
  expect((await new Browser().go('/thirdLogin/callback/cas', back(stranger, ticket()))).error).toBe(
    'third.expired',
  )
  expect(outside.requests).toHaveLength(asked)
})

test('a user binds a CAS account and unbinds it; clients with own tickets use that binding', async () => {
  const user = await createUser(world)
  const own = await client(world, user)
  expect((await own.get('/sys/thirdLogin/offered')).result).toContainEqual({
    source: 'cas',
    name: null,
  })
  const begun = await own.post('/sys/thirdLogin/bindStart', { source: 'cas' })
  const browser = new Browser()
  browser.keep(begun.headers)
  outside.says.cas = casYes(user.username)
  const url = new URL((begun.result as { url: string }).url)
  expect((await browser.go('/thirdLogin/callback/cas', back(url, ticket()))).bound).toBe('cas')
  const list = await own.get('/sys/account/thirdAccount/list')
  expect(list.result).toMatchObject([{ provider: 'cas', name: user.username }])

  const serviceUrl = `https://parcels.example/clients?t=${world.tenantId}`
  expect((await save({ ...settingsOf('cas'), serviceUrl })).success).toBe(true)
  const bySelf = () =>
    new Browser().caller.get('/cas/client/validateLogin', { ticket: ticket(), service: serviceUrl })
  expect(await bySelf()).toMatchObject({ success: true, result: { userInfo: { id: user.id } } })

  const [{ id }] = list.result as [{ id: string }]
  expect((await own.delete('/sys/account/thirdAccount/delete', { id })).success).toBe(true)
  expect((await own.get('/sys/account/thirdAccount/list')).result).toEqual([])
  expect((await bySelf()).error).toBe('third.unbound')
})

test('without an address to come back to, CAS is for other clients only', async () => {
  const serviceUrl = `https://parcels.example/only?t=${world.tenantId}`
  const refused = await save({ ...settingsOf('cas'), origin: '' })
  expect(refused.success).toBe(false)
  expect(JSON.stringify(refused.result)).toContain('settings.origin')
  expect((await save({ ...settingsOf('cas'), origin: '', serviceUrl })).success).toBe(true)
  const options = await new Browser().caller.get('/sys/signIn/options', { tenant })
  expect(JSON.stringify(options.result)).not.toContain('"cas"')
  expect((await new Browser().go('/thirdLogin/render/cas', { tenant })).error).toBe(
    'third.notOffered',
  )
})
