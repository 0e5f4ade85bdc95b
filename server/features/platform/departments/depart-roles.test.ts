import { beforeAll, describe, expect, test } from 'vitest'
import { departments } from '#contracts/platform/departments/departments.ts'
import { type DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { departRoles } from '#contracts/platform/departments/departments.roles.ts'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { Client, PASSWORD, useWorld, type RoleCode } from '#test/harness.ts'

const world = useWorld()
let admin: Client
let depart: DepartNode
let other: DepartNode
const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world().db.pool.query<R>(text, values)).rows
const idOf = async (role: RoleCode) =>
  (
    await query<{ id: string }>('select id from sys_user where username = $1', [
      world().username(role),
    ])
  )[0]!.id
const entry = async (code: string) =>
  (
    await query<{ id: string }>('select id from sys_permission where perms = $1 or key = $1', [
      code,
    ])
  )[0]!.id
async function signIn(role: RoleCode): Promise<Client> {
  return new Client(
    world().base,
    (
      (
        await world().anonymous.post('/sys/login', {
          username: world().username(role),
          password: PASSWORD,
        })
      ).result as { token: string }
    ).token,
  )
}
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  depart = await admin.call(departments.add, { departName: '仓储部' } as never)
  other = await admin.call(departments.add, { departName: '财务部' } as never)
  // The manager leads one department, and one colleague is in it.
  await query(
    'insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $4), ($1, $3, $4)',
    [world().tenantId, await idOf('manager'), await idOf('service'), depart.id],
  )
  await query(
    'update sys_user set user_identity = 2, depart_ids = array[$2::bigint] where id = $1',
    [await idOf('manager'), depart.id],
  )
})
const save = (client: Client, body: object) =>
  client.post('/sys/permission/saveDepartPermission', body)

