import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { documents } from '#contracts/orders/documents.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
const sender = {
  name: '李伟',
  country: 'CN',
  city: '深圳',
  postalCode: '518129',
  street: '坂田路',
  house: '88',
  phone: '+86 755 8888 1234',
}
const goods = (change: object = {}) => ({
  sku: 'DOC-1',
  nameCn: '棉质T恤',
  nameEn: 'Cotton T-shirt',
  hscodeCn: '6109100010',
  hscodeForeign: '61091000',
  origin: 'CN',
  quanlity: 2,
  unitWeightKg: '0.18',
  unitPrice: '8.90',
  currency: 'EUR',
  ...change,
})
const world1 = (change: object = {}, lines: object[] = [goods()]) => ({
  shipmentResource: 'WORLD',
  sender,
  customs: { exportType: 'COMMERCIAL_GOODS', incoterm: 'DDP', ioss: 'IM5280002556' },
  parcels: [parcel({ products: lines })],
  ...change,
})
const b2b = { shipmentResource: 'B2B', sender }
const company = {
  name: 'A',
  company: 'B GmbH',
  country: 'DE',
  city: 'Berlin',
  postalCode: '10115',
  street: 'X',
  house: '1',
}

let abroad: MadeOrder
let pallets: MadeOrder
beforeAll(async () => {
  const manager = await world().as('manager')
  abroad = await makeOrder(world(), manager, { change: world1() })
  pallets = await makeOrder(world(), manager, {
    change: { ...world1(), ...b2b, consignee: company },
  })
})

const print = async (who: Parameters<ReturnType<typeof world>['as']>[0], query: object) =>
  (await world().as(who)).get(documents.print.path, query as Record<string, unknown>)
const bulk = (answer: { result: unknown }) => answer.result as BulkResult

test('one document is a PDF, several are a zip, all that the kind of order declares', async () => {
  const form = await print('manager', { ids: abroad.id, kinds: 'customsForm' })
  expect(form.headers.get('content-type')).toBe('application/pdf')
  const text = await textOf(await open(form.bytes), 1)
  for (const part of ['CN 22', 'Cotton T-shirt', '李伟', '17.80', 'HS 61091000'])
    expect(text).toContain(part)
  const all = await print('manager', { ids: `${abroad.id},${pallets.id}` })
  const names = Object.keys(unzipSync(new Uint8Array(all.bytes)))
  expect(names.sort()).toEqual(
    [
      `${abroad.serialNumber}-commercial-invoice.pdf`,
      `${abroad.serialNumber}-customs-form.pdf`,
      ...['commercial-invoice', 'customs-form', 'packing-list', 'pro-forma-invoice'].map(
        (name) => `${pallets.serialNumber}-${name}.pdf`,
      ),
    ].sort(),
  )
  const [first] = Object.values(unzipSync(new Uint8Array(all.bytes)))
  expect(strFromU8(first!.slice(0, 5))).toBe('%PDF-')
  const noted = await world().db.pool.query(
    'select kinds, create_by from document_print where $1 = any(shipment_ids) order by id',
    [abroad.id],
  )
  expect(noted.rows[0]).toMatchObject({ kinds: ['customsForm'] })
  expect(noted.rows).toHaveLength(2)
})

test('a kind of order has its own documents; nothing is printed of what does not exist', async () => {
  expect(await print('manager', { ids: abroad.id, kinds: 'packingList' })).toMatchObject({
    error: 'document.notOfKind',
  })
  expect((await print('manager', { ids: abroad.id, kinds: 'passport' })).code).toBe(400)
  const inside = await makeOrder(world(), await world().as('manager'), {
    change: world1({ sender: null, customs: { exportType: 'OTHER' } }),
  })
  expect(await print('manager', { ids: inside.id, kinds: 'customsForm' })).toMatchObject({
    error: 'document.nothing',
  })
  // Stock leaves from the depot, although its owner is abroad.
  const stock = await makeOrder(world(), await world().as('manager'), { change: world1() })
  await world().db.pool.query(`update shipment set shipment_resource = 'WMS' where id = $1`, [
    stock.id,
  ])
  expect(await print('manager', { ids: stock.id, kinds: 'customsForm' })).toMatchObject({
    error: 'document.nothing',
  })
})

