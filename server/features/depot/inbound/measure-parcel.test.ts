import { describe, expect, test } from 'vitest'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  intoParcel,
  orderRow,
  parcelRow,
  trackNo,
  type Scan,
} from './depot.fixture.ts'

const world = useWorld()
const measure = (client: Client, no: string, measures: Record<string, string>, key?: string) =>
  client.post(
    '/erp/intoParcel/measure',
    { no, ...measures },
    key ? { 'Idempotency-Key': key } : undefined,
  ) as Promise<Scan>
const weightOf = async (id: string) => (await parcelRow(world(), id)).measured_weight

describe('measures typed after a scan', () => {
  test('belong to the parcel that was scanned, not to the one scanned next', async () => {
    const clerk = await world().as('warehouse')
    const [a, b] = [await confirmed(world()), await confirmed(world())]
    await inboundScan(clerk, trackNo(a))
    await inboundScan(clerk, trackNo(b))
    const before = await orderRow(world(), a.id)
    expect(
      await measure(clerk, trackNo(a), {
        weightKg: '10',
        lengthCm: '62',
        widthCm: '49',
        heightCm: '39',
      }),
    ).toMatchObject({
      code: 200,
      message: expect.stringContaining('10 kg · 62 × 49 × 39 cm'),
      result: { parcel: { measuredSizeCm: '62 × 49 × 39' }, warnings: [{}] },
    })
    expect([await weightOf(a.parcels[0]!.id), await weightOf(b.parcels[0]!.id)]).toEqual([
      10_000,
      null,
    ])
    expect((await orderRow(world(), a.id)).amount).not.toBe(before.amount)
  })

  test('are taken back alone, or with the scan they followed', async () => {
    const clerk = await world().as('warehouse')
    const order = await confirmed(world())
    const { id } = order.parcels[0]!
    const before = await orderRow(world(), order.id)
    const received = await inboundScan(clerk, trackNo(order), { weightKg: '0.5' })
    const priced = await orderRow(world(), order.id)
    const weighed = await measure(clerk, trackNo(order), { weightKg: '10' })
    const undone = await clerk.call(intoParcel.undo, { scanId: weighed.result!.scanId })
    expect(undone.parcel).toMatchObject({ parcelStatus: PARCEL.RECEIVED })
    expect(await weightOf(id)).toBe(500)
    expect((await orderRow(world(), order.id)).amount).toBe(priced.amount)

    await measure(clerk, trackNo(order), { weightKg: '10' })
    await measure(clerk, trackNo(order), { weightKg: '11' })
    await clerk.call(intoParcel.undo, { scanId: received.result!.scanId })
    expect(await parcelRow(world(), id)).toMatchObject({
      parcel_status: PARCEL.CONFIRMED,
      measured_weight: null,
    })
    expect((await orderRow(world(), order.id)).amount).toBe(before.amount)
    const { rows } = await clerk.call(intoParcel.recent, {})
    expect(rows.filter((row) => row.no === trackNo(order) && row.undoneAt === null)).toEqual([])
  })

  test('over the limits hold the parcel; undone, it is free as before', async () => {
    const clerk = await world().as('warehouse')
    const order = await confirmed(world())
    const { id } = order.parcels[0]!
    await inboundScan(clerk, trackNo(order))
    const over = await measure(clerk, trackNo(order), { weightKg: '40' })
    expect(over).toMatchObject({ code: 1004, result: { parcel: { parcelStatus: PARCEL.HELD } } })
    await clerk.call(intoParcel.undo, { scanId: over.result!.scanId })
    expect(await parcelRow(world(), id)).toMatchObject({
      parcel_status: PARCEL.RECEIVED,
      held_reason: null,
      measured_weight: null,
    })
  })

  test('sent twice count once; of a number without a parcel, or gone, they are refused', async () => {
    const clerk = await world().as('warehouse')
    const order = await confirmed(world())
    await inboundScan(clerk, trackNo(order))
    const key = crypto.randomUUID()
    const first = await measure(clerk, trackNo(order), { weightKg: '1.25' }, key)
    const again = await measure(clerk, trackNo(order), { weightKg: '1.25' }, key)
    expect(again.result?.scanId).toBe(first.result?.scanId)
    await inboundScan(clerk, 'NOBODY-1')
    expect(await measure(clerk, 'NOBODY-1', { weightKg: '1' })).toMatchObject({
      code: SCAN.status,
      result: { parcel: null },
    })
    expect(
      await measure(clerk, trackNo(await confirmed(world())), { weightKg: '1' }),
    ).toMatchObject({ code: SCAN.status })
    expect((await measure(clerk, trackNo(order), {})).success).toBe(false)
    const before = await clerk.call(intoParcel.recent, {})
    await measure(clerk, trackNo(order), { weightKg: '1.3' })
    const { today, rows } = await clerk.call(intoParcel.recent, {})
    // A measure is listed, but is no parcel received.
    expect([today, rows[0]?.message]).toEqual([before.today, expect.stringContaining('1.3 kg')])
  })
})
