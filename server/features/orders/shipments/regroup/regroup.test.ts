import { beforeAll, describe, expect, test } from 'vitest'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel } from '#test/orders.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { partReference } from './split-order.ts'

const world = useWorld()
let admin: Client
let customer: Client
type Change = Record<string, unknown>

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  customer = await world().as('customer')
})
const boxes = (count: number, change: (at: number) => Change = () => ({})) =>
  Array.from({ length: count }, (_, at) =>
    parcel({ reference: `R${at + 1}`, weightKg: String(at + 1), ...change(at) }),
  )
async function make(change: Change = {}, confirm = false): Promise<OrderDetail> {
  const draft = await orderDraft(world())
  const consignee = { ...(draft.consignee as object), company: 'Muster GmbH' }
  return (await makeOrder(world(), admin, {
    confirm,
    change: { shipmentResource: 'B2B', consignee, parcels: boxes(4), ...change },
  })) as unknown as OrderDetail
}
const split = (order: OrderDetail, at: number[], more: Change = {}, client = admin) =>
  client.post('/erp/shipment/split', {
    id: order.id,
    version: order.version,
    parcelIds: at.map((one) => order.parcels[one]!.id),
    ...more,
  })
const merge = (into: OrderDetail, from: OrderDetail[], client = admin) =>
  client.post('/erp/shipment/merge', {
    id: into.id,
    version: into.version,
    ids: from.map(({ id }) => id),
  })
const read = async (id: string) =>
  (await admin.get('/erp/shipment/queryById', { id })).result as OrderDetail
const steps = async (id: string) => (await admin.get('/erp/shipment/history', { id })).result
const two = (answer: Answer) => answer.result as { order: OrderDetail; added: OrderDetail }
const brief = ({ parcels }: OrderDetail) =>
  parcels.map(({ id, seq, serialNumber, trackNo, reference, products }) => ({
    id,
    seq,
    serialNumber,
    trackNo,
    reference,
    products,
  }))

describe('an order is split', () => {
  test.each([false, true])(
    'with parcels, numbers and contents; each costs what a new one would (confirmed: %s)',
    async (confirm) => {
      const before = await make({}, confirm)
      const { order, added } = two(await split(before, [1, 3]))
      expect(await steps(order.id)).toMatchObject([{ action: 'split', otherId: added.id }])
      expect(await steps(added.id)).toMatchObject([
        { action: 'splitFrom', otherNumber: before.serialNumber },
      ])
      const [p1, p2, p3, p4] = brief(before)
      const placed = (one: typeof p1, serial: string, seq: number) => ({
        ...one,
        seq,
        serialNumber: `${serial}-${seq}`,
      })
      expect(brief(order)).toEqual([
        placed(p1, before.serialNumber, 1),
        placed(p3, before.serialNumber, 2),
      ])
      expect(brief(added)).toEqual([
        placed(p2, added.serialNumber, 1),
        placed(p4, added.serialNumber, 2),
      ])
      expect(added).toMatchObject({
        reference: `${before.reference}-2`,
        shipmentStatus: before.shipmentStatus,
        confirmTime: before.confirmTime,
        createBy: before.createBy,
        shipmentPieces: 2,
        shipmentWeightKg: '6',
        consignee: before.consignee,
      })
      const alone = await make({ parcels: [boxes(4)[0], boxes(4)[2]] })
      expect(order).toMatchObject({ amount: alone.amount, shipmentWeightKg: '4' })
      const other = await make({ parcels: [boxes(4)[1], boxes(4)[3]] })
      expect(added.amount).toBe(other.amount)
      // Both go on as any order.
      for (const id of [order.id, added.id]) {
        const verb = confirm ? 'withdraw' : 'confirm'
        const done = await admin.put(`/erp/shipment/${verb}`, { ids: [id] })
        expect(done.result).toMatchObject({ done: 1 })
      }
    },
  )

  test('amounts of the whole order stay once, pallets go with their parcels', async () => {
    const pallets = ['1', '2'].map((palletNo) => ({ palletNo, weightKg: '20' }))
    const attributes = { codAmount: '12.50', codCurrency: 'EUR', unNumber: '3481' }
    const before = await make({
      pallets,
      attributes: { ...attributes, dangerousGoods: 'LI_ION_WITH' },
      parcels: boxes(4, (at) => ({ palletNo: at < 2 ? '1' : '2' })),
    })
    expect(await split(before, [0])).toMatchObject({ error: 'split.palletDivided' })
    const { order, added } = two(await split(before, [2, 3]))
    expect(order.pallets).toMatchObject([{ palletNo: '1' }])
    expect(added.pallets).toMatchObject([{ palletNo: '2' }])
    expect(order.attributes).toMatchObject(attributes)
    expect(added.attributes).toMatchObject({ codAmount: null, unNumber: '3481' })
    const merged = (await merge(order, [added])).result as OrderDetail
    expect(merged.attributes).toMatchObject(attributes)
    expect(merged.amount).toBe(before.amount)
  })

  test('not of all parcels, foreign ones, an old version or a taken reference', async () => {
    const before = await make()
    const issue = (path: string, code: string) => ({ result: { issues: [{ path, code }] } })
    expect(await split(before, [0, 1, 2, 3])).toMatchObject(issue('parcelIds', 'split.allParcels'))
    const foreign = (await make()).parcels[0]!.id
    expect(await split(before, [0], { parcelIds: [foreign] })).toMatchObject(
      issue('parcelIds', 'split.unknownParcel'),
    )
    expect(await split(before, [0], { reference: before.reference })).toMatchObject(
      issue('reference', 'reference.duplicate'),
    )
    expect(await split(before, [0], { version: 99 })).toMatchObject({ error: 'row.stale' })
    expect(await read(before.id)).toEqual(before)
  })

  test('only of a kind that splits, within reach and with the right to it', async () => {
    const plain = await make({ shipmentResource: 'B2C' })
    expect(plain.actions.split).toBe('kind.noSplit')
    expect(await split(plain, [0])).toMatchObject({ error: 'kind.noSplit' })
    const before = await make()
    const other = await world().otherTenantUser()
    expect(await split(before, [0], {}, other)).toMatchObject({ success: false })
    const role = await createRole(world(), 'tenant', ['ship:b2b:list', 'ship:fba:split'])
    const reader = await (await createUser(world(), [role])).client()
    expect(await split(before, [0], {}, reader)).toMatchObject({ code: 403 })
    expect(await split(before, [0], {}, customer)).toMatchObject({ success: true })
  })

  test('once its label is printed it stays whole', async () => {
    const before = await make({}, true)
    await world().db.pool.query(
      `update parcel set parcel_status = 30 where tenant_id = $1 and shipment_id = $2`,
      [world().tenantId, before.id],
    )
    expect(await split(before, [0])).toMatchObject({ error: 'shipment.not.split' })
  })
})

