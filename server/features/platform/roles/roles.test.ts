import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#contracts/platform/access/roles.ts'
import { roleUsers } from '#contracts/platform/people/users.departments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { createUser, createRole, roleId } from '../users/users.fixture.ts'

const world = useWorld()
let admin: Client
let count = 0
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})
interface Role {
  id: string
  version: number
  roleCode: string
  roleName: string
  dataScope: string
}
const add = async (change: Record<string, unknown> = {}): Promise<Role> => {
  const answer = await admin.post('/sys/role/add', {
    roleCode: `role${++count}`,
    roleName: `Role ${count}`,
    dataScope: 'depot',
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as Role
}

describe('a role', () => {
  test('has a code of its own, is counted, and goes once it has no holder', async () => {
    const role = await add()
    expect(await admin.call(roles.checkRoleCode, { roleCode: 'surely-free' })).toBe(true)
    expect(await admin.call(roles.checkRoleCode, { id: role.id, roleCode: role.roleCode })).toBe(
      true,
    )
    admin.lang = 'zh_CN'
    expect(
      await admin.get('/sys/role/checkRoleCode', { id: '', roleCode: role.roleCode }),
    ).toMatchObject({ success: false, message: '角色编码已存在' })
    admin.lang = 'en_US'
    const holder = await createUser(world(), [role.id])
    expect((await admin.call(roles.counts, {})).find(({ id }) => id === role.id)).toEqual({
      id: role.id,
      users: 1,
      grantable: true,
    })
    expect(await admin.delete('/sys/role/delete', { id: role.id })).toMatchObject({
      success: false,
      error: 'role.held',
    })
    await admin.delete('/sys/user/deleteUserRole', { roleId: role.id, userId: holder.id })
    admin.lang = 'zh_CN'
    expect(await admin.delete('/sys/role/delete', { id: role.id })).toMatchObject({
      success: true,
      message: '删除角色成功',
    })
    admin.lang = 'en_US'
    const [one, two] = [await add(), await add()]
    expect(
      (
        await admin.delete('/sys/role/deleteBatch', {
          ids: `${one.id},${two.id},${await roleId(world(), 'service')},`,
        })
      ).result,
    ).toMatchObject({
      done: 2,
      failed: 1,
      rows: [{ ok: true }, { ok: true }, { code: 'role.builtIn' }],
    })
  })

  test('names the page its holders begin with; only one of the menu', async () => {
    const id = await roleId(world(), 'service')
    const edit = async (homePath: string) => {
      const role = await admin.get('/sys/role/queryById', { id })
      return admin.put('/sys/role/edit', { ...(role.result as object), homePath })
    }
    for (const path of [
      '/nowhere',
      'https://evil.example',
      '/tabs/shipment/orders',
      '/delivery/channels/:id',
    ])
      expect(await edit(path), path).toMatchObject({ result: { issues: [{ path: 'homePath' }] } })
    expect(await edit('/tracking/search')).toMatchObject({ success: true })
    const info = async (who: 'service' | 'warehouse') =>
      (await (await world().as(who)).delete('/sys/account/picture')).result
    expect(await info('service')).toMatchObject({ userInfo: { homePath: '/tracking/search' } })
    // A page the role does not grant would be none.
    expect(await edit('/isystem/user')).toMatchObject({ success: true })
    expect(await info('service')).toMatchObject({ userInfo: { homePath: null } })
    expect(await info('warehouse')).toMatchObject({ userInfo: { homePath: null } })
  })

  test('that came with the house keeps its code and reach, but not its words', async () => {
    const service = (
      await admin.get('/sys/role/queryById', { id: await roleId(world(), 'service') })
    ).result as Role
    for (const change of [{ roleCode: 'other' }, { dataScope: 'depot' }])
      expect(
        (await admin.put('/sys/role/edit', { ...service, ...change })).success,
        JSON.stringify(change),
      ).toBe(false)
    expect(
      await admin.put('/sys/role/edit', { ...service, description: 'Our words', builtIn: false }),
    ).toMatchObject({ success: true, result: { description: 'Our words', builtIn: true } })
    const customerRole = await add({ dataScope: 'customer' })
    await createUser(world(), [customerRole.id], { customerId: world().customerId })
    expect(
      await admin.put('/sys/role/edit', { ...customerRole, dataScope: 'tenant' }),
    ).toMatchObject({
      success: false,
      error: 'role.held',
    })
    expect(await admin.put('/sys/role/edit', { ...customerRole, dataScope: 'sub' })).toMatchObject({
      success: true,
    })
  })

  test('is copied with its grants, and distinguished from another', async () => {
    const source = await createRole(world(), 'depot', ['wh:in:scan', 'wh:out:list'])
    const copy = (
      await admin.post('/sys/role/copy', {
        id: source,
        roleCode: `copy${++count}`,
        roleName: 'Copy',
      })
    ).result as Role
    expect(copy).toMatchObject({ dataScope: 'depot' })
    expect(await admin.call(roles.compare, { a: source, b: copy.id })).toMatchObject({
      onlyA: [],
      onlyB: [],
      both: [{ code: 'wh:in:scan' }, { code: 'wh:out:list' }],
    })
    const other = await createRole(world(), 'depot', ['wh:out:list', 'wh:out:scan'])
    const reported = await admin.call(roles.compare, { a: source, b: other })
    expect(
      [reported.onlyA, reported.onlyB, reported.both].map((list) => list.map(({ code }) => code)),
    ).toEqual([['wh:in:scan'], ['wh:out:scan'], ['wh:out:list']])
    expect(reported.both[0]!.name).toContain('›')
  })

  test('of another tenant is not there', async () => {
    const stranger = await world().otherTenantUser()
    const role = await add()
    for (const answer of [
      await stranger.get('/sys/role/queryById', { id: role.id }),
      await stranger.put('/sys/role/edit', { ...role }),
      await stranger.delete('/sys/role/delete', { id: role.id }),
      await stranger.get('/sys/role/compare', { a: role.id, b: role.id }),
      await stranger.post('/sys/role/copy', { id: role.id, roleCode: 'stolen', roleName: 'x' }),
      await stranger.get('/sys/user/roleCandidates', { roleId: role.id }),
    ])
      expect(answer.status).toBe(404)
    expect((await stranger.call(roles.queryall, {})).map(({ id }) => id)).not.toContain(role.id)
    expect(await stranger.call(roles.options, { ids: [role.id] })).toEqual([])
  })

  test('is chosen from a list that marks which ones the chooser could give', async () => {
    const clerk = await (
      await createUser(world(), [
        await createRole(world(), 'tenant', ['sys:user:list', 'wh:in:scan']),
      ])
    ).client()
    const small = await createRole(world(), 'depot', ['wh:in:scan'])
    const all = (await clerk.call(roles.queryall, {})) as {
      id: string
      roleCode: string
      grantable: boolean
    }[]
    expect(all.find(({ id }) => id === small)?.grantable).toBe(true)
    expect(all.find(({ roleCode }) => roleCode === 'tenantAdmin')?.grantable).toBe(false)
    // Roles of the platform are outside all tenants.
    expect(all.find(({ roleCode }) => roleCode === 'admin')).toBeUndefined()
  })

  test('of one sub-account is out of sight', async () => {
    const customer = await world().as('customer')
    const made = (
      await customer.post('/erp/user/sub/add', {
        username: `hidden-${world().tenantId}`,
        realname: 'Hidden',
        perms: ['ship:b2c:list'],
      })
    ).result as { account: { id: string } }
    const hidden = (
      await world().db.pool.query<{ id: string }>(
        'select id from sys_role where owner_user_id = $1',
        [made.account.id],
      )
    ).rows[0]!.id
    expect((await admin.call(roles.queryall, {})).map(({ id }) => id)).not.toContain(hidden)
    expect(
      ((await admin.get('/sys/role/list', { selections: hidden })).result as { total: number })
        .total,
    ).toBe(0)
    expect((await admin.delete('/sys/role/delete', { id: hidden })).status).toBe(404)
    expect(
      (
        await admin.post('/sys/user/addSysUserRole', {
          roleId: hidden,
          userIdList: [(await createUser(world(), [])).id],
        })
      ).result,
    ).toMatchObject({ done: 0 })
    expect(
      (
        await admin.put('/sys/role/edit', {
          id: hidden,
          version: 1,
          roleCode: 'mine',
          roleName: 'mine',
          dataScope: 'sub',
        })
      ).success,
    ).toBe(false)
  })
})

describe('who has a role', () => {
  test('is listed, added to, taken from, in one go', async () => {
    const role = await add()
    const users = [await createUser(world(), []), await createUser(world(), [])]
    const named = async (keyword: string) =>
      (await admin.call(roleUsers.candidates, { roleId: role.id, keyword })).map(
        ({ value }) => value,
      )
    expect(await named(users[0]!.username)).toEqual([users[0]!.id])
    expect(
      await named(world().username('customer')),
      'a customer’s user is no candidate for a staff role',
    ).toEqual([])
    const given = await admin.post('/sys/user/addSysUserRole', {
      roleId: role.id,
      userIdList: users.map(({ id }) => id),
    })
    expect(given).toMatchObject({ message: 'Added.', result: { done: 2 } })
    expect(
      (
        await admin.post('/sys/user/addSysUserRole', {
          roleId: role.id,
          userIdList: [users[0]!.id],
        })
      ).result,
      'again',
    ).toMatchObject({ done: 1 })
    expect(await named(users[0]!.username)).toEqual([])
    const list = async (query: Record<string, unknown> = {}) =>
      (await admin.call(roleUsers.userRoleList, { roleId: role.id, ...query })).records
        .map(({ id }) => id)
        .sort()
    expect(await list()).toEqual(users.map(({ id }) => id).sort())
    expect(await list({ username: `*${users[1]!.username}*` })).toEqual([users[1]!.id])
    expect(
      (
        await admin.delete('/sys/user/deleteUserRoleBatch', {
          roleId: role.id,
          userIds: users.map(({ id }) => id).join(','),
        })
      ).result,
    ).toMatchObject({ done: 2 })
    expect(await list()).toEqual([])
    const customer = (
      await world().db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
        world().username('customer'),
      ])
    ).rows[0]!.id
    expect(
      (await admin.post('/sys/user/addSysUserRole', { roleId: role.id, userIdList: [customer] }))
        .result,
    ).toMatchObject({ done: 0, rows: [{ code: 'role.forStaff', label: 'customer' }] })
  })
})
