import { expect, test } from 'vitest'
import { importColumns, templateColumns } from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { kindDraft, makeOrder } from '#test/orders.ts'
import { VALUES, WITHOUT } from '../reading/every-field.fixture.ts'

const world = useWorld()
const { exportLines, template } = shipmentImports

async function imported(client: Client, file: Uint8Array | string, fields: Record<string, string>) {
  const name = typeof file === 'string' ? 'orders.csv' : 'orders.xlsx'
  const sent = await client.upload('/erp/shipment/importExcel', name, file, {
    dryRun: 'false',
    ...fields,
  })
  expect(sent, sent.message).toMatchObject({ success: true })
  const { id } = sent.result as { id: string }
  let now = await client.call(shipmentImports.queryById, { id })
  while (['queued', 'running'].includes(now.status)) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    now = await client.call(shipmentImports.queryById, { id })
  }
  expect(now.failure).toBeNull()
  expect(now.errors.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([])
}
async function orderOf(client: Client, customerId: string, reference: string) {
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id from shipment where tenant_id = $1 and customer_id = $2 and reference = $3',
    [world().tenantId, customerId, reference],
  )
  return client.call(shipments.queryById, { id: rows[0]!.id })
}
async function cells(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = []
  for await (const batch of readSheet(bytes, 'x.xlsx')) rows.push(...batch.map((one) => one.cells))
  return rows
}
const PALLET = {
  weightKg: '100.000',
  lengthCm: '120.0',
  widthCm: '80.0',
  heightCm: '100.0',
  stackable: true,
}
const GIVEN = ['id', 'serialNumber', 'trackNo'] as const
/** What an order is, without what every new order is given. */
function content({ parcels, ...order }: Awaited<ReturnType<typeof orderOf>>) {
  const { consignee, sender, remark, poCode, fbaCode, serviceCode, depotCode } = order
  const { shipmentResource, delivery, fba, customs, attributes, pallets } = order
  return {
    head: { sender, remark, poCode, fbaCode, serviceCode, depotCode, shipmentResource },
    blocks: { consignee, delivery, fba, customs, attributes, pallets },
    parcels: parcels.map((parcel) =>
      Object.fromEntries(
        Object.entries(parcel).filter(([key]) => !(GIVEN as readonly string[]).includes(key)),
      ),
    ),
  }
}
/** Amounts as numbers: a workbook keeps 17.80 as 17.8. */
const amounts = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' && /^\d{1,9}(\.\d+)?$/.test(one) ? Number(one) : one,
  )

/** Three boxes, the first with two products, the last with nothing but its weight. */
function fileOf(kind: (typeof KINDS)[number], reference: string): string {
  const fields = importColumns(kind).filter(({ name }) => !WITHOUT.includes(name))
  const row = (values: Partial<Record<string, string>>) =>
    ['reference', ...fields.map(({ name }) => name)]
      .map((name) => `"${name === 'reference' ? reference : (values[name] ?? '')}"`)
      .join(',')
  const product = { ...VALUES, weightKg: undefined }
  const more = Object.fromEntries(
    fields.filter(({ level }) => level === 'product').map(({ name }) => [name, product[name]]),
  )
  const box = { weightKg: '1.125', lengthCm: '30', widthCm: '20', heightCm: '10' }
  return [
    ['reference', ...fields.map(({ name }) => name)].join(','),
    row(VALUES),
    row({ ...more, sku: 'SKU-2', quantity: '3' }),
    row({ ...box, ...more, parcelReference: 'P2', sku: 'SKU-3', quantity: '1' }),
    row({ ...box, ...more, sku: 'SKU-4', quantity: '1', parcelRemark: 'last box' }),
  ].join('\n')
}

test.each(KINDS.map((kind) => [kind.code, kind] as const))(
  '%s: every field entered stands in the file, and the file gives the same order again',
  async (code, kind) => {
    const [customer, other] = [await world().as('customer'), await world().as('otherCustomer')]
    const reference = `OUT-${code}`
    await imported(customer, fileOf(kind, reference), { shipmentResource: code })
    const order = await orderOf(customer, world().customerId, reference)
    for (const exportFormat of ['xlsx', 'csv'] as const) {
      const file = await customer.get(exportLines.path, {
        shipmentResource: code,
        reference,
        exportFormat,
      })
      expect(file.status).toBe(200)
      if (exportFormat === 'xlsx') {
        const [titles = [], first = []] = await cells(file.bytes)
        const heads = (
          await cells(
            (await customer.get(template.path, { shipmentResource: code, format: 'xlsx' })).bytes,
          )
        )[0]!
        // The template has first what is needed; a file read back goes by its headings.
        expect(titles.slice(0, heads.length).toSorted()).toEqual(
          heads.map((one) => one.replace(/ \*$/, '')).toSorted(),
        )
        const empty = templateColumns(kind).filter(
          ({ name }, at) => !WITHOUT.includes(name) && (first[at] ?? '') === '',
        )
        expect(empty.map(({ name }) => name)).toEqual([])
      }
      await imported(
        other,
        exportFormat === 'xlsx' ? new Uint8Array(file.bytes) : file.bytes.toString('utf8'),
        { shipmentResource: 'GENERIC' },
      )
      const again = await orderOf(other, world().otherCustomerId, reference)
      expect(amounts(content(again))).toEqual(amounts(content(order)))
      await world().db.pool.query(
        'update shipment set reference = reference || $3 where tenant_id = $1 and id = $2',
        [world().tenantId, again.id, `-${exportFormat}`],
      )
    }
  },
)