describe('orders are merged', () => {
  test.each([
    ['JPY', '1200', '50', '1250'],
    ['EUR', '0.10', '0.20', '0.30'],
    ['KWD', '1.005', '2.010', '3.015'],
  ])('with cash on delivery in %s added up exactly', async (codCurrency, one, other, sum) => {
    const cod = (codAmount: string) => ({ attributes: { codAmount, codCurrency } })
    const [into, from] = [await make(cod(one)), await make(cod(other))]
    const merged = (await merge(into, [from])).result as OrderDetail
    expect(await steps(into.id)).toContainEqual(
      expect.objectContaining({ action: 'merge', otherNumber: from.serialNumber }),
    )
    expect(await steps(from.id)).toContainEqual(
      expect.objectContaining({ action: 'mergedInto', otherId: into.id }),
    )
    expect(merged.attributes).toMatchObject({ codAmount: sum, codCurrency })
  })

  test('with parcels, numbers, pallets and the price of one order; the others end', async () => {
    const on = (count: number, poCode: string) => ({
      poCode,
      pallets: [{ palletNo: '1', weightKg: '20' }],
      parcels: boxes(count, () => ({ palletNo: '1' })),
    })
    const into = await make(on(2, 'PO-1'), true)
    const from = await make(on(3, 'PO-2'), true)
    const merged = (await merge(into, [from])).result as OrderDetail
    expect(merged.parcels.map(({ id }) => id)).toEqual(
      [...into.parcels, ...from.parcels].map(({ id }) => id),
    )
    expect(merged.parcels.map(({ trackNo }) => trackNo)).toEqual(
      [...into.parcels, ...from.parcels].map(({ trackNo }) => trackNo),
    )
    expect(merged.parcels.map(({ palletNo }) => palletNo)).toEqual([1, 1, 2, 2, 2])
    expect(merged.pallets).toMatchObject([{ palletNo: '1' }, { palletNo: '2' }])
    expect(merged).toMatchObject({ poCode: 'PO-1, PO-2', shipmentPieces: 5, shipmentStatus: 20 })
    const alone = await make({ parcels: [...boxes(2), ...boxes(3)] })
    expect(merged.amount).toBe(alone.amount)
    const ended = await read(from.id)
    expect(ended).toMatchObject({
      shipmentStatus: -10,
      parcels: [],
      cancelReason: `→ ${into.serialNumber}`,
      shipmentPieces: 0,
    })
    expect(Object.entries(ended.actions).filter(([, why]) => why === null)).toEqual([])
    const again = await admin.put('/erp/shipment/cancel', { ids: [from.id] })
    expect(again.result).toMatchObject({ failed: 1 })
  })

  test('only where what stands in an order once is alike', async () => {
    const into = await make()
    const draft = await orderDraft(world())
    const elsewhere = { ...(draft.consignee as object), company: 'Muster GmbH', house: '58' }
    const others: [string, OrderDetail][] = [
      ['consignee', await make({ consignee: elsewhere })],
      ['status', await make({}, true)],
      ['kind', await make({ shipmentResource: 'GENERIC' })],
      ['attributes', await make({ attributes: { pickupPoint: 'DHL 123', services: [] } })],
      ['delivery', await make({ delivery: { dockContact: 'Tor 3' } })],
    ]
    for (const [name, from] of others)
      expect(await merge(into, [from]), name).toMatchObject({ error: `merge.differs.${name}` })
    expect(await merge(into, [into])).toMatchObject({ success: false })
    expect((await read(into.id)).parcels).toHaveLength(4)
  })
})

