import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '#contracts/platform/people/address-book.ts'
import { positions } from '#contracts/platform/people/positions.ts'
import { users, type UserRow } from '#contracts/platform/people/users.calls.ts'
import { departUsers } from '#contracts/platform/people/users.departments.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { createRole, createUser, roleId, signIn, userOf } from './users.fixture.ts'

const world = useWorld()
let admin: Client
let count = 0
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})
const add = async (change: Record<string, unknown> = {}): Promise<UserRow> => {
  const n = ++count
  const answer = await admin.post('/sys/user/add', {
    username: `q${n}-${world().tenantId}`,
    realname: `Quinn ${n}`,
    workNo: `Q${n}`,
    password: 'Green-Lantern-77!',
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as UserRow
}
const depart = async (name: string, orgCode: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      `insert into sys_depart (tenant_id, parent_id, depart_name, org_code) select $1, id, $2, $3
        from sys_depart where tenant_id = $1 and org_code = 'A01' returning id`,
      [world().tenantId, name, orgCode],
    )
  ).rows[0]!.id
const sheet = async (answer: Answer): Promise<string[][]> => {
  expect(answer.status).toBe(200)
  const rows: string[][] = []
  for await (const batch of readSheet(answer.bytes, 'x.xlsx'))
    rows.push(...batch.map(({ cells }) => cells))
  return rows
}

describe('people of a department', () => {
  test('are listed with those below, put in and taken out', async () => {
    const [north, deep] = [await depart('North', 'A01A11'), await depart('Deep North', 'A01A11A01')]
    const [one, two] = [await add({ selecteddeparts: north }), await add({ selecteddeparts: deep })]
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
    expect(ids(await admin.call(departUsers.queryUserByDepId, { id: north }))).toEqual([one.id])
    expect(
      ids(await admin.call(departUsers.queryUserByDepId, { id: north, realname: 'nobody' })),
    ).toEqual([])
    expect(ids((await admin.call(departUsers.departUserList, { depId: north })).records)).toEqual(
      ids([one, two]),
    )
    expect(
      (await admin.call(departUsers.departUserList, {})).records,
      'without one: those of the own departments',
    ).toEqual([])
    expect(
      await admin.post('/sys/user/editSysDepartWithUser', { depId: north, userIdList: [two.id] }),
    ).toMatchObject({ success: true, message: 'Added.' })
    expect((await userOf(admin, two.id)).orgCodeTxt).toBe('North,Deep North')
    expect(
      (await admin.delete('/sys/user/deleteUserInDepart', { depId: north, userId: two.id }))
        .success,
    ).toBe(true)
    admin.lang = 'zh_CN'
    expect(
      await admin.delete('/sys/user/deleteUserInDepart', { depId: north, userId: two.id }),
    ).toMatchObject({ success: false, message: '当前选中部门与用户无关联关系!' })
    admin.lang = 'en_US'
    expect(
      (
        await admin.delete('/sys/user/deleteUserInDepartBatch', {
          depId: north,
          userIds: `${one.id},${two.id},`,
        })
      ).result,
    ).toMatchObject({ done: 1, failed: 1 })
    const tree = await admin.call(departUsers.departTree, {})
    expect(tree.find(({ id }) => id === deep)).toMatchObject({ departName: 'Deep North', users: 1 })
    const customer = await createUser(world(), [], { customerId: world().customerId })
    expect(
      await admin.post('/sys/user/editSysDepartWithUser', {
        depId: north,
        userIdList: [customer.id],
      }),
    ).toMatchObject({ success: false, error: 'user.departsForStaff' })
    const stranger = await world().otherTenantUser()
    expect(
      (
        await stranger.post('/sys/user/editSysDepartWithUser', {
          depId: north,
          userIdList: [one.id],
        })
      ).status,
    ).toBe(404)
    expect(await stranger.call(departUsers.queryUserByDepId, { id: north })).toEqual([])
    expect((await stranger.call(departUsers.departUserList, { depId: north })).records).toEqual([])
  })
})

describe('a stand-in', () => {
  test('is set, changed, shown in the address book while it holds', async () => {
    const [user, other] = [await add(), await add()]
    expect(
      (await admin.get('/sys/sysUserAgent/queryByUserName', { userName: user.username })).error,
    ).toBe('user.noAgent')
    admin.lang = 'zh_CN'
    const set = await admin.post('/sys/sysUserAgent/add', {
      userName: user.username,
      agentUserName: other.username,
      startTime: '2020-01-01 00:00:00',
      endTime: '2099-01-01 00:00:00',
      status: '1',
    })
    expect(set).toMatchObject({ success: true, message: '代理人设置成功！' })
    admin.lang = 'en_US'
    const agent = set.result as { id: string; version: number }
    const entry = async () =>
      (await admin.call(addressBook.list, { realname: user.realname })).records[0]
    expect(await entry()).toMatchObject({ agentName: other.realname })
    expect(
      await admin.put('/sys/sysUserAgent/edit', {
        ...agent,
        userName: user.username,
        agentUserName: other.username,
        endTime: '2021-01-01T00:00:00Z',
        startTime: null,
      }),
    ).toMatchObject({ success: true })
    expect(await entry()).toMatchObject({ agentName: null })
    expect(
      await admin.put('/sys/sysUserAgent/edit', {
        ...agent,
        userName: user.username,
        agentUserName: other.username,
      }),
    ).toMatchObject({ success: false, error: 'row.stale' })
    for (const wrong of [
      { agentUserName: user.username },
      { agentUserName: world().username('customer') },
      { agentUserName: 'nobody' },
      { startTime: '2030-01-02T00:00:00Z', endTime: '2030-01-01T00:00:00Z' },
    ]) {
      expect(
        (
          await admin.post('/sys/sysUserAgent/add', {
            userName: user.username,
            agentUserName: other.username,
            ...wrong,
          })
        ).code,
        JSON.stringify(wrong),
      ).toBe(400)
    }
    expect(
      (
        await (
          await world().otherTenantUser()
        ).post('/sys/sysUserAgent/add', {
          userName: user.username,
          agentUserName: other.username,
        })
      ).code,
    ).toBe(400)
  })
})

describe('the address book', () => {
  test('shows staff once, with all departments; by department, name and number; no user of a customer', async () => {
    const [a, b] = [await depart('Alpha', 'A01A21'), await depart('Beta', 'A01A22')]
    const made = (
      await admin.post('/sys/position/add', { code: 'BOOK', name: 'Librarian', postRank: '3' })
    ).result as { id: string }
    const user = await add({
      selecteddeparts: `${a},${b}`,
      post: 'BOOK',
      phone: '13812345678',
      telephone: '021-62345678',
      email: 'quinn@example.com',
    })
    const service = await world().as('service')
    const find = async (query: Record<string, unknown>) =>
      (await service.call(addressBook.list, query)).records
    expect(await find({ realname: user.realname })).toEqual([
      {
        id: user.id,
        userId: user.id,
        realname: user.realname,
        workNo: user.workNo,
        post: 'BOOK',
        post_dictText: 'Librarian',
        telephone: '021-62345678',
        email: 'quinn@example.com',
        phone: '13812345678',
        avatar: null,
        departId: `${a} | ${b}`,
        departName: 'Alpha | Beta',
        agentName: null,
      },
    ])
    expect((await find({ orgCode: 'A01A21' })).map(({ userId }) => userId)).toEqual([user.id])
    expect((await find({ workNo: `*${user.workNo}*` })).map(({ userId }) => userId)).toEqual([
      user.id,
    ])
    expect(await find({ realname: 'customer' })).toEqual([])
    expect((await service.call(addressBook.list, { pageSize: 2 as never })).records).toHaveLength(2)
    const rows = await sheet(await admin.get('/sys/user/exportAddressList', { orgCode: 'A01A21' }))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual([
      user.realname,
      user.workNo,
      'Alpha | Beta',
      'Librarian',
      '13812345678',
      '021-62345678',
      'quinn@example.com',
    ])
    expect(
      (await service.get('/sys/user/exportAddressList')).status,
      'reading is not taking along',
    ).toBe(403)
    expect((await admin.call(positions.counts, {})).find(({ id }) => id === made.id)).toEqual({
      id: made.id,
      users: 1,
    })
    expect(
      (await admin.delete('/sys/position/delete', { id: made.id })).error,
      'another user holds it',
    ).toBe('row.referenced')
    expect(
      (await find({ orgCode: 'A01' })).every(
        ({ realname }) => !/otherCustomer|^sub$/.test(realname),
      ),
    ).toBe(true)
    const stranger = await world().otherTenantUser()
    expect((await stranger.call(addressBook.list, { realname: user.realname })).records).toEqual([])
  })
})

describe('sheets of users', () => {
  test('leave with names, and come back with every row checked', async () => {
    await depart('Gamma', 'A01A31')
    const user = await add({
      selectedroles: await roleId(world(), 'service'),
      selecteddeparts: (
        await world().db.pool.query<{ id: string }>(
          `select id from sys_depart where tenant_id = $1 and org_code = 'A01A31'`,
          [world().tenantId],
        )
      ).rows[0]!.id,
    })
    const rows = await sheet(await admin.get('/sys/user/exportXls', { selections: user.id }))
    expect(rows[0]?.slice(0, 6)).toEqual([
      'User name',
      'Name',
      'Staff number',
      'Customer',
      'Departments',
      'Roles',
    ])
    expect(rows[1]?.slice(0, 6)).toEqual([
      user.username,
      user.realname,
      user.workNo,
      '',
      'Gamma',
      'Customer service',
    ])
    expect(rows.flat().join()).not.toMatch(/argon2/)
    expect(
      await sheet(
        await (await world().otherTenantUser()).get('/sys/user/exportXls', { selections: user.id }),
      ),
    ).toHaveLength(1)
    const mark = world().tenantId
    // A right the administrator of a tenant has not.
    const above = await createRole(world(), 'tenant', ['sys:tenant:edit'])
    await world().db.pool.query('update sys_role set role_code = $2 where id = $1', [
      above,
      `above-${mark}`,
    ])
    const text = [
      '账号,姓名,工号,部门,角色,性别,手机号,密码',
      `good-${mark},Good Person,G-1,Gamma,"service",女,13700000001,Blue-Harbour-31!`,
      `plain-${mark},No Password,G-2,,,,,`,
      `${user.username},Twice,G-3,,,,,`,
      `bad-${mark},,G-4,Nowhere,nothing,?,123,weak`,
      `weak-${mark},Weak,G-5,,,,,weak`,
      `boss-${mark},Boss,G-6,,above-${mark},,,`,
    ].join('\n')
    const result = (await admin.upload('/sys/user/importExcel', 'people.csv', text)).result as {
      totalCount: number
      successCount: number
      errorCount: number
      errors: { row: number; column: string; code: string; message: string }[]
    }
    expect(result).toMatchObject({ totalCount: 6, successCount: 2, errorCount: 4 })
    expect(result.errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
      '4 User name user.usernameTaken',
      '5 Sex user.unknownWord',
      '5 Departments user.unknownWord',
      '5 Roles user.unknownWord',
      '5 Name field.required',
      '5 Mobile phone field.mobile',
      '6 Password password.rule',
      '7 Roles role.beyond',
    ])
    expect((await signIn(world(), `good-${mark}`, 'Blue-Harbour-31!')).token).toBeTruthy()
    expect((await admin.call(users.list, { username: `good-${mark}` })).records[0]).toMatchObject({
      sex: '2',
      orgCodeTxt: 'Gamma',
      roles_dictText: 'Customer service',
    })
    expect(
      (
        await admin.upload(
          '/sys/user/importExcel',
          'people.csv',
          `账号,姓名,工号\ndry-${mark},Dry,D-1\n`,
          { dryRun: 'true' },
        )
      ).result,
    ).toMatchObject({ successCount: 1 })
    expect(
      (await admin.call(users.list, { username: `dry-${mark}` })).records,
      'only tried',
    ).toEqual([])
    const template = await sheet(await admin.get('/sys/user/importTemplate'))
    expect(template[0]).toContain('Password')
    expect((await admin.upload('/sys/user/importExcel', 'people.csv', 'a,b\n1,2\n')).error).toBe(
      'sheet.missingColumns',
    )
  })
})

describe('sessions of a user', () => {
  test('are seen and ended by an administrator', async () => {
    const user = await add()
    const client = await signIn(world(), user.username, 'Green-Lantern-77!')
    await world().anonymous.post('/sys/login', { username: user.username, password: 'wrong' })
    const seen = await admin.call(users.activity, { id: user.id })
    expect(seen.sessions).toHaveLength(1)
    expect(seen.signIns.map(({ outcome }) => outcome)).toEqual(['failed', 'ok'])
    expect(await admin.call(users.endSessions, { id: user.id })).toEqual({ ended: 1 })
    expect((await client.get('/sys/userSetting/all')).status).toBe(401)
    expect((await admin.call(users.activity, { id: user.id })).sessions).toEqual([])
  })
})
