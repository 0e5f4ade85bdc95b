import { describe, expect, test } from 'vitest'
import { FLAG, PARCEL } from '#contracts/orders/shipments.states.ts'
import { inboundResult } from '#contracts/depot/inbound.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import {
  predict,
  confirmed,
  intoParcel,
  orderRow,
  parcelRow,
  pieces,
  inboundScan,
  trackNo,
} from './depot.fixture.ts'

const world = useWorld()
const staff = () => world().as('warehouse')
const set = (id: string, sets: string) =>
  world().db.pool.query(`update parcel set ${sets} where tenant_id = $1 and id = $2`, [
    world().tenantId,
    id,
  ])

describe('a scan at the inbound station', () => {
  test('receives by track number, serial and reference, in any spelling', async () => {
    const clerk = await staff()
    const spellings = [
      (order: Awaited<ReturnType<typeof confirmed>>) => trackNo(order),
      (order: Awaited<ReturnType<typeof confirmed>>) =>
        ` ${trackNo(order).slice(0, 8)} ${trackNo(order).slice(8)} `,
      (order: Awaited<ReturnType<typeof confirmed>>) =>
        order.parcels[0]!.serialNumber.toLowerCase(),
      (order: Awaited<ReturnType<typeof confirmed>>) => order.serialNumber,
      (order: Awaited<ReturnType<typeof confirmed>>) => order.reference,
    ]
    for (const spelling of spellings) {
      const order = await confirmed(world())
      const answer = await inboundScan(clerk, spelling(order))
      expect(answer).toMatchObject({
        status: 200,
        success: true,
        code: 200,
        message: 'Received',
        result: {
          parcel: {
            id: order.parcels[0]!.id,
            parcelStatus: PARCEL.RECEIVED,
            depotCode: 'FRA1',
            pieces: 1,
          },
        },
      })
      inboundResult.parse(answer.result)
      expect(await parcelRow(world(), order.parcels[0]!.id)).toMatchObject({
        parcel_status: PARCEL.RECEIVED,
        received_at: expect.anything(),
      })
      expect((await orderRow(world(), order.id)).shipment_status).toBe(PARCEL.RECEIVED)
    }
  })

  test('answers what else it may be, each with its code', async () => {
    const clerk = await staff()
    expect(await inboundScan(clerk, 'NOBODY-KNOWS')).toMatchObject({
      status: 200,
      success: false,
      code: 1010,
      error: 'scan.unknown',
      result: { parcel: null, batch: null },
    })
    const order = await confirmed(world())
    const id = order.parcels[0]!.id
    const notify = async (status: number, held: string | null = null) => {
      await set(id, `parcel_status = ${status}, held_reason = ${held ? `'${held}'` : 'null'}`)
      return inboundScan(clerk, trackNo(order))
    }
    for (const status of [PARCEL.RECEIVED, PARCEL.SORTED, PARCEL.BAGGED])
      expect(await notify(status)).toMatchObject({ code: 1011, result: { parcel: { id } } })
    for (const status of [
      PARCEL.OUTBOUND,
      PARCEL.IN_TRANSIT,
      PARCEL.EXCEPTION,
      PARCEL.DELIVERED,
      PARCEL.RETURNING,
    ])
      expect(await notify(status)).toMatchObject({ code: 1020 })
    expect(await notify(PARCEL.HELD, 'Battery inside')).toMatchObject({
      code: 1003,
      message: 'Held: Battery inside',
    })
    expect(await notify(PARCEL.CANCELLED)).toMatchObject({
      code: 1000,
      message: 'Not possible: the parcel is “Cancelled”',
    })
    for (const status of [
      PARCEL.DRAFT,
      PARCEL.REVOKED,
      PARCEL.DESTROYED,
      PARCEL.LOST,
      PARCEL.RETURNED,
    ])
      expect(await notify(status)).toMatchObject({ code: 1000, error: 'scan.status' })
    const log = await world().db.pool.query(
      'select code, create_by, depot_id from scan_log where tenant_id = $1 and parcel_id = $2',
      [world().tenantId, id],
    )
    expect(log.rows).toHaveLength(15)
    expect(new Set(log.rows.map((row: { create_by: string }) => row.create_by))).toEqual(
      new Set([world().username('warehouse')]),
    )
  })

  test('speaks the language of the scanner', async () => {
    const clerk = await staff()
    clerk.lang = 'zh_CN'
    try {
      expect((await inboundScan(clerk, 'NOBODY-KNOWS')).message).toBe('未预报：查无此单号')
    } finally {
      clerk.lang = 'en_US'
    }
  })

  test('refuses what makes no sense, and notes nothing', async () => {
    const clerk = await staff()
    const path = (answer: Awaited<ReturnType<typeof inboundScan>>) =>
      (answer.result as unknown as { issues: { path: string }[] }).issues.map((issue) => issue.path)
    for (const [more, at] of [
      [{ no: '' }, ['no']],
      [{ no: 'A\u0000B' }, ['no']],
      [{ no: 'x'.repeat(61) }, ['no']],
      [{ weightKg: '-1' }, ['weightKg']],
      [{ weightKg: '0' }, ['weightKg']],
      [{ lengthCm: '10' }, ['widthCm', 'heightCm']],
      [{ batchId: 'x' }, ['batchId']],
      [{ depotId: '999999999' }, ['depotId']],
    ] as const) {
      const answer = await inboundScan(clerk, 'X', more)
      expect(answer).toMatchObject({ success: false, code: 400 })
      expect(path(answer)).toEqual([...at])
    }
    expect((await inboundScan(clerk, 'X', { batchId: '999999999' })).status).toBe(404)
  })

  test('of an announced parcel before its order is confirmed receives it and marks the order', async () => {
    const manager = await world().as('manager')
    const order = await makeOrder(world(), manager)
    expect(await inboundScan(await staff(), order.serialNumber)).toMatchObject({
      code: 1000,
      message: 'Not possible: the parcel is “Draft”',
    })
    const batch = await predict(world(), manager, [order.serialNumber])
    expect(batch).toMatchObject({ added: 1, refused: [] })
    const answer = await inboundScan(await staff(), order.serialNumber, { batchId: batch.id })
    expect(answer).toMatchObject({
      code: 200,
      result: {
        warnings: [{ code: 'scan.warn.needConfirm' }],
        batch: { counts: { expected: 1, received: 1, missing: 0, extra: 0 } },
      },
    })
    expect((await orderRow(world(), order.id)).flags & FLAG.needConfirm).toBe(FLAG.needConfirm)
  })

  test('of an order number that stands for several parcels asks for the parcel, and takes the last one', async () => {
    const clerk = await staff()
    const order = await confirmed(world(), pieces(3))
    expect(await inboundScan(clerk, order.serialNumber)).toMatchObject({
      code: 1000,
      error: 'scan.several',
      result: { parcel: null },
    })
    for (const at of [0, 1])
      expect(await inboundScan(clerk, trackNo(order, at))).toMatchObject({ code: 200 })
    expect(await orderRow(world(), order.id)).toMatchObject({
      shipment_status: PARCEL.CONFIRMED,
      flags: FLAG.partReceived,
    })
    expect(await inboundScan(clerk, order.reference)).toMatchObject({
      code: 200,
      result: { parcel: { seq: 3 } },
    })
    expect(await inboundScan(clerk, order.reference)).toMatchObject({ code: 1011 })
    expect(await orderRow(world(), order.id)).toMatchObject({
      shipment_status: PARCEL.RECEIVED,
      flags: 0,
    })
  })
})

