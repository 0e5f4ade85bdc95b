import { expect, test } from 'vitest'
import { addressUsage } from '#contracts/insight/address-usage.ts'
import { consignees, consigneeList } from '#contracts/parties/consignees.ts'
import { shippers, shipperMerges, shipperList } from '#contracts/parties/shippers.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const world = useWorld()
const address = (name: string, more: object = {}) => ({
  name,
  country: 'DE',
  city: 'Zenting',
  street: 'Weg 1',
  postalCode: '94579',
  ...more,
})
const addShipper = (who: Client, name: string, more: object = {}) =>
  who.call(shipperList.endpoints.add, address(name, more) as never)
const addConsignee = (who: Client, name: string, more: object = {}) =>
  who.call(consigneeList.endpoints.add, address(name, more) as never)
const names = async (who: Client) =>
  (await who.call(shipperList.endpoints.list, { pageSize: 200 } as never)).records.map(
    ({ name }) => name,
  )

test('a sub-account sees its own shippers and those that are shared, and changes its own', async () => {
  const [main, sub] = [await world().as('customer'), await world().as('sub')]
  // It would become the sender of stored orders that have none.
  const first = await addShipper(await world().as('otherCustomer'), 'First')
  expect(first.izDefault).toBe(false)
  const common = await addShipper(main, 'Common', { izDefault: true })
  await addShipper(main, 'Private', { izShared: false })
  const own = await addShipper(sub, 'Own', { izDefault: true })
  expect(own).toMatchObject({ izShared: false, belongUser: expect.any(String) })
  expect(await names(sub)).toEqual(expect.arrayContaining(['Common', 'Own']))
  expect(await names(sub)).not.toContain('Private')
  expect(await names(main)).toEqual(expect.arrayContaining(['Common', 'Own', 'Private']))
  // Each owner has a default of its own.
  const again = await main.call(shipperList.endpoints.queryById, { id: String(common.id) })
  expect(again.izDefault).toBe(true)
  const refused = await sub.put('/erp/shipper/edit', {
    id: common.id,
    version: again.version,
    ...address('Taken'),
  })
  expect(refused).toMatchObject({ success: false, error: 'shipper.notOwn' })
  const shared = await main.call(shippers.share, { ids: [String(common.id)], shared: false })
  expect(shared.done).toBe(1)
  expect(await names(sub)).not.toContain('Common')
})

test('shippers become one: orders name the one that remains, others’ cannot be taken', async () => {
  const [main, stranger] = [await world().as('customer'), await world().otherTenantUser()]
  const [a, b] = [
    await addShipper(main, 'Twin A'),
    await addShipper(main, 'Twin B', { izDefault: true }),
  ]
  const order = await makeOrder(world(), main, {
    change: { shipperId: String(b.id), parcels: [parcel()] },
  })
  const ids = [String(a.id), String(b.id)]
  expect(await main.call(addressUsage.shippers, { ids })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: b.id, used: 1 }),
      expect.objectContaining({ id: a.id, used: 0, lastUsed: null }),
    ]),
  )
  expect(await stranger.call(addressUsage.shippers, { ids })).toEqual([])
  expect((await stranger.post('/erp/shipper/merge', { remainId: a.id, ids })).status).toBe(404)
  expect(await main.call(shipperMerges.merge, { remainId: String(a.id), ids })).toEqual({
    merged: 1,
    orders: 1,
  })
  expect(await main.call(addressUsage.shippers, { ids })).toEqual([
    expect.objectContaining({ id: a.id, used: 1 }),
  ])
  const remains = await main.call(shipperList.endpoints.queryById, { id: String(a.id) })
  expect(remains.izDefault).toBe(true)
  const found = await main.get('/erp/shipment/queryById', { id: order.id })
  expect(found.result).toMatchObject({ shipperId: a.id })
  expect(await main.post('/erp/shipper/merge', { remainId: a.id, ids: [a.id] })).toMatchObject({
    error: 'merge.one',
  })
})

