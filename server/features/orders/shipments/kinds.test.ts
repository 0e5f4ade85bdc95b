import { beforeAll, describe, expect, test } from 'vitest'
import { fbaConfig, fbaOrders } from '#contracts/orders/fba/fba.ts'
import { KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { recordFiles } from '#contracts/platform/operations/files.ts'
import { labelSheets } from '#server/features/orders/fba/box-labels/labels.fixture.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { kindDraft, orderDraft, parcel, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
const ACTIONS = ['list', 'add', 'edit', 'confirm', 'withdraw', 'cancel', 'export', 'import']

const draftOf = (code: KindCode, change?: Record<string, unknown>) =>
  kindDraft(world(), code, change)

let admin: Client
/** By kind: a user who may do everything with orders of it and nothing with others. */
const only = new Map<KindCode, Client>()
const made = new Map<KindCode, MadeOrder>()

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  for (const { code, slug } of KINDS) {
    const answer = await admin.post('/erp/shipment/add', await draftOf(code))
    expect(answer.result, code).toMatchObject({ shipmentResource: code })
    made.set(code, answer.result as MadeOrder)
    const role = await createRole(
      world(),
      'tenant',
      ACTIONS.map((action) => `ship:${slug}:${action}`),
    )
    only.set(code, await (await createUser(world(), [role])).client())
  }
})

const kindsIn = (answer: Answer) => [
  ...new Set(
    (answer.result as { records: { shipmentResource: string }[] }).records.map(
      (row) => row.shipmentResource,
    ),
  ),
]
const idsOf = (code: KindCode) => [made.get(code)!.id]

describe.each(KINDS)('orders of the kind $code', ({ code, prefix }) => {
  test('have numbers of their own and are all a user of that kind sees', async () => {
    expect(made.get(code)!.serialNumber).toMatch(new RegExp(`^${prefix}\\d{10}$`))
    const client = only.get(code)!
    expect(kindsIn(await client.get('/erp/shipment/list', { pageSize: 100 }))).toEqual([code])
    for (const other of KINDS.filter((one) => one.code !== code)) {
      expect(
        kindsIn(
          await client.get('/erp/shipment/list', { shipmentResource: other.code, pageSize: 100 }),
        ),
      ).toEqual([])
      const [id] = idsOf(other.code)
      expect(await client.get('/erp/shipment/queryById', { id })).toMatchObject({ success: false })
      for (const verb of ['confirm', 'withdraw', 'cancel'])
        expect(
          (await client.put(`/erp/shipment/${verb}`, { ids: [id] })).result,
          `${verb} ${other.code}`,
        ).toMatchObject({ done: 0, failed: 1 })
      expect(
        (await client.post('/erp/shipment/add', await draftOf(other.code))).success,
        `add ${other.code}`,
      ).toBe(false)
    }
  })

  test('are one of the kinds of an administrator’s list, export and figures', async () => {
    const list = await admin.get('/erp/shipment/list', { shipmentResource: code })
    expect(kindsIn(list)).toEqual([code])
    const count = async (client: Client) =>
      Object.values(
        (await client.get('/rwms/dashboard/statusCount', { shipmentResource: code }))
          .result as Record<string, number>,
      ).reduce((sum, n) => sum + n, 0)
    expect(await count(admin)).toBe((list.result as { total: number }).total)
  })

  test('refuse what they do not use, with the field named, and what they need and miss', async () => {
    const { unused, required } = KINDS.find((one) => one.code === code)!
    const blocks = {
      delivery: { dockContact: 'Gate 4' },
      pallets: [{ palletNo: '1' }],
      fba: { referenceId: 'R1' },
    }
    for (const block of unused) {
      const change = { [block]: Reflect.get(blocks, block) as unknown }
      const answer = await admin.post('/erp/shipment/add', await draftOf(code, change))
      expect(answer.success, block).toBe(false)
      expect(JSON.stringify(answer.result)).toContain(`"${block}.`)
    }
    if (required.length > 0) {
      const bare = {
        fbaCode: null,
        customs: null,
        consignee: (await orderDraft(world())).consignee,
      }
      const parcels = [parcel()]
      const answer = await admin.post(
        '/erp/shipment/add',
        await draftOf(code, { ...bare, parcels }),
      )
      expect(answer.success).toBe(false)
    }
  })
})

