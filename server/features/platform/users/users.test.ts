import { beforeAll, describe, expect, test } from 'vitest'
import { userCalls, type UserRow } from '#contracts/platform/users.calls.ts'
import { PASSWORD, useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let admin: Client
let stranger: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  stranger = await world().otherTenantUser()
})

let count = 0
const draft = (change: Record<string, unknown> = {}) => {
  const n = ++count
  return {
    username: `person${n}-${world().tenantId}`,
    realname: `Person ${n}`,
    workNo: `W${n}`,
    phone: `1380013${String(n).padStart(4, '0')}`,
    email: `p${n}@example.com`,
    password: 'Green-Lantern-77!',
    ...change,
  }
}
const add = async (change: Record<string, unknown> = {}, client = admin): Promise<UserRow> => {
  const answer = await client.post('/sys/user/add', draft(change))
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as UserRow
}
const roleId = async (code: string, tenant = world().tenantId) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from sys_role where tenant_id = $1 and role_code = $2',
      [tenant, code],
    )
  ).rows[0]!.id
const depart = async (code = 'A01') =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from sys_depart where tenant_id = $1 and org_code = $2',
      [world().tenantId, code],
    )
  ).rows[0]!.id
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string; message: string }[] }).issues
const stored = async (id: string) =>
  (
    await world().db.pool.query<Record<string, unknown>>('select * from sys_user where id = $1', [
      id,
    ])
  ).rows[0]!
const signIn = (username: string, password: string) =>
  world().anonymous.post('/sys/login', { username, password })