test('addresses are checked by phone and postal code, row by row', async () => {
  const main = await world().as('customer')
  const rows = [
    await addShipper(main, 'Good', { phone: '+49 30 1234567' }),
    await addShipper(main, 'Bad code'),
    await addShipper(main, 'Bad phone', { phone: '12' }),
  ]
  // As one that was stored before its country had a rule.
  await world().db.pool.query(`update shipper set postal_code = '9457' where id = $1`, [
    rows[1]!.id,
  ])
  const done = await main.call(shippers.validate, { ids: rows.map(({ id }) => String(id)) })
  expect(done.rows.map(({ label, code }) => [label, code])).toEqual([
    ['Good', null],
    ['Bad code', 'postalCode.invalid'],
    ['Bad phone', 'phone.invalid'],
  ])
})

test('a postal code that is wrong for its country is refused at its field, as orders refuse it', async () => {
  const main = await world().as('customer')
  for (const path of ['/erp/consignee', '/erp/shipper']) {
    const wrong = address('Wrong', { postalCode: '1011' })
    const refused = await main.post(`${path}/add`, wrong)
    expect(refused, path).toMatchObject({ code: 400, success: false })
    expect(refused.result, path).toMatchObject({
      issues: [{ path: 'postalCode', code: 'postalCode.invalid' }],
    })
    const { id, version } = (await main.post(`${path}/add`, address('Right'))).result as {
      id: string
      version: number
    }
    const edited = await main.put(`${path}/edit`, { ...wrong, id, version })
    expect(edited.success, path).toBe(false)
    const old = await world().db.pool.query<{ version: number }>(
      `update ${path.slice(5)} set postal_code = '1011' where id = $1 returning version`,
      [id],
    )
    const remark = { ...wrong, id, version: old.rows[0]!.version, city: 'Berlin' }
    expect((await main.put(`${path}/edit`, remark)).success, path).toBe(true)
    const sheet = `name,country,city,postalCode,street\nSheet,DE,X,1011,Y 1\n`
    const read = await main.upload(`${path}/importExcel`, 'a.csv', sheet)
    expect(read.result, path).toMatchObject({ successCount: 0 })
  }
})

test('a blacklisted consignee is warned of within its customer only, with the reason', async () => {
  const [main, stranger] = [await world().as('customer'), await world().otherTenantUser()]
  const bad = await addConsignee(main, 'Ben Noshow', { phone: '+49 171 2345678' })
  const ids = [String(bad.id)]
  expect(await main.put('/erp/consignee/blacklist', { ids, blacklisted: true })).toMatchObject({
    success: false,
  })
  await main.call(consignees.blacklist, { ids, blacklisted: true, reason: 'Refuses parcels' })
  const ask = (who: Client, receiver: object) => who.call(consignees.warn, receiver as never)
  const warning = { id: bad.id, name: 'Ben Noshow', reason: 'Refuses parcels' }
  expect(await ask(main, { phone: '0171 2345678' })).toEqual(warning)
  expect(await ask(main, { name: 'ben noshow', country: 'DE', postalCode: '94579' })).toEqual(
    warning,
  )
  expect(await ask(main, { name: 'Ben Noshow', country: 'DE', postalCode: '10115' })).toBeNull()
  const { customerId } = world()
  expect(await ask(stranger, { customerId, phone: '0171 2345678' })).toBeNull()
  expect(
    (await stranger.put('/erp/consignee/blacklist', { ids, blacklisted: false })).result,
  ).toMatchObject({ done: 0, failed: 1 })
  await main.call(consignees.blacklist, { ids, blacklisted: false })
  expect(await ask(main, { phone: '0171 2345678' })).toBeNull()
})

test('consignees become one and lose nothing: empty fields are filled, a warning stays', async () => {
  const main = await world().as('customer')
  const a = await addConsignee(main, 'Double')
  const b = await addConsignee(main, 'Double', { phone: '+49 30 7654321', remark: 'Bell broken' })
  await main.call(consignees.blacklist, {
    ids: [String(b.id)],
    blacklisted: true,
    reason: 'Fraud',
  })
  const ids = [String(a.id), String(b.id)]
  expect(await main.call(consignees.merge, { remainId: String(a.id), ids })).toEqual({
    merged: 1,
  })
  expect(await main.call(consigneeList.endpoints.queryById, { id: String(a.id) })).toMatchObject({
    phone: '+49 30 7654321',
    remark: 'Bell broken',
    blacklisted: true,
    blacklistReason: 'Fraud',
  })
})

