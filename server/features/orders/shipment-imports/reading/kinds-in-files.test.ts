import { expect, test } from 'vitest'
import { templateColumns } from '#contracts/orders/imports/import-fields.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeSku } from '#server/features/orders/stock/stock.fixture.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { cellsOf } from '#server/kit/sheets/sheets.fixture.ts'

const world = useWorld()

async function send(
  client: Client,
  file: string | Uint8Array,
  fields: Record<string, string> = {},
) {
  const name = typeof file === 'string' ? 'kinds.csv' : 'kinds.xlsx'
  const sent = await client.upload('/erp/shipment/importExcel', name, file, {
    dryRun: 'false',
    ...fields,
  })
  if (!sent.success) throw new Error(sent.error ?? sent.message)
  const { id } = sent.result as { id: string }
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (['done', 'failed'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const HEAD =
  'reference,shipmentResource,service,depot,consigneeName,consigneeCompany,country,city,postalCode,street,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency,poCode,fbaCode,address1,consigneeRemark,material,usage,brand,model,origin,unit,shopUrl,photoUrl,productRemark,warehouseCode\n'
const line = (reference: string, kind: string, more = ',,,,,,,,,,,,,') =>
  `${reference},${kind},ECO-PARCEL,FRA1,A,Firm,DE,Berlin,10115,Weg 1,1,Shirt,1,0.1,5,EUR,${more}\n`
const kindsOf = async (mark: string) =>
  (
    await world().db.pool.query<{ reference: string; kind: string; serial: string }>(
      `select reference, shipment_resource as kind, serial_number as serial from shipment
        where tenant_id = $1 and reference like $2 order by reference`,
      [world().tenantId, `${mark}-%`],
    )
  ).rows

test('the kind is the row’s, else the call’s, else the customer’s', async () => {
  const customer = await world().as('customer')
  const file = HEAD + line('KND-1', '') + line('KND-2', 'b2b') + line('KND-3', 'GENERIC')
  expect(await send(customer, file, { shipmentResource: 'B2B' })).toMatchObject({ accepted: 3 })
  const [own, named, generic] = await kindsOf('KND')
  expect([own!.kind, named!.kind, generic!.kind]).toEqual(['B2B', 'B2B', 'GENERIC'])
  expect(await send(customer, HEAD + line('KNE-1', ''))).toMatchObject({ accepted: 1 })
  expect((await kindsOf('KNE'))[0]!.kind).toBe('B2C')
  expect(await send(customer, HEAD + line('KNF-1', 'C2C'))).toMatchObject({
    refused: 1,
    errors: [{ column: 'shipmentResource', code: 'shipmentResource.unknown' }],
  })
  await expect(send(customer, file, { shipmentResource: 'C2C' })).rejects.toThrow('request.invalid')
})

test('a kind the sender may not import is refused, for the file and for its row', async () => {
  await world().db.pool.query(
    `delete from sys_role_permission p using sys_permission m
      where p.permission_id = m.id and m.perms = 'ship:b2b:import' and p.role_id in
        (select role_id from sys_user_role r join sys_user u on u.id = r.user_id where u.username = $1)`,
    [world().username('sub')],
  )
  const sub = await world().as('sub')
  const done = await send(sub, HEAD + line('KNG-1', 'B2B') + line('KNG-2', ''))
  expect(done.errors.map(({ row, code }) => [row, code])).toEqual([[2, 'import.kindDenied']])
  expect(await kindsOf('KNG')).toMatchObject([{ reference: 'KNG-2', kind: 'B2C' }])
})

test('every field of the specification arrives; what the kind does not use is refused with its field', async () => {
  const customer = await world().as('customer')
  const more =
    'PO-77,FBA15X,Haus B,ring twice,cotton,wear,Marke,M-1,China,PCS,https://s.example/1,https://s.example/1.jpg,blue,'
  expect(await send(customer, HEAD + line('KNH-1', 'GENERIC', more))).toMatchObject({ accepted: 1 })
  const id = (
    await world().db.pool.query<{ id: string }>(
      `select id from shipment where tenant_id = $1 and reference = 'KNH-1'`,
      [world().tenantId],
    )
  ).rows[0]!.id
  expect((await customer.get('/erp/shipment/queryById', { id })).result).toMatchObject({
    poCode: 'PO-77',
    fbaCode: 'FBA15X',
    consignee: { address1: 'Haus B', remark: 'ring twice' },
    parcels: [
      {
        products: [
          {
            material: 'cotton',
            usage: 'wear',
            brand: 'Marke',
            model: 'M-1',
            origin: 'CN',
            unit: 'PCS',
            shopUrl: 'https://s.example/1',
            photoUrl: 'https://s.example/1.jpg',
            remark: 'blue',
          },
        ],
      },
    ],
  })
  expect(await send(customer, HEAD + line('KNI-1', 'B2C', ',,,,,,,,,,,,,LEJ1'))).toMatchObject({
    refused: 1,
    errors: [{ column: 'warehouseCode', code: 'kind.notUsed' }],
  })
})

test('each kind has a template of its own columns, whose example would be taken', async () => {
  const customer = await world().as('customer')
  for (const kind of KINDS) {
    const { code, can } = kind
    const sheet = await customer.get('/erp/shipmentImport/template', { shipmentResource: code })
    const cells = await cellsOf(sheet.bytes)
    expect(cells[0]).toHaveLength(templateColumns(kind).length)
    expect(cells, code).toHaveLength(can.manyParcels ? 3 : 2)
    const tried = await send(customer, sheet.bytes, { dryRun: 'true' })
    expect(tried, code).toMatchObject({ accepted: 1, refused: 0, errors: [] })
  }
})

test('goods that customs would ask about are warned of; the order is taken all the same', async () => {
  const customer = await world().as('customer')
  const goods = line('KNJ-1', '')
    .replace('Shirt', 'gift')
    .replace(',DE,Berlin,10115', ',CH,Zürich,8001')
  const done = await send(customer, HEAD + goods + line('KNJ-2', ''))
  expect(done.errors).toEqual([])
  expect(done).toMatchObject({ accepted: 2, warned: 1 })
  expect(done.warnings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        row: 2,
        column: 'nameEn',
        warning: true,
        message: expect.any(String) as string,
      }),
    ]),
  )
  expect(new Set(done.warnings.map(({ row }) => row))).toEqual(new Set([2]))
})

