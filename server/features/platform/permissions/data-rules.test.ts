import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#contracts/platform/permissions.ts'
import { type PermissionRule } from '#contracts/platform/permissions.nodes.ts'
import { grants } from '#contracts/platform/permissions.grants.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
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
const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world().db.pool.query<R>(text, values)).rows
beforeAll(async () => {
  admin = await signInAgain(world(), 'tenantAdmin')
})
const draft = (more: object = {}) => ({
  ruleName: 'R',
  ruleColumn: 'city',
  ruleConditions: '=',
  ruleValue: 'Berlin',
  status: '1',
  ...more,
})
async function rule(entry: string, more: object = {}): Promise<PermissionRule> {
  return admin.call(permissions.addPermissionRule, {
    permissionId: await entryId(world(), entry),
    ...draft(more),
  } as never)
}
/** A role with entries, narrowed by rules of one of them, and somebody who has it. */
async function bound(
  name: string,
  entries: readonly string[],
  entry: string,
  rules: readonly PermissionRule[],
): Promise<Client> {
  const role = await makeRole(world(), name, [entry, ...entries])
  await admin.call(grants.saveRoleRules, {
    roleId: role,
    permissionId: await entryId(world(), entry),
    dataRuleIds: rules.map((one) => one.id).join(',') as never,
  })
  return signIn(world(), (await makeUser(world(), name, [name])).username)
}
const records = (answer: Answer) =>
  (answer.result as { records: Record<string, unknown>[] }).records
async function sheet(answer: Answer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const batch of readSheet(answer.bytes, 'x.xlsx'))
    rows.push(...batch.map((row) => row.cells))
  return rows
}