describe('reach', () => {
  test("a parcel of another depot is reported with the depot's name and left alone", async () => {
    const order = await confirmed(world(), { depotId: await world().depotId('VEN1') })
    const clerk = await staff()
    expect(await inboundScan(clerk, trackNo(order))).toMatchObject({
      code: 1000,
      message: 'Wrong depot: this parcel belongs to VEN1',
      result: { parcel: null },
    })
    const manager = await world().as('manager')
    expect(
      await inboundScan(manager, trackNo(order), { depotId: await world().depotId('FRA1') }),
    ).toMatchObject({ code: 1000, error: 'scan.wrongDepot' })
    expect((await parcelRow(world(), order.parcels[0]!.id)).parcel_status).toBe(PARCEL.CONFIRMED)
    expect(await inboundScan(manager, trackNo(order))).toMatchObject({ code: 200 })
    expect(await inboundScan(clerk, 'X', { depotId: await world().depotId('VEN1') })).toMatchObject(
      {
        code: 400,
      },
    )
  })

  test('another tenant sees nothing, a customer may not scan', async () => {
    const order = await confirmed(world())
    const stranger = await world().otherTenantUser()
    expect(await inboundScan(stranger, trackNo(order))).toMatchObject({
      code: 1010,
      result: { parcel: null },
    })
    expect(
      (await stranger.post('/erp/intoParcel/hold', { parcelId: order.parcels[0]!.id, reason: 'x' }))
        .status,
    ).toBe(404)
    for (const role of ['customer', 'sub', 'finance', 'nobodySpecial'] as const)
      expect((await inboundScan(await world().as(role), trackNo(order))).status).toBe(403)
    expect((await inboundScan(world().anonymous, trackNo(order))).status).toBe(401)
  })
})

