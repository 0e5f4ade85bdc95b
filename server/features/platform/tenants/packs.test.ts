import { beforeAll, describe, expect, test } from 'vitest'
import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { createRole, createUser, platformAdmin, signIn } from '../users/users.fixture.ts'

const world = useWorld()
let platform: Client
let count = 0
beforeAll(async () => {
  platform = await platformAdmin(world())
})

const idsOf = async (...codes: string[]): Promise<string[]> =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from sys_permission where perms = any($1)',
      [codes],
    )
  ).rows.map(({ id }) => id)
async function makePack(...codes: string[]): Promise<string> {
  const { id } = await platform.call(tenantPacks.save, {
    name: `Pack ${++count} ${world().tenantId}`,
  } as never)
  if (codes.length > 0)
    await platform.call(tenantPacks.saveEntries, {
      id,
      permissionIds: await idsOf(...codes),
      lastpermissionIds: [],
    })
  return id
}
const tenantNow = () => platform.call(tenants.queryById, { id: world().tenantId })
const assign = async (...packIds: string[]) => {
  const { version } = (await tenantNow()) as { version: number }
  return platform.put('/sys/tenant/pack/assign', { id: world().tenantId, version, packIds })
}
const codesIn = (nodes: readonly GrantNode[]): (string | null)[] =>
  nodes.flatMap((node) => [node.perms, ...codesIn(node.children ?? [])])
const soon = { timeout: 90_000, interval: 50 }