test('strangers print nothing: other customers, sub-accounts, tenants, roles without the right', async () => {
  const own = await makeOrder(world(), await world().as('customer'), { change: world1() })
  expect((await print('customer', { ids: own.id })).status).toBe(200)
  for (const who of ['otherCustomer', 'sub'] as const)
    expect((await print(who, { ids: own.id })).status, who).toBe(404)
  expect((await print('nobodySpecial', { ids: own.id })).status).toBe(403)
  const stranger = await world().otherTenantUser()
  for (const [path, body] of [[documents.checkCustoms.path, { ids: [own.id] }]] as const)
    expect((await stranger.post(path, body)).status).toBe(404)
  expect((await stranger.get(documents.print.path, { ids: own.id })).status).toBe(404)
  const lock = await stranger.put(documents.lockCustoms.path, { ids: [own.id] })
  expect(bulk(lock)).toMatchObject({ done: 0, failed: 1 })
  const other = await world().as('otherCustomer')
  expect(bulk(await other.put(documents.lockCustoms.path, { ids: [own.id] }))).toMatchObject({
    done: 0,
  })
})

test('a hundred prints at once are all whole, and all noted', async () => {
  const before = await world().db.pool.query('select count(*)::int as n from document_print')
  const manager = await world().as('manager')
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      manager.get(documents.print.path, { ids: abroad.id, kinds: 'commercialInvoice' }),
    ),
  )
  expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.subarray(0, 5)}`))).toEqual(
    new Set(['200 %PDF-']),
  )
  const after = await world().db.pool.query('select count(*)::int as n from document_print')
  expect(after.rows[0].n - before.rows[0].n).toBe(100)
})

test('errors of the checker refuse confirming, warnings do not, other kinds are warned of both', async () => {
  const manager = await world().as('manager')
  const bad = await makeOrder(world(), manager, { change: world1({}, [goods({ nameEn: 'Gift' })]) })
  const [verdict] = await manager.call(documents.checkCustoms, { ids: [bad.id] })
  expect(verdict).toMatchObject({ serialNumber: bad.serialNumber, errors: 1 })
  const refused = bulk(await manager.put('/erp/shipment/confirm', { ids: [bad.id] }))
  expect(refused).toMatchObject({ done: 0, rows: [{ code: 'customs.notReady' }] })
  expect(refused.rows[0]!.message).toContain('does not say what the goods are')
  // All that is in the way is named at once, each at its field.
  const { consignee } = await orderDraft(world())
  const both = await makeOrder(world(), manager, {
    change: {
      ...world1({}, [goods({ nameEn: 'Gift' })]),
      consignee: { ...(consignee as object), name: 'สมชาย' },
    },
  })
  const [row] = bulk(await manager.put('/erp/shipment/confirm', { ids: [both.id] })).rows
  expect(row).toMatchObject({ ok: false, code: 'customs.notReady' })
  expect(row!.issues?.map(({ path }) => path)).toEqual([
    'parcels.0.products.0.nameEn',
    'consignee.name',
  ])
  const doubtful = await makeOrder(world(), manager, {
    change: world1({}, [goods({ nameEn: 'Bicycle parts' })]),
  })
  expect(bulk(await manager.put('/erp/shipment/confirm', { ids: [doubtful.id] })).done).toBe(1)
  const products = [goods({ origin: null })]
  const parcelOrder = await makeOrder(world(), manager, {
    change: { sender, parcels: [parcel({ products })] },
  })
  const [found] = await manager.call(documents.checkCustoms, { ids: [parcelOrder.id] })
  const codes = found!.findings.map(({ code }) => code)
  expect(codes).toContain('customs.originMissing')
  const { rows } = await manager.call(shipments.confirm, { ids: [parcelOrder.id] })
  expect(rows[0]!.warnings?.map(({ code }) => code)).toEqual(codes)
})

test('papers for customs are refused while they would be half empty, with what is missing', async () => {
  const manager = await world().as('manager')
  const order = await makeOrder(world(), manager, {
    change: {
      sender,
      customs: { exportType: 'COMMERCIAL_GOODS' },
      parcels: [parcel({ products: [goods({ origin: null })] })],
    },
  })
  for (const kinds of ['customsForm', 'commercialInvoice', undefined]) {
    const refused = await print('manager', { ids: order.id, ...(kinds ? { kinds } : {}) })
    expect(refused).toMatchObject({ error: 'document.incomplete' })
    expect(refused.message).toContain('ncoterm')
    expect(refused.message).toContain('origin')
  }
  const asked = { ids: [order.id], documents: ['customsForm'] }
  expect((await manager.post(documents.preview.path, asked)).result).toMatchObject([
    { documents: [], refused: [{ code: 'document.incomplete' }] },
  ])
})

test('what was confirmed is remembered by SKU, the newest first to be proposed', async () => {
  const manager = await world().as('manager')
  const make = (nameEn: string) =>
    makeOrder(world(), manager, {
      confirm: true,
      change: world1({}, [goods({ sku: 'LEARN-1', nameEn, brand: 'Py' })]),
    })
  await make('Shirt of cotton')
  await make('Shirt of combed cotton')
  const asked = await manager.call(customs.searchHscode, {
    q: '',
    sku: 'LEARN-1',
    customerId: world().customerId,
  })
  const last = { sku: 'LEARN-1', nameEn: 'Shirt of combed cotton', brand: 'Py' }
  const { quanlity: _pieces, ...declared } = goods(last)
  expect(asked.remembered).toMatchObject([declared])
})

test('many confirmations of one SKU at once neither wait for each other nor fail', async () => {
  const manager = await world().as('manager')
  const orders = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      makeOrder(world(), manager, {
        change: world1({}, [
          goods({ sku: 'LEARN-2', nameEn: `Shirt no. ${at}` }),
          goods({ sku: 'LEARN-3', nameEn: `Blouse ${at}` }),
        ]),
      }),
    ),
  )
  const answers = await Promise.all(
    orders.map(({ id }) => manager.put('/erp/shipment/confirm', { ids: [id] })),
  )
  expect(answers.map((answer) => bulk(answer).done)).toEqual(orders.map(() => 1))
})

test('locked customs data refuse an edit, field by field; the rest stays open', async () => {
  const manager = await world().as('manager')
  const draft = await orderDraft(world(), world1())
  const made = (await manager.post('/erp/shipment/add', draft)).result as MadeOrder
  const lock = (locked: boolean) =>
    manager.put(documents.lockCustoms.path, { ids: [made.id], locked })
  expect(bulk(await lock(true)).done).toBe(1)
  const edit = async (change: object) => {
    const now = (await manager.get('/erp/shipment/queryById', { id: made.id }))
      .result as MadeOrder & { customsLockedAt: string | null }
    return manager.put('/erp/shipment/edit', {
      ...draft,
      ...change,
      id: made.id,
      version: now.version,
    })
  }
  const changed = await edit({
    customs: { exportType: 'PRESENT' },
    parcels: [parcel({ products: [goods({ unitPrice: '1.00' })] })],
  })
  expect(changed.code).toBe(400)
  const issues = JSON.stringify(changed.result)
  for (const path of [
    'customs.exportType',
    'customs.incoterm',
    'customs.ioss',
    'parcels.0.products.0.unitPrice',
  ])
    expect(issues).toContain(path)
  expect((await edit({ remark: 'call first' })).success).toBe(true)
  expect(bulk(await lock(false)).done).toBe(1)
  expect((await edit({ customs: { exportType: 'PRESENT' } })).success).toBe(true)
})

test('what customs received on goods and parties is locked with the rest', async () => {
  const manager = await world().as('manager')
  const draft = await orderDraft(world(), world1())
  const made = (await manager.post('/erp/shipment/add', draft)).result as MadeOrder
  await manager.put(documents.lockCustoms.path, { ids: [made.id], locked: true })
  const consignee = draft.consignee as object
  const changes: [string, object][] = [
    ['consignee.name', { consignee: { ...consignee, name: 'Jemand Anders' } }],
    ['consignee.street', { consignee: { ...consignee, street: 'Nebenstraße' } }],
    ['consignee.taxNumber', { consignee: { ...consignee, taxNumber: 'DE123456789' } }],
    ['depotId', { depotId: await world().depotId('VEN1') }],
    ['sender.city', { sender: { ...sender, city: '广州' } }],
    ['parcels.0.weightKg', { parcels: [parcel({ weightKg: '1.3', products: [goods()] })] }],
    [
      'attributes.dangerousGoods',
      { attributes: { dangerousGoods: 'LI_ION_WITH', unNumber: 'UN3481' } },
    ],
    ['parcels.0.products.0.sku', { parcels: [parcel({ products: [goods({ sku: 'DOC-2' })] })] }],
    [
      'parcels.0.products.0.material',
      { parcels: [parcel({ products: [goods({ material: 'Cotton' })] })] },
    ],
  ]
  const edit = async (change: object) => {
    const now = (await manager.get('/erp/shipment/queryById', { id: made.id })).result as MadeOrder
    const body = { ...draft, ...change, id: made.id, version: now.version }
    return manager.put('/erp/shipment/edit', body)
  }
  for (const [path, change] of changes) {
    const answer = await edit(change)
    expect(answer.code, path).toBe(400)
    expect(JSON.stringify(answer.result), path).toContain(`"${path}"`)
    expect(JSON.stringify(answer.result), path).toContain('customs.locked')
  }
  const phone = { ...consignee, phone: '+49 177 7655195' }
  expect((await edit({ consignee: phone })).success).toBe(true)
})

test('a printed label locks, and no user unlocks it', async () => {
  const manager = await world().as('manager')
  const made = await makeOrder(world(), manager, { confirm: true, change: world1() })
  expect((await manager.post('/erp/label/print', { ids: [made.id] })).status).toBe(200)
  const now = (await manager.get('/erp/shipment/queryById', { id: made.id })).result as {
    customsLockedAt: string | null
  }
  expect(now.customsLockedAt).not.toBeNull()
  const unlocked = bulk(
    await manager.put(documents.lockCustoms.path, { ids: [made.id], locked: false }),
  )
  expect(unlocked).toMatchObject({ done: 0, rows: [{ code: 'customs.printed' }] })
})

test('documents and labels of mixed orders in one file; what an order lacks is listed first', async () => {
  const manager = await world().as('manager')
  const confirmed = await makeOrder(world(), manager, {
    confirm: true,
    change: { ...world1(), ...b2b, consignee: company },
  })
  const ask = { ids: [abroad.id, confirmed.id], documents: ['label', 'packingList'] }
  const { result } = await manager.post(documents.preview.path, ask)
  expect(result).toMatchObject([
    {
      id: abroad.id,
      documents: [],
      refused: [
        { document: 'label', code: 'shipment.not.print' },
        { document: 'packingList', code: 'document.notOfKind' },
      ],
    },
    { id: confirmed.id, documents: ['label', 'packingList'], refused: [] },
  ])
  const zip = await manager.post(documents.bundle.path, { ...ask, format: 'zip' })
  expect(Object.keys(unzipSync(new Uint8Array(zip.bytes))).sort()).toEqual(
    ['labels.pdf', `${confirmed.serialNumber}-packing-list.pdf`].sort(),
  )
  // The label is counted: a second one needs its reason, and is one file with the list.
  expect(await manager.post(documents.bundle.path, ask)).toMatchObject({
    error: 'label.reasonNeeded',
  })
  const pdf = await manager.post(documents.bundle.path, { ...ask, reason: 'Damaged' })
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const whole = await open(pdf.bytes)
  expect(whole.numPages).toBe(2)
  expect(await textOf(whole, 2)).toContain('PACKING LIST')
  const nothing = { ids: [abroad.id], documents: ['packingList'] }
  expect(await manager.post(documents.bundle.path, nothing)).toMatchObject({
    error: 'document.notOfKind',
  })
})

test('strangers bundle nothing, and labels need the right to print them', async () => {
  const ask = { ids: [abroad.id], documents: ['commercialInvoice'] }
  for (const path of [documents.preview.path, documents.bundle.path]) {
    expect((await (await world().as('otherCustomer')).post(path, ask)).status, path).toBe(404)
    expect((await (await world().otherTenantUser()).post(path, ask)).status, path).toBe(404)
    expect((await (await world().as('nobodySpecial')).post(path, ask)).status, path).toBe(403)
  }
})

test('files kept with orders come in the zip, one folder an order; not in one PDF', async () => {
  const manager = await world().as('manager')
  for (const name of ['a.pdf', 'a.pdf'])
    await manager.upload(
      `/sys/file/upload?ownerKind=shipment&ownerId=${pallets.id}&kind=attachment`,
      name,
      `%PDF-1.4\n%${name}\n`,
    )
  const ids = [pallets.id, abroad.id]
  const ask = (format: string) =>
    manager.post(documents.bundle.path, { ids, documents: ['packingList', 'files'], format })
  const one = await ask('pdf')
  expect(one).toMatchObject({ result: { issues: [{ path: 'format', code: 'document.filesZip' }] } })
  const zip = await ask('zip')
  const folder = pallets.serialNumber
  const files = [`${folder}/a.pdf`, `${folder}/a (2).pdf`]
  expect(Object.keys(unzipSync(new Uint8Array(zip.bytes)))).toEqual(expect.arrayContaining(files))
  const all = await print('manager', { ids: pallets.id })
  expect(Object.keys(unzipSync(new Uint8Array(all.bytes)))).toEqual(expect.arrayContaining(files))
  const preview = await manager.post(documents.preview.path, { ids, documents: ['files'] })
  expect(preview.result).toMatchObject([
    { documents: ['files'] },
    { documents: [], refused: [{ code: 'document.noFiles' }] },
  ])
})
