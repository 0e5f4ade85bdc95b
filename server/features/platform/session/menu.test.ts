import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session, type MenuNode } from '#contracts/platform/session/session.ts'
import { useWorld, Client, PASSWORD } from '#test/harness.ts'

const world = useWorld()
const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world().db.pool.query<R>(text, values)).rows
const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
let entry = ''
let granted: Client

/**
 * An entry with four buttons: of each type one that is switched on and one that is switched off.
 */
const BUTTONS = [
  ['m:show:on', '1', '1'],
  ['m:show:off', '1', '0'],
  ['m:lock:on', '2', '1'],
  ['m:lock:off', '2', '0'],
] as const

beforeAll(async () => {
  const [menu] = await query<{ id: string }>(
    `insert into sys_permission (key, menu_type, name, name_en, path, component, built_in)
      values ('test.menu', 0, '测', 'Test', '/test-menu', 'dashboard/Status', false) returning id`,
  )
  entry = menu!.id
  for (const [perms, type, status] of BUTTONS)
    await query(
      `insert into sys_permission (key, parent_id, menu_type, name, perms, perms_type, status,
          built_in) values ($1, $2, 2, $1, $1, $3, $4, false)`,
      [perms, entry, type, status],
    )
  await query(
    `insert into sys_role_permission (tenant_id, role_id, permission_id)
      select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
      where r.tenant_id = $1 and r.role_code = 'finance'
        and (p.key = 'test.menu' or p.key like 'm:%')`,
    [world().tenantId],
  )
  granted = await signIn('finance')
})
afterAll(() =>
  query('delete from sys_permission where key = any($1)', [['test.menu', 'test.folder']]),
)
async function signIn(role: 'finance' | 'service' | 'nobodySpecial' | 'customer'): Promise<Client> {
  const { token } = (
    await world().anonymous.post('/sys/login', {
      username: world().username(role),
      password: PASSWORD,
    })
  ).result as { token: string }
  return new Client(world().base, token)
}
const mine = (list: readonly { action: string }[]) =>
  list.filter(({ action }) => action.startsWith('m:'))

describe('the menu answer', () => {
  test('lists all buttons with type and status, and those granted that are switched on', async () => {
    const { auth, allAuth } = await granted.call(session.getUserPermissionByToken, {})
    expect(mine(allAuth)).toEqual(
      BUTTONS.map(([action, type, status]) => ({ action, type, status, describe: action })),
    )
    expect(mine(auth)).toEqual([
      { action: 'm:show:on', type: '1', describe: 'm:show:on' },
      { action: 'm:lock:on', type: '2', describe: 'm:lock:on' },
    ])
    const other = await (await signIn('service')).call(session.getUserPermissionByToken, {})
    expect(mine(other.auth)).toEqual([])
    expect(mine(other.allAuth)).toEqual(mine(allAuth))
  })

  test('carries an entry’s own actions: what stays, and of type 2 what is locked', async () => {
    const node = async (client: Client) =>
      flat((await client.call(session.getUserPermissionByToken, {})).menu).find(
        (one) => one.path === '/test-menu',
      )?.meta.permissionList
    expect(await node(granted)).toEqual([
      { type: '1', action: 'm:show:on' },
      { type: '1', action: 'm:show:off', status: '0' },
    ])
    await query(
      `delete from sys_role_permission
        where tenant_id = $1
          and permission_id in (select id from sys_permission where key like 'm:%')`,
      [world().tenantId],
    )
    expect(await node(await signIn('finance'))).toEqual([
      { type: '1', action: 'm:show:off', status: '0' },
      { type: '2', action: 'm:lock:on' },
    ])
    await query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
        select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
        where r.tenant_id = $1 and r.role_code = 'finance' and p.key like 'm:%'`,
      [world().tenantId],
    )
  })

  test('a button that is switched off neither opens nor closes a call', async () => {
    await query(`update sys_permission set status = '0' where perms = 'dlv:supplier:export'`)
    try {
      expect((await (await signIn('finance')).get('/erp/supplier/exportXls')).status).toBe(200)
      expect((await (await signIn('customer')).get('/erp/supplier/exportXls')).status).toBe(403)
    } finally {
      await query(`update sys_permission set status = '1' where perms = 'dlv:supplier:export'`)
    }
  })

  test('begins at home, for every user', async () => {
    const plain = await (await signIn('nobodySpecial')).call(session.getUserPermissionByToken, {})
    expect(plain.menu[0]).toMatchObject({
      path: '/dashboard/analysis',
      name: 'dashboard-analysis',
      route: '1',
      meta: { title: expect.any(String), keepAlive: expect.any(Boolean) },
    })
    const staff = await granted.call(session.getUserPermissionByToken, {})
    expect(staff.menu.filter((node) => node.path === '/dashboard/analysis')).toHaveLength(1)
    for (const node of flat(staff.menu)) expect(node.component).toBeTypeOf('string')
  })

  test('leaves out what is switched off with all below it, and folders without entries', async () => {
    const paths = async () =>
      flat((await (await signIn('finance')).call(session.getUserPermissionByToken, {})).menu).map(
        (node) => node.path,
      )
    const [folder] = await query<{ id: string }>(
      `insert into sys_permission (key, menu_type, name, path, component, built_in)
        values ('test.folder', 0, 'F', '/test-folder', 'layouts/RouteView', false) returning id`,
    )
    await query(`update sys_permission set parent_id = $2, menu_type = 1 where id = $1`, [
      entry,
      folder!.id,
    ])
    expect(await paths()).toEqual(expect.arrayContaining(['/test-folder', '/test-menu']))
    await query(`update sys_permission set status = '0' where id = $1`, [folder!.id])
    const left = await paths()
    expect(left).not.toContain('/test-folder')
    expect(left).not.toContain('/test-menu')
    await query(`update sys_permission set parent_id = null, menu_type = 0 where id = $1`, [entry])
    // A folder without anything in it is none.
    await query(`update sys_permission set status = '1' where id = $1`, [folder!.id])
    await query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id) select tenant_id, id, $2
        from sys_role where tenant_id = $1 and role_code = 'finance'`,
      [world().tenantId, folder!.id],
    )
    expect(await paths()).not.toContain('/test-folder')
  })

  test('is the caller’s own: neither a token nor a name of another brings theirs', async () => {
    const plain = await signIn('nobodySpecial')
    expect(
      (await plain.get('/sys/permission/getUserPermissionByToken', { token: granted.token }))
        .status,
    ).toBe(403)
    const requested = await plain.get('/sys/permission/getUserPermissionByToken', {
      username: world().username('finance'),
      userId: '1',
      user: world().username('finance'),
    })
    expect((requested.result as { auth: object[] }).auth).toEqual([])
    for (const path of [
      '/sys/permission/getUserPermission',
      '/sys/permission/queryByUser',
      '/sys/permission/getPermCode',
    ])
      expect((await plain.get(path, { username: world().username('finance') })).status).toBe(404)
  })
})