describe('a user', () => {
  test('is added with roles, departments and a position, can sign in, and is found by every filter', async () => {
    const made = await admin.post('/sys/position/add', {
      code: `P-${count}`,
      name: 'Clerk',
      postRank: '2',
    })
    const departId = await depart()
    const answer = await admin.post(
      '/sys/user/add',
      draft({
        selectedroles: `${await roleId('service')},`,
        selecteddeparts: `${departId},`,
        post: (made.result as { code: string }).code,
        userIdentity: 2,
        departIds: departId,
        sex: 1,
        birthday: '1990-05-17',
        telephone: '021-62345678',
        id: 'f'.repeat(32),
      }),
    )
    expect(answer).toMatchObject({ success: true, code: 200, message: 'Added.' })
    const row = answer.result as UserRow
    expect(row).toMatchObject({
      selecteddeparts: departId,
      orgCodeTxt: 'Head office',
      roles_dictText: 'Customer service',
      post_dictText: 'Clerk',
      sex: '1',
      sex_dictText: 'Male',
      birthday: '1990-05-17',
      status: '1',
      userIdentity: '2',
      departIds: departId,
      orgCode: 'A01',
    })
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(true)
    const found = async (query: Record<string, unknown>) =>
      (
        (await admin.get('/sys/user/list', { ...query, pageSize: 100 })).result as {
          records: UserRow[]
        }
      ).records.map(({ id }) => id)
    for (const query of [
      { username: `*${row.username.slice(1, 8)}*` },
      { realname: row.realname },
      { phone: row.phone },
      { status: '1' },
      { sex: '1' },
      { departId },
      { roleId: await roleId('service') },
      { kind: 'staff' },
      { workNo: row.workNo },
    ])
      expect(await found(query), JSON.stringify(query)).toContain(row.id)
    for (const query of [
      { status: '2' },
      { sex: '2' },
      { roleId: await roleId('finance') },
      { kind: 'customer' },
      { username: '*nobody of that name*' },
    ])
      expect(await found(query), JSON.stringify(query)).not.toContain(row.id)
    expect(
      ((await admin.get('/sys/user/list')).result as { records: unknown[]; total: number }).total,
    ).toBeGreaterThan(5)
    expect(await admin.call(userCalls.queryUserRole, { userid: row.id })).toEqual([
      await roleId('service'),
    ])
    expect(await admin.call(userCalls.userDepartList, { userId: row.id })).toEqual([
      { key: departId, value: departId, title: 'Head office', children: [] },
    ])
    expect(
      (await admin.call(userCalls.queryByIds, { userIds: `${row.id},` as never })).map(
        ({ id }) => id,
      ),
    ).toEqual([row.id])
    expect(await admin.call(userCalls.generateUserId, {})).toMatch(/^[0-9a-f]{32}$/)
    expect((await admin.call(userCalls.options, { keyword: row.realname }))[0]).toEqual({
      value: row.id,
      text: row.realname,
    })
  })

  test('is refused field by field', async () => {
    const taken = await add()
    const answer = await admin.post(
      '/sys/user/add',
      draft({
        username: taken.username.toUpperCase(),
        phone: taken.phone,
        email: taken.email?.toUpperCase(),
        workNo: taken.workNo,
      }),
    )
    expect(answer).toMatchObject({ success: false, code: 400, status: 200 })
    expect(issues(answer).map(({ path, code }) => [path, code])).toEqual([
      ['username', 'user.usernameTaken'],
      ['phone', 'user.phoneTaken'],
      ['email', 'user.emailTaken'],
      ['workNo', 'user.workNoTaken'],
    ])
    const refused = async (change: Record<string, unknown>) =>
      issues(await admin.post('/sys/user/add', draft(change))).map(
        ({ path, code }) => `${path} ${code}`,
      )
    expect(await refused({ username: ' ' })).toEqual(['username field.required'])
    expect(await refused({ username: 'ünïcode' })).toEqual(['username field.username'])
    expect(await refused({ realname: '' })).toEqual(['realname field.required'])
    expect(await refused({ workNo: '' })).toEqual(['workNo field.required'])
    expect(await refused({ phone: '12345' })).toEqual(['phone field.mobile'])
    expect(await refused({ email: 'nobody@' })).toEqual(['email field.email'])
    expect(await refused({ telephone: '12' })).toEqual(['telephone field.telephone'])
    expect(await refused({ birthday: '17.5.1990' })).toEqual(['birthday field.date'])
    expect(await refused({ sex: '3' })).toEqual(['sex field.dict'])
    expect(await refused({ password: undefined })).toEqual(['password field.required'])
    for (const password of ['short', 'alllowercase1!', 'NoDigitsHere!', 'Password1!'])
      expect((await refused({ password }))[0], password).toMatch(/^password password\./)
    expect(await refused({ confirmpassword: 'other' })).toEqual(['confirmpassword password.differ'])
    expect(await refused({ selectedroles: '999999' })).toEqual(['selectedroles field.ref'])
    expect(await refused({ selecteddeparts: '999999' })).toEqual(['selecteddeparts field.ref'])
    expect(await refused({ post: 'NONE' })).toEqual(['post field.ref'])
    expect(await refused({ departIds: await depart() })).toEqual(['departIds user.leadsElsewhere'])
    expect(await refused({ selectedroles: await roleId('customer') })).toEqual([
      'selectedroles role.forCustomers',
    ])
    expect(
      await refused({ customerId: world().customerId, selectedroles: await roleId('service') }),
    ).toEqual(['selectedroles role.forStaff'])
    for (const wrong of [
      { username: ['a'] },
      { realname: { a: 1 } },
      { selectedroles: { a: 1 } },
      { phone: 5 },
    ])
      expect((await admin.post('/sys/user/add', draft(wrong))).code, JSON.stringify(wrong)).toBe(
        400,
      )
  })

  test('of a customer comes to that account; staff fields are not asked of it', async () => {
    const row = await add({
      customerId: world().customerId,
      workNo: null,
      selectedroles: await roleId('customer'),
    })
    expect(row).toMatchObject({ customerId: world().customerId, customerId_dictText: 'C001' })
    const away = (
      await world().db.pool.query<{ id: string }>(
        'select id from customer where tenant_id <> $1 limit 1',
        [world().tenantId],
      )
    ).rows[0]!.id
    expect(issues(await admin.post('/sys/user/add', draft({ customerId: away })))).toMatchObject([
      { path: 'customerId', code: 'field.ref' },
    ])
  })

  test('is edited whole: roles and departments are replaced, the password stays, a stale version is refused', async () => {
    const row = await add({
      selectedroles: await roleId('service'),
      selecteddeparts: await depart(),
    })
    const hash = (await stored(row.id)).password_hash
    const edited = await admin.put('/sys/user/edit', {
      ...row,
      realname: 'Renamed',
      selectedroles: `${await roleId('finance')},`,
      selecteddeparts: '',
      password: 'Other-Lantern-77!',
    })
    expect(edited).toMatchObject({
      success: true,
      message: 'Saved.',
      result: {
        realname: 'Renamed',
        roles_dictText: 'Finance',
        orgCodeTxt: '',
        orgCode: null,
        version: row.version + 1,
      },
    })
    expect((await stored(row.id)).password_hash).toBe(hash)
    expect(await admin.post('/sys/user/edit', { ...row, realname: 'Late' })).toMatchObject({
      success: false,
      code: 409,
      error: 'row.stale',
      result: { realname: 'Renamed' },
    })
    expect(
      await admin.put('/sys/user/edit', {
        id: row.id,
        version: row.version + 1,
        realname: 'Short',
      }),
    ).toMatchObject({ success: true, result: { roles_dictText: 'Finance', phone: row.phone } })
    const log = await world().db.pool.query<{ action: string; diff: unknown }>(
      'select action, diff from data_log where table_name = $1 and row_id = $2 order by id',
      ['sys_user', row.id],
    )
    expect(log.rows.map(({ action }) => action)).toEqual(['add', 'edit', 'edit'])
    expect(JSON.stringify(log.rows)).not.toMatch(/argon2|Lantern/)
  })

  test('keeps what no form may change, whatever the body says', async () => {
    const row = await add()
    const before = await stored(row.id)
    const mallory = {
      tenantId: '1',
      tenant_id: '1',
      passwordHash: 'x',
      password_hash: 'x',
      password: 'x',
      customerId: world().customerId,
      customer_id: world().customerId,
      parentUserId: row.id,
      status: 2,
      delFlag: 1,
      authzVersion: 9,
      username: 'someoneelse',
      createBy: 'mallory',
      lastLoginTime: '2020-01-01T00:00:00Z',
      relTenantIds: '1,2',
    }
    expect((await admin.put('/sys/user/edit', { ...row, ...mallory })).success).toBe(true)
    const after = await stored(row.id)
    for (const column of [
      'tenant_id',
      'password_hash',
      'customer_id',
      'parent_user_id',
      'status',
      'del_flag',
      'authz_version',
      'username',
      'create_by',
      'last_login_time',
    ])
      expect(after[column], column).toEqual(before[column])
    expect(
      (await world().db.pool.query('select 1 from sys_user_tenant where user_id = $1', [row.id]))
        .rowCount,
    ).toBe(0)
    const added = await add({
      tenantId: '1',
      passwordHash: 'x',
      parentUserId: row.id,
      status: 2,
      relTenantIds: '1',
    })
    expect(await stored(added.id)).toMatchObject({
      tenant_id: world().tenantId,
      parent_user_id: null,
      status: 1,
    })
  })

  test('never shows a secret, in no answer', async () => {
    const row = await add()
    for (const answer of [
      await admin.get('/sys/user/list', { pageSize: 100 }),
      await admin.get('/sys/user/queryById', { id: row.id }),
      await admin.get('/sys/user/recycleBin'),
      await admin.get('/sys/user/activity', { id: row.id }),
      await admin.get('/sys/user/queryByIds', { userIds: row.id }),
    ]) {
      expect(answer.success).toBe(true)
      expect(JSON.stringify(answer)).not.toMatch(/argon2|password|salt|secret|token/i)
    }
  })
})

