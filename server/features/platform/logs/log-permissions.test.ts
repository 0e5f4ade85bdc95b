import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clearPrincipalCaches } from '#server/features/platform/session/principals.ts'
import {
  createUser,
  client,
  BEHIND_PROXY,
} from '#server/features/platform/session/users.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { readersOf } from './log-permissions.ts'

const world = useWorld(BEHIND_PROXY)

/** A user of the whole tenant with these codes and no others. */
async function withCodes(codes: string[]) {
  const user = await createUser(world())
  const role = await world().db.pool.query<{ id: string }>(
    `insert into sys_role (tenant_id, role_code, role_name, data_scope)
      values ($1, $2, $2, 'tenant') returning id`,
    [world().tenantId, `log-${user.id}`],
  )
  await world().db.pool.query(
    `insert into sys_role_permission (tenant_id, role_id, permission_id) select $1, $2, id
      from sys_permission where perms = any($3)`,
    [world().tenantId, role.rows[0]!.id, codes],
  )
  await world().db.pool.query(
    'insert into sys_user_role (tenant_id, user_id, role_id) values ($1, $2, $3)',
    [world().tenantId, user.id, role.rows[0]!.id],
  )
  clearPrincipalCaches()
  return client(world(), user)
}

describe('the data log', () => {
  test('of a table with a list of a part of its rows is not read with that list', () => {
    expect(readersOf('stored_file')).toEqual(['sys:oss:list'])
  })

  test('shows the past of those tables only whose rows one may list, without fields one may not see', async () => {
    const admin = await world().as('tenantAdmin')
    const supplier = (
      await admin.post('/erp/supplier/add', { code: 'PERM', name: 'First', currency: 'EUR' })
    ).result as { id: string }
    await admin.put('/erp/customer/edit', {
      ...((await admin.get('/erp/customer/queryById', { id: world().customerId }))
        .result as object),
      name: 'Renamed',
      salesUserId: null,
    })
    const tables = async (codes: string[]) => {
      const reader = await withCodes(['sys:datalog:list', ...codes])
      const answer = await reader.get('/sys/dataLog/list', { pageSize: 200 })
      expect(answer.error).toBeUndefined()
      const { records } = answer.result as {
        records: { dataTable: string; dataContent: string }[]
      }
      const versions = await reader.get('/sys/dataLog/queryDataVerList', {
        dataTable: 'supplier',
        dataId: supplier.id,
      })
      return { records, versions, found: [...new Set(records.map((row) => row.dataTable))] }
    }
    const none = await tables([])
    expect(none.found).toEqual([])
    expect(none.versions.success).toBe(false)
    const one = await tables(['dlv:supplier:list', 'base:supplier:list'])
    expect(one.found).toEqual(['supplier'])
    expect(one.versions.success).toBe(true)
    const customers = await tables(['base:customer:list'])
    expect(customers.found).toEqual(['customer'])
    expect(JSON.stringify(customers.records)).not.toContain('salesUserId')
    const more = await tables(['base:customer:list', 'sys:user:list'])
    expect(JSON.stringify(more.records)).toContain('salesUserId')
  })

  test('has a permission for every table that is logged', () => {
    const root = join(import.meta.dirname, '../../..')
    const logged = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, file), 'utf8').matchAll(/\.audit(?:Many)?\(\s*'([a-z_]+)'/g),
        ].map(([, table]) => table!),
      )
    expect(logged.length).toBeGreaterThan(50)
    expect([...new Set(logged)].filter((table) => readersOf(table).length === 0)).toEqual([])
  })
})
