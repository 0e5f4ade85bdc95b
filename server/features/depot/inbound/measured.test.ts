import { describe, expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { Client, useWorld } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import {
  confirmed,
  intoParcel,
  orderRow,
  parcelRow,
  inboundScan,
  trackNo,
} from './depot.fixture.ts'

const world = useWorld()
const staff = () => world().as('warehouse')
const BOX = { weightKg: '10', lengthCm: '62', widthCm: '49', heightCm: '39' }
const divisor = (value: number) =>
  world().db.pool.query(
    `update delivery_service set th_weight_ratio = $2 where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId, value],
  )
const dataLog = async (table: string, id: string) =>
  (
    await world().db.pool.query<{ diff: Record<string, unknown> }>(
      'select diff from data_log where tenant_id = $1 and table_name = $2 and row_id = $3 order by id',
      [world().tenantId, table, id],
    )
  ).rows.map((row) => row.diff)

describe('measures at the inbound station', () => {
  test('give the chargeable weight of the worked examples (domain §3.4)', async () => {
    const clerk = await staff()
    for (const [by, volumetric, chargeable] of [
      [5000, '23.7', '24'],
      [6000, '19.75', '20'],
      [4000, '29.63', '30'],
    ] as const) {
      const order = await confirmed(world())
      await divisor(by)
      const answer = await inboundScan(clerk, trackNo(order), BOX)
      await divisor(5000)
      expect(answer).toMatchObject({
        code: 200,
        result: {
          parcel: {
            measuredWeightKg: expect.stringMatching(/^10(\.000)?$/),
            measuredSizeCm: '62 × 49 × 39',
          },
        },
      })
      expect(Number(answer.result?.parcel?.volumeWeightKg)).toBe(Number(volumetric))
      expect(Number(answer.result?.parcel?.chargeableWeightKg)).toBe(Number(chargeable))
      expect(Number((await orderRow(world(), order.id)).chargeable_weight)).toBe(
        Number(chargeable) * 1000,
      )
    }
  })

  test('price the order again and write it in its log; without measures nothing changes', async () => {
    const clerk = await staff()
    const plain = await confirmed(world())
    const before = await orderRow(world(), plain.id)
    await inboundScan(clerk, trackNo(plain))
    expect(await orderRow(world(), plain.id)).toMatchObject({
      amount: before.amount,
      chargeable_weight: before.chargeable_weight,
    })

    const declared = await confirmed(world(), { parcels: [parcel({ weightKg: '10' })] })
    const asDeclared = await orderRow(world(), declared.id)
    const heavy = await confirmed(world())
    const first = await orderRow(world(), heavy.id)
    expect(await inboundScan(clerk, trackNo(heavy), { weightKg: '10' })).toMatchObject({
      code: 200,
      result: { warnings: [{ code: 'scan.warn.weight' }, { code: 'scan.warn.noLabel' }] },
    })
    const after = await orderRow(world(), heavy.id)
    // Weighed 10 kg costs what declared 10 kg costs.
    expect(after).toMatchObject({
      amount: asDeclared.amount,
      chargeable_weight: asDeclared.chargeable_weight,
    })
    expect(BigInt(after.amount)).toBeGreaterThan(BigInt(first.amount))
    const changes = (await dataLog('shipment', heavy.id)).filter((diff) => 'amount' in diff)
    expect(changes.at(-1)).toHaveProperty('amount')
  })

  test("over the service's limit: received, held with the reason, and the price left alone", async () => {
    const clerk = await staff()
    const order = await confirmed(world())
    const before = await orderRow(world(), order.id)
    const answer = await inboundScan(clerk, trackNo(order), { weightKg: '31.6' })
    expect(answer).toMatchObject({
      status: 200,
      success: false,
      code: 1004,
      error: 'scan.overLimit',
      result: { parcel: { parcelStatus: PARCEL.HELD } },
    })
    const row = await parcelRow(world(), order.parcels[0]!.id)
    expect(row).toMatchObject({
      parcel_status: PARCEL.HELD,
      measured_weight: 31_600,
      received_at: expect.anything(),
    })
    expect(row.held_reason).toContain('31.5')
    // Stored as code and parameters: every reader sees it in their own language.
    expect(row.held_reason).toMatch(/^scan\.over\.weight \{/)
    const chinese = new Client(clerk.base, clerk.token)
    Object.assign(chinese, { tenant: clerk.tenant, lang: 'zh_CN' })
    for (const [reader, words] of [
      [clerk, /Weight 31\.6 kg, limit 31\.5 kg/],
      [chinese, /重量 31\.6/],
    ] as const) {
      const again = await inboundScan(reader, trackNo(order))
      expect(again.message).toMatch(words)
      expect(again.result?.parcel?.heldReason).toMatch(words)
      const recent = (await reader.get('/erp/intoParcel/recent')).result as {
        rows: { message: string }[]
      }
      expect(recent.rows[0]!.message).toMatch(words)
      expect(recent.rows[1]!.message).toMatch(words)
    }
    expect(await orderRow(world(), order.id)).toMatchObject({
      shipment_status: PARCEL.HELD,
      amount: before.amount,
    })
    const longest = await confirmed(world())
    expect(
      await inboundScan(clerk, trackNo(longest), {
        lengthCm: '300.1',
        widthCm: '10',
        heightCm: '10',
      }),
    ).toMatchObject({ code: 1004 })
  })
})

describe('undo', () => {
  const undo = async (scanId: string | undefined, role: 'warehouse' | 'manager' = 'warehouse') =>
    (await world().as(role)).post('/erp/intoParcel/undo', { scanId })
  const age = (scanId: string | undefined, seconds: number) =>
    world().db.pool.query(
      `update scan_log set create_time = create_time - make_interval(secs => $2) where id = $1`,
      [scanId, seconds],
    )

  test('puts parcel, order and price back to what they were', async () => {
    const clerk = await staff()
    for (const measures of [{}, BOX, { weightKg: '31.6' }]) {
      const order = await confirmed(world())
      const [parcelBefore, orderBefore] = [
        await parcelRow(world(), order.parcels[0]!.id),
        await orderRow(world(), order.id),
      ]
      const scan = await inboundScan(clerk, trackNo(order), measures)
      expect(await undo(scan.result?.scanId)).toMatchObject({
        success: true,
        result: { parcel: { parcelStatus: PARCEL.CONFIRMED } },
      })
      // Tracking notes the scan and its undoing too, in its own columns.
      const {
        parcel_status,
        measured_weight,
        chargeable_weight,
        volume_weight,
        received_at,
        held_reason,
      } = parcelBefore
      expect(await parcelRow(world(), order.parcels[0]!.id)).toMatchObject({
        parcel_status,
        measured_weight,
        chargeable_weight,
        volume_weight,
        received_at,
        held_reason,
      })
      const { shipment_status, flags, amount, chargeable_weight: charged } = orderBefore
      expect(await orderRow(world(), order.id)).toMatchObject({
        shipment_status,
        flags,
        amount,
        chargeable_weight: charged,
      })
      expect(await undo(scan.result?.scanId)).toMatchObject({
        code: 409,
        error: 'scan.alreadyUndone',
      })
      expect(await inboundScan(clerk, trackNo(order))).toMatchObject({ code: 200 })
    }
  })

  test("is for a user's own scans of the last minute, ten minutes for who leads", async () => {
    const clerk = await staff()
    const order = await confirmed(world())
    const scan = await inboundScan(clerk, trackNo(order))
    expect(await undo(scan.result?.scanId, 'manager')).toMatchObject({
      code: 422,
      error: 'scan.notYours',
    })
    expect(
      (
        await (
          await world().otherTenantUser()
        ).post('/erp/intoParcel/undo', { scanId: scan.result?.scanId })
      ).status,
    ).toBe(404)
    await age(scan.result?.scanId, 61)
    expect(await undo(scan.result?.scanId)).toMatchObject({
      code: 422,
      error: 'scan.tooLate',
      message: 'Too late: a scan can be undone within 60 s.',
    })
    const own = await inboundScan(await world().as('manager'), trackNo(await confirmed(world())))
    await age(own.result?.scanId, 61)
    expect(await undo(own.result?.scanId, 'manager')).toMatchObject({ success: true })
  })

  test('comes too late once the parcel went on, and a scan without effect has none', async () => {
    const clerk = await staff()
    const order = await confirmed(world())
    const scan = await inboundScan(clerk, trackNo(order))
    await clerk.call(intoParcel.hold, { parcelId: order.parcels[0]!.id, reason: 'Torn' })
    expect(await undo(scan.result?.scanId)).toMatchObject({ code: 422, error: 'scan.movedOn' })
    const again = await inboundScan(clerk, trackNo(order))
    expect(await undo(again.result?.scanId)).toMatchObject({ code: 422, error: 'scan.noEffect' })
  })

  test('twice at once happens once', async () => {
    const clerk = await staff()
    const scan = await inboundScan(clerk, trackNo(await confirmed(world())))
    const answers = await Promise.all([
      undo(scan.result?.scanId),
      undo(scan.result?.scanId),
      undo(scan.result?.scanId),
    ])
    expect(answers.filter((one) => one.success)).toHaveLength(1)
    expect(answers.filter((one) => one.code === 409)).toHaveLength(2)
  })
})

describe('the station', () => {
  test("lists the user's own last twenty scans in their language and counts", async () => {
    const clerk = await staff()
    const start = await clerk.call(intoParcel.recent, {})
    const order = await confirmed(world())
    await inboundScan(clerk, trackNo(order))
    await inboundScan(clerk, 'NOBODY-KNOWS')
    for (let at = 0; at < 20; at++) await inboundScan(await world().as('manager'), `M-${at}`)
    const now = await clerk.call(intoParcel.recent, {})
    expect(now.rows.slice(0, 2)).toMatchObject([
      { no: 'NOBODY-KNOWS', code: 1010, undoUntil: null, parcelId: null },
      {
        no: trackNo(order),
        code: 200,
        message: 'Received',
        undoUntil: expect.any(String),
        parcelId: order.parcels[0]!.id,
      },
    ])
    expect(now.rows.length).toBeLessThanOrEqual(20)
    expect(now).toMatchObject({
      today: start.today + 1,
      inStock: start.inStock + 1,
      held: start.held,
    })
    expect((await (await world().as('manager')).call(intoParcel.recent, {})).rows).toHaveLength(20)
    clerk.lang = 'zh_CN'
    expect((await clerk.call(intoParcel.recent, {})).rows[1]?.message).toBe('入库成功')
    clerk.lang = 'en_US'
  })
})
