import { describe, expect, test } from 'vitest'
import { notifyRulesOf } from '#contracts/platform/messaging/notify-rules.ts'
import { useWorld } from '../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  client,
  expireReauthentication,
  createUser,
  signIn,
} from '../session/users.fixture.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows

describe('the caller’s own profile', () => {
  const saved = {
    realname: '林小雨',
    sex: '2',
    birthday: '1990-02-28',
    phone: null,
    email: null,
    telephone: '010-88886666',
  }

  test('returns the user with tenants and departments, and can be changed', async () => {
    const user = await createUser(world(), { role: 'manager', departs: ['A01', 'A02'] })
    const mine = await client(world(), user)
    const before = (await mine.get('/sys/account/profile')).result as { version: number }
    expect(before).toMatchObject({
      id: user.id,
      username: user.username,
      realname: 'Somebody',
      roles: ['Operations manager'],
      departs: [
        { orgCode: 'A01', current: true },
        { orgCode: 'A02', current: false },
      ],
      tenants: [{ id: world().tenantId, current: true }],
      customer: null,
    })
    expect(JSON.stringify(before)).not.toMatch(/hash|argon/)
    expect(
      (await mine.put('/sys/account/profile/edit', { ...saved, version: before.version })).result,
    ).toMatchObject({ userInfo: { realname: '林小雨', orgCode: 'A01' } })
    expect((await mine.get('/sys/account/profile')).result).toMatchObject({
      ...saved,
      version: before.version + 1,
    })
    expect(
      (await mine.post('/sys/account/profile/edit', { ...saved, version: before.version })).error,
    ).toBe('row.stale')
    expect(
      (
        await mine.post('/sys/account/profile/edit', {
          ...saved,
          realname: ' ',
          phone: '12',
          email: 'x',
          version: before.version + 1,
        })
      ).result,
    ).toMatchObject({ issues: [{ path: 'realname' }, { path: 'phone' }, { path: 'email' }] })
  })

  test('cannot be used to become another user', async () => {
    const user = await createUser(world())
    const mine = await client(world(), user)
    const all = async () =>
      (
        await query(
          'select username, status, customer_id, tenant_id, password_hash, authz_version from sys_user where id = $1',
          [user.id],
        )
      )[0]
    const before = await all()
    expect(
      (
        await mine.put('/sys/account/profile/edit', {
          ...saved,
          version: 1,
          id: '1',
          username: 'admin',
          status: 2,
          customerId: world().customerId,
          tenantId: '1',
          passwordHash: 'x',
          roles: ['admin'],
        })
      ).success,
    ).toBe(true)
    expect(await all()).toEqual(before)
  })
})

test('recent activity is the caller’s own: sign-ins, refused ones too, and changes', async () => {
  const user = await createUser(world())
  await signIn(world(), { ...user, password: 'wrong' })
  const mine = await client(world(), user)
  await mine.put('/sys/selectTenant', { tenantId: world().tenantId })
  const ask = async () =>
    (await mine.get('/sys/account/activity')).result as {
      signIns: { outcome: string; ip: string }[]
      operations: { what: string }[]
    }
  await expect
    .poll(async () => (await ask()).operations.map(({ what }) => what), { timeout: 90_000 })
    .toEqual(['Switch tenant'])
  expect((await ask()).signIns.map(({ outcome }) => outcome)).toEqual(['ok', 'failed'])
  expect(
    (await (await client(world(), await createUser(world()))).get('/sys/account/activity')).result,
  ).toMatchObject({ signIns: [{ outcome: 'ok' }], operations: [] })
})

