import { expect, test } from 'vitest'
import { interceptList, intercepts } from '#contracts/depot/intercepts.ts'
import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  openOutBatch,
  outboundScan,
  parcelRow,
  pieces,
  trackNo,
} from './depot.fixture.ts'

const world = useWorld()

test('an order on its way is stopped by customer service and set apart by whichever number is scanned', async () => {
  const service = await world().as('service')
  const boss = await world().as('manager')
  const order = await confirmed(world(), pieces(2))
  const depotId = await world().depotId('FRA1')
  const note = 'The customer asked'
  const body = { no: trackNo(order, 0), depotId, note }
  const asked = await Promise.all([1, 2].map(() => service.call(intercepts.add, body)))
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  for (const who of ['sales', 'customer', 'sub'] as const)
    expect((await (await world().as(who)).post(intercepts.add.path, body)).status, who).toBe(403)
  // Only what customer service sees; a station may stop any number.
  const strange = { ...body, no: 'NO-PARCEL-1' }
  expect(await service.post(intercepts.add.path, strange)).toMatchObject({
    result: { issues: [{ path: 'no', code: 'intercept.notYours' }] },
  })
  expect(await boss.post(intercepts.add.path, strange)).toMatchObject({ success: true })
  // Under the number of all its parcels it would stop none of them, and is no unknown parcel either.
  for (const here of [true, false])
    expect(
      await boss.post(intercepts.add.path, { ...body, no: order.serialNumber, here }),
    ).toMatchObject({ result: { issues: [{ path: 'no', code: 'scan.several' }] } })
  // Receiving without a scan would let it in.
  const mark = await boss.put(predictedShipments.arrived.path, { ids: [order.id] })
  expect(mark.result).toMatchObject({ done: 0, failed: 1, rows: [{ code: 'batchIn.stopped' }] })
  const scanned = await inboundScan(boss, order.parcels[0]!.serialNumber)
  expect(scanned).toMatchObject({ code: SCAN.intercepted })
  expect((await parcelRow(world(), order.parcels[0]!.id)).parcel_status).toBeLessThan(
    PARCEL.RECEIVED,
  )
  const { records } = await service.call(interceptList.endpoints.list, { no: trackNo(order, 0) })
  expect(records).toMatchObject([{ status: INTERCEPT.intercepted, note }])
  const batch = await openOutBatch(world())
  const out = await outboundScan(boss, batch.id, trackNo(order, 0))
  expect(out).toMatchObject({ code: SCAN.status, message: expect.stringContaining(note) })
  // Confirmed only: a label is still to be made, at both stations.
  const bare = { code: SCAN.ok, result: { warnings: [{ code: 'scan.warn.noLabel' }] } }
  expect(await inboundScan(boss, trackNo(order, 1))).toMatchObject(bare)
  expect(await outboundScan(boss, batch.id, trackNo(order, 1))).toMatchObject(bare)
  const [{ id, version }] = records as unknown as [{ id: string; version: number }]
  await boss.call(intercepts.release, { id, version, note: 'May go' })
  expect(await inboundScan(boss, trackNo(order, 0))).toMatchObject({ code: SCAN.ok })
})

test('a parcel that waits to be stopped and is scanned outbound first is set apart there', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world())
  const no = trackNo(order)
  await boss.call(intercepts.add, { no, depotId: await world().depotId('FRA1') })
  const stateOf = async () =>
    (await boss.call(interceptList.endpoints.list, { no })).records.map(({ status }) => status)
  expect(await stateOf()).toEqual([INTERCEPT.waiting])
  const batch = await openOutBatch(world())
  const answer = await outboundScan(boss, batch.id, order.parcels[0]!.serialNumber)
  expect(answer).toMatchObject({ code: SCAN.status })
  expect(await stateOf()).toEqual([INTERCEPT.intercepted])
})

test('a parcel that was received without a label and printed at the depot is loaded without a warning', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world())
  expect((await inboundScan(boss, trackNo(order))).result?.warnings).toMatchObject([
    { code: 'scan.warn.noLabel' },
  ])
  await boss.post('/erp/label/print', { ids: [order.id], format: 'zpl' })
  const batch = await openOutBatch(world())
  expect(await outboundScan(boss, batch.id, trackNo(order))).toMatchObject({
    code: SCAN.ok,
    result: { warnings: [] },
  })
})
