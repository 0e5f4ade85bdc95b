import { describe, expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { moveParcels } from '#server/features/orders/shipments/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { syncScanEvents } from './sync-scan-events.ts'
import {
  codesOf,
  eventually,
  systemCtx,
  parcelRow,
  pollAfter,
  publicItem,
  sendParcel,
} from '../tracking.fixture.ts'

const world = useWorld()
const OWN = '10/order_created 20/depot_received 25/handed_to_linehaul'

describe('a parcel from order to door, asked for in between', () => {
  const whole = `${OWN} 10/data_sent_to_carrier 30/dropped_off 40/departed 40/at_delivery_depot 50/on_vehicle`
  test.each([
    [0, 400, `${whole} 70/to_recipient`, PARCEL.DELIVERED],
    [1, 400, `${whole} 70/neighbour`, PARCEL.DELIVERED],
    [2, 400, `${whole} 60/refused 85/refused 90/to_sender`, PARCEL.RETURNED],
    [
      3,
      400,
      `${whole} 60/not_home 55/parcel_shop 55/parcel_shop 70/shop_collected`,
      PARCEL.DELIVERED,
    ],
    [
      4,
      400,
      `${OWN} 10/data_sent_to_carrier 30/dropped_off 40/departed 40/arrived_country 45/processing 45/released 40/at_delivery_depot 50/on_vehicle 70/to_recipient`,
      PARCEL.DELIVERED,
    ],
    [
      5,
      400,
      `${OWN} 10/data_sent_to_carrier 30/dropped_off 40/departed 40/at_delivery_depot 80/damaged`,
      PARCEL.EXCEPTION,
    ],
  ])('story %i', async (digit, hours, scenario, end) => {
    const parcel = await sendParcel(world(), digit)
    expect(codesOf(await publicItem(world(), parcel.trackNo))).toBe(OWN)
    await pollAfter(world(), parcel, 14)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      parcel_status: PARCEL.IN_TRANSIT,
      tracking_status: 40,
      tracking_sub: 'departed',
      poll_failures: 0,
    })
    await pollAfter(world(), parcel, hours)
    await pollAfter(world(), parcel, hours)
    expect(codesOf(await publicItem(world(), parcel.trackNo))).toBe(scenario)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      parcel_status: end,
      tracking_question: null,
    })
    expect((await parcelRow(world(), parcel.id)).delivered_at !== null).toBe(
      end === PARCEL.DELIVERED,
    )
  })

  test('is asked for by the plan, and left alone a day after delivery', async () => {
    const parcel = await sendParcel(world(), 0)
    await pollAfter(world(), parcel, 14)
    const due = async () =>
      (Date.parse((await parcelRow(world(), parcel.id)).next_poll_at!) - parcel.leftAt) / 3_600_000
    expect(await due()).toBeCloseTo(18, 3)
    await pollAfter(world(), parcel, 32)
    expect(await due()).toBeCloseTo(33, 3)
    await pollAfter(world(), parcel, 37)
    expect(await due()).toBeGreaterThan(36 + 24)
    await pollAfter(world(), parcel, 62)
    expect((await parcelRow(world(), parcel.id)).next_poll_at).toBeNull()
    const calls = await world().db.pool.query(
      `select operation, http_status, error from carrier_call where tenant_id = $1`,
      [world().tenantId],
    )
    expect(calls.rows[0]).toEqual({ operation: 'track', http_status: 200, error: null })
  })

  test('a quick simulator is asked as much sooner', async () => {
    const parcel = await sendParcel(world(), 0, { speed: 1440 })
    await pollAfter(world(), parcel, 14 / 1440)
    expect(
      (Date.parse((await parcelRow(world(), parcel.id)).next_poll_at!) - parcel.leftAt) / 60_000,
    ).toBeCloseTo((18 * 60) / 1440, 3)
    await pollAfter(world(), parcel, 40 / 1440)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({ parcel_status: PARCEL.DELIVERED })
  })

  test('a month of silence ends it, and any news begins it again', async () => {
    const parcel = await sendParcel(world(), 7)
    await pollAfter(world(), parcel, 40)
    await pollAfter(world(), parcel, 40 + 31 * 24)
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      tracking_status: 99,
      tracking_sub: 'no_update_30d',
      next_poll_at: null,
    })
  })
})

describe('scans of ours', () => {
  test('an order that is confirmed has its event, by itself', async () => {
    const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
    const { trackNo } = order.parcels[0]!
    await eventually(
      async () => codesOf(await publicItem(world(), trackNo!)) === '10/order_created',
    )
  })

  test('one that is cancelled is gone from the public, and cancelled for us', async () => {
    const client = await world().as('customer')
    const order = await makeOrder(world(), client, { confirm: true })
    await client.put('/erp/shipment/cancel', { ids: [order.id], reason: 'changed my mind' })
    await eventually(
      async () => (await parcelRow(world(), order.parcels[0]!.id)).tracking_status === 95,
    )
    expect(await parcelRow(world(), order.parcels[0]!.id)).toMatchObject({
      tracking_sub: 'by_customer',
    })
    expect(await publicItem(world(), order.parcels[0]!.trackNo!)).toEqual({
      no: order.parcels[0]!.trackNo,
      found: false,
      events: [],
    })
  })

  test('a scan that is undone leaves no trace in public, in whatever order the news arrives', async () => {
    const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
    const { id, trackNo } = order.parcels[0]!
    const ctx = systemCtx(world())
    const received = new Date().toISOString()
    const scenario = async () => codesOf(await publicItem(world(), trackNo!))
    const follow = () => inTx(ctx, (tx) => syncScanEvents(tx, [id], null))
    await inTx(ctx, (tx) => moveParcels(tx, [id], PARCEL.RECEIVED, { receivedAt: received }))
    await follow()
    await follow()
    expect(await scenario()).toBe('10/order_created 20/depot_received')
    expect((await publicItem(world(), trackNo!)).events[0]).toMatchObject({
      place: 'Frankfurt am Main',
      country: 'DE',
      offset: expect.stringMatching(/^\+0[12]:00$/),
      text: null,
    })
    await inTx(ctx, (tx) => moveParcels(tx, [id], PARCEL.HELD, { heldReason: 'debt' }))
    await follow()
    expect(await parcelRow(world(), id)).toMatchObject({
      tracking_status: 20,
      tracking_sub: 'held_in_depot',
    })
    expect(await publicItem(world(), trackNo!)).toMatchObject({ status: 20, sub: 'depot_received' })
    await inTx(ctx, async (tx) => {
      await moveParcels(tx, [id], PARCEL.RECEIVED, { heldReason: null })
      await moveParcels(tx, [id], PARCEL.CONFIRMED, { receivedAt: null })
    })
    await follow()
    expect(await scenario()).toBe('10/order_created')
    expect(await parcelRow(world(), id)).toMatchObject({
      tracking_status: 10,
      tracking_sub: 'order_created',
    })
    await inTx(ctx, (tx) =>
      moveParcels(tx, [id], PARCEL.RECEIVED, {
        receivedAt: new Date(Date.parse(received) + 5_000).toISOString(),
      }),
    )
    await follow()
    expect(await scenario()).toBe('10/order_created 20/depot_received')
  })
})
