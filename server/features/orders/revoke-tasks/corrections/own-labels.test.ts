import { beforeAll, beforeEach, expect, test } from 'vitest'
import { corrections } from '#contracts/orders/corrections.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { inCharging, minorOf } from '#server/features/orders/charging/charging.fixture.ts'
import { inboundScan } from '#server/features/depot/inbound/depot.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'

const world = useWorld()
const { confirm, customer, detail, drift, order, print, query, service, standing, switchOn } =
  inCharging(world)
const { charges, trades } = inCharging(world)

beforeAll(() => switchOn())
beforeEach(async () => void (await service('ECO-PARCEL', '1')))

const VIENNA = {
  name: 'Anna Gruber',
  country: 'AT',
  city: 'Wien',
  postalCode: '1010',
  street: 'Graben',
  house: '1',
}
const labelled = async (who: string) => {
  const one = await order(who)
  expect(await confirm([one.id])).toMatchObject([{ ok: true }])
  expect((await print([one.id])).status).toBe(200)
  return detail(one)
}
const manager = () => world().as('manager')
const preview = async (one: OrderDetail, consignee: object, client?: Client) =>
  (client ?? (await manager())).post(corrections.preview.path, {
    id: one.id,
    version: one.version,
    consignee,
  })
/** The preview, and the correction it shows. */
async function correct(one: OrderDetail, consignee: object, client?: Client) {
  const shown = await preview(one, consignee, client)
  if (shown.status !== 200 || shown.error) return { shown, answer: shown }
  const { key } = shown.result as { key: string }
  const answer = await (client ?? (await manager())).put(corrections.correct.path, {
    id: one.id,
    version: one.version,
    consignee,
    key,
  })
  return { shown, answer }
}
const paid = async (one: { id: string }) =>
  (await trades(one)).reduce((sum, { money }) => sum - BigInt(money), 0n)

test.each(['EUR', 'JPY'])(
  'a printed order in %s gets another address, number and label; the difference is booked as it was shown',
  async (currency) => {
    await service('ECO-PARCEL', '1', currency)
    const who = await customer(10_000_000n, currency)
    const one = await labelled(who)
    const before = await paid(one)
    const { shown, answer } = await correct(one, VIENNA)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200, result: { state: 'done' } })
    const { price, labels } = shown.result as {
      price: { difference: { gross: string }; after: { gross: string }; how: string }
      labels: object[]
    }
    expect(labels).toMatchObject([
      { number: one.parcels[0]!.trackNo, source: 'own', bought: false },
    ])
    const after = await detail(one)
    expect(after.consignee).toMatchObject({ city: 'Wien', country: 'AT', postalCode: '1010' })
    expect(after.parcels[0]).toMatchObject({ labelCopies: 0, parcelStatus: 30 })
    expect(after.parcels[0]!.trackNo).not.toBe(one.parcels[0]!.trackNo)
    const more = (await paid(one)) - before
    expect(more).toBe(minorOf(price.difference.gross))
    expect(more).toBeGreaterThan(0n)
    expect(price.how).toBe('charged')
    expect(await paid(one)).toBe(minorOf(price.after.gross))
    expect((await standing(who)).balance).toBe(10_000_000n - (await paid(one)))
    // The new label is printed without a reason: it was never printed.
    expect((await print([one.id])).status).toBe(200)
    const numbers = await query<{ number: string; state: number }>(
      'select number, state from tracking_number where parcel_id = $1 order by state',
      [one.parcels[0]!.id],
    )
    expect(numbers).toEqual([
      { number: after.parcels[0]!.trackNo, state: 1 },
      { number: one.parcels[0]!.trackNo, state: 2 },
    ])
    // And back: what it costs less is given back.
    const now = await detail(one)
    const { consignee } = one
    expect((await correct(now, consignee)).answer).toMatchObject({ result: { state: 'done' } })
    expect(await paid(one)).toBe(before)
    expect((await charges(one))[0]).toMatchObject({ adjustments: [{}, {}] })
    expect(await drift()).toEqual({ drift: [], same: true })
  },
)

test('a preview stores nothing; a version, a price or an address that was not shown is refused', async () => {
  const one = await labelled(await customer(100_000n))
  const shown = await preview(one, VIENNA)
  expect(shown.status).toBe(200)
  expect(await detail(one)).toEqual(one)
  const { key } = shown.result as { key: string }
  const send = async (change: object) =>
    (await manager()).put(corrections.correct.path, {
      id: one.id,
      version: one.version,
      consignee: VIENNA,
      key,
      ...change,
    })
  expect(await send({ version: one.version - 1 })).toMatchObject({ error: 'row.stale' })
  expect(await send({ consignee: { ...VIENNA, house: '2' } })).toMatchObject({
    error: 'correction.priceChanged',
  })
  const wrong = await preview(one, { ...VIENNA, postalCode: '1', name: '' })
  const issues = (wrong.result as { issues: { path: string }[] }).issues
  expect(issues.map(({ path }) => path).toSorted()).toEqual([
    'consignee.name',
    'consignee.postalCode',
  ])
})