describe('a department', () => {
  test('grants while it is the current one, with the rules of its grant; a role inside it likewise', async () => {
    const { tenantId } = world()
    const [here, there] = await Promise.all(
      ['Z91', 'Z92'].map(
        async (code) =>
          (
            await query<{ id: string }>(
              `insert into sys_depart (tenant_id, depart_name, org_code) values ($1, $2, $2)
                returning id`,
              [tenantId, code],
            )
          )[0]!.id,
      ),
    )
    const [user] = await query<{ id: string }>('select id from sys_user where username = $1', [
      world().username('nobodySpecial'),
    ])
    await query(
      'insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $3), ($1, $2, $4)',
      [tenantId, user!.id, here, there],
    )
    await query(
      `insert into sys_depart_permission (tenant_id, depart_id, permission_id) select $1, $2, id
        from sys_permission where perms in ('base:shipper:list') or key = 'shipment.shippers'`,
      [tenantId, here],
    )
    const [role] = await query<{ id: string }>(
      `insert into sys_depart_role (tenant_id, depart_id, role_name, role_code)
        values ($1, $2, 'r', 'r') returning id`,
      [tenantId, there],
    )
    await query(
      `insert into sys_depart_role_permission (tenant_id, role_id, permission_id) select $1, $2, id
        from sys_permission where perms = 'base:consignee:list'`,
      [tenantId, role!.id],
    )
    await query(
      'insert into sys_depart_role_user (tenant_id, drole_id, user_id) values ($1, $2, $3)',
      [tenantId, role!.id, user!.id],
    )
    const may = async (code: string) => {
      await query('update sys_user set org_code = $2 where id = $1', [user!.id, code])
      const client = await signIn('nobodySpecial')
      await query('update sys_session set org_code = $2 where user_id = $1', [user!.id, code])
      const menu = flat((await client.call(session.getUserPermissionByToken, {})).menu).map(
        (node) => node.path,
      )
      return {
        shippers: (await client.get('/erp/shipper/list')).status,
        consignees: (await client.get('/erp/consignee/list')).status,
        menu: menu.includes('/shipment/shippers'),
      }
    }
    expect(await may('Z91')).toEqual({ shippers: 200, consignees: 403, menu: true })
    expect(await may('Z92')).toEqual({ shippers: 403, consignees: 200, menu: false })
    // A department the user is not in grants nothing, even where the session names it; nor does one that is
    // switched off.
    await query(
      'delete from sys_user_depart where tenant_id = $1 and user_id = $2 and depart_id = $3',
      [tenantId, user!.id, here],
    )
    expect(await may('Z91')).toEqual({ shippers: 403, consignees: 403, menu: false })
    await query(`update sys_depart set status = '0' where tenant_id = $1 and org_code = 'Z92'`, [
      tenantId,
    ])
    expect(await may('Z92')).toEqual({ shippers: 403, consignees: 403, menu: false })
  })

  test('grants nothing to a customer’s user, even one who was put into it', async () => {
    const { tenantId } = world()
    const [depart] = await query<{ id: string }>(
      `insert into sys_depart (tenant_id, depart_name, org_code) values ($1, 'Z93', 'Z93')
        returning id`,
      [tenantId],
    )
    await query(
      `insert into sys_depart_permission (tenant_id, depart_id, permission_id) select $1, $2, id
        from sys_permission where perms = 'dlv:fee:list'`,
      [tenantId, depart!.id],
    )
    const [user] = await query<{ id: string }>('select id from sys_user where username = $1', [
      world().username('customer'),
    ])
    await query('insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $3)', [
      tenantId,
      user!.id,
      depart!.id,
    ])
    await query(`update sys_user set org_code = 'Z93' where id = $1`, [user!.id])
    const client = await signIn('customer')
    await query(`update sys_session set org_code = 'Z93' where user_id = $1`, [user!.id])
    expect((await client.get('/erp/fee/list')).status).toBe(403)
  })
})