test('splits, merges, confirmations and cancels at once leave every parcel in one order', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => make()))
  const parcels = orders.flatMap((order) => order.parcels.map(({ id }) => id))
  const [a, b, c, d] = orders as [OrderDetail, OrderDetail, OrderDetail, OrderDetail]
  const answers = await Promise.all([
    split(a, [0]),
    split(a, [1]),
    merge(b, [a]),
    merge(a, [b]),
    admin.put('/erp/shipment/confirm', { ids: [b.id, c.id] }),
    merge(c, [d]),
    merge(d, [c, b]),
    admin.put('/erp/shipment/cancel', { ids: [d.id] }),
    split(c, [2]),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const found = await world().db.pool.query<{ id: string; pieces: number; own: number }>(
    `select p.id::text, s.shipment_pieces as pieces, count(*) over (partition by s.id)::int as own
      from parcel p join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      where p.tenant_id = $1 and p.id = any($2::bigint[])`,
    [world().tenantId, parcels],
  )
  expect(found.rows.map(({ id }) => id).toSorted()).toEqual(parcels.toSorted())
  expect(found.rows.filter(({ pieces, own }) => pieces !== own)).toEqual([])
})

test('parts have the reference of their order with a number, also where it ends with one', async () => {
  expect(
    ['PO-1', 'PO-1-2', 'SO-7781-319', 'X'.repeat(60)].map((one) => partReference(one, 2)),
  ).toEqual(['PO-1-2', 'PO-1-2-2', 'SO-7781-319-2', `${'X'.repeat(58)}-2`])
  const before = await make({ reference: 'PO-7781-319' })
  const first = two(await split(before, [0]))
  expect(first.added.reference).toBe('PO-7781-319-2')
  expect(two(await split(first.order, [0])).added.reference).toBe('PO-7781-319-3')
})

test('cartons of two orders of one shipment, numbered by us, get numbers of their own', async () => {
  const cartons = (numbers: (string | null)[]) => ({
    shipmentResource: 'FBA',
    fbaCode: 'FBA15DJ9MERG',
    fba: { warehouseCode: 'HAJ1' },
    parcels: boxes(numbers.length, (at) => ({ fbaCode: numbers[at] ?? null })),
  })
  const into = await make(cartons([null, null]))
  const from = await make(cartons([null, 'U000007']))
  const merged = (await merge(into, [from])).result as OrderDetail
  expect(merged.parcels?.map(({ fbaCode }) => fbaCode?.slice(-3))).toEqual([
    '001',
    '002',
    '003',
    '007',
  ])
  // A number that is on a label of the customer's stays: which of the two is wrong only they know.
  const labelled = await make(cartons([null]))
  await world().db.pool.query(
    `insert into fba_label (tenant_id, shipment_id, parcel_id, file_name, page, place, file_id)
      select tenant_id, shipment_id, id, 'boxes.pdf', 1, 1, 1 from parcel where id = $1`,
    [labelled.parcels[0]!.id],
  )
  expect(await merge(await read(into.id), [labelled])).toMatchObject({ success: false })
})
