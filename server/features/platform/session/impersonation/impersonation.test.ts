import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld, type Answer, type RoleCode } from '../../../../../test/harness.ts'
import { platformAdmin } from '../../../../../test/platform.ts'
import {
  BEHIND_PROXY,
  Caller,
  client,
  expireReauthentication,
  createUser,
  type TestUser,
} from '../users.fixture.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const idOf = async (role: RoleCode) => {
  const named = 'select id from sys_user where username = $1'
  return (await query<{ id: string }>(named, [world().username(role)]))[0]!.id
}
let boss: TestUser
let admin: Caller
beforeAll(async () => {
  boss = await createUser(world(), { role: 'tenantAdmin' })
  admin = await client(world(), boss)
})

const ask = (by: Caller, id: string, reason = 'Call 4711: sees no orders') =>
  by.post('/sys/user/loginAs', { id, reason })
const sitting = (answer: Answer) => {
  expect(answer.success, answer.message).toBe(true)
  return new Caller(world().base, (answer.result as { token: string }).token)
}
const impersonate = async (id: string, by = admin) => sitting(await ask(by, id))

describe('impersonation', () => {
  test('shows what they see, for half an hour, with both names on every line', async () => {
    const id = await idOf('manager')
    const answer = await ask(admin, id)
    expect(answer.result).toMatchObject({
      tenantId: world().tenantId,
      ask: false,
      userInfo: {
        id,
        username: world().username('manager'),
        relTenantIds: world().tenantId,
        acting: { by: 'Somebody', until: expect.any(String) as string },
      },
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const seen = sitting(answer)
    expect((await seen.get('/sys/account/profile')).result).toMatchObject({
      id,
      username: world().username('manager'),
    })
    const rights = (await seen.get('/sys/permission/getUserPermissionByToken')).result as {
      auth: { action: string }[]
    }
    expect(rights.auth.map(({ action }) => action)).toContain('dlv:supplier:add')
    expect(
      await query(
        `select way, reason, actor_id, proved_at, extract(minute from expires_at - created_at)::int as minutes
          from sys_session where user_id = $1 and actor_id is not null`,
        [id],
      ),
    ).toEqual([
      {
        way: 'acting',
        reason: 'Call 4711: sees no orders',
        actor_id: boss.id,
        proved_at: null,
        minutes: 30,
      },
    ])

    const added = await seen.post('/erp/supplier/add', {
      code: 'ACT-1',
      name: 'By proxy',
      currency: 'EUR',
    })
    expect(added.success, added.message).toBe(true)
    expect(
      await query('select actor_id, actor, behalf_id, behalf from data_log where request_id = $1', [
        added.requestId,
      ]),
    ).toEqual([
      {
        actor_id: boss.id,
        actor: boss.username,
        behalf_id: id,
        behalf: world().username('manager'),
      },
    ])
    const line = `select user_id, username, actor_id, actor from op_log where request_id = $1`
    await expect
      .poll(() => query(line, [added.requestId]), { timeout: 90_000 })
      .toEqual([
        {
          user_id: id,
          username: world().username('manager'),
          actor_id: boss.id,
          actor: boss.username,
        },
      ])
    const refused = await seen.get('/sys/log/list')
    expect(refused.status).toBe(403)
    await expect
      .poll(() => query(line, [refused.requestId]), { timeout: 90_000 })
      .toMatchObject([{ actor: boss.username, username: world().username('manager') }])
    expect(
      await query(
        `select actor, behalf, diff->'reason' reason from data_log where request_id = $1 and table_name='sys_session'`,
        [answer.requestId],
      ),
    ).toEqual([{ actor: boss.username, behalf: null, reason: [null, 'Call 4711: sees no orders'] }])
    expect(
      await query(
        `select content, user_id, actor, param from op_log where log_type = 1 and request_id = $1`,
        [answer.requestId],
      ),
    ).toEqual([
      {
        content: 'sign-in as',
        user_id: id,
        actor: boss.username,
        param: '{"reason":"Call 4711: sees no orders"}',
      },
    ])
    // The administrator's own name stays.
    const own = await admin.post('/erp/supplier/add', {
      code: 'ACT-2',
      name: 'Own',
      currency: 'EUR',
    })
    expect(
      await query('select actor, behalf from data_log where request_id = $1', [own.requestId]),
    ).toEqual([{ actor: boss.username, behalf: null }])
  })

  test('is found by the person among sessions and sign-ins, and can be ended by them', async () => {
    const user = await createUser(world(), { role: 'finance' })
    const theirs = await client(world(), user)
    const seen = await impersonate(user.id)
    const sessions = (await theirs.get('/sys/account/session/list')).result as {
      id: string
      current: boolean
      way: string
      actor: string | null
      reason: string | null
    }[]
    expect(
      sessions.map(({ current, way, actor, reason }) => ({ current, way, actor, reason })),
    ).toEqual([
      { current: true, way: 'password', actor: null, reason: null },
      { current: false, way: 'acting', actor: boss.username, reason: 'Call 4711: sees no orders' },
    ])
    const { signIns } = (await theirs.get('/sys/account/activity')).result as {
      signIns: { actor: string | null }[]
    }
    expect(signIns[0]).toMatchObject({ actor: boss.username })
    expect(
      (await theirs.delete('/sys/account/session/delete', { id: sessions[1]!.id })).success,
    ).toBe(true)
    expect((await seen.get('/sys/account/profile')).status).toBe(401)
    expect((await admin.get('/sys/account/profile')).status).toBe(200)
  })

  test('ends by signing out of it; the administrator’s own session goes on, and one at a time is open', async () => {
    const [one, other] = [await idOf('service'), await idOf('finance')]
    const first = await impersonate(one)
    const second = await impersonate(other)
    expect((await first.get('/sys/account/profile')).status).toBe(401)
    expect((await second.post('/sys/logout')).success).toBe(true)
    expect((await second.get('/sys/account/profile')).status).toBe(401)
    expect((await admin.get('/sys/account/profile')).result).toMatchObject({ id: boss.id })
  })

  test('pushes out none of the ten sessions the person may have, and is not pushed out by them', async () => {
    const user = await createUser(world(), { role: 'finance' })
    const first = await client(world(), user)
    for (let turn = 0; turn < 8; turn++) await client(world(), user)
    const seen = await impersonate(user.id)
    await client(world(), user)
    expect((await first.get('/sys/account/profile')).status).toBe(200)
    expect((await seen.get('/sys/account/profile')).status).toBe(200)
  })
})

describe('ends with the administrator’s session', () => {
  const open = async () => {
    const user = await createUser(world(), { role: 'tenantAdmin' })
    const by = await client(world(), user)
    return { user, by, seen: await impersonate(await idOf('finance'), by) }
  }
  const dead = async (seen: Caller) =>
    expect((await seen.get('/sys/account/profile')).status).toBe(401)

  test('frozen', async () => {
    const { user, seen } = await open()
    expect((await seen.get('/sys/account/profile')).status).toBe(200)
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: [user.id], status: '2' })).result,
    ).toMatchObject({ done: 1 })
    await dead(seen)
  })
  test('signed out, or with another password', async () => {
    const { by, seen } = await open()
    await by.post('/sys/logout')
    await dead(seen)
    const { user, seen: again } = await open()
    await admin.put('/sys/user/changePassword', {
      username: user.username,
      password: 'Zt8#harbour',
      confirmpassword: 'Zt8#harbour',
    })
    await dead(again)
  })
  test('without the right, or when the person comes to stand above', async () => {
    const { user, seen } = await open()
    await query('delete from sys_user_role where user_id = $1', [user.id])
    await expect
      .poll(async () => (await seen.get('/sys/account/profile')).status, { timeout: 90_000 })
      .toBe(401)
    const rising = await createUser(world(), { role: 'finance' })
    const below = await impersonate(rising.id)
    // A right the administrator of a tenant has not.
    await query(
      `with r as (insert into sys_role (tenant_id, role_code, role_name) values ($1, $2, $2) returning id),
        p as (insert into sys_role_permission (tenant_id, role_id, permission_id)
        select $1, r.id, p.id from r, sys_permission p where p.perms = 'sys:tenant:edit')
      insert into sys_user_role (tenant_id, user_id, role_id) select $1, $3, r.id from r`,
      [world().tenantId, `above-${rising.id}`, rising.id],
    )
    await expect
      .poll(async () => (await below.get('/sys/account/profile')).status, { timeout: 90_000 })
      .toBe(401)
  })
  test('after half an hour', async () => {
    const { seen } = await open()
    await query(
      `update sys_session set expires_at = now() where actor_id is not null and token_hash = sha256($1::bytea)`,
      [Buffer.from(seen.token!)],
    )
    await expect
      .poll(async () => (await seen.get('/sys/account/profile')).status, { timeout: 90_000 })
      .toBe(401)
  })
})

