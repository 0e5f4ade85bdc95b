import { beforeAll, expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let customer: Client
beforeAll(async () => {
  customer = await world().as('customer')
})

async function send(text: string, kind = 'B2C', dryRun = 'true') {
  const sent = await customer.upload('/erp/shipment/importExcel', 'odd.csv', text, {
    dryRun,
    shipmentResource: kind,
  })
  if (!sent.success) throw new Error(sent.error ?? sent.message)
  const { id } = sent.result as { id: string }
  for (;;) {
    const now = await customer.call(shipmentImports.queryById, { id })
    if (['done', 'failed'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
type Done = Awaited<ReturnType<typeof send>>
const places = ({ errors }: Pick<Done, 'errors'>) =>
  errors.map(({ row, column, code }) => `${row} ${column} ${code}`)
const layoutOf = ({ id }: Done) => customer.call(shipmentImports.layout, { id })

const HEAD =
  '客户单号,物流服务,仓库,收件人,国家,城市,邮编,街道,门牌号,重量,英文品名,数量,单件重量,单价,币种'
const good = (reference: string, change: Record<number, string> = {}) =>
  Object.assign(
    [
      reference,
      'ECO-PARCEL',
      'FRA1',
      'Erika Muster',
      'DE',
      'Berlin',
      '10115',
      'Zeil',
      '1',
      '1.5',
    ].concat(['Shirt', '1', '0.2', '8.90', 'EUR']),
    change,
  ).join(',')

test('headings in both languages below a title, again on the next page, and totals are no orders', async () => {
  const english =
    'reference,service,depot,consignee name,country,city,postal code,street,house,weight,name en,quantity,unit weight,unit price,currency'
  const done = await send(
    [
      'XX 公司发货清单,,,,',
      '日期,2026-11-23,,,',
      HEAD,
      english,
      good('NASTY-1'),
      '',
      HEAD,
      good('NASTY-2'),
      '合计：,,,,,,,,,3.0,,2,,17.80,',
    ].join('\n'),
  )
  expect(places(done)).toEqual([])
  expect(done).toMatchObject({ total: 2, accepted: 2 })
  expect(done.warnings.map(({ row, code }) => `${row} ${code}`)).toEqual([
    '4 import.headingRow',
    '7 import.headingRow',
    '9 import.sumRow',
  ])
})

test.each([
  ['named in a column that is not read', '合计,,,,,,,,,,3.0,,2,,17.80,'],
  ['not named', ',,,,,,,,,,3.00,,2,,17.80,'],
  ['in English', ',,,,,,,,,Total,3.0,,2,,17.80,'],
])('a row of totals does not become a parcel of the last order: %s', async (_, sum) => {
  const done = await send(
    [`序号,${HEAD}`, `1,${good('NASTY-1')}`, `2,${good('NASTY-2')}`, sum].join('\n'),
  )
  expect(places(done)).toEqual([])
  expect(done.accepted).toBe(2)
  expect(done.warnings.map(({ row, code }) => `${row} ${code}`)).toEqual(['4 import.sumRow'])
})

test('a further parcel that is no total stays one', async () => {
  const done = await send(
    [HEAD, good('NASTY-1'), good('NASTY-2'), ',,,,,,,,,2.5,Mug,1,0.2,3.00,EUR'].join('\n'),
  )
  expect(done).toMatchObject({ total: 2, accepted: 2 })
  expect(done.warnings).toEqual([])
})

test('countries and amounts as clerks write them', async () => {
  const countries = ['德國', '德国(DE)', 'DE-德国', 'Germany / DE', '德意志']
  const quantities = ['2件', '2 pcs', '２个']
  const prices = ['€8.90', '8.90 EUR', 'EUR 8.90', '8.90欧元']
  const done = await send(
    [
      HEAD,
      ...countries.map((country, at) => good(`NASTY-C${at}`, { 4: country })),
      ...quantities.map((quantity, at) => good(`NASTY-Q${at}`, { 11: quantity })),
      ...prices.map((price, at) => good(`NASTY-P${at}`, { 13: price, 14: at % 2 ? '' : 'EUR' })),
      good('NASTY-X1', { 13: '8.90 USD' }),
      good('NASTY-X2', { 4: 'FR-德国' }),
    ].join('\n'),
  )
  expect(places(done)).toEqual(['14 unitPrice cell.otherCurrency', '15 country country.unknown'])
})

test('three measures in one cell; the currency in a heading; a number of equal cartons', async () => {
  const head = `${HEAD.replace('单价,币种', '申报单价(USD)')},长*宽*高(CM),箱数`
  const row = (reference: string, size: string, count: string) =>
    `${good(reference).replace(',EUR', '')},${size},${count}`
  const done = await send(
    [
      head,
      row('NASTY-S1', '30*20*10', '3'),
      row('NASTY-S2', '300x200×100mm', ''),
      row('NASTY-S3', 'big', '1'),
      row('NASTY-S4', '30X20X10', '2000'),
    ].join('\n'),
    'B2B',
    'false',
  )
  expect(places(done)).toEqual(
    expect.arrayContaining(['4 size cell.size', '5 parcelCount cell.parcelCount']),
  )
  const { mapping } = await layoutOf(done)
  expect(mapping.fields.find(({ field }) => field === 'currency')).toMatchObject({ fill: 'USD' })
})

test('equal cartons are parcels of their own', async () => {
  const head = HEAD.replace('收件人', '收件公司,收件人')
  const text = [
    `${head},箱号,箱数,外箱尺寸(mm)`,
    `${good('NASTY-N1', { 3: 'Muster GmbH,Erika Muster' })},C1,3,300*200*100`,
  ].join('\n')
  const done = await send(text, 'B2B', 'false')
  expect(places(done)).toEqual([])
  const { rows } = await world().db.pool.query<{ id: string }>(
    "select id from shipment where tenant_id = $1 and reference = 'NASTY-N1'",
    [world().tenantId],
  )
  const { parcels } = await customer.call(shipments.queryById, { id: rows[0]!.id })
  const box = { lengthCm: '30', widthCm: '20', heightCm: '10', weightKg: '1.5' }
  expect(parcels).toMatchObject([
    { ...box, reference: 'C1', products: [{ quanlity: 1 }] },
    { ...box, reference: null, products: [{ quanlity: 1 }] },
    { ...box, reference: null, products: [{ quanlity: 1 }] },
  ])
})

test('a list of cartons for a marketplace: its warehouse is where they go', async () => {
  const done = await send(
    [
      'FBA号,PO号,仓库代码,物流服务,发货仓,箱号,箱数,单箱重量(KG),长(CM),宽(CM),高(CM),英文品名,单箱数量,申报单价,币种,单个重量kg,客户单号',
      'FBA15ABC1234,PO1,DTM2,ECO-PARCEL,FRA1,U000001,2,12.5,40,30,30,Shirt,20,5.00,EUR,0.5,NASTY-F1',
    ].join('\n'),
    'FBA',
  )
  const { mapping, headings } = await layoutOf(done)
  const headingOf = (name: string) =>
    headings[mapping.fields.find(({ field }) => field === name)?.columns?.[0] ?? -1]
  expect(headingOf('warehouseCode')).toBe('仓库代码')
  expect(headingOf('depot')).toBe('发货仓')
  expect(headingOf('quantity')).toBe('单箱数量')
  expect(done.failure).toBeNull()
})