test('of two people at once one corrects, the other is shown the order as it is; a key repeats nothing', async () => {
  const one = await labelled(await customer(100_000n))
  const keys = [VIENNA, { ...VIENNA, house: '9' }]
  const answers = await Promise.all(keys.map((to) => correct(one, to)))
  const states = answers.map(({ answer }) => answer.error ?? 'done').toSorted()
  expect(states).toEqual(['done', 'row.stale'])
  const now = await detail(one)
  const shown = await preview(now, { ...VIENNA, house: '77' })
  const { key } = shown.result as { key: string }
  const body = { id: one.id, version: now.version, consignee: { ...VIENNA, house: '77' }, key }
  const client = await manager()
  const twice = [0, 1].map(() =>
    client.put(corrections.correct.path, body, { 'Idempotency-Key': `correct-${one.id}` }),
  )
  const [first, second] = await Promise.all(twice)
  expect(
    [first!.error, second!.error].filter((code) => code && code !== 'request.underWay'),
  ).toEqual([])
  const history = await query(
    `select name from order_history where shipment_id = $1 and action = 'correct' order by id`,
    [one.id],
  )
  expect(history).toMatchObject([{ name: expect.stringContaining('city') }, { name: 'house' }])
})

test('a customer corrects its own orders; a sub-account those it made; strangers none', async () => {
  const made = await order(world().customerId, {}, await world().as('customer'))
  await query(`update delivery_service set iz_subsist = true where tenant_id = $1`, [
    world().tenantId,
  ])
  await service('ECO-PARCEL', '5')
  expect(await confirm([made.id])).toMatchObject([{ ok: true }])
  expect((await print([made.id])).status).toBe(200)
  const one = await detail(made)
  for (const role of ['sub', 'otherCustomer'] as const)
    expect(await preview(one, VIENNA, await world().as(role))).toMatchObject({
      error: 'row.missing',
    })
  expect(await preview(one, VIENNA, await world().otherTenantUser())).toMatchObject({
    error: 'row.missing',
  })
  const { answer } = await correct(one, VIENNA, await world().as('customer'))
  expect(answer, JSON.stringify(answer)).toMatchObject({ result: { state: 'done' } })
})

test('money that does not do refuses the correction, and nothing of it remains', async () => {
  const rich = await labelled(await customer(100_000n))
  const costs = await paid(rich)
  const poor = await labelled(await customer(costs))
  expect((await preview(poor, VIENNA)).error).toBe('charge.insufficient')
  expect(await paid(poor)).toBe(costs)
  expect(await detail(poor)).toEqual(poor)
})

test('a received order keeps its measures and state; one that left is refused by its state', async () => {
  const one = await labelled(await customer(100_000n))
  const manual = await manager()
  await inboundScan(manual, one.parcels[0]!.trackNo!, { weightKg: '1.3' })
  const received = await detail(one)
  expect(received.parcels[0]!.parcelStatus).toBe(40)
  expect((await correct(received, VIENNA)).answer).toMatchObject({ result: { state: 'done' } })
  expect((await detail(one)).parcels[0]).toMatchObject({
    parcelStatus: 40,
    measuredWeightKg: received.parcels[0]!.measuredWeightKg,
  })
  await query(`update parcel set parcel_status = 70 where shipment_id = $1`, [one.id])
  const left = await detail(one)
  expect((await preview(left, one.consignee)).error).toBe('shipment.not.correct')
})

test('the other parcels of an order with a revoked one are corrected, priced and numbered alone', async () => {
  const goods = { parcels: [parcel({ weightKg: '2' }), parcel({ weightKg: '1' })] }
  const made = await order(await customer(100_000n), goods)
  expect(await confirm([made.id])).toMatchObject([{ ok: true }])
  expect((await print([made.id])).status).toBe(200)
  const [gone] = (await detail(made)).parcels
  const staff = await manager()
  await inboundScan(staff, gone!.trackNo!, { weightKg: '2' })
  const revoked = await staff.put('/erp/shipment/revoke', { ids: [made.id], reason: 'wish' })
  expect(revoked.result, revoked.message).toMatchObject({ done: 1 })
  const one = await detail(made)
  expect(one.parcels.map(({ parcelStatus }) => parcelStatus)).toEqual([-20, 30])
  const { shown, answer } = await correct(one, VIENNA)
  expect(answer, JSON.stringify(answer)).toMatchObject({ result: { state: 'done' } })
  const { labels, price } = shown.result as {
    labels: object[]
    price: { after: { gross: string } }
  }
  expect(labels).toMatchObject([{ parcel: one.parcels[1]!.serialNumber }])
  const after = await detail(made)
  expect(after.consignee.city).toBe('Wien')
  // Its tracking status follows by a job, sooner or later.
  const { trackingStatus: _, ...rest } = one.parcels[0]!
  expect(after.parcels[0]).toMatchObject(rest)
  expect(after.parcels[1]!.trackNo).not.toBe(one.parcels[1]!.trackNo)
  expect(await paid(made)).toBe(minorOf(price.after.gross))
  // It costs what an order of that parcel alone does, and nothing of the one that is gone.
  const alone = await order(await customer(100_000n), {
    consignee: VIENNA,
    parcels: [parcel({ weightKg: '1' })],
  })
  expect(await confirm([alone.id])).toMatchObject([{ ok: true }])
  expect((await print([alone.id])).status).toBe(200)
  expect(await paid(made)).toBe(await paid(alone))
  const wrong = await staff.post(corrections.preview.path, {
    id: after.id,
    version: after.version,
    consignee: VIENNA,
    goods: [{ parcelId: gone!.id, products: [] }],
  })
  expect(wrong.code).toBe(400)
  expect(await drift()).toEqual({ drift: [], same: true })
})