describe('freezing and deleting', () => {
  test('ends sessions at once; unfreezing lets in again; each row has its own outcome', async () => {
    const row = await add()
    const token = ((await signIn(row.username, 'Green-Lantern-77!')).result as { token: string })
      .token
    const asThem = () =>
      world().anonymous.raw('GET', '/sys/user/getCurrentUserDeparts', {
        headers: { 'X-Access-Token': token },
      })
    expect((await asThem()).status).toBe(200)
    const frozen = await admin.put('/sys/user/frozenBatch', {
      ids: `${row.id},999999999,`,
      status: '2',
    })
    expect(frozen).toMatchObject({
      success: true,
      result: {
        done: 1,
        failed: 1,
        rows: [
          { id: row.id, ok: true, label: row.realname },
          { ok: false, code: 'row.missing' },
        ],
      },
    })
    expect((await asThem()).status).toBe(401)
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(false)
    expect(
      (await admin.post('/sys/user/frozenBatch', { ids: [row.id], status: '1' })).result,
    ).toMatchObject({ done: 1 })
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(true)
  })

  test('spares oneself and the last administrator of the tenant', async () => {
    const self = (await admin.get('/sys/user/list', { username: world().username('tenantAdmin') }))
      .result as { records: UserRow[] }
    const me = self.records[0]!
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: me.id, status: '2' })).result,
    ).toMatchObject({ failed: 1, rows: [{ code: 'user.self' }] })
    expect(await admin.delete('/sys/user/delete', { id: me.id })).toMatchObject({
      success: false,
      error: 'user.self',
    })
    expect(
      await admin.put('/sys/user/edit', { ...me, workNo: 'ME', selectedroles: '' }),
    ).toMatchObject({ success: false, error: 'user.lastAdministrator' })
    const second = await add({ selectedroles: await roleId('tenantAdmin') })
    const other = new (admin.constructor as typeof Client)(
      world().base,
      ((await signIn(second.username, 'Green-Lantern-77!')).result as { token: string }).token,
    )
    // Of two, either may go; then the other stays.
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: second.id, status: '2' })).result,
    ).toMatchObject({ done: 1 })
    expect(
      (
        await admin.delete('/sys/user/deleteUserRole', {
          roleId: await roleId('tenantAdmin'),
          userId: me.id,
        })
      ).error,
    ).toBe('user.lastAdministrator')
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: second.id, status: '1' })).result,
    ).toMatchObject({ done: 1 })
    expect((await other.get('/sys/user/list')).status).toBe(401)
    expect(await admin.delete('/sys/user/delete', { id: second.id })).toMatchObject({
      success: true,
      message: 'User deleted.',
    })
  })

  test('moves to the bin, which gives back or forgets; the name stays taken meanwhile', async () => {
    const row = await add()
    const name = { username: row.username, phone: null, email: null }
    expect(
      (await admin.delete('/sys/user/deleteBatch', { ids: `${row.id},` })).result,
    ).toMatchObject({ done: 1 })
    expect((await admin.get('/sys/user/queryById', { id: row.id })).status).toBe(404)
    expect(
      ((await admin.get('/sys/user/recycleBin')).result as UserRow[]).map(({ id }) => id),
    ).toContain(row.id)
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(false)
    expect(issues(await admin.post('/sys/user/add', draft(name)))).toMatchObject([
      { code: 'user.usernameTaken' },
    ])
    const heir = await add({ phone: row.phone })
    expect((await admin.put('/sys/user/putRecycleBin', { userIds: row.id })).result).toMatchObject({
      failed: 1,
      rows: [{ code: 'user.phoneTaken' }],
    })
    await admin.put('/sys/user/edit', { ...heir, phone: null })
    expect(await admin.put('/sys/user/putRecycleBin', { userIds: row.id })).toMatchObject({
      message: 'Restored.',
      result: { done: 1 },
    })
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(true)
    await admin.delete('/sys/user/delete', { id: row.id })
    for (const hostile of ["1' or '1'='1", '1) or 1=1 --', '{"a":1}'])
      expect(
        (await admin.delete('/sys/user/deleteRecycleBin', { userIds: hostile })).code,
        hostile,
      ).toBe(400)
    expect(
      (await admin.delete('/sys/user/deleteRecycleBin', { userIds: row.id })).result,
    ).toMatchObject({ done: 1 })
    expect(await stored(row.id)).toBeUndefined()
    expect(
      (await admin.delete('/sys/user/deleteRecycleBin', { userIds: heir.id })).result,
      'only what lies in the bin',
    ).toMatchObject({ failed: 1 })
  })
})