test('every field of the specification comes back as it was sent', async () => {
  const product = {
    sku: 'S-1',
    hscodeCn: '6109100010',
    hscodeForeign: '610910',
    nameCn: '棉质T恤',
    nameEn: 'Cotton T-shirt',
    material: 'Cotton',
    usage: 'Clothing',
    brand: 'Muster',
    model: 'M1',
    origin: 'CN',
    shopUrl: 'https://shop.example/1',
    photoUrl: 'https://shop.example/1.jpg',
    unit: 'PCS',
    quanlity: 2,
    unitWeightKg: '0.18',
    unitPrice: '8.90',
    currency: 'EUR',
    remark: 'blue',
  }
  const sent = await draftOf('GENERIC', {
    poCode: 'PO-7',
    fbaCode: 'FBA15DJ9SVVD',
    delivery: {
      windowFrom: '2026-12-01T08:00:00+01:00',
      windowTo: '2026-12-01T10:00:00+01:00',
      dockContact: 'Gate 4',
    },
    fba: { warehouseCode: 'HAJ1', referenceId: 'R1' },
    customs: { incoterm: 'DAP', invoiceNo: 'I-1' },
    attributes: {
      codAmount: '12.50',
      codCurrency: 'EUR',
      insuredAmount: '900',
      insuredCurrency: 'JPY',
      services: ['SIGNATURE'],
    },
    pallets: [{ palletNo: '1', weightKg: '20', stackable: true }],
    parcels: [{ ...parcel(), fbaCode: 'U000001', palletNo: '1', products: [product] }],
  })
  const consignee = { ...(sent.consignee as object), address1: 'Hinterhaus', remark: 'Ring twice' }
  const added = await admin.post('/erp/shipment/add', { ...sent, consignee })
  expect(added).toMatchObject({ success: true })
  const { id, version } = added.result as MadeOrder
  const expected = {
    poCode: 'PO-7',
    fbaCode: 'FBA15DJ9SVVD',
    consignee: { address1: 'Hinterhaus', remark: 'Ring twice' },
    delivery: { dockContact: 'Gate 4' },
    fba: { warehouseCode: 'HAJ1', referenceId: 'R1' },
    customs: { incoterm: 'DAP' },
    attributes: { insuredAmount: '900', services: ['SIGNATURE'] },
    pallets: [{ palletNo: '1', stackable: true }],
    parcels: [{ fbaCode: 'U000001', palletNo: 1, products: [product] }],
  }
  expect((await admin.get('/erp/shipment/queryById', { id })).result).toMatchObject(expected)
  const edited = await admin.put('/erp/shipment/edit', { ...sent, consignee, id, version })
  expect(edited.result).toMatchObject(expected)
})

test('amounts have no more decimals than their currency', async () => {
  for (const [codAmount, codCurrency, ok] of [
    ['12.5', 'JPY', false],
    ['12', 'JPY', true],
    ['12.345', 'EUR', false],
    ['12.34', 'EUR', true],
    ['12.345', 'KWD', true],
    ['12.3456', 'KWD', false],
  ] as const)
    expect(
      (
        await admin.post(
          '/erp/shipment/add',
          await draftOf('B2C', { attributes: { codAmount, codCurrency } }),
        )
      ).success,
      `${codAmount} ${codCurrency}`,
    ).toBe(ok)
})

test('the kind of an order is not edited, and an unknown kind is refused', async () => {
  const { id, version } = made.get('B2C')!
  expect(
    await admin.put('/erp/shipment/edit', { ...(await draftOf('GENERIC')), id, version }),
  ).toMatchObject({ success: false })
  expect(
    await admin.post('/erp/shipment/add', { ...(await draftOf('B2C')), shipmentResource: 'B2X' }),
  ).toMatchObject({ success: false })
})

test('deliveries to a warehouse are of the kinds the caller sees', async () => {
  const role = await createRole(world(), 'tenant', [
    'ship:b2c:list',
    'ship:delivery:list',
    'ship:delivery:label',
  ])
  const client = await (await createUser(world(), [role])).client()
  const [id] = idsOf('FBA')
  const { fbaCode } = (await admin.get('/erp/fbaOrder/queryById', { id })).result as {
    fbaCode: string
  }
  const pdf = await labelSheets(['FBA99OTHER99U000001'])
  await admin.upload('/erp/fbaOrder/uploadLabels', 'labels.pdf', pdf, { id: id! })
  const { labels } = await admin.call(fbaOrders.cartons, { id: id! })
  const labelId = labels[0]!.id
  for (const call of ['queryById', 'cartons', 'history', 'pod'])
    expect((await client.get(`/erp/fbaOrder/${call}`, { id })).success, call).toBe(false)
  expect((await client.get('/erp/fbaOrder/readiness', { ids: id })).result).toEqual([])
  const config = { shipmentOrderNo: fbaCode }
  expect((await admin.call(fbaConfig.list, config)).records).not.toEqual([])
  expect((await client.call(fbaConfig.list, config)).records).toEqual([])
  const assigned = await client.put('/erp/fbaOrder/assignLabel', { id: labelId, parcelId: null })
  expect(assigned.success).toBe(false)
  const removed = await client.put('/erp/fbaOrder/removeLabels', { ids: [labelId] })
  expect(removed.result).toMatchObject({ done: 0, failed: 1 })
  const print = (by: Client) => by.post('/erp/fbaOrder/printLabels', { labelIds: [labelId] })
  expect((await print(client)).status).toBe(404)
  expect((await print(admin)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const files = await world().db.pool.query<{ id: string }>(
    `select id from stored_file where owner_kind = 'fba_order' and owner_id = $1`,
    [id],
  )
  const link = (by: Client) => by.call(recordFiles.link, { id: files.rows[0]!.id })
  expect(await link(admin)).toBeTruthy()
  await expect(link(client)).rejects.toThrow()
})
