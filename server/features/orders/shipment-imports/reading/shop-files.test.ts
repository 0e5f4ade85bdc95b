import { beforeAll, expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { makeSku } from '#server/features/orders/stock/stock.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let customer: Client
let skus: string[]
beforeAll(async () => {
  customer = await world().as('customer')
  skus = [
    (await makeSku(world(), { unitWeight: '0.9', nameEn: 'Mechanical keyboard' })).sku,
    (await makeSku(world(), { unitWeight: '0.06', nameEn: 'Bluetooth earphones' })).sku,
  ]
})

async function state(id: string) {
  for (;;) {
    const now = await customer.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
/** Sends a shop's file as orders from stock; what no shop knows is filled in. */
async function take(name: string, text: string) {
  const sent = await customer.upload('/erp/shipment/importExcel', name, text, {
    dryRun: 'true',
    review: 'true',
    shipmentResource: 'WMS',
  })
  const { id } = sent.result as { id: string }
  expect((await state(id)).status).toBe('mapping')
  const { mapping } = shipmentImports.layout.out.parse(
    await customer.call(shipmentImports.layout, { id }),
  )
  const fills = { service: 'ECO-PARCEL', depot: 'FRA1' } as const
  const fields = [
    ...mapping.fields.filter(({ field }) => !(field in fills)),
    ...Object.entries(fills).map(([field, fill]) => ({
      field: field as keyof typeof fills,
      columns: [],
      unit: null,
      fill,
    })),
  ]
  await customer.call(shipmentImports.map, { id, mapping: { ...mapping, fields } })
  const dry = await state(id)
  expect(dry.errors.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([])
  const { id: taken } = await customer.call(shipmentImports.commit, { id })
  return await state(taken)
}
const stored = async (reference: string) => {
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id from shipment where tenant_id = $1 and reference = $2',
    [world().tenantId, reference],
  )
  return await customer.call(shipments.queryById, { id: rows[0]!.id })
}
const lines = (order: Awaited<ReturnType<typeof stored>>) =>
  order.parcels.flatMap(({ weightKg, products }) =>
    products.map(({ sku, quanlity, unitWeightKg, unitPrice, currency }) => [
      weightKg,
      sku,
      Number(quanlity),
      Number(unitWeightKg),
      Number(unitPrice),
      currency,
    ]),
  )

test('Shopify: the head and the currency once an order, the lines below it', async () => {
  const head =
    'Name,Email,Financial Status,Currency,Subtotal,Total,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Street,Billing City,Billing Zip,Billing Country,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Id,Vendor,Phone,Source'
  const address = (street: string, city: string) => `Anna Schmidt,${street},${city},'50667,DE`
  const text = [
    head,
    `#1001,anna@example.com,paid,EUR,35.70,40.60,Standard,2026-11-20 09:12:30 +0100,2,Keyboard black,8.90,${skus[0]},${address('Hauptstr. 5', 'Köln')},Anna Schmidt,Hauptstr. 5,Hauptstr. 5,,,Köln,'50667,NW,DE,+49 221 123456,,5501,Demo,,web`,
    `#1001,anna@example.com,,,,,,2026-11-20 09:12:30 +0100,1,Earphones,17.90,${skus[1]},,,,,,,,,,,,,,,,,,Demo,,`,
    `#1002,ben@example.com,paid,EUR,8.90,13.80,Standard,2026-11-20 10:00:00 +0100,1,Keyboard black,8.90,${skus[0]},${address('Ring 7', 'Köln')},Ben Meier,Ring 7,Ring 7,,,Köln,'50667,NW,DE,,,5502,Demo,,web`,
  ].join('\n')
  expect(await take('orders_export.csv', text)).toMatchObject({ accepted: 2, refused: 0 })
  const order = await stored('#1001')
  expect(order).toMatchObject({
    shipmentResource: 'WMS',
    consignee: { name: 'Anna Schmidt', street: 'Hauptstr. 5', postalCode: '50667', country: 'DE' },
  })
  expect(lines(order)).toEqual([
    ['1.86', skus[0], 2, 0.9, 8.9, 'EUR'],
    ['1.86', skus[1], 1, 0.06, 17.9, 'EUR'],
  ])
})

test('Amazon: parted by tabs, an item a row; the price comes from the list of SKUs', async () => {
  const head =
    'order-id\torder-item-id\tpurchase-date\tbuyer-email\tbuyer-name\tbuyer-phone-number\tsku\tproduct-name\tquantity-purchased\tcurrency\titem-price\tship-service-level\trecipient-name\tship-address-1\tship-address-2\tship-address-3\tship-city\tship-state\tship-postal-code\tship-country\tship-phone-number'
  const item = (no: string, sku: string, quantity: number) =>
    `302-1234567-1234567\t${no}\t2026-11-20T08:00:00+00:00\tx@marketplace.amazon.de\tAnna Schmidt\t\t${sku}\tThing\t${quantity}\tEUR\t17.80\tStandard\tAnna Schmidt\tHauptstr. 5\t\t\tKöln\t\t50667\tDE\t+49 221 123456`
  const text = [head, item('1', skus[0]!, 2), item('2', skus[1]!, 1)].join('\n')
  expect(await take('amazon.txt', text)).toMatchObject({ accepted: 1, refused: 0 })
  expect(lines(await stored('302-1234567-1234567'))).toEqual([
    ['1.86', skus[0], 2, 0.9, 8.9, 'EUR'],
    ['1.86', skus[1], 1, 0.06, 8.9, 'EUR'],
  ])
})

test('Taobao: numbers as formulas of text, address in one cell, mobile and empty telephone', async () => {
  const head =
    '订单编号,买家会员名,收货人姓名,收货地址,联系电话,联系手机,宝贝标题,商家编码,购买数量,买家留言,国家'
  const item = (sku: string, quantity: number) =>
    `="2190000000000001",tb12345,王伟,"Hauptstr. 5, 50667 Köln",,+49 221 123456,机械键盘 黑色,${sku},${quantity},请尽快,德国`
  const text = [head, item(skus[0]!, 2), item(skus[1]!, 1)].join('\n')
  expect(await take('淘宝订单.csv', text)).toMatchObject({ accepted: 1, refused: 0 })
  const order = await stored('2190000000000001')
  expect(order).toMatchObject({
    consignee: { name: '王伟', phone: '+49 221 123456', city: 'Köln', postalCode: '50667' },
    parcels: [{ weightKg: '1.86', products: [{ nameCn: '机械键盘 黑色' }, {}] }],
  })
})

test('a SKU that is not in the list is named, with what its row lacks', async () => {
  const text = `订单编号,物流服务,仓库,收件人,国家,城市,邮编,街道,门牌号,SKU,数量\nSKUX-1,ECO-PARCEL,FRA1,Erika,德国,Berlin,10115,Zeil,1,NO-SUCH-SKU,1`
  const sent = await customer.upload('/erp/shipment/importExcel', 'x.csv', text, {
    dryRun: 'true',
    shipmentResource: 'WMS',
  })
  const { errors } = await state((sent.result as { id: string }).id)
  expect(errors.map(({ column }) => column).toSorted()).toEqual(
    ['currency', 'nameEn', 'sku', 'unitPrice', 'unitWeightKg', 'weightKg'].toSorted(),
  )
})

test('a box over several rows weighs as much as all of them', async () => {
  const head = '订单编号,物流服务,仓库,收件人,国家,城市,邮编,街道,门牌号,箱号,SKU,数量'
  const to = 'ECO-PARCEL,FRA1,Erika,德国,Berlin,10115,Zeil,1'
  const text = [
    head,
    `BOX-1,${to},C1,${skus[0]},2`,
    `BOX-1,${to},C1,${skus[1]},1`,
    `BOX-1,${to},C2,${skus[1]},1`,
  ].join('\n')
  expect(await take('boxes.csv', text)).toMatchObject({ accepted: 1, refused: 0 })
  expect((await stored('BOX-1')).parcels).toMatchObject([
    { reference: 'C1', weightKg: '1.86' },
    { reference: 'C2', weightKg: '0.06' },
  ])
})
