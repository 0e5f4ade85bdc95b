import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThirdSource } from '#contracts/platform/session/identity.ts'
import { thirdSettings, type ThirdSettings } from '#contracts/platform/session/identity-third.ts'
import { configHashOf } from '#server/features/platform/identity/third/bindings.ts'
import {
  casYes,
  startFakeServers,
  type FakeServers,
} from '#server/features/platform/identity/fake-servers.fixture.ts'
import {
  anonymousCaller,
  BEHIND_PROXY,
  createUser,
  type TestUser,
} from '#server/features/platform/session/users.fixture.ts'
import { openWorld, type Answer, type Client, type World } from '../harness.ts'
import { platformAdmin, platformUser, type PlatformUser } from '../platform.ts'

/*
 * A tenant's administrator tries every way to sign in as a user whose account reaches beyond the
 * tenant: nothing that a tenant sets decides about such an account.
 */

let world: World
let outside: FakeServers
let tenantAdmin: Client
let admin: PlatformUser
/** At home in the tenant, at work in another one too. */
let guest: TestUser & { phone: string; email: string }
let service = ''

beforeAll(async () => {
  outside = await startFakeServers()
  world = await openWorld({ ...BEHIND_PROXY, outboundAllow: [outside.host] })
  tenantAdmin = await world.as('tenantAdmin')
  admin = await platformUser(world, 'above')
  await world.otherTenantUser()
  const other = await world.db.pool.query<{ tenantId: string }>(
    'select tenant_id as "tenantId" from sys_user where username = $1',
    [await world.elsewhere('tenantAdmin')],
  )
  const contact = {
    phone: `+8615${String(Date.now()).slice(-9)}`,
    email: `guest-${world.tenantId}@here.example`,
  }
  const account = await createUser(world, {
    role: 'manager',
    tenants: [other.rows[0]!.tenantId],
    ...contact,
  })
  guest = { ...account, ...contact }
  service = `https://parcels.example/cas?t=${world.tenantId}`
})
afterAll(async () => {
  await world.close()
  await outside.close()
})

const reaching = () => [admin, guest] as const

async function saveProvider(
  source: ThirdSource,
  given: Record<string, string>,
): Promise<ThirdSettings> {
  const settings = thirdSettings.parse({
    origin: 'http://parcels.test',
    clientId: 'parcelyard',
    agentId: '1',
    ...given,
  })
  const known = (await tenantAdmin.get('/sys/thirdProvider/settings')).result as {
    source: string
    version: number
  }[]
  const saved = await tenantAdmin.put('/sys/thirdProvider/save', {
    source,
    enabled: true,
    settings,
    secret: 'wecom-secret',
    version: known.find((one) => one.source === source)?.version ?? 0,
  })
  expect(saved.success, saved.message).toBe(true)
  return settings
}
const isIn = ({ success, result }: Answer) =>
  success && typeof (result as { token?: unknown } | null)?.token === 'string'

describe('an account beyond the tenant is not opened', () => {
  test('by the tenant’s own CAS server', async () => {
    await saveProvider('cas', { issuer: `${outside.origin}/cas`, serviceUrl: service })
    for (const [at, { username }] of reaching().entries()) {
      outside.says.cas = casYes(username)
      const answer = await anonymousCaller(world).get('/cas/client/validateLogin', {
        ticket: `ST-${at}-${world.tenantId}takeover`,
        service,
      })
      expect(isIn(answer), username).toBe(false)
    }
  })

  test('by a provider at the tenant’s own address, though its person had bound it once', async () => {
    const settings = await saveProvider('wechat_enterprise', { apiUrl: outside.origin })
    for (const { id, username } of reaching()) {
      await world.db.pool.query(
        `insert into sys_third_account (tenant_id, user_id, provider, issuer, subject, config_hash)
          values ($1, $2, 'wechat_enterprise', 'wecom:parcelyard', $3, $4)`,
        [world.tenantId, id, `boss-${username}`, configHashOf('wechat_enterprise', settings)],
      )
      outside.says.wecom = { errcode: 0, userid: `boss-${username}` }
      const answer = await walkIn('wechat_enterprise')
      expect(answer.error).toBe('third.noAccount')
      expect(isIn(answer), username).toBe(false)
    }
  })

  test('by a code through the tenant’s own channels', async () => {
    await tenantAdmin.put('/message/channel/saveSms', {
      enabled: true,
      version: 0,
      secret: 'KEY',
      settings: {
        url: `${outside.origin}/sms`,
        method: 'POST',
        bodyType: 'json',
        body: '{"to":"{{to}}","text":"{{text}}"}',
        headers: [],
        signature: 'none',
        signText: '',
        okText: '',
      },
    })
    for (const { username, phone, email } of reaching())
      for (const [mobile, smsmode] of [
        [phone, '2'],
        [email, '0'],
        [username, '2'],
        [phone, '0'],
      ])
        await ask(mobile!, smsmode!)
    const sent = await world.db.pool.query<{ tenantId: string; receiver: string }>(
      `select tenant_id as "tenantId", es_receiver as receiver from sys_message
        where tenant_id = $1 and es_receiver = any($2)`,
      [world.tenantId, reaching().flatMap(({ phone, email }) => [phone, email])],
    )
    expect(sent.rows).toEqual([])
  })

  test('by what a tenant’s administrator may do to people', async () => {
    for (const { id, username } of reaching()) {
      const password = 'Xq7#mountain-new'
      for (const answer of [
        await tenantAdmin.put('/sys/user/changePassword', {
          username,
          password,
          confirmpassword: password,
        }),
        await tenantAdmin.put('/sys/user/resetPassword', { id }),
      ])
        expect(answer.success, username).toBe(false)
    }
    for (const answer of [
      await tenantAdmin.post('/sys/user/loginAs', { id: admin.id, reason: 'to see' }),
      await tenantAdmin.get('/sys/user/queryById', { id: admin.id }),
      await tenantAdmin.get('/sys/user/activity', { id: admin.id }),
      await tenantAdmin.put('/sys/user/endSessions', { id: admin.id }),
    ])
      expect(answer.success).toBe(false)
  })

  test('and the platform’s people are in none of its lists', async () => {
    await platformAdmin(world, 'visitor')
    const seen = await Promise.all([
      tenantAdmin.get('/sys/online/list', { pageSize: 200 }),
      tenantAdmin.get('/sys/user/list', { pageSize: 200 }),
      tenantAdmin.get('/sys/user/options', {}),
    ])
    for (const answer of seen) {
      expect(answer.success, answer.message).toBe(true)
      expect(JSON.stringify(answer.result)).not.toMatch(/above-|visitor-/)
    }
  })
})

async function walkIn(source: string): Promise<Answer> {
  const code = (
    await world.db.pool.query<{ code: string }>('select code from tenant where id = $1', [
      world.tenantId,
    ])
  ).rows[0]!.code
  const begun = await fetch(`${world.base}/thirdLogin/render/${source}?tenant=${code}`, {
    redirect: 'manual',
  })
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
  const state = new URL(begun.headers.get('location')!).searchParams.get('state')!
  const back = await fetch(
    `${world.base}/thirdLogin/callback/${source}?${new URLSearchParams({ code: 'good', state })}`,
    { headers: { cookie } },
  )
  const token = /data-token="([^"]*)"/.exec(await back.text())?.[1] ?? ''
  return anonymousCaller(world).raw('GET', `/thirdLogin/getLoginUser/${token}`, {
    headers: { cookie },
  })
}
const ask = (mobile: string, smsmode: string) =>
  anonymousCaller(world).post('/sys/sms', { mobile, smsmode })