describe('the packs of a tenant', () => {
  test('limit its users, its administrator, keys and what its administrator grants, at once', async () => {
    const admin = await world().as('tenantAdmin')
    const role = await createRole(world(), 'tenant', ['sys:role:list', 'dlv:fee:list'])
    const clerk = await (await createUser(world(), [role])).client()
    const key = (
      (await clerk.post('/sys/account/apiKey/add', { name: 'Shop', scopes: ['dlv:fee:list'] }))
        .result as { key: string }
    ).key
    const byKey = async () =>
      (await fetch(`${world().base}/erp/fee/list`, { headers: { 'X-Api-Key': key } })).status
    const seen = async () => [
      (await clerk.get('/sys/role/list')).status,
      (await clerk.get('/erp/fee/list')).status,
      (await admin.get('/erp/fee/list')).status,
      await byKey(),
    ]
    expect(await seen(), 'without packs').toEqual([200, 200, 200, 200])
    const first = await makePack('sys:role:list', 'sys:role:grant')
    expect(await assign(first)).toMatchObject({ success: true })
    await expect.poll(seen, soon).toEqual([200, 403, 403, 403])
    const tree = codesIn((await admin.call(grants.roleTree, {})).treeList)
    expect(tree).toContain('sys:role:list')
    expect(tree).not.toContain('dlv:fee:list')
    const menu = JSON.stringify(
      (await admin.get('/sys/permission/getUserPermissionByToken')).result,
    )
    expect(menu).toContain('system/role')
    expect(menu).not.toContain('/delivery/')
    // A role that has more than the packs is none beyond its administrator: it gives no more either.
    const roles = (await admin.get('/sys/role/queryall')).result as {
      id: string
      grantable: boolean
    }[]
    expect(roles.find(({ id }) => id === role)).toMatchObject({ grantable: true })
    // Own pages stay; those who run the platform are not limited where they enter.
    expect((await clerk.get('/sys/account/apiKey/list')).status).toBe(200)
    platform.tenant = world().tenantId
    expect((await platform.get('/erp/fee/list')).status).toBe(200)
    expect(await tenantNow()).toMatchObject({ packIds: [first] })

    // Packs add up, and a pack changes for the tenants that have it.
    const second = await makePack('sys:user:list')
    expect(await assign(first, second)).toMatchObject({ success: true })
    const fee = await idsOf('dlv:fee:list')
    await platform.call(tenantPacks.saveEntries, {
      id: second,
      permissionIds: fee,
      lastpermissionIds: [],
    })
    await expect.poll(seen, soon).toEqual([200, 200, 200, 200])
    expect((await platform.delete('/sys/tenant/pack/delete', { id: second })).error).toBe(
      'tenant.packUsed',
    )
    expect(await assign()).toMatchObject({ success: true })
    await expect.poll(async () => (await admin.get('/erp/depot/list')).status, soon).toBe(200)
    expect((await platform.delete('/sys/tenant/pack/delete', { id: second })).success).toBe(true)
  })

  test('show what a change takes before it is made', async () => {
    const pack = await makePack('sys:role:list', 'dlv:fee:list')
    const user = await createUser(world(), [
      await createRole(world(), 'tenant', ['dlv:fee:list', 'dlv:fee:add']),
    ])
    const ask = (more: object) =>
      platform.call(tenantPacks.effect, { packIds: [], permissionIds: [], ...more } as never)
    const given = await ask({ tenantId: world().tenantId, packIds: [pack] })
    expect(given.tenants).toBe(1)
    expect(given.users).toBeGreaterThan(1)
    expect(given.names).toHaveLength(12)
    expect(await ask({ tenantId: world().tenantId })).toMatchObject({ users: 0, entries: 0 })
    await assign(pack)
    const shrunk = await ask({ packId: pack, permissionIds: await idsOf('sys:role:list') })
    expect(shrunk).toMatchObject({ tenants: 1, entries: expect.any(Number) })
    expect(shrunk.entries).toBe(shrunk.names.length)
    await assign()
    expect((await (await user.client()).get('/erp/fee/list')).status).toBe(200)
  })

  test('are decided by the platform alone', async () => {
    const pack = await makePack('sys:role:list')
    const unnamed = await platform.put('/sys/tenant/pack/assign', {
      id: world().tenantId,
      version: ((await tenantNow()) as { version: number }).version,
    })
    expect(unnamed.code).toBe(400)
    const { version } = (await tenantNow()) as { version: number }
    const role = await createRole(world(), 'tenant', ['sys:tenant:list', 'sys:tenant:edit'])
    const bold = await (await createUser(world(), [role])).client()
    for (const client of [await world().as('tenantAdmin'), await world().otherTenantUser(), bold])
      for (const answer of [
        await client.get('/sys/tenant/pack/list'),
        await client.get('/sys/tenant/pack/tree'),
        await client.get('/sys/tenant/pack/entries', { id: pack }),
        await client.post('/sys/tenant/pack/save', { name: 'Mine' }),
        await client.delete('/sys/tenant/pack/delete', { id: pack }),
        await client.post('/sys/tenant/pack/effect', { tenantId: world().tenantId, packIds: [] }),
        await client.put('/sys/tenant/pack/assign', {
          id: world().tenantId,
          version,
          packIds: [pack],
        }),
        await client.post('/sys/tenant/pack/saveEntries', {
          id: pack,
          permissionIds: await idsOf('dlv:fee:list'),
        }),
      ])
        expect(answer.status).toBe(403)
    expect((await signIn(world(), world().username('manager'))).token).toBeTruthy()
  })

  test('refuse what does not exist by field, and one of two at once', async () => {
    const pack = await makePack('sys:role:list')
    const empty = await makePack()
    const issues = (answer: { result: unknown }) =>
      (answer.result as { issues: { path: string; code: string }[] }).issues.map((one) => [
        one.path,
        one.code,
      ])
    const save = (permissionIds: string[], lastpermissionIds: string[]) =>
      platform.post('/sys/tenant/pack/saveEntries', { id: pack, permissionIds, lastpermissionIds })
    const stored = await platform.call(tenantPacks.entries, { id: pack })
    expect(issues(await save(['999999999'], []))).toEqual([['permissionIds', 'field.ref']])
    expect(issues(await save([], stored))).toEqual([['permissionIds', 'field.required']])
    expect(issues(await assign('999999999'))).toEqual([['packIds', 'field.ref']])
    expect(issues(await assign(empty))).toEqual([['packIds', 'tenant.packEmpty']])
    const name = (await platform.call(tenantPacks.list, {})).find(({ id }) => id === pack)!.name
    expect(issues(await platform.post('/sys/tenant/pack/save', { name }))).toEqual([
      ['name', 'field.duplicate'],
    ])
    const { version } = (await tenantNow()) as { version: number }
    const two = await Promise.all(
      [[pack], []].map((packIds) =>
        platform.put('/sys/tenant/pack/assign', { id: world().tenantId, version, packIds }),
      ),
    )
    expect(two.map(({ success }) => success).sort()).toEqual([false, true])
    expect(two.find(({ success }) => !success)).toMatchObject({ error: 'row.stale' })
    for (const id of ['0', '999999999'])
      expect(
        (await platform.put('/sys/tenant/pack/assign', { id, version: 1, packIds: [pack] })).status,
      ).toBe(404)
    await assign()
  })
})
