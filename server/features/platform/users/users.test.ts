import { describe, expect, test } from 'vitest'
import { users, type UserRow } from '#contracts/platform/people/users.calls.ts'
import {
  world,
  admin,
  count,
  draft,
  add,
  roleId,
  issues,
  stored,
  signIn,
  prepareUserForms,
} from './user-forms.fixture.ts'

prepareUserForms()

const depart = async (code = 'A01') =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from sys_depart where tenant_id = $1 and org_code = $2',
      [world().tenantId, code],
    )
  ).rows[0]!.id

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
    expect(await admin.call(users.queryUserRole, { userid: row.id })).toEqual([
      await roleId('service'),
    ])
    expect(await admin.call(users.userDepartList, { userId: row.id })).toEqual([
      { key: departId, value: departId, title: 'Head office', children: [] },
    ])
    expect(
      (await admin.call(users.queryByIds, { userIds: `${row.id},` as never })).map(({ id }) => id),
    ).toEqual([row.id])
    expect(await admin.call(users.generateUserId, {})).toMatch(/^[0-9a-f]{32}$/)
    expect((await admin.call(users.options, { keyword: row.realname }))[0]).toEqual({
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
    expect((await admin.post('/sys/user/add', draft({ workNo: '' }))).success).toBe(true)
    expect(await refused({ phone: '12345' })).toEqual(['phone field.mobile'])
    expect(await refused({ email: 'nobody@' })).toEqual(['email field.email'])
    expect(await refused({ telephone: '12' })).toEqual(['telephone field.telephone'])
    expect(await refused({ birthday: '17.5.1990' })).toEqual(['birthday field.date'])
    expect(await refused({ sex: '3' })).toEqual(['sex field.dict'])
    expect(await refused({ password: '' })).toEqual(['password field.required'])
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

  test('is edited whole: roles and departments are replaced, a stale version is refused', async () => {
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

  test('keeps what no form may change, whatever the body contains', async () => {
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