test('merging consignees never makes one address of parts of two', async () => {
  const main = await world().as('customer')
  const merged = async (rows: { id?: unknown }[]) => {
    const [remains] = rows
    await main.call(consignees.merge, {
      remainId: String(remains?.id),
      ids: rows.map(({ id }) => String(id)),
    })
    return main.call(consigneeList.endpoints.queryById, { id: String(remains?.id) })
  }
  const elsewhere = {
    city: 'Berlin',
    postalCode: '10115',
    street: 'Allee',
    state: 'Berlin',
    house: '99',
    address2: 'Apt 4',
    phone: '+49 30 7654321',
  }
  expect(
    await merged([await addConsignee(main, 'Apart'), await addConsignee(main, 'Apart', elsewhere)]),
  ).toMatchObject({
    city: 'Zenting',
    state: null,
    house: null,
    address2: null,
    phone: '+49 30 7654321',
  })
  expect(
    await merged([
      await addConsignee(main, 'Same'),
      await addConsignee(main, 'Same', { house: '12', address2: 'Apt 4' }),
      await addConsignee(main, 'Same', { house: '14' }),
    ]),
  ).toMatchObject({ house: '14', address2: null })
  expect(
    await merged([
      await addConsignee(main, 'Next door', { house: '12' }),
      await addConsignee(main, 'Next door', { house: '14', address2: 'Apt 4' }),
    ]),
  ).toMatchObject({ house: '12', address2: null })
})

test('a consignee’s orders and failed deliveries are counted, by what happened', async () => {
  const main = await world().as('customer')
  const row = await addConsignee(main, 'Cara Closed')
  const order = await makeOrder(world(), main, {
    change: { consignee: address('Cara Closed'), parcels: [parcel()] },
  })
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id from parcel where shipment_id = $1',
    [order.id],
  )
  await world().db.pool.query(
    `insert into tracking_event (tenant_id, parcel_id, event_key, status, at, source)
      values ($1, $2, '\\x01', 60, now(), 'poll'), ($1, $2, '\\x02', 80, now(), 'poll')`,
    [world().tenantId, rows[0]?.id],
  )
  const [found] = await main.call(addressUsage.consignees, { ids: [String(row.id)] })
  expect(found).toMatchObject({
    used: 1,
    lastUsed: expect.any(String),
    problems: [
      { status: '60', count: 1 },
      { status: '80', count: 1 },
    ],
  })
})

test('a consignee is found in orders by name and place, and by phone or mail with either', async () => {
  const main = await world().as('customer')
  const row = await addConsignee(main, 'Counted Ltd.', {
    phone: '+49 171 5550101',
    email: 'counted@example.com',
  })
  const to = (consignee: object) =>
    makeOrder(world(), main, {
      confirm: false,
      change: { consignee: { ...address('Counted Ltd.'), house: '1', ...consignee } },
    })
  await to({ name: 'COUNTED Ltd.' })
  // Moved, and written otherwise, with the number without its country.
  await to({ name: 'Counted Ltd', postalCode: '10115', city: 'Berlin', phone: '0171/5550101' })
  await to({ name: 'Counted Warehouse', email: 'Counted@Example.com' })
  // The same number alone is a switchboard; the same name alone is another person.
  await to({ name: 'Other', postalCode: '10115', city: 'Berlin', phone: '0171 5550101' })
  await to({ name: 'Counted Ltd.', postalCode: '10115', city: 'Berlin', phone: '0171 999' })
  const [usage] = await main.call(addressUsage.consignees, { ids: [String(row.id)] })
  expect(usage).toMatchObject({ used: 3, lastUsed: expect.any(String) })
})
