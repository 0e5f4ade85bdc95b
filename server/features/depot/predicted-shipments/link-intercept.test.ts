import { expect, test } from 'vitest'
import { createCanvas } from '@napi-rs/canvas'
import { interceptList, intercepts } from '#contracts/depot/intercepts.ts'
import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  parcelRow,
  pieces,
  predict,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const { path } = predictedShipments.link
let made = 0

/** A parcel registered at the depot under a number no order has. */
async function unknown(code = 'FRA1') {
  const no = `FOUND-${++made}`
  const boss = await world().as('manager')
  const depotId = await world().depotId(code)
  return { ...(await boss.call(intercepts.add, { no, depotId, here: true })), no }
}

test('what was registered as unknown is received as the announced parcel, with its photos', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world(), pieces(2))
  const batch = await predict(world(), boss, [trackNo(order, 0), trackNo(order, 1)])
  const no = `FOUND-${++made}`
  await inboundScan(boss, no, { batchId: batch.id })
  const counts = async () =>
    (await boss.call(predictedBatches.counts, { ids: [batch.id] }))[batch.id]
  expect(await counts()).toMatchObject({ expected: 2, received: 0, extra: 1 })
  const depotId = await world().depotId('FRA1')
  const apart = await boss.call(intercepts.add, { no, depotId, here: true })
  const photo = await boss.upload(
    '/sys/file/upload',
    'box.png',
    createCanvas(40, 40).toBuffer('image/png'),
    { ownerKind: 'intercept', ownerId: apart.id, kind: 'photo' },
  )
  expect(photo.success).toBe(true)
  const waiting = await boss.call(predictedShipments.waiting, { id: order.id })
  expect(waiting.map((one) => one.no)).toEqual([trackNo(order, 0), trackNo(order, 1)])
  const parcelId = waiting[1]!.id
  const body = { parcelId, interceptId: apart.id, version: apart.version }
  const key = { 'Idempotency-Key': 'link-once' }
  expect(await boss.put(path, body, key)).toMatchObject({
    success: true,
    result: { id: parcelId, parcelStatus: PARCEL.RECEIVED },
  })
  // The same again gets the first answer; another call finds nothing left to do.
  expect(await boss.put(path, body, key)).toMatchObject({ success: true })
  expect(await boss.put(path, body)).toMatchObject({ error: 'batchIn.allIn' })
  expect(await counts()).toMatchObject({ expected: 2, received: 1, extra: 0 })
  const { records } = await boss.call(interceptList.endpoints.list, { no })
  expect(records).toMatchObject([{ status: INTERCEPT.released, releaseNote: trackNo(order, 1) }])
  const customer = await world().as('customer')
  const photos = await customer.get('/sys/file/list', {
    ownerKind: 'parcel',
    ownerId: parcelId,
    kind: 'photo',
  })
  expect(photos.result).toMatchObject({ files: [{ fileName: 'box.png' }] })
  const scans = await world().db.pool.query<{ id: string }>(
    `select id from scan_log where tenant_id = $1 and parcel_id = $2 and code = 200`,
    [world().tenantId, parcelId],
  )
  expect(scans.rows).toHaveLength(1)
  // The box lies apart no more, and its photos are the parcel's.
  expect(await boss.post('/erp/intoParcel/undo', { scanId: scans.rows[0]!.id })).toMatchObject({
    error: 'scan.movedOn',
  })
  const events = await world().db.pool.query<{ count: number }>(
    `select count(*)::int as count from tracking_event where tenant_id = $1 and parcel_id = $2`,
    [world().tenantId, parcelId],
  )
  expect(events.rows[0]!.count).toBeGreaterThan(0)
})

test('two people at once: one parcel is one intercept', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world(), pieces(2))
  const [one, two] = order.parcels
  const [apart, other] = [await unknown(), await unknown()]
  const link = (parcelId: string, { id, version }: typeof apart) =>
    boss.put(path, { parcelId, interceptId: id, version })
  const sameIntercept = await Promise.all([link(one!.id, apart), link(two!.id, apart)])
  expect(sameIntercept.filter(({ success }) => success)).toHaveLength(1)
  const [won, left] = sameIntercept[0]!.success ? [one!, two!] : [two!, one!]
  expect((await parcelRow(world(), won.id)).parcel_status).toBe(PARCEL.RECEIVED)
  expect((await parcelRow(world(), left.id)).parcel_status).not.toBe(PARCEL.RECEIVED)
  const third = await unknown()
  const sameParcel = await Promise.all([link(left.id, other), link(left.id, third)])
  expect(sameParcel.filter(({ success }) => success)).toHaveLength(1)
  const open = await boss.call(interceptList.endpoints.list, { status: INTERCEPT.intercepted })
  expect(open.records.filter(({ id }) => [other.id, third.id].includes(String(id)))).toHaveLength(1)
})

test('not at another depot, not one that has not come, and not for who may not reach it', async () => {
  const boss = await world().as('manager')
  const order = await confirmed(world())
  const parcelId = order.parcels[0]!.id
  const elsewhere = await unknown('SZX1')
  expect(
    await boss.put(path, { parcelId, interceptId: elsewhere.id, version: elsewhere.version }),
  ).toMatchObject({ success: false, code: 400, result: { issues: [{ path: 'interceptId' }] } })
  const depotId = await world().depotId('FRA1')
  const awaited = await boss.call(intercepts.add, { no: `FOUND-${++made}`, depotId, here: false })
  const body = { parcelId, interceptId: awaited.id, version: awaited.version }
  expect(await boss.put(path, body)).toMatchObject({ error: 'intercept.status' })
  const apart = await unknown()
  const mine = { parcelId, interceptId: apart.id, version: apart.version }
  for (const role of ['customer', 'otherCustomer'] as const)
    expect((await (await world().as(role)).put(path, mine)).status).toBe(403)
  const stranger = await world().otherTenantUser()
  expect((await stranger.put(path, mine)).success).toBe(false)
  expect((await parcelRow(world(), parcelId)).parcel_status).not.toBe(PARCEL.RECEIVED)
})