describe('a password', () => {
  test('is changed by an administrator by the rule, and ends the sessions; a reset one is told once', async () => {
    const row = await add()
    const token = ((await signIn(row.username, 'Green-Lantern-77!')).result as { token: string })
      .token
    const change = (body: object) =>
      admin.put('/sys/user/changePassword', {
        username: row.username,
        password: 'Blue-Harbour-31!',
        confirmpassword: 'Blue-Harbour-31!',
        ...body,
      })
    expect(await change({ confirmpassword: 'x' })).toMatchObject({
      success: false,
      error: 'password.differ',
    })
    expect(await change({ password: 'weak', confirmpassword: 'weak' })).toMatchObject({
      success: false,
      error: 'password.rule',
    })
    admin.lang = 'zh_CN'
    expect(await change({ username: 'nobody-of-that-name' })).toMatchObject({
      success: false,
      message: '用户不存在！',
    })
    expect(await change({})).toMatchObject({ success: true, message: '密码修改成功!' })
    admin.lang = 'en_US'
    expect(
      (
        await world().anonymous.raw('GET', '/sys/userSetting/all', {
          headers: { 'X-Access-Token': token },
        })
      ).status,
    ).toBe(401)
    expect((await signIn(row.username, 'Blue-Harbour-31!')).success).toBe(true)
    const reset = (await admin.put('/sys/user/resetPassword', { id: row.id })).result as {
      username: string
      password: string
    }
    expect(reset.password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{14,}$/)
    expect((await signIn(row.username, reset.password)).success).toBe(true)
    expect(
      (
        await world().db.pool.query(
          `select 1 from data_log where diff::text like '%' || $1 || '%'`,
          [reset.password],
        )
      ).rowCount,
    ).toBe(0)
    expect(
      (
        await world().db.pool.query(`select 1 from idempotency where body like '%' || $1 || '%'`, [
          reset.password,
        ])
      ).rowCount,
    ).toBe(0)
  })
})

