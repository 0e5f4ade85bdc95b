import { beforeAll, describe, expect, test } from 'vitest'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { PASSWORD, useWorld, type Client } from '#test/harness.ts'
import { createUser, platformAdmin, createRole, signIn } from '../users/users.fixture.ts'

const world = useWorld()
let platform: Client
let count = 0
beforeAll(async () => {
  platform = await platformAdmin(world())
})
interface Opened {
  tenant: {
    id: string
    code: string
    name: string
    version: number
    admins: string
    users: string
    status: string
  }
  admin: { username: string; password: string }
}
const open = async (change: Record<string, unknown> = {}): Promise<Opened> => {
  const answer = await platform.post('/sys/tenant/add', {
    code: `N${++count}-${world().tenantId}`,
    name: `New ${count}`,
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as Opened
}

describe('a tenant', () => {
  test('is given room for its files by the platform alone', async () => {
    const { tenant } = await open({ fileQuotaMb: 500 })
    expect(tenant).toMatchObject({ fileQuotaMb: 500 })
    const { id, code, name, version } = tenant
    const edited = { id, code, name, version, status: '1', fileQuotaMb: null }
    expect(await platform.put('/sys/tenant/edit', edited)).toMatchObject({
      result: { fileQuotaMb: null },
    })
    const admin = await world().as('tenantAdmin')
    expect((await admin.put('/sys/tenant/edit', { ...edited, fileQuotaMb: 9 })).status).toBe(403)
  })
  test('is opened with all it needs, and its administrator signs in with the password shown once', async () => {
    const { tenant, admin } = await open({
      adminUsername: `boss-${world().tenantId}-${++count}`,
      adminRealname: 'The Boss',
      beginDate: '2020-01-01',
    })
    expect(tenant).toMatchObject({ status: '1', users: '1', orders: '0', beginDate: '2020-01-01' })
    expect(tenant.admins).toContain('The Boss')
    const boss = await signIn(world(), admin.username, admin.password)
    expect((await boss.get('/erp/deliveryService/list')).success).toBe(true)
    expect(((await boss.get('/erp/depot/list')).result as { total: number }).total).toBeGreaterThan(
      0,
    )
    expect(
      ((await boss.get('/sys/user/list')).result as { records: unknown[] }).records,
    ).toHaveLength(1)
    expect((await boss.get('/sys/tenant/list')).status).toBe(403)
    expect(
      (
        await world().db.pool.query(
          `select 1 from data_log where diff::text like '%' || $1 || '%'`,
          [admin.password],
        )
      ).rowCount,
    ).toBe(0)
  })

  test('has a number and a code of its own', async () => {
    const { tenant } = await open()
    platform.lang = 'zh_CN'
    expect(
      await platform.post('/sys/tenant/add', { id: Number(tenant.id), name: 'again' }),
    ).toMatchObject({ success: false, message: '该编号已存在!' })
    expect(
      await platform.post('/sys/tenant/add', { code: tenant.code, name: 'again' }),
    ).toMatchObject({ success: false, message: '该编号已存在!' })
    platform.lang = 'en_US'
    const chosen = await open({
      id: 700_000_000 + Math.floor(Math.random() * 90_000_000),
      code: undefined,
    })
    expect(chosen.tenant.code).toBe(`T${chosen.tenant.id}`)
    // A chosen number does not carry the count along: number segments have room for so many tenants
    // only.
    expect(Number((await open()).tenant.id)).toBeLessThan(10_000)
  })

  test('is edited by version, and found by its filters', async () => {
    const { tenant } = await open()
    expect(
      await platform.put('/sys/tenant/edit', { ...tenant, name: 'Renamed', endDate: '2099-12-31' }),
    ).toMatchObject({
      success: true,
      result: { name: 'Renamed', endDate: '2099-12-31', version: tenant.version + 1 },
    })
    expect(await platform.put('/sys/tenant/edit', { ...tenant })).toMatchObject({
      success: false,
      error: 'row.stale',
    })
    expect(
      (await platform.call(tenants.list, { code: tenant.code })).records.map(({ id }) => id),
    ).toEqual([tenant.id])
    expect((await platform.get('/sys/tenant/exportXls', { code: tenant.code })).status).toBe(200)
  })

  test('frozen or archived ends all its sessions and refuses signing in, until it is brought back', async () => {
    const { tenant, admin } = await open()
    const boss = await signIn(world(), admin.username, admin.password)
    expect((await boss.get('/sys/user/list')).status).toBe(200)
    expect(
      (await platform.put('/sys/tenant/freeze', { ids: `${tenant.id},`, status: '0' })).result,
    ).toMatchObject({ done: 1 })
    // A question already on its way may still be answered; within five seconds none is.
    await expect
      .poll(async () => (await boss.get('/sys/user/list')).status, { timeout: 90_000 })
      .toBe(401)
    const again = () =>
      world().anonymous.post('/sys/login', { username: admin.username, password: PASSWORD })
    expect((await again()).success).toBe(false)
    await platform.put('/sys/tenant/freeze', { ids: tenant.id, status: '1' })
    expect((await again()).success).toBe(true)
    expect((await platform.delete('/sys/tenant/delete', { id: tenant.id })).success).toBe(true)
    expect((await again()).success).toBe(false)
    expect((await platform.call(tenants.list, { code: tenant.code })).records).toEqual([])
    expect((await platform.call(tenants.recycleBin, {})).map(({ id }) => id)).toContain(tenant.id)
    expect((await platform.put('/sys/tenant/restore', { ids: tenant.id })).result).toMatchObject({
      done: 1,
    })
    expect((await again()).success, 'still closed').toBe(false)
    const now = (await platform.get('/sys/tenant/queryById', { id: tenant.id }))
      .result as Opened['tenant']
    expect((await platform.put('/sys/tenant/edit', { ...now, status: '1' })).success).toBe(true)
    expect((await again()).success).toBe(true)
  })

  test('the caller works in cannot be closed', async () => {
    const home = (await platform.get('/sys/tenant/queryById', { id: world().tenantId }))
      .result as Opened['tenant']
    for (const answer of [
      await platform.put('/sys/tenant/edit', { ...home, status: '0' }),
      await platform.delete('/sys/tenant/delete', { id: home.id }),
    ])
      expect(answer).toMatchObject({ success: false, error: 'tenant.own' })
    expect(
      (await platform.put('/sys/tenant/freeze', { ids: home.id, status: '0' })).result,
    ).toMatchObject({ failed: 1, rows: [{ code: 'tenant.own' }] })
  })

  test('takes guests with roles of its own, and lets them go', async () => {
    const { tenant } = await open()
    const guest = await createUser(world(), [])
    const roles = await platform.call(tenants.roles, { id: tenant.id })
    const finance = roles.find(({ text }) => text === 'Finance')!.value
    expect(
      await platform.post('/sys/tenant/invite', {
        id: tenant.id,
        username: guest.username,
        roleIds: `${finance},`,
      }),
    ).toMatchObject({ success: true })
    const client = await guest.client()
    client.tenant = tenant.id
    expect((await client.get('/erp/fee/list')).status).toBe(200)
    expect((await client.get('/sys/user/list')).status).toBe(403)
    expect(
      (await platform.call(tenants.members, { id: tenant.id })).find(({ id }) => id === guest.id),
    ).toMatchObject({ guest: true, roles: 'Finance' })
    expect(
      (
        await platform.post('/sys/tenant/invite', {
          id: world().tenantId,
          username: guest.username,
        })
      ).success,
      'at home there',
    ).toBe(false)
    expect(
      (
        await platform.post('/sys/tenant/invite', {
          id: tenant.id,
          username: world().username('customer'),
        })
      ).success,
      'a customer’s user',
    ).toBe(false)
    const foreign = await createRole(world(), 'tenant', ['dlv:fee:list'])
    expect(
      (
        await platform.post('/sys/tenant/invite', {
          id: tenant.id,
          username: guest.username,
          roleIds: foreign,
        })
      ).success,
      'a role of another tenant',
    ).toBe(false)
    expect(
      (await platform.delete('/sys/tenant/removeMember', { id: tenant.id, userId: guest.id }))
        .success,
    ).toBe(true)
    const after = await guest.client()
    after.tenant = tenant.id
    await expect
      .poll(async () => (await after.get('/erp/fee/list')).status, {
        timeout: 90_000,
        interval: 50,
      })
      .toBe(403)
  })

  test('is entered by the platform’s administrators, which both sides can read', async () => {
    const { tenant } = await open()
    expect((await platform.put('/sys/tenant/enter', { id: tenant.id })).success).toBe(true)
    expect((await platform.put('/sys/selectTenant', { tenantId: tenant.id })).success).toBe(true)
    expect(
      ((await platform.get('/sys/user/list')).result as { records: unknown[] }).records,
    ).toHaveLength(1)
    expect(
      (
        await world().db.pool.query(
          `select content from op_log where tenant_id = $1 and url = '/sys/tenant/enter'`,
          [tenant.id],
        )
      ).rowCount,
    ).toBe(1)
    expect((await platform.put('/sys/selectTenant', { tenantId: world().tenantId })).success).toBe(
      true,
    )
  })

  test('is none of a tenant administrator’s business, whatever codes the role has', async () => {
    const role = await createRole(world(), 'tenant', [
      'sys:tenant:list',
      'sys:tenant:add',
      'sys:tenant:edit',
      'sys:tenant:delete',
      'sys:tenant:enter',
      'sys:tenant:export',
    ])
    const clerk = await (await createUser(world(), [role])).client()
    for (const path of ['/sys/tenant/list', '/sys/tenant/recycleBin', '/sys/tenant/exportXls'])
      expect((await clerk.get(path)).status, path).toBe(403)
    for (const path of ['/sys/tenant/queryById', '/sys/tenant/members', '/sys/tenant/roles'])
      expect((await clerk.get(path, { id: world().tenantId })).status, path).toBe(403)
    expect((await clerk.post('/sys/tenant/add', { name: 'x' })).status).toBe(403)
    expect(
      (
        await clerk.put('/sys/tenant/edit', {
          id: world().tenantId,
          version: 1,
          code: 'x',
          name: 'x',
          status: '1',
        })
      ).status,
    ).toBe(403)
    for (const [path, body] of [
      ['freeze', { ids: world().tenantId, status: '0' }],
      ['restore', { ids: world().tenantId }],
      ['enter', { id: world().tenantId }],
    ] as const)
      expect((await clerk.put(`/sys/tenant/${path}`, body)).status, path).toBe(403)
    expect((await clerk.delete('/sys/tenant/delete', { id: world().tenantId })).status).toBe(403)
  })
})