describe('holding', () => {
  test('keeps a parcel back with its reason until it is released', async () => {
    const clerk = await staff()
    const order = await confirmed(world())
    const parcelId = order.parcels[0]!.id
    expect(await clerk.post('/erp/intoParcel/hold', { parcelId, reason: 'Torn' })).toMatchObject({
      code: 422,
      error: 'parcel.notHoldable',
    })
    await inboundScan(clerk, trackNo(order))
    expect(await clerk.post('/erp/intoParcel/hold', { parcelId, reason: '  ' })).toMatchObject({
      code: 400,
    })
    expect(await clerk.call(intoParcel.hold, { parcelId, reason: 'Torn' })).toMatchObject({
      parcelStatus: PARCEL.HELD,
      heldReason: 'Torn',
    })
    expect(await inboundScan(clerk, trackNo(order))).toMatchObject({
      code: 1003,
      message: 'Held: Torn',
    })
    expect(await clerk.call(intoParcel.release, { parcelId })).toMatchObject({
      parcelStatus: PARCEL.RECEIVED,
      heldReason: null,
    })
    expect(await clerk.post('/erp/intoParcel/release', { parcelId })).toMatchObject({
      code: 422,
      error: 'parcel.notHeld',
    })
  })
})

describe('two scanners', () => {
  test('on one parcel: one receives it, the others get "in stock"', async () => {
    const clerk = await staff()
    const manager = await world().as('manager')
    for (let round = 0; round < 5; round++) {
      const order = await confirmed(world())
      const answers = await Promise.all(
        [clerk, manager, clerk, manager].map((one) => inboundScan(one, trackNo(order))),
      )
      expect(answers.map((one) => one.code).sort()).toEqual([1011, 1011, 1011, 200].sort())
    }
  })

  test('on the parcels of one order leave the order received, not half received', async () => {
    const clerk = await staff()
    const order = await confirmed(world(), { parcels: Array.from({ length: 6 }, () => parcel()) })
    const answers = await Promise.all(
      order.parcels.map((one) => inboundScan(clerk, one.trackNo!, { weightKg: '1.2' })),
    )
    expect(answers.map((one) => one.code)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await orderRow(world(), order.id)).toMatchObject({
      shipment_status: PARCEL.RECEIVED,
      flags: 0,
    })
  })

  test('and a scanner that sends again after a lost answer counts once', async () => {
    const clerk = await staff()
    const order = await confirmed(world())
    const key = `scan-${order.reference}`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => inboundScan(clerk, trackNo(order), {}, key)),
    )
    expect(answers.map((one) => one.code)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((one) => one.result?.scanId)).size).toBe(1)
    const log = await world().db.pool.query(
      'select 1 from scan_log where tenant_id = $1 and parcel_id = $2',
      [world().tenantId, order.parcels[0]!.id],
    )
    expect(log.rows).toHaveLength(1)
  })

  test('and a cancellation meanwhile: either it is received or it is cancelled', async () => {
    const [clerk, manager] = [await staff(), await world().as('manager')]
    for (let round = 0; round < 6; round++) {
      const order = await confirmed(world(), pieces(2))
      const [scan, cancel] = await Promise.all([
        inboundScan(clerk, trackNo(order, round % 2)),
        manager.put('/erp/shipment/cancel', { ids: [order.id] }),
      ])
      const cancelled = (cancel.result as { done: number }).done === 1
      expect([scan.code === 200, cancelled].filter(Boolean)).toHaveLength(1)
    }
  })
})