describe('is refused', () => {
  test('to all but administrators', async () => {
    const id = await idOf('finance')
    for (const role of [
      'manager',
      'warehouse',
      'service',
      'finance',
      'sales',
      'customer',
      'sub',
      'nobodySpecial',
    ] as const)
      expect(
        (await (await world().as(role)).post('/sys/user/loginAs', { id, reason: 'x' })).status,
        role,
      ).toBe(403)
  })
  test('without having shown the password again, without a reason, and with junk', async () => {
    const user = await createUser(world(), { role: 'tenantAdmin' })
    const by = await client(world(), user)
    const id = await idOf('finance')
    for (const reason of ['', '   ', 'x'.repeat(201), null])
      expect((await by.post('/sys/user/loginAs', { id, reason })).code).toBe(400)
    await expireReauthentication(world(), user)
    expect((await ask(by, id)).error).toBe('session.stepUp')
    expect((await by.post('/sys/stepUp', { password: 'wrong' })).error).toBe(
      'session.passwordWrong',
    )
    expect((await ask(by, id)).error).toBe('session.stepUp')
    expect((await by.post('/sys/stepUp', { password: user.password })).success).toBe(true)
    expect((await ask(by, id)).success).toBe(true)
  })
  test('above the caller’s own rights: the platform’s people, and a role with a right more', async () => {
    await platformAdmin(world(), 'above')
    const [above] = await query<{ id: string }>('select id from sys_user where username = $1', [
      `above-${world().tenantId}`,
    ])
    expect((await ask(admin, above!.id)).error).toBe('user.above')
    // A narrow role with the right to act, and a user who holds one code more.
    const [role] = await query<{ id: string }>(
      `insert into sys_role (tenant_id, role_code, role_name, data_scope) values ($1, 'narrow',
        'narrow', 'tenant') returning id`,
      [world().tenantId],
    )
    await query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id) select $1, $2, id
        from sys_permission where perms = any($3)`,
      [world().tenantId, role!.id, ['sys:user:loginAs', 'sys:user:list', 'dlv:fee:list']],
    )
    const narrow = await client(world(), await createUser(world(), { role: 'narrow' }))
    expect((await ask(narrow, await idOf('finance'))).error).toBe('user.above')
    expect((await ask(narrow, boss.id)).error).toBe('user.above')
    expect((await ask(narrow, await idOf('nobodySpecial'))).success).toBe(true)
  })
  test('for the caller, the frozen, the unknown, and people of other tenants', async () => {
    expect((await ask(admin, boss.id)).error).toBe('user.self')
    expect(
      (await ask(admin, (await createUser(world(), { role: 'finance', status: 2 })).id)).status,
    ).toBe(404)
    expect((await ask(admin, '999999999')).status).toBe(404)
    const [away] = await query<{ id: string }>('select id from sys_user where username = $1', [
      await world().elsewhere('finance'),
    ])
    expect((await ask(admin, away!.id)).status).toBe(404)
    const platform = new Caller(world().base, (await platformAdmin(world(), 'far')).token)
    expect((await ask(platform, away!.id)).status).toBe(404)
  })
  test('a second time from within, to act as a third', async () => {
    const peer = await createUser(world(), { role: 'tenantAdmin' })
    const seen = await impersonate(peer.id)
    expect((await ask(seen, await idOf('finance'))).status).toBe(403)
    expect((await seen.post('/sys/stepUp', { password: peer.password })).error).toBe(
      'session.acting',
    )
  })
  test('into another tenant the person works in', async () => {
    const away = (
      await query<{ id: string }>('select tenant_id as id from sys_user where username = $1', [
        await world().elsewhere('tenantAdmin'),
      ])
    )[0]!.id
    const guest = await createUser(world(), { role: 'finance', tenants: [away] })
    const seen = await impersonate(guest.id)
    expect((await seen.get('/erp/fee/list')).status).toBe(200)
    seen.tenant = away
    expect((await seen.get('/erp/fee/list')).status).toBe(403)
    seen.tenant = '0'
    expect((await seen.put('/sys/selectTenant', { tenantId: away })).error).toBe('session.acting')
  })
})

test('the user’s own matters stay closed: password, second factor, keys, profile, settings', async () => {
  const peer = await createUser(world(), { role: 'tenantAdmin' })
  const seen = await impersonate(peer.id)
  const before = await query(
    'select u.*, (select count(*) from api_key k where k.user_id = u.id) as keys from sys_user u where u.id = $1',
    [peer.id],
  )
  const own: readonly [string, string][] = [
    ['PUT', '/sys/user/updatePassword'],
    ['POST', '/sys/user/updatePassword'],
    ['POST', '/sys/account/totp/begin'],
    ['POST', '/sys/account/totp/confirm'],
    ['POST', '/sys/account/totp/codes'],
    ['POST', '/sys/account/totp/end'],
    ['POST', '/sys/account/apiKey/add'],
    ['DELETE', '/sys/account/apiKey/delete'],
    ['PUT', '/sys/account/profile/edit'],
    ['POST', '/sys/account/profile/edit'],
    ['POST', '/sys/account/picture'],
    ['DELETE', '/sys/account/picture'],
    ['POST', '/sys/thirdLogin/bindStart'],
    ['DELETE', '/sys/account/thirdAccount/delete'],
    ['DELETE', '/sys/account/session/delete'],
    ['POST', '/sys/account/session/endOthers'],
    ['PUT', '/sys/user/notifyRules/edit'],
    ['POST', '/sys/stepUp'],
    ['PUT', '/sys/selectDepart'],
    ['PUT', '/sys/selectTenant'],
    ['PUT', '/sys/userSetting/save'],
    ['PUT', '/erp/printSet/choose'],
  ]
  for (const [method, path] of own)
    expect(
      (await seen.raw(method, path, method === 'DELETE' ? {} : { body: {} })).error,
      `${method} ${path}`,
    ).toBe('session.acting')
  for (const [method, path] of [
    ['PUT', '/sys/user/changePassword'],
    ['PUT', '/sys/user/resetPassword'],
    ['PUT', '/sys/user/edit'],
    ['POST', '/sys/user/add'],
    ['PUT', '/sys/user/frozenBatch'],
    ['DELETE', '/sys/user/delete'],
    ['POST', '/sys/user/addSysUserRole'],
    ['POST', '/erp/user/sub/add'],
    ['PUT', '/erp/user/sub/resetPassword'],
    ['DELETE', '/erp/user/sub/delete'],
  ] as const)
    expect(
      (await seen.raw(method, path, method === 'DELETE' ? {} : { body: {} })).status,
      path,
    ).toBe(403)
  expect((await seen.get('/sys/user/list')).success).toBe(true)
  expect(
    await query(
      'select u.*, (select count(*) from api_key k where k.user_id = u.id) as keys from sys_user u where u.id = $1',
      [peer.id],
    ),
  ).toEqual(before)
})