describe('a rule of a menu entry', () => {
  test('is made, found, changed and deleted; the entry tells that it has some', async () => {
    const entry = await entryId(world(), 'shipment.consignees')
    const flag = async () =>
      (await admin.call(permissions.list, {}))
        .flatMap((node) => node.children ?? [])
        .find((node) => node.id === entry)?.ruleFlag
    expect(await flag()).toBe(0)
    const made = await rule('shipment.consignees', { ruleName: 'Only Berlin' })
    expect(made).toMatchObject({
      ruleName: 'Only Berlin',
      ruleColumn: 'city',
      ruleColumn_dictText: 'City',
      ruleConditions: '=',
      status: '1',
      uses: 0,
      version: 1,
    })
    expect(await flag()).toBe(1)
    expect(await admin.call(permissions.getPermRuleListByPermId, { permissionId: entry })).toEqual([
      made,
    ])
    expect(
      await admin.call(permissions.queryPermissionRule, {
        permissionId: entry,
        ruleName: 'berlin',
        ruleValue: '',
      }),
    ).toEqual([made])
    expect(
      await admin.call(permissions.queryPermissionRule, { permissionId: entry, ruleName: 'x%' }),
    ).toEqual([])
    const edited = await admin.call(permissions.editPermissionRule, {
      ...made,
      ruleValue: 'Oslo',
    } as never)
    expect(edited).toMatchObject({ ruleValue: 'Oslo', version: 2 })
    expect(await admin.post('/sys/permission/editPermissionRule', { ...made })).toMatchObject({
      success: false,
      code: 409,
    })
    const stranger = await world().otherTenantUser()
    expect(
      await stranger.call(permissions.getPermRuleListByPermId, { permissionId: entry }),
    ).toEqual([])
    expect((await stranger.put('/sys/permission/editPermissionRule', { ...edited })).status).toBe(
      404,
    )
    expect(
      (await stranger.delete('/sys/permission/deletePermissionRule', { id: made.id })).status,
    ).toBe(404)
    await admin.call(permissions.deletePermissionRule, { id: made.id })
    expect(await flag()).toBe(0)
  })

  test("is told in words: items and rows by their names, what is the reader's own by what it is", async () => {
    const [customer] = await query<{ name: string }>('select name from customer where id = $1', [
      world().customerId,
    ])
    for (const [more, word] of [
      [{ ruleColumn: 'country', ruleValue: 'DE' }, 'Germany'],
      [
        { ruleColumn: 'country', ruleConditions: 'IN', ruleValue: 'DE, FR,ZZ' },
        'Germany, France, ZZ',
      ],
      [{ ruleColumn: 'customerId', ruleValue: world().customerId }, customer!.name],
      [
        {
          ruleColumn: 'customerId',
          ruleConditions: 'IN',
          ruleValue: `${world().customerId},999999`,
        },
        `${customer!.name}, 999999`,
      ],
      [{ ruleColumn: 'createBy', ruleValue: '#{sys_user_code}' }, "the user's sign-in name"],
      [{ ruleColumn: 'city', ruleValue: 'Bonn, Rhein' }, 'Bonn, Rhein'],
    ] as const) {
      const made = await rule('shipment.consignees', more)
      expect(made.ruleValue_dictText).toBe(word)
      await admin.call(permissions.deletePermissionRule, { id: made.id })
    }
  })

  test('names a field of what the entry shows, with a condition and value that fit it', async () => {
    const columns = await admin.call(permissions.getRuleColumns, {
      permissionId: await entryId(world(), 'shipment.b2c'),
    })
    expect(columns.find((one) => one.value === 'shipmentStatus')).toMatchObject({
      type: 'dict',
      dict: 'shipment_status',
      operators: ['=', '!=', 'IN', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE'],
    })
    expect(columns.find((one) => one.value === 'createTime')).toMatchObject({
      type: 'datetime',
      variables: ['sys_date', 'sys_time'],
    })
    expect(columns.find((one) => one.value === 'parcel.weight')).toMatchObject({
      text: 'Parcel · Weight (kg)',
      type: 'weight',
    })
    expect(columns.map((one) => one.value)).not.toContain('amount')
    expect(
      await admin.call(permissions.getRuleColumns, {
        permissionId: await entryId(world(), 'system.permissions'),
      }),
    ).toEqual([])
    const refused = async (entry: string, more: object) =>
      admin.post('/sys/permission/addPermissionRule', {
        permissionId: await entryId(world(), entry),
        ...draft(more),
      })
    for (const more of [
      { ruleColumn: 'no_such' },
      { ruleColumn: 'city; drop table sys_user' },
      { ruleColumn: 'tenantId' },
      { ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' },
      { ruleConditions: 'ext' },
      { ruleConditions: 'like' },
      { ruleValue: '  ' },
      { ruleValue: '#{nobody}' },
      { ruleValue: 'a#{sys_user_code}' },
      { ruleValue: '#{sys_date}' },
      { ruleColumn: 'createTime', ruleConditions: '>', ruleValue: 'yesterday' },
      { ruleColumn: 'customerId', ruleValue: 'C001' },
      { ruleColumn: 'customerId', ruleConditions: '>', ruleValue: '1' },
      { ruleColumn: 'customerId', ruleConditions: 'LIKE', ruleValue: '1' },
      { ruleColumn: 'customerId', ruleConditions: 'IN', ruleValue: '1,x' },
      { ruleColumn: 'country', ruleConditions: '>', ruleValue: 'DE' },
      { ruleConditions: '>', ruleValue: '#{sys_multi_org_code}' },
    ])
      expect(await refused('shipment.consignees', more), JSON.stringify(more)).toMatchObject({
        success: false,
        code: 400,
      })
    for (const ruleValue of ['heavy', '1.2345', '-'])
      expect(
        await refused('shipment.b2c', {
          ruleColumn: 'shipmentWeight',
          ruleConditions: '>',
          ruleValue,
        }),
      ).toMatchObject({ success: false, code: 400 })
    const sql = await admin.raw('POST', '/sys/permission/addPermissionRule', {
      body: {
        permissionId: await entryId(world(), 'shipment.consignees'),
        ...draft({ ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' }),
      },
      headers: { client_lang: 'zh_CN' },
    })
    expect(JSON.stringify(sql.result)).toContain('不支持自定义 SQL 规则')
    expect(await refused('system', {})).toMatchObject({
      success: false,
      error: 'dataRule.noEntity',
    })
    for (const more of [
      { ruleColumn: 'createTime', ruleConditions: '>=', ruleValue: '#{sys_date}' },
      { ruleColumn: 'createBy', ruleValue: '#{sys_user_code}' },
      { ruleColumn: 'customerId', ruleConditions: 'IN', ruleValue: '1, 2' },
    ]) {
      const stored = await rule('shipment.consignees', more)
      await admin.call(permissions.deletePermissionRule, { id: stored.id })
    }
  })

  test('is assigned to a grant, and only to one that is there', async () => {
    const [one, two] = [
      await rule('shipment.shippers', { ruleName: 'one' }),
      await rule('shipment.shippers', { ruleName: 'two' }),
    ]
    const entry = await entryId(world(), 'shipment.shippers')
    const role = await makeRole(world(), 'shipperish', ['shipment.shippers'])
    const none = await makeRole(world(), 'shipperless', ['tracking.search'])
    expect(
      await admin.get(`/sys/role/datarule/${await entryId(world(), 'tracking.couriers')}/${role}`),
    ).toMatchObject({ success: false, error: 'dataRule.none' })
    expect(await admin.call(grants.roleRules, { permissionId: entry, roleId: role })).toEqual({
      datarule: [one, two],
    })
    await admin.call(grants.saveRoleRules, {
      roleId: role,
      permissionId: entry,
      dataRuleIds: `${two.id},` as never,
    })
    expect(await admin.call(grants.roleRules, { permissionId: entry, roleId: role })).toMatchObject(
      { drChecked: two.id },
    )
    expect(
      await admin.post('/sys/role/datarule', {
        roleId: none,
        permissionId: entry,
        dataRuleIds: one.id,
      }),
    ).toMatchObject({ success: false, error: 'dataRule.roleFirst' })
    expect(
      await admin.post('/sys/role/datarule', {
        roleId: role,
        permissionId: entry,
        dataRuleIds: '999999',
      }),
    ).toMatchObject({ success: false, code: 400 })
    await admin.call(permissions.deletePermissionRule, { id: two.id })
    expect(await admin.call(grants.roleRules, { permissionId: entry, roleId: role })).toEqual({
      datarule: [one],
    })
    await admin.call(permissions.deletePermissionRule, { id: one.id })
  })
})

describe('what a rule keeps away', () => {
  const CODES = [
    'base:consignee:list',
    'base:consignee:add',
    'base:consignee:edit',
    'base:consignee:delete',
    'base:consignee:export',
    'base:consignee:import',
  ]
  const address = (city: string, more: object = {}) => ({
    customerId: world().customerId,
    name: `N ${city}`,
    country: 'DE',
    city,
    street: 'S',
    ...more,
  })
  const put = async (city: string) =>
    (await admin.post('/erp/consignee/add', address(city))).result as {
      id: string
      version: number
    }

  test('is kept away from lists, single rows, pickers, exports, changes, deletions and imports', async () => {
    const [berlin, oslo] = [await put('Berlin'), await put('Oslo')]
    const only = await rule('shipment.consignees', {
      ruleColumn: 'city',
      ruleConditions: 'RIGHT_LIKE',
      ruleValue: 'Ber',
    })
    const restricted = await bound('berliner', CODES, 'shipment.consignees', [only])
    expect(
      records(await restricted.get('/erp/consignee/list', { pageSize: 100 })).map(
        (row) => row.city,
      ),
    ).toEqual(expect.arrayContaining(['Berlin']))
    const list = await restricted.get('/erp/consignee/list', { city: 'Oslo' })
    expect(list.result).toMatchObject({ total: 0, records: [] })
    expect((await restricted.get('/erp/consignee/queryById', { id: oslo.id })).status).toBe(404)
    expect((await restricted.get('/erp/consignee/queryById', { id: berlin.id })).status).toBe(200)
    expect((await restricted.get('/erp/consignee/options', { ids: oslo.id })).result).toEqual([])
    const cells = (await sheet(await restricted.get('/erp/consignee/exportXls'))).flat().join(' ')
    expect(cells).toContain('Berlin')
    expect(cells).not.toContain('Oslo')
    expect(
      (
        await restricted.put('/erp/consignee/edit', {
          ...address('Bern'),
          id: oslo.id,
          version: oslo.version,
        })
      ).status,
    ).toBe(404)
    expect((await restricted.delete('/erp/consignee/delete', { id: oslo.id })).status).toBe(404)
    expect(
      (await restricted.delete('/erp/consignee/deleteBatch', { ids: `${oslo.id}` })).result,
    ).toMatchObject({ done: 0, failed: 1 })
    // What is added or changed must stay within reach: nobody puts rows where they cannot see them.
    expect((await restricted.post('/erp/consignee/add', address('Oslo'))).success).toBe(false)
    expect(
      (
        await restricted.put('/erp/consignee/edit', {
          ...address('Oslo'),
          id: berlin.id,
          version: berlin.version,
        })
      ).success,
    ).toBe(false)
    expect((await restricted.post('/erp/consignee/add', address('Bern'))).success).toBe(true)
    expect(
      (
        await query<{ city: string }>('select city from consignee where id = any($1) order by id', [
          [berlin.id, oslo.id],
        ])
      ).map(({ city }) => city),
    ).toEqual(['Berlin', 'Oslo'])
    await admin.call(permissions.deletePermissionRule, { id: only.id })
    expect(
      await within5s(
        async () =>
          records(await restricted.get('/erp/consignee/list', { city: 'Oslo' })).length > 0,
      ),
    ).toBe(true)
  })

  test('is kept away by all rules of all grants together, and by none that is switched off', async () => {
    await Promise.all(['Ulm', 'Umea', 'Utrecht'].map(put))
    const [u, m] = [
      await rule('shipment.consignees', { ruleConditions: 'RIGHT_LIKE', ruleValue: 'U' }),
      await rule('shipment.consignees', { ruleConditions: 'LIKE', ruleValue: 'm' }),
    ]
    await bound('both-a', CODES, 'shipment.consignees', [u])
    await bound('both-b', CODES, 'shipment.consignees', [m])
    const { username } = await makeUser(world(), 'both', ['both-a', 'both-b'])
    const seen = async () =>
      records(await (await signIn(world(), username)).get('/erp/consignee/list', { pageSize: 100 }))
        .map((row) => String(row.city))
        .filter((city) => city.startsWith('U'))
        .sort()
    expect(await seen()).toEqual(['Ulm', 'Umea'])
    const off = await admin.call(permissions.editPermissionRule, { ...m, status: '0' } as never)
    expect(await seen()).toEqual(['Ulm', 'Umea', 'Utrecht'])
    for (const one of [u, off]) await admin.call(permissions.deletePermissionRule, { id: one.id })
  })

  test('of an order is kept away with its parcels, counts and reports, and from bulk actions', async () => {
    const [light, heavy] = [
      await makeOrder(world(), admin, { change: { reference: `LIGHT-${Date.now()}` } }),
      await makeOrder(world(), admin, { change: { reference: `HEAVY-${Date.now()}` } }),
    ]
    await query('update shipment set shipment_weight = 90000 where id = $1', [heavy.id])
    const only = await rule('shipment.b2c', {
      ruleColumn: 'shipmentWeight',
      ruleConditions: '<',
      ruleValue: '12.5',
    })
    expect(
      await query('select table_name, column_name from sys_permission_rule where id = $1', [
        only.id,
      ]),
    ).toEqual([{ table_name: 'shipment', column_name: 'shipment_weight' }])
    const restricted = await bound(
      'lightish',
      [
        'ship:b2c:list',
        'ship:b2c:export',
        'ship:b2c:cancel',
        'ship:b2c:confirm',
        'trk:search:query',
        'tracking.search',
        'dash:status:view',
        'ship:label:print',
        'trk:number:list',
      ],
      'shipment.b2c',
      [only],
    )
    expect(
      (await restricted.call(shipmentList.endpoints.list, { reference: 'HEAVY-' } as never)).total,
    ).toBe(0)
    expect(
      (await restricted.call(shipmentList.endpoints.list, { reference: 'LIGHT-' } as never)).total,
    ).toBe(1)
    expect((await restricted.get('/erp/shipment/queryById', { id: heavy.id })).status).toBe(404)
    expect(
      (
        await restricted.call(shipmentList.endpoints.list, {
          selections: `${light.id},${heavy.id}`,
        } as never)
      ).records.map((row) => row.id),
    ).toEqual([light.id])
    expect(
      (await sheet(await restricted.get('/erp/shipment/exportXls'))).flat().join(' '),
    ).not.toContain('HEAVY-')
    const report = JSON.stringify([
      (await restricted.get('/online/cgreport/api/getData/shipments', { pageSize: 100 })).result,
      (await sheet(await restricted.get('/online/cgreport/api/exportXls/shipments'))).flat(),
    ])
    expect(report).toContain('LIGHT-')
    expect(report).not.toContain('HEAVY-')
    const cancelled = await restricted.put('/erp/shipment/cancel', {
      ids: [light.id, heavy.id],
      reason: 'x',
    })
    expect((cancelled.result as { rows: { id: string; ok: boolean }[] }).rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: light.id, ok: true }),
        expect.objectContaining({ id: heavy.id, ok: false }),
      ]),
    )
    const counts = (await restricted.get('/rwms/dashboard/statusCount')).result as Record<
      string,
      number
    >
    const everybodys = (await admin.get('/rwms/dashboard/statusCount')).result as Record<
      string,
      number
    >
    expect(counts['0']).toBeLessThan(everybodys['0']!)
    const parcels = await query<{ id: string; serial_number: string; shipment_id: string }>(
      'select id, serial_number, shipment_id from parcel where shipment_id = any($1)',
      [[light.id, heavy.id]],
    )
    const found = (
      await restricted.post('/erp/tracking/search', {
        nos: parcels.map((one) => one.serial_number),
      })
    ).result as { parcelId: string | null }[]
    expect(
      found
        .map((one) => one.parcelId)
        .filter(Boolean)
        .sort(),
    ).toEqual(
      parcels
        .filter((one) => one.shipment_id === light.id)
        .map((one) => one.id)
        .sort(),
    )
    await admin.call(permissions.deletePermissionRule, { id: only.id })
  })

  test('compares as the field is: dates, ids, numbers and the caller’s own', async () => {
    const role = await makeRole(world(), 'typed', ['shipment.consignees', ...CODES])
    const { username } = await makeUser(world(), 'typed', ['typed'])
    const entry = await entryId(world(), 'shipment.consignees')
    const made = await put('Typedorf')
    await query(
      `update consignee set create_by = $2, create_time = '2024-02-29T12:00:00Z' where id = $1`,
      [made.id, username],
    )
    const seen = async (more: object) => {
      const one = await rule('shipment.consignees', more)
      await admin.call(grants.saveRoleRules, {
        roleId: role,
        permissionId: entry,
        dataRuleIds: one.id as never,
      })
      const found = (
        await (await signIn(world(), username)).get('/erp/consignee/list', { city: 'Typedorf' })
      ).result as { total: number }
      await admin.call(permissions.deletePermissionRule, { id: one.id })
      return found.total === 1
    }
    const cases: [object, boolean][] = [
      [{ ruleColumn: 'createTime', ruleConditions: '<', ruleValue: '2024-03-01' }, true],
      [{ ruleColumn: 'createTime', ruleConditions: '<', ruleValue: '2024-02-29' }, false],
      [{ ruleColumn: 'createTime', ruleConditions: '>=', ruleValue: '#{sys_date}' }, false],
      [{ ruleColumn: 'createTime', ruleConditions: '<', ruleValue: '#{sys_time}' }, true],
      [{ ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }, true],
      [{ ruleColumn: 'createBy', ruleConditions: '!=', ruleValue: '#{sys_user_code}' }, false],
      [
        { ruleColumn: 'customerId', ruleConditions: 'IN', ruleValue: `${world().customerId},1` },
        true,
      ],
      [{ ruleColumn: 'customerId', ruleConditions: '!=', ruleValue: world().customerId }, false],
      [{ ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_org_code}' }, false],
    ]
    for (const [more, expected] of cases)
      expect(await seen(more), JSON.stringify(more)).toBe(expected)
    // A rule whose field is gone shows nothing.
    const broken = await rule('shipment.consignees')
    await query(`update sys_permission_rule set column_name = 'not_there' where id = $1`, [
      broken.id,
    ])
    await admin.call(grants.saveRoleRules, {
      roleId: role,
      permissionId: entry,
      dataRuleIds: broken.id as never,
    })
    expect(
      (await (await signIn(world(), username)).get('/erp/consignee/list')).result,
    ).toMatchObject({ total: 0 })
    await admin.call(permissions.deletePermissionRule, { id: broken.id })
  })
})

describe('whoever is narrowed', () => {
  test('neither makes rules nor grants anything that is not narrowed alike', async () => {
    const only = await rule('shipment.consignees', { ruleValue: 'Bonn' })
    const entry = await entryId(world(), 'shipment.consignees')
    const name = 'narrow'
    const restricted = await bound(
      name,
      [
        'sys:role:grant',
        'sys:datarule:list',
        'sys:datarule:add',
        'sys:datarule:edit',
        'sys:datarule:delete',
        'base:consignee:list',
      ],
      'shipment.consignees',
      [only],
    )
    expect(
      await restricted.delete('/sys/permission/deletePermissionRule', { id: only.id }),
    ).toMatchObject({ success: false, error: 'permission.bound' })
    expect(
      await restricted.put('/sys/permission/editPermissionRule', { ...only, status: '0' }),
    ).toMatchObject({ success: false, error: 'permission.bound' })
    expect(
      await restricted.post('/sys/permission/addPermissionRule', {
        permissionId: entry,
        ...draft(),
      }),
    ).toMatchObject({ success: false, error: 'permission.bound' })
    expect(
      await restricted.post('/sys/role/datarule', {
        roleId: await roleId(world(), name),
        permissionId: entry,
        dataRuleIds: '',
      }),
    ).toMatchObject({ success: false, error: 'permission.bound' })
    const free = await makeRole(world(), 'unnarrowed', [])
    expect(
      await restricted.post('/sys/permission/saveRolePermission', {
        roleId: free,
        permissionIds: entry,
        lastpermissionIds: '',
      }),
    ).toMatchObject({ success: false, error: 'permission.bound' })
    const alike = await makeRole(world(), 'alike', ['shipment.consignees'])
    await admin.call(grants.saveRoleRules, {
      roleId: alike,
      permissionId: entry,
      dataRuleIds: only.id as never,
    })
    expect(
      await restricted.post('/sys/permission/saveRolePermission', {
        roleId: alike,
        permissionIds: `${await entryId(world(), 'base:consignee:list')},${entry}`,
        lastpermissionIds: entry,
      }),
    ).toMatchObject({ success: true })
    expect(
      (
        await (
          await platformAdmin(world())
        ).get('/sys/permission/getPermRuleListByPermId', { permissionId: entry })
      ).result,
    ).toHaveLength(1)
    await admin.call(permissions.deletePermissionRule, { id: only.id })
  })
})