test('customs are asked from where the usual sender is, as they are when the order is confirmed', async () => {
  const customer = await world().as('customer')
  const sender = {
    name: 'Yiwu',
    country: 'CN',
    city: '义乌',
    postalCode: '322000',
    street: '稠州路 1',
    phone: '+8613800138000',
    izDefault: true,
  }
  const made = await customer.post('/erp/shipper/add', sender)
  expect(made.success, made.message).toBe(true)
  try {
    const tried = await send(customer, HEAD + line('KNM-1', '').replace('Shirt', 'goods'), {
      dryRun: 'true',
    })
    expect(tried.warnings.map(({ column, code }) => `${column} ${code}`)).toContain(
      'nameEn customs.nameVague',
    )
    const goods = {
      nameEn: 'goods',
      quanlity: 1,
      unitWeightKg: '0.1',
      unitPrice: '5',
      currency: 'EUR',
    }
    const change = { parcels: [parcel({ products: [goods] })] }
    const { id } = await makeOrder(world(), customer, { change })
    const confirmed = await customer.put('/erp/shipment/confirm', { ids: [id] })
    expect(JSON.stringify(confirmed.result)).toContain('customs.nameVague')
  } finally {
    await customer.delete('/erp/shipper/delete', { id: (made.result as { id: string }).id })
  }
})

test('an order to a blacklisted consignee is taken with a warning', async () => {
  const customer = await world().as('customer')
  const added = await customer.post('/erp/consignee/add', {
    name: 'Listed Person',
    country: 'DE',
    city: 'Berlin',
    postalCode: '10115',
    street: 'Weg 1',
  })
  const { id } = added.result as { id: string }
  const reason = 'Refuses parcels'
  await customer.put('/erp/consignee/blacklist', { ids: [id], blacklisted: true, reason })
  const file = HEAD + line('KNW-1', '').replace(',A,Firm,', ',Listed Person,,')
  expect(await send(customer, file)).toMatchObject({
    accepted: 1,
    warnings: expect.arrayContaining([
      expect.objectContaining({
        column: 'consigneeName',
        code: 'consignee.blacklisted',
        message: expect.stringContaining(reason),
      }),
    ]),
  })
})

test('an order from stock with a SKU that is not in the list is taken with a warning', async () => {
  const customer = await world().as('customer')
  const { sku } = await makeSku(world())
  const file = (name: string) =>
    HEAD.replace('nameEn', 'nameEn,sku') + line('KNS-1', 'WMS').replace('Shirt', `Shirt,${name}`)
  const fields = { dryRun: 'true' }
  expect(await send(customer, file('NO-SUCH-SKU'), fields)).toMatchObject({
    accepted: 1,
    warnings: [
      {
        row: 2,
        column: 'sku',
        code: 'stock.unknownSku',
        message: expect.stringContaining('NO-SUCH-SKU'),
      },
    ],
  })
  expect(await send(customer, file(sku), fields)).toMatchObject({ accepted: 1, warnings: [] })
})
