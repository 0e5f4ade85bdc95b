import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { type PermissionNode } from '#contracts/platform/access/permissions.nodes.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { signInAgain, entryId, makeUser, platformAdmin, roleId, signIn } from './users.fixture.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await platformAdmin(world())
})
const flat = (nodes: readonly PermissionNode[]): PermissionNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const unique = () => Math.random().toString(36).slice(2, 10)
const menu = (more: object = {}) => ({
  menuType: 1,
  name: '测试',
  nameEn: 'Test',
  url: `/t/${unique()}`,
  component: 'dashboards/Status',
  ...more,
})

describe('the menu administration', () => {
  test('shows every entry with its buttons, null children on a leaf, whatever the tenant', async () => {
    // Entries are one set for all: other suites add and delete their own meanwhile.
    const came = <N extends { builtIn: boolean }>(nodes: readonly N[]) =>
      nodes.filter((node) => node.builtIn)
    const tree = came(await admin.call(permissions.list, {}))
    const all = flat(tree)
    const orders = all.find((node) => node.url === '/shipment/b2c')!
    expect(orders).toMatchObject({
      key: orders.id,
      menuType: 1,
      leaf: false,
      isLeaf: false,
      component: 'shipments/Orders',
      builtIn: true,
      ruleable: true,
      delFlag: 0,
      title: orders.nameEn,
    })
    expect(
      orders.children!.every(
        (child) => child.menuType === 2 && child.isLeaf && child.children === null,
      ),
    ).toBe(true)
    expect(orders.children!.map((child) => child.perms)).toContain('ship:b2c:add')
    const tops = came(await admin.call(permissions.getSystemMenuList, {}))
    expect(tops.map((node) => node.id)).toEqual(tree.map((node) => node.id))
    expect(
      tops.every(
        (node) =>
          node.menuType === 0 &&
          (node.isLeaf ? node.children === null : node.children?.length === 0),
      ),
    ).toBe(true)
    const below = came(
      await admin.call(permissions.getSystemSubmenu, { parentId: orders.parentId! }),
    )
    expect(below.map((node) => node.id)).toEqual(
      all.find((node) => node.id === orders.parentId)!.children!.map((node) => node.id),
    )
    expect(came(await admin.call(permissions.queryListAsync, { pid: orders.parentId! }))).toEqual(
      below,
    )
    expect(came(await admin.call(permissions.queryListAsync, { pid: '' }))).toEqual(tops)
    expect(await admin.call(permissions.queryListAsync, { pid: orders.children![0]!.id })).toEqual(
      [],
    )
    const batch = await admin.call(permissions.getSystemSubmenuBatch, {
      parentIds: `${orders.parentId},${orders.id},` as never,
    })
    expect(came(batch[orders.parentId!]!)).toEqual(below)
    expect(Object.keys(batch).sort()).toEqual([orders.parentId!, orders.id].sort())
    const grant = await admin.call(permissions.queryTreeList, {})
    expect(grant.ids).toEqual(expect.arrayContaining(all.map((node) => node.id)))
    expect(grant.treeList[0]).toMatchObject({
      title: expect.any(String),
      slotTitle: expect.any(String),
      scopedSlots: null,
      ruleFlag: 0,
    })
    const chinese = await admin.raw('GET', '/sys/permission/list', {
      headers: { client_lang: 'zh_CN' },
    })
    expect(
      flat(chinese.result as PermissionNode[]).find((node) => node.id === orders.id)?.title,
    ).toBe(orders.name)
  })

  test('adds, changes, moves and deletes entries, cleaned of what clients send along', async () => {
    const top = await admin.call(permissions.add, {
      menuType: 0,
      name: '顶级',
      url: unique(),
      sortNo: 7.5,
      icon: 'team',
    } as never)
    expect(top).toMatchObject({
      menuType: 0,
      parentId: null,
      component: 'layouts/RouteView',
      sortNo: 7.5,
      isLeaf: true,
      builtIn: false,
    })
    expect(top.url).toMatch(/^\//)
    const leaf = await admin.call(
      permissions.add,
      menu({
        parentId: top.id,
        component: '/src/views/system/UserList.vue',
        url: `x/${unique()}`,
      }) as never,
    )
    expect(leaf).toMatchObject({
      parentId: top.id,
      component: 'system/UserList',
      menuType: 1,
      hidden: false,
    })
    const code = `t:${unique()}:go`
    const button = await admin.call(permissions.add, {
      menuType: 2,
      name: '按钮',
      parentId: leaf.id,
      perms: code,
      permsType: '2',
      url: '/ignored',
    } as never)
    expect(button).toMatchObject({ perms: code, permsType: '2', url: null, component: null })
    expect((await admin.call(permissions.queryListAsync, { pid: top.id }))[0]).toMatchObject({
      id: leaf.id,
      isLeaf: false,
      children: [],
    })
    // The administrator who made it sees it at once, also where roles are asked.
    expect((await admin.get('/sys/permission/getUserPermissionByToken')).result).toMatchObject({
      allAuth: expect.arrayContaining([{ action: code, status: '1', type: '2', describe: '按钮' }]),
    })
    const other = await admin.call(permissions.add, {
      menuType: 0,
      name: '另一个',
      url: `/${unique()}`,
    } as never)
    const moved = await admin.call(permissions.edit, {
      ...leaf,
      parentId: other.id,
      hidden: true,
    } as never)
    expect(moved).toMatchObject({ parentId: other.id, hidden: true, version: leaf.version + 1 })
    expect(await admin.put('/sys/permission/edit', { ...leaf, name: 'late' })).toMatchObject({
      success: false,
      code: 409,
      error: 'row.stale',
    })
    expect((await admin.post('/sys/permission/edit', { ...moved, name: '改名' })).success).toBe(
      true,
    )
    await admin.call(permissions.delete, { id: other.id })
    expect(
      flat(await admin.call(permissions.list, {})).filter((node) =>
        [other.id, leaf.id, button.id].includes(node.id),
      ),
    ).toEqual([])
    expect(await admin.delete('/sys/permission/delete', { id: other.id })).toMatchObject({
      status: 404,
      error: 'permission.missing',
    })
    expect(
      await admin.raw('DELETE', '/sys/permission/delete', {
        query: { id: other.id },
        headers: { client_lang: 'zh_CN' },
      }),
    ).toMatchObject({ message: '未找到菜单信息' })
    await admin.call(permissions.deleteBatch, { ids: `${top.id},` as never })
  })

  test('refuses what would break the tree or lead astray', async () => {
    const top = await admin.call(permissions.add, {
      menuType: 0,
      name: 'T',
      url: `/${unique()}`,
    } as never)
    const child = await admin.call(permissions.add, menu({ parentId: top.id }) as never)
    const code = `t:${unique()}`
    const button = await admin.call(permissions.add, {
      menuType: 2,
      name: 'B',
      parentId: child.id,
      perms: code,
    } as never)
    const refused = async (body: object, path: string) => {
      const answer = await admin.post('/sys/permission/add', body)
      expect(answer).toMatchObject({ success: false, code: 400 })
      expect((answer.result as { issues: object[] }).issues, JSON.stringify(body)).toContainEqual(
        expect.objectContaining({ path, message: expect.any(String) }),
      )
    }
    await refused(menu({ parentId: null }), 'parentId')
    await refused(menu({ parentId: button.id }), 'parentId')
    await refused(menu({ parentId: '999999999' }), 'parentId')
    await refused({ menuType: 2, name: 'B2', parentId: child.id, perms: code }, 'perms')
    await refused({ menuType: 2, name: 'B2', parentId: child.id, perms: 'ship:b2c:add' }, 'perms')
    await refused({ menuType: 2, name: 'B2', parentId: child.id }, 'perms')
    await refused(menu({ parentId: top.id, url: child.url }), 'url')
    await refused(menu({ parentId: top.id, component: '../../etc/passwd' }), 'component')
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'http:evil',
      'https://a:b@evil.example',
      '/\\evil.example',
      'vbscript:x',
      ' https://x y',
    ])
      await refused(menu({ parentId: top.id, url }), 'url')
    await refused(menu({ parentId: top.id, internalOrExternal: true }), 'url')
    expect(
      await admin.put('/sys/permission/edit', { ...top, menuType: 1, parentId: child.id }),
    ).toMatchObject({ success: false, code: 400 })
    const outside = await admin.call(
      permissions.add,
      menu({
        parentId: top.id,
        url: 'https://example.com/a?b=${token}',
        component: null,
        internalOrExternal: true,
      }) as never,
    )
    expect(outside).toMatchObject({
      url: 'https://example.com/a?b=${token}',
      component: 'layouts/IframePageView',
    })
    const builtIn = await entryId(world(), 'shipment.b2c')
    expect(await admin.delete('/sys/permission/delete', { id: builtIn })).toMatchObject({
      success: false,
      error: 'permission.builtIn',
    })
    expect(await admin.call(permissions.checkPerms, { perms: 'ship:b2c:add' })).toBe(false)
    expect(await admin.call(permissions.checkPerms, { perms: code, id: button.id })).toBe(true)
    await admin.call(permissions.deleteBatch, { ids: [top.id] as never })
  })

  test('leaves an entry that was changed to the administrator, and writes the log', async () => {
    const list = flat(await admin.call(permissions.list, {}))
    const node = list.find((one) => one.url === '/tracking/unmapped')!
    const edited = await admin.call(permissions.edit, {
      ...node,
      sortNo: node.sortNo,
      description: 'looked at',
    } as never)
    const changed = async () =>
      (await world().db.pool.query('select changed from sys_permission where id = $1', [node.id]))
        .rows
    expect(await changed()).toEqual([{ changed: false }])
    const elsewhere = await admin.call(permissions.edit, {
      ...edited,
      url: `${node.url}2`,
    } as never)
    expect(await changed()).toEqual([{ changed: true }])
    await admin.call(permissions.edit, { ...elsewhere, url: node.url } as never)
    await world().db.pool.query(
      'update sys_permission set changed = false, description = null where id = $1',
      [node.id],
    )
    const log = await world().db.pool.query<{ diff: object; tenantId: string }>(
      `select diff from data_log where table_name = 'sys_permission' and row_id = $1 order by id
        limit 2`,
      [node.id],
    )
    expect(log.rows.map(({ diff }) => Object.keys(diff))).toEqual([['description'], ['path']])
  })

  test('belongs to the installation: tenants look and grant', async () => {
    const tenant = await world().as('tenantAdmin')
    expect((await tenant.get('/sys/permission/list')).success).toBe(true)
    for (const [method, path] of [
      ['POST', 'add'],
      ['PUT', 'edit'],
      ['DELETE', 'delete'],
      ['DELETE', 'deleteBatch'],
    ] as const)
      expect(
        (
          await tenant.raw(
            method,
            `/sys/permission/${path}`,
            method === 'DELETE' ? {} : { body: menu() },
          )
        ).status,
        path,
      ).toBe(403)
    // Even a role of a tenant that was given the code by mistake opens nothing.
    const { rows } = await world().db.pool.query<{ id: string }>(
      `select id from sys_permission where perms = 'sys:perm:add'`,
    )
    const { username, id } = await makeUser(world(), 'menuish', ['tenantAdmin'])
    await world().db.pool.query(
      `with r as (insert into sys_role (tenant_id, role_code, role_name) values ($1, 'menuish', 'x')
          returning id)
      , g as (insert into sys_role_permission (tenant_id, role_id, permission_id)
        select $1, r.id, $2 from r) insert into sys_user_role (tenant_id, user_id, role_id)
        select $1, $3, r.id from r`,
      [world().tenantId, rows[0]!.id, id],
    )
    expect(
      (
        await (
          await signIn(world(), username)
        ).post('/sys/permission/add', menu({ parentId: await entryId(world(), 'system') }))
      ).status,
    ).toBe(403)
  })

  test('previews the menu of a role', async () => {
    const tenant = await signInAgain(world(), 'tenantAdmin')
    const preview = await tenant.call(permissions.previewMenu, {
      roleId: await roleId(world(), 'warehouse'),
    })
    const own = (
      await (await world().as('warehouse')).get('/sys/permission/getUserPermissionByToken')
    ).result as { menu: { path: string }[] }
    expect(preview.map((node) => node.path)).toEqual(own.menu.map((node) => node.path))
    expect(
      (
        await (
          await world().otherTenantUser()
        ).get('/sys/permission/previewMenu', { roleId: await roleId(world(), 'warehouse') })
      ).status,
    ).toBe(404)
  })
})
