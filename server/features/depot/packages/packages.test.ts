import { expect, test } from 'vitest'
import { outBatches } from '#contracts/depot/outbound.ts'
import { outPackages, packageResult } from '#contracts/depot/packages.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { open as openPdf, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  openOutBatch,
  outboundScan,
  parcelRow,
  pieces,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const clerk = () => world().as('warehouse')
const status = async (id: string) => (await parcelRow(world(), id)).parcel_status
async function stocked(count = 1, change: Record<string, unknown> = {}) {
  const order = await confirmed(world(), { ...pieces(count), ...change })
  for (const one of order.parcels) await inboundScan(await clerk(), one.trackNo!)
  return order
}
const openBag = async (change: Record<string, unknown> = {}) =>
  (await clerk()).call(outPackages.add, { depotId: await world().depotId('FRA1'), ...change })
const scan = (client: Client, id: string, no: string) =>
  client.post(outPackages.scan.path, { id, no })
const read = async (id: string) => (await clerk()).call(outPackages.queryById, { id })

test('a parcel goes into one bag, comes out to where it was, and the counters equal the rows', async () => {
  const staff = await clerk()
  const order = await stocked(2)
  const [a, b] = [await openBag(), await openBag({ no: 'bg77' })]
  expect(b.no).toBe('BG77')
  const first = await scan(staff, a.id, trackNo(order))
  expect(first).toMatchObject({ code: 200, result: { package: { pieces: 1 } } })
  packageResult.parse(first.result)
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.BAGGED)
  expect(await scan(staff, a.id, trackNo(order))).toMatchObject({ code: 1011 })
  expect(await scan(staff, b.id, trackNo(order))).toMatchObject({
    code: 1025,
    message: `Already in bag ${a.no}`,
  })
  expect(
    await staff.post(outPackages.transfer.path, { id: a.id, no: trackNo(order), toId: b.id }),
  ).toMatchObject({ code: 200, result: { package: { no: 'BG77', pieces: 1 } } })
  expect(await read(a.id)).toMatchObject({ pieces: 0, rows: [] })
  const inside = await read(b.id)
  expect(inside).toMatchObject({ pieces: 1, rules: { service: expect.any(String) } })
  expect(inside.rows).toHaveLength(1)
  expect(
    await staff.post(outPackages.removeScan.path, { id: b.id, no: trackNo(order) }),
  ).toMatchObject({ code: 200 })
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.RECEIVED)
  expect((await read(b.id)).pieces).toBe(0)
  expect(
    await staff.post(outPackages.removeScan.path, { id: b.id, no: trackNo(order) }),
  ).toMatchObject({ code: 2001 })
})

