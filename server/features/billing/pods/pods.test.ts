import { beforeAll, expect, test } from 'vitest'
import { podFiles } from '#contracts/billing/pod-files.ts'
import { pods } from '#contracts/billing/pods.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { unprovenOrders } from './bill-pods.ts'
import { makePods, proofPdf, type DrawnPage, type MadePod } from './pods.fixture.ts'
import { readScan } from './reading/read-scan.ts'
import { markMissing } from './watch-pods.ts'

const world = useWorld()
let staff: Client
let made: MadePod[]
beforeAll(async () => {
  staff = await world().as('manager')
  made = (
    await makePods(world(), 6, {
      carrier: { billable: true, price: '2.50', email: 'pod@gx.example', dueDays: 1 },
    })
  ).pods
})
const ctx = () => jobCtx(world().deps, world().tenantId)
const stateOf = async (id: string) =>
  (await staff.get('/erp/pod/queryById', { id })).result as Record<string, unknown>
const bulk = async (path: string, body: object) =>
  (await staff.put(path, body)).result as BulkResult

async function send(name: string, pages: readonly DrawnPage[]) {
  const sent = await staff.upload(podFiles.upload.path, name, await proofPdf(pages))
  expect(sent.success, sent.message).toBe(true)
  const { id } = sent.result as { id: string }
  await readScan(ctx(), id)
  const scan = (await staff.call(podFiles.preview, {})).find((one) => one.id === id)
  return { id, scan, parts: scan?.parts ?? [] }
}
const numbers = (at: number) => [made[at]!.trackNo]

test('three proofs in one file go each to its own; the number of the header to none', async () => {
  const header = made[3]!.trackNo
  const { parts } = await send('monday.pdf', [
    { numbers: [header, ...numbers(0)] },
    { numbers: [header, ...numbers(1)] },
    { numbers: [header, ...numbers(2)] },
  ])
  expect(parts.map(({ fromPage, pod, foundBy }) => [fromPage, pod?.id, foundBy])).toEqual(
    [0, 1, 2].map((at) => [at + 1, made[at]!.id, 'text']),
  )
  const done = await bulk(podFiles.confirm.path, { ids: parts.map(({ id }) => id) })
  expect(done).toMatchObject({ done: 3, failed: 0 })
  expect(await stateOf(made[0]!.id)).toMatchObject({
    state: 'RECEIVED',
    pages: 1,
    source: 'upload',
  })
  const file = await staff.get(pods.file.path, { id: made[0]!.id })
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const verified = await bulk(pods.verify.path, { ids: [made[0]!.id, made[3]!.id] })
  expect(verified).toMatchObject({ done: 1, failed: 1 })
  expect(verified.rows[1]).toMatchObject({ code: 'pod.not.verify' })
  const rejected = await bulk(pods.reject.path, { ids: [made[1]!.id], reason: 'blurred' })
  expect(rejected.done).toBe(1)
  expect(await stateOf(made[1]!.id)).toMatchObject({ state: 'REJECTED', reason: 'blurred' })
})

test('barcodes of scans go each to its own, on a page a scanner wrote text to as well', async () => {
  const { parts } = await send('scans.pdf', [
    { numbers: numbers(3), scan: { turn: 3 } },
    { numbers: numbers(4), scan: { blur: 1 }, layer: 'Delivered 2026-03-04, tel 0301234567' },
    // The text of the scanner and the bars name two proofs.
    { numbers: numbers(3), scan: {}, layer: made[5]!.trackNo },
    { numbers: numbers(5), scan: { noise: 900 } },
  ])
  expect(parts.map(({ fromPage, pod, foundBy, why }) => [fromPage, pod?.id, foundBy, why])).toEqual(
    [
      [1, made[3]!.id, 'barcode', null],
      [2, made[4]!.id, 'barcode', null],
      [3, undefined, 'barcode', 'several'],
      [4, made[5]!.id, 'barcode', null],
    ],
  )
})

