import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { coversScope, type DataScope } from '#server/kit/access/data-scope-order.ts'
import { createUser, createRole, roleId, userOf } from './users.fixture.ts'
import { world, admin, MANAGES, prepareManagedUsers } from './managed-users.fixture.ts'

prepareManagedUsers()

const EXTRA = [
  'ship:b2c:list',
  'ship:b2c:export',
  'dlv:fee:list',
  'dlv:fee:edit',
  'wh:in:scan',
  'base:customer:list',
]

let count = 0

const draft = (roles: readonly string[]) => ({
  username: `e${++count}-${world().tenantId}`,
  realname: `E ${count}`,
  workNo: `E${count}`,
  password: 'Green-Lantern-77!',
  selectedroles: roles.join(','),
})

const issue = (answer: { result: unknown }) =>
  (answer.result as { issues?: { code: string }[] } | null)?.issues?.[0]?.code

const rolesOf = async (id: string) =>
  (
    await world().db.pool.query<{ roleId: string }>(
      'select role_id as "roleId" from sys_user_role where user_id = $1',
      [id],
    )
  ).rows.map((row) => row.roleId)

describe('users give away no more than they have', () => {
  test('whatever the roles: by adding, editing, the role’s own screen or a sheet (random graphs)', async () => {
    const scopes = ['tenant', 'depart', 'sales', 'depot'] as const satisfies readonly DataScope[]
    const offered = await Promise.all(
      Array.from({ length: 14 }, async (_, n) => {
        const [scope, codes] = [
          scopes[n % scopes.length]!,
          EXTRA.filter((_code, at) => (n * 7 + at * 3) % 4 < 2),
        ]
        return { scope, codes, id: await createRole(world(), scope, codes) }
      }),
    )
    const own = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const [scope, codes] = [
          scopes[1 + (n % 3)]!,
          EXTRA.filter((_code, at) => (n * 5 + at) % 3 !== 0),
        ]
        const user = await createUser(world(), [
          await createRole(world(), scope, [...MANAGES, ...codes]),
        ])
        return { scope, codes: [...MANAGES, ...codes], client: await user.client(), id: user.id }
      }),
    )
    const target = await createUser(world(), [])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...own),
        fc.uniqueArray(fc.constantFrom(...offered), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('add', 'edit', 'give'),
        async (actor, roles, way) => {
          const within = roles.every(
            ({ scope, codes }) =>
              coversScope(actor.scope, scope) && codes.every((code) => actor.codes.includes(code)),
          )
          await world().db.pool.query('delete from sys_user_role where user_id = $1', [target.id])
          const ids = roles.map(({ id }) => id)
          if (way === 'add') {
            const answer = await actor.client.post('/sys/user/add', draft(ids))
            expect(answer.success, JSON.stringify([actor.scope, roles])).toBe(within)
            if (!within) expect(issue(answer)).toBe('role.beyond')
            return
          }
          if (way === 'edit') {
            const row = await userOf(actor.client, target.id)
            const answer = await actor.client.put('/sys/user/edit', {
              ...row,
              workNo: 'TARGET',
              selectedroles: ids.join(','),
            })
            expect(answer.success, JSON.stringify([actor.scope, roles])).toBe(within)
          } else {
            for (const role of roles) {
              const fits =
                coversScope(actor.scope, role.scope) &&
                role.codes.every((code) => actor.codes.includes(code))
              const answer = await actor.client.post('/sys/user/addSysUserRole', {
                roleId: role.id,
                userIdList: [target.id],
              })
              expect(answer.result, JSON.stringify([actor.scope, role])).toMatchObject({
                done: fits ? 1 : 0,
              })
            }
          }
          const locked = await rolesOf(target.id)
          for (const id of locked) {
            const role = offered.find((one) => one.id === id)!
            expect(
              coversScope(actor.scope, role.scope) &&
                role.codes.every((code) => actor.codes.includes(code)),
            ).toBe(true)
          }
        },
      ),
      { numRuns: 120 },
    )
  })

  test('a sheet is no way round', async () => {
    const clerk = await (
      await createUser(world(), [await createRole(world(), 'tenant', MANAGES)])
    ).client()
    const sheet = (role: string) =>
      `username,realname,workNo,roles\nsheet${++count}-${world().tenantId},Sheet,S${count},${role}\n`
    expect(
      (await clerk.upload('/sys/user/importExcel', 'people.csv', sheet('tenantAdmin'))).result,
    ).toMatchObject({
      successCount: 0,
      errorCount: 1,
      errors: [{ row: 2, column: 'Roles', code: 'role.beyond' }],
    })
    expect(
      (await admin.upload('/sys/user/importExcel', 'people.csv', sheet('service'))).result,
    ).toMatchObject({ successCount: 1, errorCount: 0 })
  })

  test('nor a role of the caller’s own making: neither wider rows, nor a copy of what stands above', async () => {
    const clerk = await (
      await createUser(world(), [await createRole(world(), 'depot', MANAGES)])
    ).client()
    for (const dataScope of ['tenant', 'platform', 'sales'])
      expect(
        issue(
          await clerk.post('/sys/role/add', { roleCode: `x${++count}`, roleName: 'x', dataScope }),
        ),
        dataScope,
      ).toBe('role.scopeBeyond')
    expect(
      await clerk.post('/sys/role/copy', {
        id: await roleId(world(), 'tenantAdmin'),
        roleCode: `y${++count}`,
        roleName: 'y',
      }),
    ).toMatchObject({ success: false, error: 'role.above' })
    const own = (
      await clerk.post('/sys/role/add', {
        roleCode: `z${++count}`,
        roleName: 'z',
        dataScope: 'depot',
      })
    ).result as { id: string; version: number }
    expect(issue(await clerk.put('/sys/role/edit', { ...own, dataScope: 'tenant' }))).toBe(
      'role.scopeBeyond',
    )
    const manager = (
      await admin.get('/sys/role/queryById', { id: await roleId(world(), 'manager') })
    ).result as { id: string }
    expect(await clerk.put('/sys/role/edit', { ...manager, description: 'mine' })).toMatchObject({
      success: false,
      error: 'role.above',
    })
    expect(await clerk.delete('/sys/role/delete', { id: manager.id })).toMatchObject({
      success: false,
      error: 'role.builtIn',
    })
  })

  test('and a department that gives rights is given like a role', async () => {
    const { db, tenantId } = world()
    const depart = (
      await db.pool.query<{ id: string }>(
        `insert into sys_depart (tenant_id, depart_name, org_code) values ($1, 'Rich', 'A77')
          returning id`,
        [tenantId],
      )
    ).rows[0]!.id
    await db.pool.query(
      `insert into sys_depart_permission (tenant_id, depart_id, permission_id) select $1, $2, id
        from sys_permission where perms = 'dlv:fee:edit'`,
      [tenantId, depart],
    )
    const user = await createUser(world(), [await createRole(world(), 'tenant', MANAGES)])
    const clerk = await user.client()
    expect(
      issue(await clerk.post('/sys/user/add', { ...draft([]), selecteddeparts: depart })),
    ).toBe('user.departBeyond')
    // Nor to the caller.
    expect(
      issue(
        await clerk.put('/sys/user/edit', {
          ...(await userOf(clerk, user.id)),
          workNo: 'SELF',
          selecteddeparts: depart,
        }),
      ),
    ).toBe('user.departBeyond')
    expect(
      await clerk.post('/sys/user/editSysDepartWithUser', { depId: depart, userIdList: [user.id] }),
    ).toMatchObject({ success: false, error: 'user.departBeyond' })
    const rich = (await admin.post('/sys/user/add', { ...draft([]), selecteddeparts: depart }))
      .result as { id: string }
    expect(await clerk.put('/sys/user/resetPassword', { id: rich.id })).toMatchObject({
      success: false,
      error: 'user.above',
    })
  })

  test('nor a view of rows: who is held to a rule hands on nothing that is not', async () => {
    const { db, tenantId } = world()
    const ruled = await createRole(world(), 'tenant', [...MANAGES, 'ship:b2c:list'])
    const rule = (
      await db.pool.query<{ id: string }>(
        `insert into sys_permission_rule (tenant_id, permission_id, rule_name, rule_column,
            rule_conditions, rule_value, table_name, column_name)
      select $1, id, 'only Germany', 'country', '=', 'DE', 'shipment', 'country' from sys_permission
      where key = 'shipment.b2c' returning id`,
        [tenantId],
      )
    ).rows[0]!.id
    const bind = (role: string) =>
      db.pool.query(
        `update sys_role_permission set data_rule_ids = array[$3::bigint]
          where tenant_id = $1 and role_id = $2`,
        [tenantId, role, rule],
      )
    await bind(ruled)
    const clerk = await (await createUser(world(), [ruled])).client()
    const [open, narrow] = [
      await createRole(world(), 'tenant', ['ship:b2c:list']),
      await createRole(world(), 'tenant', ['ship:b2c:list']),
    ]
    await bind(narrow)
    expect(issue(await clerk.post('/sys/user/add', draft([open])))).toBe('role.beyond')
    expect((await clerk.post('/sys/user/add', draft([narrow]))).success).toBe(true)
  })
})