describe('the caller’s sessions', () => {
  test('are listed, and end one by one or all but this', async () => {
    const user = await createUser(world())
    const [one, two, three] = [
      await client(world(), user),
      await client(world(), user),
      await client(world(), user),
    ]
    const list = async () =>
      (await one.get('/sys/account/session/list')).result as {
        id: string
        current: boolean
        way: string
        userAgent: string
        tenant: string
      }[]
    const all = await list()
    expect(all.map(({ current }) => current)).toEqual([true, false, false])
    expect(all[0]).toMatchObject({
      way: 'password',
      tenant: expect.any(String),
      userAgent: expect.any(String),
    })
    expect(JSON.stringify(all)).not.toMatch(/hash/i)
    expect((await two.get('/sys/account/profile')).status).toBe(200)
    const [own] = await query<{ id: string }>(
      `select id from sys_session where user_id = $1 order by id offset 1 limit 1`,
      [user.id],
    )
    expect((await one.delete('/sys/account/session/delete', { id: own!.id })).success).toBe(true)
    expect([
      (await two.get('/sys/account/profile')).status,
      (await three.get('/sys/account/profile')).status,
    ]).toEqual([401, 200])
    expect((await one.delete('/sys/account/session/delete', { id: own!.id })).status).toBe(404)
    expect((await one.post('/sys/account/session/endOthers')).result).toEqual({ ended: 1 })
    expect([
      (await one.get('/sys/account/profile')).status,
      (await three.get('/sys/account/profile')).status,
    ]).toEqual([200, 401])
  })
  test('of others cannot be ended', async () => {
    const [user, other] = [await createUser(world()), await createUser(world())]
    const [mine, theirs] = [await client(world(), user), await client(world(), other)]
    const [row] = await query<{ id: string }>('select id from sys_session where user_id = $1', [
      other.id,
    ])
    expect((await mine.delete('/sys/account/session/delete', { id: row!.id })).status).toBe(404)
    expect((await theirs.get('/sys/account/profile')).status).toBe(200)
  })
  test('are noticed when they are used', async () => {
    const user = await createUser(world())
    const mine = await client(world(), user)
    await query(`update sys_session set seen_at = now() - interval '1 hour' where user_id = $1`, [
      user.id,
    ])
    await mine.get('/sys/account/profile')
    await expect
      .poll(
        async () =>
          (
            await query<{ fresh: boolean }>(
              `select seen_at > now() - interval '1 minute' as fresh from sys_session
                where user_id = $1`,
              [user.id],
            )
          )[0]?.fresh,
      )
      .toBe(true)
  })
})

test('notification rules are kept, and security always rings the bell', async () => {
  const mine = await client(world(), await createUser(world()))
  const usual = (await mine.get('/sys/user/notifyRules')).result as ReturnType<typeof notifyRulesOf>
  expect(usual).toEqual(notifyRulesOf(undefined, { staff: true }))
  const requested = {
    rules: {
      security: { system: false, email: false, sms: true },
      importFinished: { system: false, email: true, sms: false },
    },
    quiet: { from: '22:00', to: '07:30' },
    digest: 'daily',
    zone: 'Europe/Berlin',
  }
  expect((await mine.put('/sys/user/notifyRules/edit', requested)).success).toBe(true)
  expect((await mine.get('/sys/user/notifyRules')).result).toEqual({
    ...requested,
    rules: {
      ...usual.rules,
      ...requested.rules,
      security: { system: true, email: false, sms: true },
    },
  })
  for (const bad of [
    { ...requested, quiet: { from: '25:00', to: '7' } },
    { ...requested, digest: 'hourly' },
    { ...requested, rules: { nothing: { system: true, email: true, sms: true } } },
    { ...requested, zone: 'Nowhere/At_All' },
  ])
    expect((await mine.post('/sys/user/notifyRules/edit', bad)).code).toBe(400)
})

test('accounts elsewhere are listed and let go of by their owner only', async () => {
  const [user, other] = [await createUser(world()), await createUser(world())]
  const [row] = await query<{ id: string }>(
    `insert into sys_third_account (user_id, provider, issuer, subject, config_hash, name)
      values ($1, 'oidc', 'https://id.example', $2, '', 'lin@example') returning id`,
    [user.id, user.username],
  )
  const [mine, theirs] = [await client(world(), user), await client(world(), other)]
  expect((await mine.get('/sys/account/thirdAccount/list')).result).toMatchObject([
    { id: row!.id, provider: 'oidc', name: 'lin@example' },
  ])
  expect((await theirs.get('/sys/account/thirdAccount/list')).result).toEqual([])
  expect((await theirs.delete('/sys/account/thirdAccount/delete', { id: row!.id })).status).toBe(
    404,
  )
  await expireReauthentication(world(), user)
  expect((await mine.delete('/sys/account/thirdAccount/delete', { id: row!.id })).error).toBe(
    'session.stepUp',
  )
  await mine.post('/sys/stepUp', { password: user.password })
  expect((await mine.delete('/sys/account/thirdAccount/delete', { id: row!.id })).success).toBe(
    true,
  )
})
