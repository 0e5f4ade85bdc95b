import { expect, test } from 'vitest'
import { withSeenNames } from '#server/kit/http/account-names.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { platformUser } from '#test/platform.ts'
import { client, createUser } from '../users.fixture.ts'

const world = useWorld()
let count = 0

async function supplier(by: Client): Promise<string> {
  const answer = await by.post('/erp/supplier/add', {
    code: `N${++count}`,
    name: `Named ${count}`,
    currency: 'EUR',
  })
  expect(answer).toMatchObject({ success: true })
  return (answer.result as { id: string }).id
}
const namesOf = async (by: Client, path: string, query: Record<string, unknown> = {}) =>
  (await by.get(path, query)).names

test('an answer names who made and changed its rows: lists, one row, and the row of a stale edit', async () => {
  const maker = await createUser(world(), { role: 'tenantAdmin' })
  const own = await client(world(), maker)
  const id = await supplier(own)
  const reader = await world().as('tenantAdmin')
  const expected = { [maker.username]: 'Somebody' }
  expect(await namesOf(reader, '/erp/supplier/queryById', { id })).toEqual(expected)
  expect(await namesOf(reader, '/erp/supplier/list', { code: `N${count}` })).toMatchObject(expected)
  const edit = (by: Client, name: string) =>
    by.put('/erp/supplier/edit', { id, version: 1, code: `N${count}`, name, currency: 'EUR' })
  await edit(own, 'Renamed')
  const stale = await edit(reader, 'Mine')
  expect([stale.error, stale.names]).toEqual(['row.stale', expected])
})

test('files name people, too, and accounts only where the name is not the reader’s to see', async () => {
  const maker = await createUser(world(), { role: 'tenantAdmin' })
  const own = await client(world(), maker)
  await supplier(own)
  const reader = await world().as('tenantAdmin')
  const file = async (path: string, query: Record<string, string>) =>
    (await reader.raw('GET', path, { query: { ...query, exportFormat: 'csv' } })).bytes.toString()
  expect(await file('/erp/supplier/exportXls', { code: `N${count}` })).toContain('Somebody')
  expect(await file('/erp/supplier/exportXls', { code: `N${count}` })).not.toContain(maker.username)
  const made = await own.post('/sys/user/add', {
    username: `nm-${world().tenantId}`,
    realname: 'Made',
    password: 'Green-Lantern-77!',
  })
  expect(made.success, JSON.stringify(made)).toBe(true)
  const people = await file('/sys/user/exportXls', { username: `nm-${world().tenantId}` })
  expect(people).toContain('Somebody')
  expect(people).not.toContain(maker.username)
})

test('the platform’s people are not named to a tenant, staff are not named to customers', async () => {
  const { username } = await platformUser(world(), `pn-${world().tenantId}`)
  const { pool } = world().db
  const id = await supplier(await world().as('tenantAdmin'))
  await pool.query('update supplier set update_by = $1 where id = $2', [username, id])
  const names = await namesOf(await world().as('tenantAdmin'), '/erp/supplier/queryById', { id })
  expect((names as Record<string, string>)[username]).toBe('Platform')
  const staff = await createUser(world())
  const customer = await world().as('customer')
  const made = (await customer.post('/erp/shipper/add', {
    name: 'Own sender',
    country: 'DE',
    street: 'Hafenstr.',
    city: 'Hamburg',
  })) as { result: { id: string; createBy: string } }
  expect(made).toMatchObject({ success: true })
  await pool.query('update shipper set update_by = $1 where id = $2', [
    staff.username,
    made.result.id,
  ])
  const seen = await namesOf(customer, '/erp/shipper/queryById', { id: made.result.id })
  expect(Object.keys(seen ?? {})).toEqual([made.result.createBy])
  // Nor is the account they sign in by anywhere in what a customer reads.
  for (const path of ['queryById', 'list', 'exportXls']) {
    const input = { id: made.result.id, exportFormat: 'csv' }
    const { bytes } = await customer.raw('GET', `/erp/shipper/${path}`, { query: input })
    expect(bytes.toString(), path).not.toContain(staff.username)
  }
  const { result } = await customer.get('/erp/shipper/queryById', { id: made.result.id })
  expect(result).toMatchObject({ createBy: made.result.createBy, updateBy: 'Staff' })
})

test('customers read no account of staff in rows within rows', async () => {
  const staff = (await createUser(world())).username
  const customer = await world().as('customer')
  const made = await customer.post('/erp/shipper/add', {
    name: 'Own sender',
    country: 'DE',
    street: 'Hafenstr.',
    city: 'Hamburg',
  })
  const { createBy: own } = made.result as { createBy: string }
  const { tenantId, deps, db } = world()
  const found = await db.pool.query<{ id: string }>(
    'select customer_id::text as id from sys_user where username = $1',
    [own],
  )
  const customerId = found.rows[0]!.id
  const ctx = { ...jobCtx(deps, tenantId), lang: 'en_US' as const }
  const answer = {
    id: '1',
    updateBy: staff,
    payments: [{ createBy: staff }, { createBy: own }],
    changes: [{ changes: { closedBy: [null, staff], remark: ['a', 'b'] } }],
    labels: [{ foundBy: 'barcode', note: null }],
  }
  const { result, names } = await withSeenNames(
    { ...ctx, principal: { ...ctx.principal, dataScope: 'customer', customerId } },
    answer,
  )
  expect(result).toEqual({
    ...answer,
    updateBy: 'Staff',
    payments: [{ createBy: 'Staff' }, { createBy: own }],
    changes: [{ changes: { closedBy: [null, 'Staff'], remark: ['a', 'b'] } }],
  })
  expect(Object.keys(names ?? {})).toEqual([own])
})

test('a customer narrows and orders no list by the account of a user, staff do', async () => {
  const customer = await world().as('customer')
  const finance = await world().as('finance')
  const queries: Record<string, string>[] = [
    { operator: 'finance' },
    { operator_MultiString: 'finance,manager' },
    { column: 'operator', order: 'asc' },
    { superQueryParams: JSON.stringify([{ field: 'operator', rule: 'eq', val: 'finance' }]) },
  ]
  for (const query of queries) {
    const refused = await customer.get('/erp/trade/list', query)
    expect(refused, JSON.stringify(query)).toMatchObject({ success: false, code: 400 })
    expect(JSON.stringify(refused)).toContain('masked')
  }
  expect(await customer.get('/erp/trade/list', {})).toMatchObject({ success: true })
  expect(await finance.get('/erp/trade/list', { operator: 'finance' })).toMatchObject({
    success: true,
  })
})
