import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

test('a count stops at the cap, holds for those who may see those rows, and is exact below it', async () => {
  const admin = await world().as('tenantAdmin')
  await world().db.pool.query(
    `insert into consignee (tenant_id, customer_id, name, country, city, street)
      select $1, $2, 'Mass', 'DE', 'Berlin', 'Weg' from generate_series(1, 10003)`,
    [world().tenantId, world().customerId],
  )
  const total = async (client = admin, query = {}) => {
    const {
      total: shown,
      capped,
      pages,
    } = (await client.get('/erp/consignee/list', query)).result as {
      total: number
      capped: boolean
      pages: number
    }
    return { shown, capped, pages }
  }
  expect(await total()).toEqual({ shown: 10_000, capped: true, pages: 1_000 })
  expect(await total(admin, { pageNo: 7 })).toEqual({ shown: 10_000, capped: true, pages: 1_000 })
  // The same list of another user is counted separately.
  expect(await total(await world().as('otherCustomer'))).toEqual({
    shown: 0,
    capped: false,
    pages: 0,
  })
  expect(await total(await world().otherTenantUser())).toEqual({
    shown: 0,
    capped: false,
    pages: 0,
  })
  expect(await total(admin, { name: 'Nobody' })).toEqual({ shown: 0, capped: false, pages: 0 })
  const added = await admin.post('/erp/consignee/add', {
    customerId: world().customerId,
    name: 'One',
    country: 'DE',
    city: 'Berlin',
    street: 'Weg',
    postalCode: '10115',
    phone: '+49 30 901820',
  })
  expect(added.success, added.message).toBe(true)
  expect(await total(admin, { name: 'One' })).toEqual({ shown: 1, capped: false, pages: 1 })
})

test('a page far behind shows its own rows with their labels', async () => {
  const admin = await world().as('tenantAdmin')
  await world().db.pool.query(
    `insert into consignee (tenant_id, customer_id, name, country, city, street)
      select $1, $2, 'Leaf ' || lpad(n::text, 3, '0'), 'DE', 'Berlin', 'Weg'
      from generate_series(1, 45) as n`,
    [world().tenantId, world().customerId],
  )
  const page = (
    await admin.get('/erp/consignee/list', {
      name: 'Leaf',
      column: 'name',
      order: 'asc',
      pageNo: 3,
      pageSize: 20,
    })
  ).result as { records: { name: string; customerId_dictText: string }[]; total: number }
  expect(page.total).toBe(45)
  expect(page.records.map(({ name }) => name)).toEqual([
    'Leaf 041',
    'Leaf 042',
    'Leaf 043',
    'Leaf 044',
    'Leaf 045',
  ])
  expect(page.records.every((row) => row.customerId_dictText !== '')).toBe(true)
})

test('a last page counts itself, a page after it has the number of all rows', async () => {
  const admin = await world().as('tenantAdmin')
  const page = async (pageNo: number) =>
    (await admin.get('/erp/consignee/list', { name: 'Walk', pageNo, pageSize: 20 })).result
  await world().db.pool.query(
    `insert into consignee (tenant_id, customer_id, name, country, city, street)
      select $1, $2, 'Walk', 'DE', 'Berlin', 'Weg' from generate_series(1, 45)`,
    [world().tenantId, world().customerId],
  )
  for (const pageNo of [1, 2, 3, 4, 9]) expect(await page(pageNo)).toMatchObject({ total: 45 })
})
