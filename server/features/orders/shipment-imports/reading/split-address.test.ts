import { expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
async function state(client: Client, id: string) {
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const line = (reference: string, address: string) =>
  `${reference};ECO-PARCEL;FRA1;"${address}";1.5;Shirt;1;0.2;8.90;EUR`

test('a column that holds whole addresses is split; what is left is marked, mended and printed', async () => {
  const customer = await world().as('customer')
  const text = [
    '客户单号;物流服务;仓库;收货地址;重量;英文品名;数量;单件重量;单价;币种',
    line('ADT-1', 'Erika Muster, Zeil 12, 60313 Frankfurt am Main, Deutschland, +49 170 1234567'),
    line('ADT-2', 'Jan de Vries\nKeizersgracht 123\n1015 CJ Amsterdam\nNederland'),
    line('ADT-3', 'Max Müller\nHauptstraße 5\n10115 Berlin\nKennwort 4711'),
    line('ADT-4', 'Otto Ohne, Hauptstraße 5'),
  ].join('\n')
  const sent = await customer.upload('/erp/shipment/importExcel', 'whole.csv', text, {
    dryRun: 'true',
  })
  const { id } = sent.result as { id: string }
  const done = await state(customer, id)
  expect(done.failure?.message ?? null).toBeNull()
  expect(done).toMatchObject({ accepted: 2, refused: 2 })
  expect(done.errors.find(({ column }) => column === 'addressText')).toMatchObject({
    code: 'address.left',
    message: expect.stringContaining('Kennwort 4711') as string,
  })
  const mend = (row: number, cells: object) =>
    customer.call(shipmentImports.mend, { id, rows: [{ row, cells }] } as never)
  const left = done.errors.find(({ code }) => code === 'address.left')!.row
  const without = done.errors.find(({ column }) => column === 'city')!.row
  // The word goes where it belongs; what was read of the address stays.
  const moved = await mend(left, { address2: 'Kennwort 4711', addressText: '' })
  expect(moved.rows[0]).toMatchObject({
    ready: true,
    values: { consigneeName: 'Max Müller', city: 'Berlin', address2: 'Kennwort 4711' },
  })
  const again = await mend(without, { addressText: 'Olga Neu, Rosenweg 3, 50667 Köln' })
  expect(again.rows[0]).toMatchObject({ ready: true })
  const taken = await customer.call(shipmentImports.commit, { id })
  expect(await state(customer, taken.id)).toMatchObject({ accepted: 4, refused: 0 })
  const { rows } = await world().db.pool.query(
    `select reference, consignee_name as name, city, street, house, postal_code as code, address2
      from shipment where tenant_id = $1 and reference like 'ADT-%' order by reference`,
    [world().tenantId],
  )
  expect(rows).toMatchObject([
    { name: 'Erika Muster', city: 'Frankfurt am Main', street: 'Zeil', house: '12' },
    { name: 'Jan de Vries', city: 'Amsterdam', code: '1015 CJ' },
    { name: 'Max Müller', address2: 'Kennwort 4711', city: 'Berlin' },
    { name: 'Olga Neu', street: 'Rosenweg', house: '3', city: 'Köln', code: '50667' },
  ])
})

test('a postal code proposes its town: where none was entered, and next to one that is another', async () => {
  const customer = await world().as('customer')
  const row = (reference: string, city: string) =>
    `${reference};ECO-PARCEL;FRA1;Eva Muster;DE;10115;${city};Hauptstr.;5;1.5;Shirt;1;0.2;8.90;EUR`
  const text = [
    '客户单号;物流服务;仓库;收件人;国家;邮编;城市;街道;门牌号;重量;英文品名;数量;单件重量;单价;币种',
    row('TOWN-1', ''),
    row('TOWN-2', 'Hamburg'),
    row('TOWN-3', 'Berlin-Mitte'),
  ].join('\n')
  const sent = await customer.upload('/erp/shipment/importExcel', 'towns.csv', text, {
    dryRun: 'true',
  })
  const { id } = sent.result as { id: string }
  const done = await state(customer, id)
  expect(done).toMatchObject({ accepted: 2, refused: 1, warned: 1 })
  expect(done.errors).toMatchObject([{ column: 'city', code: 'city.required' }])
  expect(done.warnings.map(({ code }) => code).toSorted()).toEqual([
    'city.differs',
    'city.proposed',
  ])
  expect(done.warnings.map(({ value }) => value)).toEqual([null, 'Hamburg'])
  expect(done.warnings.every(({ message }) => message.includes('Berlin'))).toBe(true)
  // Both can be mended, the one that is taken too; left alone it stays as it was entered.
  const page = { id, pageNo: 1, pageSize: 10 }
  const { records } = await customer.call(shipmentImports.rows, page)
  expect(records).toMatchObject([
    { ready: false, proposed: { city: 'Berlin', state: 'Berlin' } },
    { ready: true, proposed: { city: 'Berlin' }, warnings: [{ code: 'city.differs' }] },
  ])
  const goods = { rows: [{ row: done.errors[0]!.row, cells: { city: 'Berlin' } }] }
  await customer.call(shipmentImports.mend, { id, ...goods } as never)
  await state(customer, (await customer.call(shipmentImports.commit, { id })).id)
  const { rows } = await world().db.pool.query(
    `select city from shipment where tenant_id = $1 and reference like 'TOWN-%' order by reference`,
    [world().tenantId],
  )
  expect(rows).toEqual([{ city: 'Berlin' }, { city: 'Hamburg' }, { city: 'Berlin-Mitte' }])
})

test('what was read of a whole address without proof is marked and can be mended', async () => {
  const customer = await world().as('customer')
  const line = (reference: string, address: string) =>
    `${reference};ECO-PARCEL;FRA1;"${address}";1.5;Shirt;1;0.2;8.90;EUR`
  const sent = await customer.upload(
    '/erp/shipment/importExcel',
    'unsure.csv',
    [
      '客户单号;物流服务;仓库;完整地址;重量;英文品名;数量;单件重量;单价;币种',
      line('UNS-1', 'Max Müller, Hauptstraße 5, 10115 Hamburg, Deutschland'),
      line('UNS-2', 'Max Müller, Hauptstraße 5, 10115 Berlin, Deutschland'),
    ].join('\n'),
    { dryRun: 'true' },
  )
  const { id } = sent.result as { id: string }
  const done = await state(customer, id)
  expect(done.failure).toBeNull()
  expect(done).toMatchObject({ accepted: 2, refused: 0, warned: 1 })
  expect(done.warnings.find(({ code }) => code === 'address.unsure')).toMatchObject({
    column: 'city',
    value: 'Hamburg',
  })
  const { records } = await customer.call(shipmentImports.rows, { id, pageNo: 1, pageSize: 10 })
  expect(records).toMatchObject([{ ready: true, values: { city: 'Hamburg' } }])
  const rows = [{ row: records[0]!.row, cells: { city: 'Berlin' } }]
  const mended = await customer.call(shipmentImports.mend, { id, rows } as never)
  expect(mended.rows[0]).toMatchObject({ ready: true, warnings: [], proposed: {} })
  const taken = await customer.call(shipmentImports.commit, { id })
  expect(await state(customer, taken.id)).toMatchObject({ accepted: 2, refused: 0 })
})