test('what nothing proves is listed and linked by hand; pages of one part can be parted', async () => {
  const { parts } = await send('scan 7.pdf', [
    { numbers: numbers(4) },
    { numbers: numbers(4) },
    { numbers: [] },
    { numbers: ['AB99999999'] },
    { numbers: [...numbers(4), ...numbers(5)] },
  ])
  expect(parts.map(({ fromPage, toPage, why }) => [fromPage, toPage, why])).toEqual([
    [1, 2, null],
    [3, 3, 'none'],
    [4, 4, 'unknown'],
    [5, 5, 'several'],
  ])
  expect((await bulk(podFiles.confirm.path, { ids: [parts[1]!.id] })).rows[0]).toMatchObject({
    code: 'pod.noMatch',
  })
  expect((await bulk(podFiles.split.path, { ids: [parts[0]!.id] })).done).toBe(1)
  expect((await bulk(podFiles.confirm.path, { ids: [parts[0]!.id] })).done).toBe(1)
  const ids = [made[4]!.id]
  const again = await bulk(podFiles.link.path, { partId: parts[1]!.id, ids })
  expect(again.rows[0]).toMatchObject({ code: 'pod.hasFile' })
  expect((await bulk(podFiles.link.path, { partId: parts[1]!.id, ids, add: true })).done).toBe(1)
  expect(await stateOf(made[4]!.id)).toMatchObject({ pages: 2 })
  expect((await bulk(podFiles.drop.path, { ids: [parts[2]!.id] })).done).toBe(1)
  const found = await staff.call(podFiles.find, { number: made[5]!.trackNo.slice(0, 11) })
  expect(found.map(({ id }) => id)).toContain(made[5]!.id)
})

test('the name of the file counts, unless its page names another; a proven one is not proposed', async () => {
  const named = await send(`${made[5]!.trackNo}.pdf`, [{ numbers: [] }, { numbers: [] }])
  expect(named.parts).toMatchObject([
    { fromPage: 1, toPage: 2, foundBy: 'name', pod: { id: made[5]!.id } },
  ])
  const clash = await send(`${made[5]!.trackNo}.pdf`, [{ numbers: numbers(2) }])
  expect(clash.parts).toMatchObject([{ why: 'several', pod: null }])
  const proven = await send('again.pdf', [{ numbers: numbers(0) }])
  expect(proven.parts).toMatchObject([{ why: 'done', pod: { id: made[0]!.id } }])
  expect((await bulk(podFiles.confirm.path, { ids: [proven.parts[0]!.id] })).failed).toBe(1)
})

test('a locked or broken file is named and links nothing', async () => {
  const broken = Buffer.from(`%PDF-1.7\n${'x'.repeat(3_000)}`)
  const sent = await staff.upload(podFiles.upload.path, 'broken.pdf', broken)
  const { id } = sent.result as { id: string }
  await readScan(ctx(), id)
  const scan = (await staff.call(podFiles.preview, {})).find((one) => one.id === id)
  expect(scan).toMatchObject({ state: 'FAILED', fault: 'broken', parts: [] })
})

test('a verified proof is charged once, in the ledger as well', async () => {
  const { id, trackNo } = made[0]!
  const first = await Promise.all([
    bulk(pods.bill.path, { ids: [id] }),
    bulk(pods.bill.path, { ids: [id] }),
  ])
  expect(first.map(({ done }) => done).toSorted()).toEqual([0, 1])
  expect(await stateOf(id)).toMatchObject({ state: 'BILLED', amount: '2.50', currency: 'EUR' })
  const { rows } = await world().db.pool.query<{ n: number }>(
    `select count(*)::int as n from trade where tenant_id = $1 and note = $2 and trade_item = '18'`,
    [world().tenantId, trackNo],
  )
  expect(rows[0]!.n).toBe(1)
})

