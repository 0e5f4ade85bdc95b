import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { accessTests } from '#contracts/platform/access/permissions.access.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { signInAgain, entryId, makeRole, makeUser, signIn, userId } from './users.fixture.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await signInAgain(world(), 'tenantAdmin')
  for (const city of ['Aachen', 'Aalen', 'Zwickau'])
    await admin.post('/erp/consignee/add', {
      customerId: world().customerId,
      name: `N ${city}`,
      country: 'DE',
      city,
      street: 'S',
    })
  await admin.post('/erp/consignee/add', {
    customerId: world().otherCustomerId,
    name: 'Other',
    country: 'DE',
    city: 'Aachen',
    street: 'S',
  })
})

describe('what a user sees, and why', () => {
  test('counts rows of how many, shows the first and names every condition', async () => {
    const rule = await admin.call(permissions.addPermissionRule, {
      permissionId: await entryId(world(), 'shipment.consignees'),
      ruleName: '只看 A',
      ruleColumn: 'city',
      ruleConditions: 'RIGHT_LIKE',
      ruleValue: 'A',
      status: '1',
    } as never)
    const role = await makeRole(world(), 'a-only', ['shipment.consignees', 'base:consignee:list'])
    await admin.call(grants.saveRoleRules, {
      roleId: role,
      permissionId: await entryId(world(), 'shipment.consignees'),
      dataRuleIds: rule.id as never,
    })
    const { id } = await makeUser(world(), 'a-only', ['a-only'])
    const seen = await admin.call(accessTests.rows, { userId: id, entity: 'consignees' })
    expect(seen).toMatchObject({
      mayList: true,
      visible: 3,
      visibleCapped: false,
      total: 4,
      totalCapped: false,
      user: { id, realname: 'a-only' },
    })
    expect(seen.records!.map((row) => row.city).sort()).toEqual(['Aachen', 'Aachen', 'Aalen'])
    expect(seen.parts).toEqual([
      { kind: 'tenant', text: expect.stringContaining('Tenant'), sources: [] },
      {
        kind: 'rule',
        text: 'Data rule “只看 A”: City begins with A',
        sources: [{ kind: 'role', id: role, name: 'a-only' }],
      },
    ])
    admin.lang = 'zh_CN'
    expect(
      (await admin.call(accessTests.rows, { userId: id, entity: 'consignees' })).parts[1]!.text,
    ).toBe('数据规则“只看 A”：城市 以此开头 A')
    admin.lang = 'en_US'
    await admin.call(permissions.deletePermissionRule, { id: rule.id })
  })

  test('counts and shows what their list does: kinds of orders they may not see are left out', async () => {
    const company = { name: 'A', company: 'B GmbH', country: 'DE', city: 'Berlin' }
    const customer = await world().as('customer')
    await makeOrder(world(), customer, {})
    await makeOrder(world(), customer, {
      change: {
        shipmentResource: 'B2B',
        consignee: { ...company, postalCode: '10115', street: 'X', house: '1' },
      },
    })
    await makeRole(world(), 'b2c-only', ['ship:b2c:list'])
    const { id, username } = await makeUser(world(), 'b2c-only', ['b2c-only'])
    const client = await signIn(world(), username)
    const listed = (await client.get('/erp/shipment/list', { pageSize: 10 })).result as {
      total: number
    }
    const seen = await admin.call(accessTests.rows, { userId: id, entity: 'shipments' })
    expect(seen.visible).toBe(listed.total)
    expect(seen.visible).toBeLessThan(seen.total)
  })

  test('names scopes by account, sales and depot', async () => {
    const of = async (role: 'customer' | 'sub' | 'sales' | 'warehouse', entity: string) =>
      await admin.call(accessTests.rows, { userId: await userId(world(), role), entity })
    expect((await of('customer', 'consignees')).parts.map(({ kind }) => kind)).toEqual([
      'tenant',
      'customer',
    ])
    expect(await of('customer', 'consignees')).toMatchObject({ visible: 3, total: 4 })
    expect((await of('sub', 'shipments')).parts.map(({ kind }) => kind)).toEqual([
      'tenant',
      'customer',
      'own',
    ])
    expect(await of('sales', 'consignees')).toMatchObject({
      visible: 3,
      parts: [{ kind: 'tenant' }, { kind: 'sales' }],
    })
    const warehouse = await of('warehouse', 'shipments')
    expect(warehouse.parts.at(-1)).toMatchObject({ kind: 'depot', text: 'Depots: FRA1' })
    expect(warehouse.mayList).toBe(false)
  })

  test('shows whether a right is held and through what', async () => {
    const ask = async (role: 'manager' | 'warehouse', perms: string) =>
      admin.call(accessTests.permission, { userId: await userId(world(), role), perms })
    expect(await ask('manager', 'ship:b2c:add')).toMatchObject({
      holds: true,
      known: true,
      name: 'Add orders',
      sources: [{ kind: 'role', name: 'Operations manager' }],
    })
    expect(await ask('warehouse', 'ship:b2c:add')).toMatchObject({
      holds: false,
      known: true,
      sources: [],
    })
    expect(await ask('warehouse', 'no:such')).toMatchObject({
      holds: false,
      known: false,
      name: null,
    })
  })

  test('is for administrators of the same tenant, and shows them nothing they could not see', async () => {
    const stranger = await world().otherTenantUser()
    expect(
      (
        await stranger.get('/sys/access/rows', {
          userId: await userId(world(), 'manager'),
          entity: 'consignees',
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await (
          await world().as('manager')
        ).get('/sys/access/rows', {
          userId: await userId(world(), 'manager'),
          entity: 'consignees',
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await admin.get('/sys/access/rows', {
          userId: await userId(world(), 'manager'),
          entity: 'data_log',
        })
      ).code,
    ).toBe(400)
    await makeRole(world(), 'tester', ['sys:access:test'])
    const { username } = await makeUser(world(), 'tester', ['tester'])
    const seen = await (
      await signIn(world(), username)
    ).call(accessTests.rows, { userId: await userId(world(), 'manager'), entity: 'consignees' })
    expect(seen).toMatchObject({ visible: 4, records: null })
    expect((await admin.call(accessTests.entities, {})).map(({ value }) => value)).toEqual(
      expect.arrayContaining(['consignees', 'shipments', 'customers']),
    )
  })
})
