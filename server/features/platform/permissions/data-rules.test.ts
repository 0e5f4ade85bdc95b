import { describe, expect, test } from 'vitest'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { entryId, makeRole } from './users.fixture.ts'
import { world, admin, query, draft, rule, prepareDataRules } from './data-rules.fixture.ts'

prepareDataRules()

describe('a rule of a menu entry', () => {
  test('is made, found, changed and deleted; the entry shows that it has some', async () => {
    const entry = await entryId(world(), 'shipment.consignees')
    const flag = async () =>
      (await admin.call(permissions.list, {}))
        .flatMap((folder) => folder.children ?? [])
        .flatMap((matter) => matter.children ?? [])
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

  test("is described in words: items and rows by their names, what is the reader's own by what it is", async () => {
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
      [{ ruleColumn: 'createBy', ruleValue: '#{sys_user_code}' }, "the user's user name"],
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
