import { expect, test } from 'vitest'
import { batchIn } from '#contracts/depot/batch-in.ts'
import { intercepts, interceptList } from '#contracts/depot/intercepts.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { open as openPdf, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
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
const manager = () => world().as('manager')
const clerk = () => world().as('warehouse')
const status = async (id: string) => (await parcelRow(world(), id)).parcel_status
async function announced(count: number) {
  const order = await confirmed(world(), pieces(count))
  const batch = await predict(
    world(),
    await manager(),
    order.parcels.map(({ trackNo: no }) => no!),
  )
  return { order, batch }
}

test('what was not scanned is 0; receiving all sets the rest and adds nothing twice', async () => {
  const boss = await manager()
  const { order, batch } = await announced(5)
  expect((await boss.call(batchIn.queryById, { id: batch.id })).counts).toMatchObject({
    expected: 5,
    received: 0,
  })
  await inboundScan(await clerk(), trackNo(order, 0), { batchId: batch.id, weightKg: '1.5' })
  await inboundScan(await clerk(), trackNo(order, 1), { batchId: batch.id })
  const half = await boss.call(batchIn.queryById, { id: batch.id })
  expect(half).toMatchObject({
    counts: { expected: 5, received: 2 },
    differenceKg: expect.stringMatching(/^0\.3/),
  })
  const last = half.rows.find(({ status: state }) => state === '1')!
  const marked = await boss.call(batchIn.missing, { id: batch.id, ids: [last.id], missing: true })
  expect(marked.counts).toMatchObject({ missing: 1, received: 2 })
  const both = await Promise.all([
    boss.call(batchIn.receiveAll, { id: batch.id }),
    (await clerk()).call(batchIn.receiveAll, { id: batch.id }),
  ])
  expect(both.every(({ failed }) => failed === 0)).toBe(true)
  expect((await boss.call(batchIn.queryById, { id: batch.id })).counts).toMatchObject({
    expected: 5,
    received: 4,
    missing: 1,
  })
  expect(await boss.call(batchIn.receiveAll, { id: batch.id })).toMatchObject({ done: 0 })
  const { rows } = await world().db.pool.query<{ count: number }>(
    `select count(*)::int as count from scan_log where tenant_id = $1 and station = 'into'
      and batch_id = $2 and code = 200`,
    [world().tenantId, batch.id],
  )
  expect(rows[0]!.count).toBe(4)
  // One that was marked as missing and comes is received all the same.
  const late = order.parcels.find(({ id }) => id === last.parcelId)!
  expect((await inboundScan(await clerk(), late.trackNo!, { batchId: batch.id })).code).toBe(200)
  expect(await status(late.id)).toBe(PARCEL.RECEIVED)
})

test('an extra number is set apart, a known one is refused, and the report has every row', async () => {
  const boss = await manager()
  const { order, batch } = await announced(2)
  await inboundScan(await clerk(), trackNo(order, 0), { batchId: batch.id })
  const sheet = await boss.call(batchIn.extra, { id: batch.id, no: 'STRAY-1' })
  expect(sheet.counts).toMatchObject({ expected: 2, received: 1, extra: 1 })
  expect(await boss.put(batchIn.extra.path, { id: batch.id, no: trackNo(order, 1) })).toMatchObject(
    { error: 'batchIn.known' },
  )
  await inboundScan(await clerk(), 'STRAY-2', { batchId: batch.id })
  const closed = await boss.call(batchIn.close, { id: batch.id })
  expect(closed).toMatchObject({
    status: '3',
    counts: { expected: 2, received: 1, missing: 1, extra: 2 },
  })
  expect((await boss.put(batchIn.close.path, { id: batch.id })).success).toBe(false)
  expect((await boss.put(batchIn.receiveAll.path, { id: batch.id })).success).toBe(false)
  const report = await boss.get(batchIn.report.path, { id: batch.id })
  const text = await textOf(await openPdf(report.bytes), 1)
  for (const part of [closed.no, trackNo(order, 0), trackNo(order, 1), 'STRAY-1', 'STRAY-2'])
    expect(text).toContain(part)
  const listed = await boss.call(interceptList.endpoints.list, { no: 'STRAY-*', pageSize: 20 })
  expect(listed.records).toMatchObject([{ status: '2' }, { status: '2' }])
  expect((await boss.get(batchIn.queryById.path, { id: '999999' })).success).toBe(false)
  const stranger = await world().as('otherCustomer')
  expect((await stranger.get(batchIn.queryById.path, { id: batch.id })).success).toBe(false)
})

test('a number that waits is stopped as it is scanned, lies apart, and is released once', async () => {
  const boss = await manager()
  const staff = await clerk()
  const order = await confirmed(world())
  const depotId = await world().depotId('FRA1')
  const made = await staff.call(intercepts.add, { no: trackNo(order), depotId, note: 'customs' })
  expect(made.status).toBe('1')
  expect(await inboundScan(staff, trackNo(order))).toMatchObject({ code: 1001 })
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.CONFIRMED)
  expect(await inboundScan(staff, trackNo(order))).toMatchObject({ code: 1002 })
  const again = await staff.call(intercepts.add, { no: trackNo(order), depotId, here: true })
  expect(again.id).toBe(made.id)
  const release = (version: number) =>
    boss.put(intercepts.release.path, { id: made.id, version, note: 'papers are here' })
  const both = await Promise.all([release(again.version), release(again.version)])
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  expect(await inboundScan(staff, trackNo(order))).toMatchObject({ code: 200 })
  expect(
    (await staff.post(intercepts.add.path, { no: 'X-1', depotId: await world().depotId('SZX1') }))
      .success,
  ).toBe(false)
})