test('neighbours with one reference stay two parcels, a pallet without parcels stays', async () => {
  const manager = await world().as('manager')
  const other = await world().as('otherCustomer')
  const draft = await kindDraft(world(), 'B2B')
  const [box] = draft.parcels as object[]
  const { id } = await makeOrder(world(), manager, {
    change: {
      ...draft,
      reference: 'OUT-TWINS',
      parcels: [
        { ...box, reference: 'SAME', palletNo: '1', remark: 'first' },
        { ...box, reference: 'SAME', palletNo: null, remark: 'second' },
      ],
      pallets: [
        { ...PALLET, palletNo: '1' },
        { ...PALLET, palletNo: '2', heightCm: '40.0' },
      ],
    },
  })
  const order = await manager.call(shipments.queryById, { id })
  const file = await manager.get(exportLines.path, { selections: id, exportFormat: 'csv' })
  expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toMatch(
    /Orders, all fields-\d{8}\.csv/,
  )
  await imported(other, file.bytes.toString('utf8'), { shipmentResource: 'GENERIC' })
  const again = await orderOf(other, world().otherCustomerId, 'OUT-TWINS')
  expect(amounts(content(again))).toEqual(amounts(content(order)))
})

test('a file is named by the kind of its orders and the day', async () => {
  const manager = await world().as('manager')
  const name = async (path: string, query: Record<string, string>) =>
    decodeURIComponent((await manager.get(path, query)).headers.get('content-disposition') ?? '')
  const { path } = shipmentList.endpoints.exportXls
  expect(await name(path, { shipmentResource: 'FBA' })).toMatch(/FBA orders-\d{8}\.xlsx/)
  expect(await name(path, {})).toMatch(/UTF-8''Orders-\d{8}\.xlsx|"Orders-\d{8}\.xlsx/)
  expect(await name(exportLines.path, { shipmentResource: 'B2B' })).toMatch(
    /B2B orders, all fields-\d{8}\.xlsx/,
  )
  manager.lang = 'zh_CN'
  const chinese = await name(path, { shipmentResource: 'WORLD' })
  manager.lang = 'en_US'
  expect(chinese).toMatch(/国际邮快件-\d{8}\.xlsx/)
})

test('the file holds the orders of the list, and no price for those who see none', async () => {
  const manager = await world().as('manager')
  const customer = await world().as('customer')
  const b2c = await makeOrder(world(), manager)
  const fba = await makeOrder(world(), manager, { change: await kindDraft(world(), 'FBA') })
  const selections = [b2c.id, fba.id].join(',')
  const read = async (client: Client, query: object) =>
    cells((await client.get(exportLines.path, { selections, ...query })).bytes)
  const numbers = async (client: Client, query: object = {}) => {
    const [titles = [], ...rows] = await read(client, query)
    const at = titles.indexOf('System order number')
    return [...new Set(rows.map((row) => row[at]))].toSorted()
  }
  const both = [b2c.serialNumber, fba.serialNumber].toSorted()
  expect(await numbers(manager)).toEqual(both)
  expect(await numbers(customer)).toEqual(both)
  expect(await numbers(manager, { shipmentResource: 'FBA' })).toEqual([fba.serialNumber])
  expect(await numbers(manager, { country: 'FR' })).toEqual([])
  expect(await numbers(await world().as('otherCustomer'))).toEqual([])
  const [all = []] = await read(manager, {})
  expect(all).toContain('Freight')
  expect(all).toContain('FBA warehouse')
  for (const role of ['warehouse', 'service', 'sales'] as const) {
    const client = await world().as(role)
    const list = await client.get(shipmentList.endpoints.exportXls.path, { selections })
    const lines = await client.get(exportLines.path, { selections })
    // What the list's own file does not hold, this one does not.
    expect(lines.status).toBe(list.status)
    expect(lines.code).toEqual(list.code)
    if (lines.bytes.subarray(0, 2).toString() !== 'PK') continue
    const [own = []] = await cells(list.bytes)
    const [titles = []] = await cells(lines.bytes)
    expect(titles.includes('Freight')).toBe(own.includes('Price, net'))
  }
})