test('the weakest roles reach none of it', async () => {
  for (const role of [
    'nobodySpecial',
    'warehouse',
    'service',
    'finance',
    'sales',
    'customer',
    'sub',
  ] as const) {
    const weak = await world().as(role)
    for (const path of [
      '/sys/user/add',
      '/sys/user/edit',
      '/sys/user/frozenBatch',
      '/sys/user/changePassword',
      '/sys/user/resetPassword',
      '/sys/user/addSysUserRole',
      '/sys/user/editSysDepartWithUser',
      '/sys/role/add',
      '/sys/role/edit',
      '/sys/role/copy',
      '/sys/tenant/add',
      '/sys/tenant/enter',
      '/sys/sysUserAgent/add',
    ]) {
      expect((await weak.post(path, {})).status, `${role} ${path}`).toBe(403)
    }
    for (const path of [
      '/sys/user/list',
      '/sys/user/queryById',
      '/sys/user/queryUserRole',
      '/sys/user/recycleBin',
      '/sys/user/activity',
      '/sys/role/list',
      '/sys/role/queryall',
      '/sys/tenant/list',
      '/sys/user/exportXls',
    ])
      expect((await weak.get(path, { id: '1', userid: '1' })).status, `${role} ${path}`).toBe(403)
  }
})

test('a changed role takes effect within the next call', async () => {
  const someUser = await createUser(world(), [await roleId(world(), 'finance')])
  const client = await someUser.client()
  expect((await client.get('/erp/fee/list')).status).toBe(200)
  expect(
    (
      await admin.delete('/sys/user/deleteUserRoleBatch', {
        roleId: await roleId(world(), 'finance'),
        userIds: `${someUser.id},`,
      })
    ).result,
  ).toMatchObject({ done: 1 })
  await expect
    .poll(async () => (await client.get('/erp/fee/list')).status, { timeout: 90_000, interval: 50 })
    .toBe(403)
  expect(
    (
      await admin.post('/sys/user/addSysUserRole', {
        roleId: await roleId(world(), 'finance'),
        userIdList: [someUser.id],
      })
    ).message,
  ).toBe('Added.')
  await expect
    .poll(async () => (await client.get('/erp/fee/list')).status, { timeout: 90_000, interval: 50 })
    .toBe(200)
})