test('rules of a bag are enforced in words, and two people fill its last place once', async () => {
  const [one, two] = [await clerk(), await world().as('manager')]
  const order = await stocked(3)
  const full = await openBag({ maxPieces: 1 })
  const both = await Promise.all([
    scan(one, full.id, trackNo(order, 0)),
    scan(two, full.id, trackNo(order, 1)),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual([1024, 200])
  expect(await read(full.id)).toMatchObject({ pieces: 1 })
  const light = await openBag({ maxWeightKg: '1' })
  const rest = both[0]!.code === 200 ? trackNo(order, 1) : trackNo(order, 0)
  expect(await scan(one, light.id, rest)).toMatchObject({ code: 1024, error: 'scan.bag.tooHeavy' })
  const sorted = await openBag({ oneTarget: '2' })
  expect(await scan(one, sorted.id, rest)).toMatchObject({ error: 'scan.bag.noSortCode' })
  const { rows } = await world().db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code <> 'ECO-PARCEL' order by id`,
    [world().tenantId],
  )
  await world().db.pool.query(
    `update parcel set service_id = $1 where tenant_id = $2 and id = $3`,
    [rows[0]!.id, world().tenantId, order.parcels[2]!.id],
  )
  const mixed = await openBag()
  expect((await scan(one, mixed.id, rest)).code).toBe(200)
  expect(await scan(one, mixed.id, trackNo(order, 2))).toMatchObject({
    code: 1024,
    error: 'scan.bag.service',
  })
  expect(
    (await one.post(outPackages.add.path, { depotId: await world().depotId('SZX1') })).success,
  ).toBe(false)
})

test('a bag is weighed within the tolerance, sealed, counted blind, labelled and opened again', async () => {
  const staff = await clerk()
  const order = await stocked(2)
  const bag = await openBag({ tareKg: '0.3' })
  for (const at of [0, 1]) await scan(staff, bag.id, trackNo(order, at))
  const close = (version: number, more: Record<string, unknown>) =>
    staff.put(outPackages.close.path, { id: bag.id, version, sealNo: 'S-1', ...more })
  expect(await close(bag.version, { weightKg: '3.9' })).toMatchObject({
    error: 'outPackage.weightOff',
    message: expect.stringContaining('1.2'),
  })
  expect(await close(bag.version, { weightKg: '0' })).toMatchObject({ code: 400 })
  expect(await close(bag.version, { weightKg: '2.75' })).toMatchObject({
    result: { status: '1', weighedKg: expect.stringMatching(/^2\.75/), sealNo: 'S-1' },
  })
  expect(await scan(staff, bag.id, trackNo(order))).toMatchObject({ error: 'outPackage.not.scan' })
  const blind = await staff.call(outPackages.queryById, { id: bag.id, blind: '1' })
  expect(blind).toMatchObject({ pieces: null, weightKg: null, weighedKg: null, rows: [] })
  const count = (nos: string[]) => staff.call(outPackages.recount, { id: bag.id, nos })
  expect(await count([trackNo(order, 0), 'NOBODY-KNOWS'])).toEqual({
    fits: false,
    counted: 1,
    missing: [trackNo(order, 1)],
    extra: ['NOBODY-KNOWS'],
  })
  expect(await count([trackNo(order, 0), trackNo(order, 1)])).toMatchObject({ fits: true })
  const label = await staff.get(outPackages.label.path, { id: bag.id })
  expect(await textOf(await openPdf(label.bytes), 1)).toContain(bag.no)
  const now = await read(bag.id)
  expect((await staff.put(outPackages.reopen.path, { id: bag.id, version: 1 })).code).toBe(409)
  expect(await staff.call(outPackages.reopen, { id: bag.id, version: now.version })).toMatchObject({
    status: '0',
    sealNo: null,
    weighedKg: null,
  })
})

test('a batch takes a closed bag whole, ships it and gives it back with all that is in it', async () => {
  const staff = await clerk()
  const manager = await world().as('manager')
  const order = await stocked(3)
  const batch = await openOutBatch(world())
  const bag = await openBag()
  for (const at of [0, 1]) await scan(staff, bag.id, trackNo(order, at))
  expect(await outboundScan(staff, batch.id, bag.no)).toMatchObject({ error: 'scan.bagOpen' })
  await staff.call(outPackages.close, {
    id: bag.id,
    version: bag.version,
    weightKg: '2.5',
  })
  expect(await outboundScan(staff, batch.id, trackNo(order))).toMatchObject({
    code: 1025,
    message: `In bag ${bag.no}: scan the bag`,
  })
  const wrong = await openOutBatch(world(), ['DPD-EU'])
  expect(await outboundScan(staff, wrong.id, bag.no)).toMatchObject({ code: 1022 })
  expect(await outboundScan(staff, batch.id, bag.no)).toMatchObject({
    code: 200,
    result: { parcel: null, batch: { pieces: 2 } },
  })
  expect(await outboundScan(staff, batch.id, bag.no)).toMatchObject({ code: 1011 })
  await outboundScan(staff, batch.id, trackNo(order, 2))
  const detail = await staff.call(outBatches.queryById, { id: batch.id })
  expect(detail).toMatchObject({
    pieces: 3,
    loose: 1,
    bags: [{ no: bag.no, pieces: 2, differenceKg: expect.stringMatching(/^0\.1/) }],
  })
  expect(
    await staff.post(outBatches.remove.path, {
      batchId: batch.id,
      parcelId: order.parcels[0]!.id,
    }),
  ).toMatchObject({ error: 'outBatch.inBag' })
  const taken = await staff.call(outBatches.removeBag, { batchId: batch.id, packageId: bag.id })
  expect(taken).toMatchObject({ pieces: 1, bags: [] })
  expect((await read(bag.id)).status).toBe('1')
  await outboundScan(staff, batch.id, bag.no)
  await manager.call(outBatches.close, { id: batch.id })
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.OUTBOUND)
  expect(await read(bag.id)).toMatchObject({ status: '3', batchNo: batch.no })
  await manager.call(outBatches.reopen, { id: batch.id, reason: 'truck broke down' })
  expect(await read(bag.id)).toMatchObject({ status: '2', pieces: 2 })
  expect(await scan(staff, (await openBag()).id, trackNo(order))).toMatchObject({ code: 1025 })
})

test('a number a scanner sends twice is refused at every station, and nothing is booked', async () => {
  const staff = await clerk()
  const order = await confirmed(world())
  const no = `${trackNo(order)}${trackNo(order)}`
  expect(await inboundScan(staff, no)).toMatchObject({ code: 3001, error: 'scan.twice' })
  await inboundScan(staff, trackNo(order))
  const [bag, batch] = [await openBag(), await openOutBatch(world())]
  for (const answer of [
    await scan(staff, bag.id, no),
    await outboundScan(staff, batch.id, no),
    await staff.post('/erp/sorting/scan', { no }),
  ])
    expect(answer).toMatchObject({ code: 3001, error: 'scan.twice' })
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.RECEIVED)
})

test('a label that was made void is named at every station, with the number that replaced it', async () => {
  const staff = await clerk()
  const order = await confirmed(world())
  const old = `VOID${order.id}`
  await world().db.pool.query(
    `insert into tracking_number (number, tenant_id, parcel_id, state, voided_at)
      values ($1, $2, $3, 2, now())`,
    [old, world().tenantId, order.parcels[0]!.id],
  )
  const replaced = { error: 'scan.replacedLabel', message: expect.stringContaining(trackNo(order)) }
  expect(await inboundScan(staff, old)).toMatchObject(replaced)
  await inboundScan(staff, trackNo(order))
  const [bag, batch] = [await openBag(), await openOutBatch(world())]
  for (const answer of [
    await scan(staff, bag.id, old),
    await outboundScan(staff, batch.id, old),
    await staff.post('/erp/sorting/scan', { no: old }),
  ])
    expect(answer).toMatchObject(replaced)
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.RECEIVED)
  const stranger = await world().otherTenantUser()
  expect(await inboundScan(stranger, old)).toMatchObject({ error: 'scan.unknown' })
})