describe('roles of a department', () => {
  test('are kept by its superior and by administrators, by no other user', async () => {
    const manager = await signIn('manager')
    const role = await manager.call(departRoles.add, {
      departId: depart.id,
      roleName: '组长',
      roleCode: 'lead',
      description: '',
    } as never)
    expect(role).toMatchObject({
      departId: depart.id,
      departId_dictText: '仓储部',
      roleName: '组长',
      description: null,
      userCount: 0,
    })
    expect(
      await manager.post('/sys/sysDepartRole/add', {
        departId: depart.id,
        roleName: 'x',
        roleCode: 'lead',
      }),
    ).toMatchObject({ success: false, code: 400 })
    expect(
      (
        await manager.post('/sys/sysDepartRole/add', {
          departId: other.id,
          roleName: 'x',
          roleCode: 'y',
        })
      ).status,
    ).toBe(403)
    const elsewhere = await admin.call(departRoles.add, {
      departId: other.id,
      roleName: '会计',
      roleCode: 'book',
    } as never)
    for (const [{ id }, seen] of [
      [depart, [role.id]],
      [other, []],
    ] as const)
      expect(
        (await manager.call(departRoles.list, { deptId: id })).records.map((row) => row.id),
      ).toEqual(seen)
    expect(
      (
        await admin.call(departRoles.list, { deptId: other.id, roleName: '*会*' } as never)
      ).records.map(({ id }) => id),
    ).toEqual([elsewhere.id])
    expect(
      (await manager.put('/sys/sysDepartRole/edit', { ...elsewhere, roleName: 'x' })).status,
    ).toBe(404)
    expect((await manager.delete('/sys/sysDepartRole/delete', { id: elsewhere.id })).status).toBe(
      404,
    )
    expect(
      await manager.call(departRoles.edit, { ...role, roleName: '班长' } as never),
    ).toMatchObject({ roleName: '班长', version: 2 })
    expect(await manager.put('/sys/sysDepartRole/edit', { ...role })).toMatchObject({
      success: false,
      code: 409,
    })
    expect((await manager.call(departRoles.queryById, { id: role.id })).roleName).toBe('班长')
    for (const path of ['list', 'queryById?id=1'])
      expect((await (await world().as('service')).get(`/sys/sysDepartRole/${path}`)).status).toBe(
        403,
      )
    expect(
      (await (await world().otherTenantUser()).get('/sys/sysDepartRole/queryById', { id: role.id }))
        .status,
    ).toBe(404)
    expect((await (await world().otherTenantUser()).call(departRoles.list, {})).total).toBe(0)
    const gone = await manager.call(departRoles.add, {
      departId: depart.id,
      roleName: '临时',
      roleCode: 'tmp',
    } as never)
    expect(
      (
        await manager.delete('/sys/sysDepartRole/deleteBatch', {
          ids: `${gone.id},${elsewhere.id},`,
        })
      ).result,
    ).toMatchObject({ done: 1, failed: 1 })
    expect((await manager.delete('/sys/sysDepartRole/delete', { id: role.id })).success).toBe(true)
  })

  test('hold at most what their department was granted, and lose it with the department', async () => {
    const manager = await signIn('manager')
    const [list, screen, fee] = [
      await entry('base:shipper:list'),
      await entry('shipment.shippers'),
      await entry('dlv:fee:list'),
    ]
    expect(
      (
        await (
          await world().as('manager')
        ).post('/sys/permission/saveDepartPermission', {
          departId: depart.id,
          permissionIds: list,
          lastpermissionIds: '',
        })
      ).status,
    ).toBe(403)
    expect(
      await save(admin, {
        departId: depart.id,
        permissionIds: `${list},${screen}`,
        lastpermissionIds: '',
      }),
    ).toMatchObject({ success: true })
    expect(
      (await admin.call(permissions.queryDepartPermission, { departId: depart.id })).sort(),
    ).toEqual([list, screen].sort())
    expect(
      (
        await save(await world().otherTenantUser(), {
          departId: depart.id,
          permissionIds: '',
          lastpermissionIds: list,
        })
      ).status,
    ).toBe(404)
    const role = await manager.call(departRoles.add, {
      departId: depart.id,
      roleName: '发件',
      roleCode: 'sender',
    } as never)
    expect((await manager.call(grants.departRoleTree, { departId: depart.id })).ids.sort()).toEqual(
      [list, screen].sort(),
    )
    expect(
      (
        await manager.get('/sys/sysDepartPermission/queryTreeListForDeptRole', {
          departId: other.id,
        })
      ).status,
    ).toBe(403)
    const give = (permissionIds: string, lastpermissionIds = '') =>
      manager.post('/sys/sysDepartPermission/saveDeptRolePermission', {
        roleId: role.id,
        permissionIds,
        lastpermissionIds,
      })
    expect(await give(fee)).toMatchObject({ success: false, error: 'permission.notInPool' })
    expect(await give(`${list},${screen}`)).toMatchObject({ success: true })
    expect(
      (await manager.call(grants.queryDeptRolePermission, { roleId: role.id })).sort(),
    ).toEqual([list, screen].sort())
    // A rule narrows the role's grant, the department's keeps its own.
    const rule = await admin.call(permissions.addPermissionRule, {
      permissionId: screen,
      ruleName: 'A',
      ruleColumn: 'city',
      ruleConditions: '=',
      ruleValue: 'A',
      status: '1',
    } as never)
    expect(
      (await manager.get(`/sys/sysDepartRole/datarule/${screen}/${depart.id}/${role.id}`)).result,
    ).toEqual({ datarule: [rule] })
    expect(
      await manager.post('/sys/sysDepartRole/datarule', {
        roleId: role.id,
        permissionId: screen,
        dataRuleIds: rule.id,
      }),
    ).toMatchObject({ success: true })
    expect(
      (await manager.get(`/sys/sysDepartRole/datarule/${screen}/${depart.id}/${role.id}`)).result,
    ).toMatchObject({ drChecked: rule.id })
    expect(
      (await admin.call(grants.departRules, { permissionId: screen, departId: depart.id }))
        .drChecked,
    ).toBeUndefined()
    expect(
      await admin.post('/sys/sysDepartPermission/datarule', {
        departId: depart.id,
        permissionId: fee,
        dataRuleIds: '',
      }),
    ).toMatchObject({ success: false, error: 'dataRule.departFirst' })
    expect(
      await admin.post('/sys/sysDepartPermission/datarule', {
        departId: depart.id,
        permissionId: screen,
        dataRuleIds: rule.id,
      }),
    ).toMatchObject({ success: true })
    expect(
      (await admin.call(permissions.getPermRuleListByPermId, { permissionId: screen }))[0],
    ).toMatchObject({ uses: 2 })
    await admin.call(permissions.deletePermissionRule, { id: rule.id })
    expect(
      await save(admin, {
        departId: depart.id,
        permissionIds: list,
        lastpermissionIds: `${list},${screen}`,
      }),
    ).toMatchObject({ success: true })
    expect(await manager.call(grants.queryDeptRolePermission, { roleId: role.id })).toEqual([list])
  })

  test('are given to people of the department only, and never beyond the giver', async () => {
    const manager = await signIn('manager')
    const service = await idOf('service')
    const role = await manager.call(departRoles.add, {
      departId: depart.id,
      roleName: '打包',
      roleCode: 'pack',
    } as never)
    const strong = await admin.call(departRoles.add, {
      departId: depart.id,
      roleName: '强',
      roleCode: 'strong',
    } as never)
    const grant = await entry('sys:access:test')
    await save(admin, { departId: depart.id, permissionIds: grant, lastpermissionIds: '' })
    expect(
      await admin.post('/sys/sysDepartPermission/saveDeptRolePermission', {
        roleId: strong.id,
        permissionIds: grant,
        lastpermissionIds: '',
      }),
    ).toMatchObject({ success: true })
    const give = (client: Client, userId: string, newRoleId: string, oldRoleId = '') =>
      client.post('/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId, oldRoleId })
    expect(await give(manager, service, role.id)).toMatchObject({ success: true })
    expect(await give(manager, await idOf('finance'), role.id)).toMatchObject({
      success: false,
      error: 'departRole.notMember',
    })
    const access = await query<{ n: number }>(
      `select count(*)::int as n from sys_depart_permission
        where tenant_id = $1 and permission_id = $2`,
      [world().tenantId, grant],
    )
    expect(access[0]!.n).toBe(1)
    // What the department itself grants its superior holds too; taken from the department the role
    // is above them.
    await query('delete from sys_depart_permission where tenant_id = $1 and permission_id = $2', [
      world().tenantId,
      grant,
    ])
    expect(
      await give(await signIn('manager'), service, `${role.id},${strong.id}`, role.id),
    ).toMatchObject({ success: false, error: 'departRole.notHeld' })
    expect((await give(await world().as('service'), service, strong.id)).status).toBe(403)
    const mine = await manager.call(departRoles.getDeptRoleByUserId, {
      userId: service,
      departId: depart.id,
    })
    expect(mine).toEqual([{ id: expect.any(String), userId: service, droleId: role.id }])
    expect(
      (
        await manager.call(departRoles.getDeptRoleList, { departId: depart.id, userId: service })
      ).map(({ roleCode }) => roleCode),
    ).toEqual(expect.arrayContaining(['pack', 'strong']))
    const page = await manager.call(departRoles.members, { departId: depart.id })
    expect(page.records.find((one) => one.id === service)).toMatchObject({
      droleIds: [role.id],
      droles: '打包',
      superior: false,
      departs: expect.stringContaining('仓储部'),
    })
    expect(page.records.find((one) => one.superior)).toMatchObject({ realname: 'manager' })
    expect(
      (await manager.call(departRoles.members, { departId: depart.id, keyword: 'serv' })).total,
    ).toBe(1)
    expect((await manager.get('/sys/sysDepartRole/members', { departId: other.id })).status).toBe(
      403,
    )
    expect(await give(manager, service, '', role.id)).toMatchObject({ success: true })
    expect(await manager.call(departRoles.getDeptRoleByUserId, { userId: service })).toEqual([])
  })
})