test('what does not come in its days is missing, and is asked for by mail in one letter', async () => {
  await markMissing(ctx())
  expect(await stateOf(made[3]!.id)).toMatchObject({ state: 'MISSING' })
  const { total } = (await staff.get('/erp/pod/list', { age: 2, state: 'MISSING' })).result as {
    total: number
  }
  expect(total).toBeGreaterThan(0)
  expect((await bulk(pods.request.path, { ids: [made[3]!.id, made[1]!.id] })).done).toBe(2)
  expect(await stateOf(made[3]!.id)).toMatchObject({ state: 'REQUESTED' })
})

test('customers see their own and change nothing; others see nothing', async () => {
  const { id } = made[0]!
  const own = await world().as('customer')
  expect((await own.get(pods.file.path, { id })).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  for (const call of [pods.verify, pods.bill, pods.request, podFiles.confirm])
    expect((await own.put(call.path, { ids: [id] })).status).toBe(403)
  expect((await own.get(podFiles.preview.path)).status).toBe(403)
  for (const client of [
    await world().as('otherCustomer'),
    await world().as('sub'),
    await world().otherTenantUser(),
  ]) {
    expect((await client.get(pods.file.path, { id })).status).toBe(404)
    const zip = await client.post(pods.zip.path, { ids: [id] })
    expect(zip.success).toBe(false)
  }
})

test('a parcel with another number takes its proof along', async () => {
  const { id, parcelId, trackNo } = made[2]!
  await world().db.pool.query(
    `update parcel set track_no = 'GX9999999999' where tenant_id = $1 and id = $2`,
    [world().tenantId, parcelId],
  )
  expect(await stateOf(id)).toMatchObject({ trackNo: 'GX9999999999', formerNo: trackNo })
})

test('an order is invoiced when each parcel that is delivered has a verified proof', async () => {
  const query = (text: string, values: unknown[]) =>
    world().db.pool.query<{ id: string }>(text, [world().tenantId, ...values])
  const { id: shipmentId } = await makeOrder(world(), staff, {
    change: { parcels: [parcel(), parcel()] },
  })
  const { rows } = await query(
    'select id from parcel where tenant_id = $1 and shipment_id = $2 order by seq',
    [shipmentId],
  )
  const [parcelId, otherId] = rows.map((row) => row.id)
  const proof = `insert into pod (tenant_id, customer_id, depot_id, shipment_id, parcel_id, kind,
      serial_number, state, delivered_at, due_at)
    select tenant_id, customer_id, depot_id, shipment_id, id, 'PARCEL', serial_number, $3,
      now(), now()
    from parcel where tenant_id = $1 and id = $2`
  await query(
    `update delivery_service set pod_required = true where tenant_id = $1
      and id = (select service_id from shipment where tenant_id = $1 and id = $2)`,
    [shipmentId],
  )
  const waits = async () => (await unprovenOrders(ctx(), [shipmentId])).has(shipmentId)
  expect(await waits()).toBe(true)
  await query(proof, [parcelId, 'VERIFIED'])
  expect(await waits()).toBe(true)
  // What is lost proves nothing, and keeps no invoice back.
  const become = 'update parcel set parcel_status = $3 where tenant_id = $1 and id = $2'
  await query(become, [otherId, PARCEL.LOST])
  expect(await waits()).toBe(false)
  await query(become, [otherId, PARCEL.DELIVERED])
  expect(await waits()).toBe(true)
  await query(proof, [otherId, 'BILLED'])
  expect(await waits()).toBe(false)
  await query(`update pod set state = 'REJECTED' where tenant_id = $1 and parcel_id = $2`, [
    otherId,
  ])
  expect(await waits()).toBe(true)
  // A proof of the whole order is one of each parcel.
  await query(
    `insert into pod (tenant_id, customer_id, depot_id, shipment_id, kind, serial_number, state,
        delivered_at, due_at)
      select tenant_id, customer_id, depot_id, id, 'TRUCK', serial_number, 'VERIFIED', now(), now()
      from shipment where tenant_id = $1 and id = $2`,
    [shipmentId],
  )
  expect(await waits()).toBe(false)
})
