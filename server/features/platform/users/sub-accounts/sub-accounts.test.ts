import { beforeAll, describe, expect, test } from 'vitest'
import { subAccounts, type SubAccountRow } from '#contracts/platform/people/sub-accounts.ts'
import { PASSWORD, useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { createUser, roleId, signIn } from '../users.fixture.ts'

const world = useWorld()
let main: Client
let other: Client
let admin: Client
let count = 0
beforeAll(async () => {
  main = await world().as('customer')
  other = await world().as('otherCustomer')
  admin = await world().as('tenantAdmin')
})
const draft = (change: Record<string, unknown> = {}) => ({
  username: `sub${++count}-${world().tenantId}`,
  realname: `Sub ${count}`,
  phone: '13900000' + String(100 + count),
  ...change,
})
const add = async (change: Record<string, unknown> = {}) => {
  const answer = await main.post('/erp/user/sub/add', draft(change))
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as { account: SubAccountRow; password: string | null }
}
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path} ${code}`,
  )
const userId = async (name: string) =>
  (
    await world().db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
      name,
    ])
  ).rows[0]!.id

describe('a sub-account', () => {
  test('belongs to its main account: with the proposed rights, or a choice of the main account’s', async () => {
    const choices = await main.call(subAccounts.choices, {})
    expect(choices.perms.find(({ code }) => code === 'ship:b2c:add')).toMatchObject({
      proposed: true,
      menu: 'B2C orders',
    })
    expect(choices.perms.find(({ code }) => code === 'ship:b2c:export')).toMatchObject({
      proposed: false,
    })
    expect(choices.perms.some(({ code }) => code.startsWith('erp:subuser'))).toBe(false)
    expect(choices.services.length).toBeGreaterThan(0)
    const usual = await add()
    expect(usual.account).toMatchObject({
      customerId: world().customerId,
      parentUserId_dictText: 'customer',
      status: '1',
      allowedServices: '',
      spendCap: null,
    })
    expect([...usual.account.perms].sort()).toEqual(
      choices.perms
        .filter(({ proposed }) => proposed)
        .map(({ code }) => code)
        .sort(),
    )
    const chosen = await add({
      perms: ['ship:b2c:list', 'ship:b2c:export'],
      allowedServices: choices.services[0]!.value,
      allowedDepots: [await world().depotId('FRA1')],
      spendCap: '250.50',
      spendCurrency: 'EUR',
    })
    expect(chosen.account).toMatchObject({
      perms: ['ship:b2c:export', 'ship:b2c:list'],
      allowedServices: choices.services[0]!.value,
      allowedDepots: await world().depotId('FRA1'),
      spendCap: '250.50',
      spendCurrency: 'EUR',
    })
    const client = await signIn(world(), chosen.account.username, chosen.password!)
    expect((await client.get('/erp/shipment/list')).status).toBe(200)
    expect((await client.get('/erp/shipment/exportXls')).status).toBe(200)
    expect((await client.post('/erp/shipment/add', {})).status).toBe(403)
    const menu = JSON.stringify(
      (await client.get('/sys/permission/getUserPermissionByToken')).result,
    )
    expect(menu).toContain('/shipment/b2c')
    expect(menu).not.toContain('/shipment/consignees"')
    expect(menu).not.toContain('"/isystem/subAccounts"')
  })

  test('carries who its user is, and the nickname the session shows', async () => {
    const person = {
      nickname: 'Lu',
      depart: 'Export',
      workNo: 'E-7',
      telephone: '+49 40 1234567',
      sex: '2',
      birthday: '1990-05-17',
    }
    const { account, password } = await add(person)
    expect(account).toMatchObject(person)
    const edited = await main.put('/erp/user/sub/edit', {
      id: account.id,
      version: account.version,
      realname: account.realname,
      depart: '',
    })
    expect(edited.result).toMatchObject({ ...person, depart: null })
    const own = await signIn(world(), account.username, password!)
    expect((await own.get('/sys/account/profile')).result).toMatchObject({ nickname: 'Lu' })
    const answer = await world().anonymous.post('/sys/login', {
      username: account.username,
      password: PASSWORD,
    })
    expect(answer.result).toMatchObject({ userInfo: { nickname: 'Lu' } })
    expect(
      issues(await main.post('/erp/user/sub/add', draft({ avatar: 'pictures/none' }))),
    ).toEqual(['avatar field.ref'])
  })

  test('holds nothing its main account does not hold, now or later', async () => {
    expect(
      issues(await main.post('/erp/user/sub/add', draft({ perms: ['dlv:fee:list'] }))),
    ).toEqual(['perms sub.permBeyond'])
    expect(
      issues(await main.post('/erp/user/sub/add', draft({ perms: ['erp:subuser:add'] }))),
    ).toEqual(['perms sub.permBeyond'])
    const { db, tenantId } = world()
    const owner = await createUser(world(), [await roleId(world(), 'customer')], {
      customerId: world().otherCustomerId,
    })
    const made = (
      await (
        await owner.client()
      ).post(
        '/erp/user/sub/add',
        draft({ password: PASSWORD, perms: ['ship:b2c:list', 'base:shipper:list'] }),
      )
    ).result as { account: SubAccountRow }
    const status = async (path: string) =>
      (await (await signIn(world(), made.account.username)).get(path)).status
    expect(await status('/erp/shipper/list')).toBe(200)
    const lean = await db.pool.query<{ id: string }>(
      `insert into sys_role (tenant_id, role_code, role_name, data_scope)
        values ($1, 'lean', 'lean', 'customer') returning id`,
      [tenantId],
    )
    await db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id) select $1, $2, id
        from sys_permission where perms = 'ship:b2c:list'`,
      [tenantId, lean.rows[0]!.id],
    )
    await db.pool.query('update sys_user_role set role_id = $1 where user_id = $2', [
      lean.rows[0]!.id,
      owner.id,
    ])
    expect(await status('/erp/shipper/list')).toBe(403)
    expect(await status('/erp/shipment/list')).toBe(200)
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: owner.id, status: '2' })).result,
    ).toMatchObject({ done: 1 })
    expect(await status('/erp/shipment/list'), 'with the main account frozen').toBe(403)
  })

  test('stays at home whatever the body contains', async () => {
    const [mallory, away] = [
      await userId(world().username('otherCustomer')),
      world().otherCustomerId,
    ]
    const { account } = await add({
      customerId: away,
      parentUserId: mallory,
      mainUserId: mallory,
      tenantId: '1',
      status: '2',
      passwordHash: 'x',
      selectedroles: await roleId(world(), 'tenantAdmin'),
    })
    expect(account).toMatchObject({
      customerId: world().customerId,
      parentUserId: await userId(world().username('customer')),
      status: '1',
    })
    const edited = await main.put('/erp/user/sub/edit', {
      ...account,
      realname: 'Renamed',
      customerId: away,
      parentUserId: mallory,
      status: '2',
      username: 'other',
      perms: undefined,
    })
    expect(edited).toMatchObject({
      success: true,
      result: {
        realname: 'Renamed',
        customerId: world().customerId,
        username: account.username,
        status: '1',
        perms: account.perms,
      },
    })
    expect(await main.post('/erp/user/sub/edit', { ...account })).toMatchObject({
      success: false,
      error: 'row.stale',
    })
    expect(JSON.stringify(edited)).not.toMatch(/argon2|hash|salt/i)
  })

  test('is out of reach for others: other customers, other tenants, sub-accounts themselves', async () => {
    const { account } = await add()
    const sub = await world().as('sub')
    expect((await sub.get('/erp/user/sub/list')).status).toBe(403)
    for (const stranger of [other, await world().otherTenantUser()]) {
      expect((await stranger.get('/erp/user/sub/queryById', { id: account.id })).status).toBe(404)
      expect((await stranger.put('/erp/user/sub/edit', { ...account })).status).toBe(404)
      expect((await stranger.put('/erp/user/sub/resetPassword', { id: account.id })).status).toBe(
        404,
      )
      expect((await stranger.delete('/erp/user/sub/delete', { id: account.id })).status).toBe(404)
      expect(
        (await stranger.put('/erp/user/sub/frozenBatch', { ids: account.id, status: '2' })).result,
      ).toMatchObject({ done: 0 })
      expect(
        (
          (await stranger.get('/erp/user/sub/list', { selections: account.id })).result as {
            total: number
          }
        ).total,
      ).toBe(0)
    }
    // A main account of the same customer has its own.
    const second = await (
      await createUser(world(), [await roleId(world(), 'customer')], {
        customerId: world().customerId,
      })
    ).client()
    expect((await second.get('/erp/user/sub/queryById', { id: account.id })).status).toBe(404)
    expect(
      (
        await main.get('/erp/user/sub/queryById', {
          id: await userId(world().username('customer')),
        })
      ).status,
      'the main account is no sub-account',
    ).toBe(404)
    expect((await main.get('/erp/user/sub/parents')).status).toBe(403)
  })

  test('even with the codes a sub-account makes no others', async () => {
    const { db, tenantId } = world()
    await db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
        select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
        where r.tenant_id = $1 and r.role_code = 'sub' and p.perms like 'erp:subuser:%'
        on conflict do nothing`,
      [tenantId],
    )
    const sub = await (
      await createUser(world(), [await roleId(world(), 'sub')], {
        customerId: world().customerId,
        parentUserId: await userId(world().username('customer')),
      })
    ).client()
    for (const path of ['/erp/user/sub/list', '/erp/user/sub/choices', '/erp/user/sub/parents'])
      expect((await sub.get(path)).status, path).toBe(403)
    expect((await sub.post('/erp/user/sub/add', draft())).status).toBe(403)
    await db.pool.query(
      `delete from sys_role_permission rp using sys_permission p
        where rp.tenant_id = $1 and p.id = rp.permission_id and p.perms like 'erp:subuser:%'
          and rp.role_id = (select id from sys_role where tenant_id = $1 and role_code = 'sub')`,
      [tenantId],
    )
  })

  test('is frozen, given a new password, deleted; its records stay', async () => {
    const { account, password } = await add({
      password: 'Green-Lantern-77!',
      perms: ['ship:b2c:list', 'ship:b2c:add'],
    })
    expect(password).toBeNull()
    const client = await signIn(world(), account.username, 'Green-Lantern-77!')
    const order = await makeOrder(world(), client)
    expect(
      (await main.put('/erp/user/sub/frozenBatch', { ids: [account.id], status: '2' })).result,
    ).toMatchObject({ done: 1 })
    expect((await client.get('/erp/shipment/list')).status).toBe(401)
    await main.put('/erp/user/sub/frozenBatch', { ids: [account.id], status: '1' })
    const fresh = (await main.put('/erp/user/sub/resetPassword', { id: account.id })).result as {
      password: string
    }
    expect(
      (await (await signIn(world(), account.username, fresh.password)).get('/erp/shipment/list'))
        .status,
    ).toBe(200)
    expect(await main.delete('/erp/user/sub/delete', { id: account.id })).toMatchObject({
      success: true,
      message: 'User deleted.',
    })
    expect((await main.get('/erp/user/sub/queryById', { id: account.id })).status).toBe(404)
    expect((await main.get('/erp/shipment/queryById', { id: order.id })).success).toBe(true)
  })

  test('can be looked after by staff: for any customer, within what they hold', async () => {
    const parents = await admin.call(subAccounts.parents, { keyword: 'C001' })
    const mainId = await userId(world().username('customer'))
    expect(parents.map(({ value }) => value)).toContain(mainId)
    const made = await admin.post(
      '/erp/user/sub/add',
      draft({ mainUserId: mainId, perms: ['ship:b2c:list'] }),
    )
    expect(made).toMatchObject({
      success: true,
      result: { account: { parentUserId: mainId, perms: ['ship:b2c:list'] } },
    })
    expect(
      (await admin.post('/erp/user/sub/add', draft())).status,
      'whose it is must be said',
    ).toBe(404)
    const { account } = made.result as { account: SubAccountRow }
    expect(
      (await admin.call(subAccounts.list, { realname: account.realname })).records.map(
        ({ id }) => id,
      ),
    ).toEqual([account.id])
    expect(
      (await main.call(subAccounts.list, { status: '1' })).records.map(({ id }) => id),
    ).toContain(account.id)
  })

  test('is refused field by field', async () => {
    const refused = async (change: Record<string, unknown>) =>
      issues(await main.post('/erp/user/sub/add', draft(change)))
    expect(await refused({ username: '' })).toEqual(['username field.required'])
    expect(await refused({ username: world().username('customer') })).toEqual([
      'username user.usernameTaken',
    ])
    expect(await refused({ password: 'weak' })).toEqual(['password password.rule'])
    expect(await refused({ allowedServices: '999999' })).toEqual(['allowedServices field.ref'])
    expect(await refused({ spendCap: '10' })).toEqual(['spendCurrency field.required'])
    expect(await refused({ spendCap: '10.005', spendCurrency: 'EUR' })).toEqual([
      'spendCap field.moneyDecimals',
    ])
    expect(await refused({ spendCap: '-1' })).toEqual(['spendCap field.decimal'])
  })
})
