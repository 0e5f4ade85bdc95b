import { describe, expect, test } from 'vitest'
import { permissions } from '#contracts/platform/access/permissions.ts'
import type { PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import type { Answer, Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import {
  entryId,
  makeRole,
  makeUser,
  platformAdmin,
  roleId,
  signIn,
  within5s,
} from './users.fixture.ts'
import { world, admin, query, draft, rule, prepareDataRules } from './data-rules.fixture.ts'

prepareDataRules()

/** A role with entries, narrowed by rules of one of them, and a user who has it. */
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
    // What is added or changed must stay within reach: users put no rows where they cannot see them.
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

describe('a narrowed user', () => {
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