describe('isolation', () => {
  test('another tenant sees nobody and changes nobody', async () => {
    const row = await add()
    const gone = async (answer: Promise<{ status: number; success: boolean }>) =>
      expect(await answer).toMatchObject({ status: 404 })
    await gone(stranger.get('/sys/user/queryById', { id: row.id }))
    await gone(stranger.put('/sys/user/edit', { ...row }))
    await gone(stranger.delete('/sys/user/delete', { id: row.id }))
    await gone(stranger.put('/sys/user/resetPassword', { id: row.id }))
    await gone(stranger.get('/sys/user/activity', { id: row.id }))
    await gone(stranger.delete('/sys/user/endSessions', { id: row.id }))
    expect(
      (
        await stranger.put('/sys/user/changePassword', {
          username: row.username,
          password: 'Blue-Harbour-31!',
          confirmpassword: 'Blue-Harbour-31!',
        })
      ).error,
    ).toBe('user.missing')
    expect(
      (await stranger.put('/sys/user/frozenBatch', { ids: row.id, status: '2' })).result,
    ).toMatchObject({ failed: 1 })
    expect((await stranger.get('/sys/user/queryByIds', { userIds: row.id })).result).toEqual([])
    expect(
      ((await stranger.get('/sys/user/list', { selections: row.id })).result as { total: number })
        .total,
    ).toBe(0)
    expect((await stranger.get('/sys/user/options', { ids: row.id })).result).toEqual([])
    expect((await stranger.get('/sys/user/queryUserRole', { userid: row.id })).success).toBe(false)
    expect(
      (
        await stranger.post('/sys/user/addSysUserRole', {
          roleId: await roleId('service'),
          userIdList: [row.id],
        })
      ).result,
    ).toMatchObject({ failed: 1 })
    expect(await stored(row.id)).toMatchObject({ status: 1, del_flag: 0, version: row.version })
  })

  test('a customer’s user reaches no call about people, even holding the codes', async () => {
    const { db, tenantId } = world()
    const customer = await world().as('otherCustomer')
    await db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id) select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
      where r.tenant_id = $1 and r.role_code = 'customer' and (p.perms like 'sys:user:%' or p.perms like 'sys:role%' or p.perms like 'sys:book%') on conflict do nothing`,
      [tenantId],
    )
    const fresh = new (customer.constructor as typeof Client)(
      world().base,
      ((await signIn(world().username('otherCustomer'), PASSWORD)).result as { token: string })
        .token,
    )
    for (const path of [
      '/sys/user/list',
      '/sys/user/recycleBin',
      '/sys/user/options',
      '/sys/role/queryall',
      '/sys/role/list',
      '/sys/user/queryByOrgCodeForAddressList',
      '/sys/user/departTree',
      '/sys/user/exportXls',
    ])
      expect((await fresh.get(path)).status, path).toBe(403)
    expect((await fresh.post('/sys/user/add', draft())).status).toBe(403)
    await db.pool.query(
      `delete from sys_role_permission rp using sys_permission p where rp.tenant_id = $1 and rp.permission_id = p.id and (p.perms like 'sys:user:%' or p.perms like 'sys:role%' or p.perms like 'sys:book%')
      and rp.role_id = (select id from sys_role where tenant_id = $1 and role_code = 'customer')`,
      [tenantId],
    )
  })
})
