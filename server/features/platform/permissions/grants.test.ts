import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { type GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  signInAgain,
  entryId,
  makeRole,
  makeUser,
  platformAdmin,
  roleId,
  signIn,
  within5s,
} from './users.fixture.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await signInAgain(world(), 'tenantAdmin')
})
const flat = (nodes: readonly GrantNode[]): GrantNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const save = (
  client: Client,
  roleId: string,
  requested: readonly string[],
  last: readonly string[],
) =>
  client.post('/sys/permission/saveRolePermission', {
    roleId,
    permissionIds: requested.join(','),
    lastpermissionIds: last.join(','),
  })
const grantedTo = (client: Client, role: string) =>
  client.call(permissions.queryRolePermission, { roleId: role })

describe('granting to a role', () => {
  test('offers what the granter holds and no more', async () => {
    const tree = await admin.call(grants.roleTree, {})
    const codes = flat(tree.treeList).map((node) => node.perms)
    expect(codes).toContain('ship:b2c:add')
    for (const platform of ['sys:perm:add', 'sys:perm:edit', 'sys:perm:delete'])
      expect(codes).not.toContain(platform)
    expect(flat(tree.treeList)[0]).toMatchObject({
      title: null,
      slotTitle: expect.any(String),
      scopedSlots: { title: 'hasDatarule' },
    })
    expect(new Set(tree.ids).size).toBe(tree.ids.length)
    const mine = await signIn(world(), (await few()).username)
    const small = flat((await mine.call(grants.roleTree, {})).treeList)
    expect(
      small
        .filter((node) => node.menuType === 2)
        .map((node) => node.perms)
        .sort(),
    ).toEqual(['sys:role:grant', 'trk:search:query'])
  })

  test('takes the difference of what the form showed and what it ticks', async () => {
    const role = await makeRole(world(), 'diff', ['trk:search:query'])
    const [search, list, add] = [
      await entryId(world(), 'trk:search:query'),
      await entryId(world(), 'ship:b2c:list'),
      await entryId(world(), 'ship:b2c:add'),
    ]
    expect(await save(admin, role, [search, list], [search])).toMatchObject({
      success: true,
      code: 200,
      message: expect.any(String),
    })
    expect((await grantedTo(admin, role)).sort()).toEqual([search, list].sort())
    // Two forms were open: the second one saves without undoing the first.
    await save(admin, role, [search, add], [search])
    expect((await grantedTo(admin, role)).sort()).toEqual([search, list, add].sort())
    await save(admin, role, [search], [search, list])
    expect((await grantedTo(admin, role)).sort()).toEqual([search, add].sort())
    admin.lang = 'zh_CN'
    expect(await save(admin, role, [], [search, add])).toMatchObject({ message: '保存成功！' })
    admin.lang = 'en_US'
    expect(await grantedTo(admin, role)).toEqual([])
    expect(await save(admin, role, ['999999999999'], [])).toMatchObject({
      success: false,
      code: 400,
    })
    const log = await world().db.pool.query<{ diff: { grants: [string[], string[]] } }>(
      `select diff from data_log
        where tenant_id = $1 and table_name = 'sys_role_permission' and row_id = $2 order by id`,
      [world().tenantId, role],
    )
    expect(log.rows[0]!.diff.grants).toEqual([[], ['ship:b2c:list']])
  })

  test('is refused above the caller’s own, and so is taking', async () => {
    const weak = await signIn(world(), (await few()).username)
    const role = await makeRole(world(), 'target', ['ship:b2c:list'])
    const [add, list, search] = [
      await entryId(world(), 'ship:b2c:add'),
      await entryId(world(), 'ship:b2c:list'),
      await entryId(world(), 'trk:search:query'),
    ]
    expect(await save(weak, role, [list, add], [list])).toMatchObject({
      success: false,
      error: 'permission.notHeld',
      message: expect.stringContaining('Add orders'),
    })
    expect(await save(weak, role, [], [list])).toMatchObject({
      success: false,
      error: 'permission.notHeld',
    })
    const narrow = await signIn(world(), (await few('depot')).username)
    expect(await save(narrow, role, [], [list])).toMatchObject({
      success: false,
      error: 'permission.scope',
    })
    expect(await save(weak, role, [list, search], [list])).toMatchObject({ success: true })
    // Nothing of a refused change stays.
    expect(await save(weak, role, [list, search, add], [list, search])).toMatchObject({
      success: false,
    })
    expect((await grantedTo(admin, role)).sort()).toEqual([list, search].sort())
    // A tenant's administrator cannot hand out what belongs to the platform, not even to themself.
    expect(
      await save(
        admin,
        await roleId(world(), 'tenantAdmin'),
        [await entryId(world(), 'sys:perm:add')],
        [],
      ),
    ).toMatchObject({ success: false, error: 'permission.notHeld' })
    expect(
      (
        await (
          await world().as('warehouse')
        ).post('/sys/permission/saveRolePermission', {
          roleId: role,
          permissionIds: add,
          lastpermissionIds: '',
        })
      ).status,
    ).toBe(403)
  })

  test('keeps to the tenant', async () => {
    const stranger = await world().otherTenantUser()
    const role = await roleId(world(), 'manager')
    const before = await grantedTo(admin, role)
    expect(
      (await stranger.get('/sys/permission/queryRolePermission', { roleId: role })).status,
    ).toBe(404)
    expect((await save(stranger, role, [], before)).status).toBe(404)
    expect(await grantedTo(admin, role)).toEqual(before)
    expect((await stranger.get(`/sys/role/datarule/${before[0]}/${role}`)).status).toBe(404)
    expect(
      (
        await stranger.post('/sys/role/datarule', {
          roleId: role,
          permissionId: before[0],
          dataRuleIds: '',
        })
      ).status,
    ).toBe(404)
    // The platform's own go there by choosing the tenant.
    const platform = await platformAdmin(world())
    expect(
      (await platform.get('/sys/permission/queryRolePermission', { roleId: role })).success,
    ).toBe(true)
  })

  test('takes effect within five seconds, taking back too', async () => {
    const role = await makeRole(world(), 'brief', ['trk:search:query'])
    const restricted = await signIn(world(), (await makeUser(world(), 'brief', ['brief'])).username)
    const [list, screen] = [
      await entryId(world(), 'base:shipper:list'),
      await entryId(world(), 'shipment.shippers'),
    ]
    const allowed = async () => (await restricted.get('/erp/shipper/list')).status === 200
    expect(await allowed()).toBe(false)
    await save(admin, role, [list, screen], [])
    expect(await within5s(allowed)).toBe(true)
    await save(admin, role, [], [list, screen])
    expect(await within5s(async () => !(await allowed()))).toBe(true)
  })
})

async function few(dataScope = 'tenant') {
  const name = `few${Math.random().toString(36).slice(2, 8)}`
  await makeRole(
    world(),
    name,
    ['sys:role:grant', 'trk:search:query', 'tracking.search', 'tracking'],
    dataScope,
  )
  return makeUser(world(), name, [name])
}
