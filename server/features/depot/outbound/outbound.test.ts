import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { outboundResult } from '#contracts/depot/outbound.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import {
  predict,
  channelId,
  confirmed,
  openOutBatch,
  orderRow,
  outBatches,
  parcelRow,
  pieces,
  inboundScan,
  outboundScan,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const manager = () => world().as('manager')
const clerk = () => world().as('warehouse')
/** In stock at FRA1. */
async function stocked(change: Record<string, unknown> = {}) {
  const order = await confirmed(world(), change)
  for (const one of order.parcels) await inboundScan(await manager(), one.trackNo!)
  return order
}
const service = async (code: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from delivery_service where tenant_id = $1 and code = $2',
      [world().tenantId, code],
    )
  ).rows[0]!.id

describe('a depot shift', () => {
  test('opens a batch at its own depot, for channels it may not list, and reads its refused scans', async () => {
    const staff = await clerk()
    const channels = await staff.call(outBatches.channels, {})
    const depotId = await world().depotId('FRA1')
    const channel = await channelId(world(), 'DHL-DE')
    expect(channels.map(({ id }) => id)).toContain(channel)
    const depotsOf = async (who: typeof staff) =>
      (await who.call(outBatches.depots, {})).map(({ code }) => code)
    expect(await depotsOf(staff)).toEqual(['FRA1'])
    expect(await depotsOf(await manager())).toEqual(expect.arrayContaining(['FRA1', 'SZX1']))
    const batch = await staff.call(outBatches.add, { depotId, channelIds: [channel] })
    const order = await confirmed(world())
    await inboundScan(staff, trackNo(order))
    await outboundScan(staff, batch.id, trackNo(order))
    await outboundScan(staff, batch.id, 'NOBODY-KNOWS')
    expect(await staff.call(outBatches.recent, { batchId: batch.id })).toMatchObject([
      { no: 'NOBODY-KNOWS', code: 1010, parcelId: null, undoneAt: null },
      { no: trackNo(order), code: 200, parcelId: order.parcels[0]!.id },
    ])
    await staff.call(outBatches.remove, { batchId: batch.id, parcelId: order.parcels[0]!.id })
    expect((await staff.call(outBatches.recent, { batchId: batch.id }))[1]?.undoneAt).not.toBeNull()
    expect(
      (
        await staff.post(outBatches.add.path, {
          depotId: await world().depotId('SZX1'),
          channelIds: [channel],
        })
      ).success,
    ).toBe(false)
  })
})

describe('an outbound batch', () => {
  test('opens with a number of ours or one of the right shape, for channels that exist', async () => {
    const staff = await manager()
    const made = await openOutBatch(world(), ['DHL-DE', 'DPD-EU'])
    expect(made).toMatchObject({
      no: expect.stringMatching(/^OB\d{10}$/),
      depotCode: 'FRA1',
      pieces: 0,
      actions: { scan: null, close: 'outBatch.empty' },
    })
    expect(made.channels).toHaveLength(2)
    const [depotId, channel] = [await world().depotId('FRA1'), await channelId(world(), 'DHL-DE')]
    const add = (change: Record<string, unknown>) =>
      staff.post('/erp/outBatch/add', { depotId, channelIds: [channel], ...change })
    expect(await add({ no: 'ob20260301' })).toMatchObject({
      success: true,
      result: { no: 'OB20260301' },
    })
    for (const [change, path] of [
      [{ no: 'OB20260301' }, 'no'],
      [{ no: 'X1' }, 'no'],
      [{ channelIds: [] }, 'channelIds'],
      [{ channelIds: ['999999'] }, 'channelIds'],
      [{ depotId: '999999' }, 'depotId'],
    ] as const) {
      expect(await add(change)).toMatchObject({ code: 400, result: { issues: [{ path }] } })
    }
    // The next of our numbers steps over one that was taken by hand.
    const next = `OB${(BigInt(made.no.slice(2)) + 1n).toString().padStart(10, '0')}`
    await add({ no: next })
    expect((await openOutBatch(world())).no > next).toBe(true)
    expect(
      (
        await (
          await world().as('customer')
        ).post('/erp/outBatch/add', { depotId, channelIds: [channel] })
      ).status,
    ).toBe(403)
  })

  test('takes what is in stock and has its channel, and gives the reason for the rest', async () => {
    const staff = await clerk()
    const batch = await openOutBatch(world())
    const other = await openOutBatch(world())
    const order = await stocked(pieces(2))
    const answer = await outboundScan(staff, batch.id, trackNo(order))
    expect(answer).toMatchObject({
      code: 200,
      message: 'Added to the batch',
      result: {
        parcel: { parcelStatus: PARCEL.BAGGED },
        batch: { pieces: 1, weightKg: expect.stringMatching(/^1\.2/), channels: [{ count: 1 }] },
      },
    })
    outboundResult.parse(answer.result)
    expect(await outboundScan(staff, batch.id, trackNo(order))).toMatchObject({
      code: 1011,
      error: 'scan.alreadyBagged',
    })
    expect(await outboundScan(staff, other.id, trackNo(order))).toMatchObject({
      code: 1023,
      message: `Already in batch ${batch.no}`,
    })
    expect(await outboundScan(staff, batch.id, 'NOBODY')).toMatchObject({
      code: 1010,
      result: { parcel: null },
    })
    expect(await outboundScan(staff, batch.id, trackNo(await confirmed(world())))).toMatchObject({
      code: 1021,
    })
    const [dpd, held, away] = [
      await stocked({ serviceId: await service('EU-STD') }),
      await stocked(),
      await stocked({ depotId: await world().depotId('VEN1') }),
    ]
    expect(await outboundScan(staff, batch.id, trackNo(dpd))).toMatchObject({
      code: 1022,
      error: 'scan.wrongChannel',
    })
    await staff.post('/erp/intoParcel/hold', { parcelId: held.parcels[0]!.id, reason: 'Debt' })
    expect(await outboundScan(staff, batch.id, trackNo(held))).toMatchObject({
      code: 1003,
      message: 'Held: Debt',
    })
    expect(await outboundScan(staff, batch.id, trackNo(away))).toMatchObject({
      code: 1000,
      message: 'Wrong depot: this parcel belongs to VEN1',
      result: { parcel: null },
    })
    expect(await outboundScan(await manager(), batch.id, trackNo(away))).toMatchObject({
      code: 1000,
      error: 'scan.wrongDepot',
    })
    const early = await makeOrder(world(), await manager())
    await predict(world(), await manager(), [early.serialNumber])
    await inboundScan(staff, early.serialNumber)
    expect(await outboundScan(staff, batch.id, early.serialNumber)).toMatchObject({
      code: 1000,
      error: 'scan.needConfirm',
    })
    // Confirmed where it is, it gets its number and may go.
    const late = (await (await manager()).put('/erp/shipment/confirm', { ids: [early.id] })).result
    expect(late).toMatchObject({ done: 1, failed: 0 })
    expect(await orderRow(world(), early.id)).toMatchObject({
      shipment_status: PARCEL.RECEIVED,
      flags: 0,
    })
    expect(await outboundScan(staff, batch.id, early.serialNumber)).toMatchObject({
      code: 200,
      result: { parcel: { trackNo: expect.stringMatching(/^\d{20}$/) } },
    })
    for (const stranger of [await world().otherTenantUser()]) {
      expect((await outboundScan(stranger, batch.id, trackNo(order, 1))).status).toBe(404)
      expect((await stranger.get('/erp/outBatch/queryById', { id: batch.id })).status).toBe(404)
      expect((await stranger.get('/erp/outBatch/manifest', { id: batch.id })).status).toBe(404)
    }
    expect((await outboundScan(await world().as('customer'), batch.id, 'X')).status).toBe(403)
  })

  test('gives a parcel back to the stock, and ships what is left together, once', async () => {
    const [staff, boss] = [await clerk(), await manager()]
    const batch = await openOutBatch(world())
    expect(await boss.put('/erp/outBatch/close', { id: batch.id })).toMatchObject({
      code: 422,
      error: 'outBatch.empty',
    })
    const order = await stocked(pieces(3))
    for (const one of order.parcels) await outboundScan(staff, batch.id, one.trackNo!)
    const [taken, ...left] = order.parcels
    expect(
      await staff.call(outBatches.remove, { batchId: batch.id, parcelId: taken!.id }),
    ).toMatchObject({ pieces: 2 })
    expect((await parcelRow(world(), taken!.id)).parcel_status).toBe(PARCEL.RECEIVED)
    expect(
      await staff.post('/erp/outBatch/remove', { batchId: batch.id, parcelId: taken!.id }),
    ).toMatchObject({ code: 422, error: 'outBatch.notIn' })
    expect((await staff.put('/erp/outBatch/close', { id: batch.id })).status).toBe(403)
    await world().db.pool.query(
      `update parcel set weight = 2500, measured_weight = case when id = $1 then 1500 end
        where id = any($2)`,
      [left[1]!.id, left.map(({ id }) => id)],
    )
    expect((await boss.call(outBatches.queryById, { id: batch.id })).unweighed).toEqual({
      count: 1,
      weightKg: '2.5',
    })

    const closed = await Promise.all([
      boss.put('/erp/outBatch/close', { id: batch.id }),
      boss.put('/erp/outBatch/close', { id: batch.id }),
      outboundScan(staff, batch.id, taken!.trackNo!),
    ])
    expect(closed.slice(0, 2).filter((one) => one.success)).toHaveLength(1)
    expect(closed.slice(0, 2).find((one) => !one.success)).toMatchObject({
      code: 409,
      error: 'outBatch.not.close',
    })
    const raced = closed[2].code === 200
    expect(raced || closed[2].error === 'outBatch.not.scan').toBe(true)
    const detail = await boss.call(outBatches.queryById, { id: batch.id })
    expect(detail).toMatchObject({
      status: '1',
      pieces: raced ? 3 : 2,
      closedBy: world().username('manager'),
      actions: { scan: 'outBatch.not.scan', close: 'outBatch.not.close' },
    })
    for (const one of left)
      expect((await parcelRow(world(), one.id)).parcel_status).toBe(PARCEL.OUTBOUND)
    expect((await parcelRow(world(), taken!.id)).parcel_status).toBe(
      raced ? PARCEL.OUTBOUND : PARCEL.RECEIVED,
    )
    expect(await inboundScan(staff, left[0]!.trackNo!)).toMatchObject({ code: 1020 })
    expect(
      await staff.post('/erp/outBatch/remove', { batchId: batch.id, parcelId: left[0]!.id }),
    ).toMatchObject({ code: 409, error: 'outBatch.not.remove' })
    const again = await boss.post(
      '/erp/outBatch/add',
      { depotId: await world().depotId('FRA1'), channelIds: [await channelId(world(), 'DHL-DE')] },
      { 'Idempotency-Key': 'out-batch-once' },
    )
    const replay = await boss.post(
      '/erp/outBatch/add',
      { depotId: await world().depotId('FRA1'), channelIds: [await channelId(world(), 'DHL-DE')] },
      { 'Idempotency-Key': 'out-batch-once' },
    )
    expect((replay.result as { id: string }).id).toBe((again.result as { id: string }).id)
  })

  test('is listed with its counts and handed over as a sheet', async () => {
    const boss = await manager()
    const batch = await openOutBatch(world())
    const orders = [await stocked(), await stocked()]
    for (const order of orders) await outboundScan(boss, batch.id, trackNo(order))
    expect(await boss.call(outBatches.counts, { ids: [batch.id] })).toMatchObject({
      [batch.id]: { pieces: 2, weightKg: expect.stringMatching(/^2\.4/) },
    })
    expect((await boss.get('/erp/outBatch/list', { no: batch.no })).result).toMatchObject({
      total: 1,
      records: [{ no: batch.no, status_dictText: 'Open' }],
    })
    const file = await boss.get('/erp/outBatch/manifest', { id: batch.id })
    expect(file.headers.get('content-disposition')).toMatch(new RegExp(`${batch.no}-\\d{8}\\.xlsx`))
    const asFile = (format: string) => boss.get('/erp/outBatch/manifest', { id: batch.id, format })
    expect((await asFile('pdf')).bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await asFile('csv')).bytes.toString()).toContain(trackNo(orders[0]!))
    const listed = JSON.parse((await asFile('json')).bytes.toString())
    expect(listed).toMatchObject({
      no: batch.no,
      pieces: 2,
      parcels: [{ line: 1, bag: null, country: expect.stringMatching(/^[A-Z]{2}$/) }, { line: 2 }],
    })
    const rows: string[][] = []
    for await (const part of readSheet(file.bytes, 'manifest.xlsx'))
      rows.push(...part.map((row) => [...row.cells]))
    expect(rows[0]?.slice(0, 3)).toEqual(['No.', 'Tracking number', 'Parcel'])
    // The sheet has the clock of the depot, the list for programs the moment.
    expect(rows[1]?.[12]?.replace('T', ' ').slice(0, 16)).toBe(
      new Date(listed.parcels[0].scanned)
        .toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
        .slice(0, 16),
    )
    expect(
      rows
        .slice(1)
        .map((row) => row[1])
        .sort(),
    ).toEqual(orders.map((order) => trackNo(order)).sort())
  })
})

describe('many scanners', () => {
  test('twenty of them, many parcels, three batches: every parcel ends up in exactly one', async () => {
    const users = [await clerk(), await manager(), await world().as('tenantAdmin')]
    const orders = []
    for (let at = 0; at < 5; at++)
      orders.push(await stocked({ parcels: Array.from({ length: 8 }, () => parcel()) }))
    const numbers = orders.flatMap((order) => order.parcels.map((one) => one.trackNo!))
    const batches = [
      await openOutBatch(world()),
      await openOutBatch(world()),
      await openOutBatch(world()),
    ]
    const taken = new Map<string, number>()
    const allowed = new Set([200, 1011, 1023])
    // Every scanner shoots through its own shuffle; each parcel is scanned many times, into every
    // batch.
    const scanners = Array.from(
      { length: 20 },
      (_, at) =>
        fc.sample(fc.shuffledSubarray(numbers, { minLength: 15, maxLength: 25 }), {
          numRuns: 1,
          seed: 7 + at,
        })[0]!,
    )
    await Promise.all(
      scanners.map(async (list, at) => {
        for (const [turn, no] of list.entries()) {
          const answer = await outboundScan(users[at % 3]!, batches[(at + turn) % 3]!.id, no)
          expect(answer.status).toBe(200)
          expect(allowed).toContain(answer.code)
          if (answer.code === 200) taken.set(no, (taken.get(no) ?? 0) + 1)
        }
      }),
    )
    expect([...taken.values()].every((count) => count === 1)).toBe(true)
    const inside = await world().db.pool.query<{ parcel_id: string }>(
      'select parcel_id from out_batch_parcel where tenant_id = $1 and batch_id = any($2)',
      [world().tenantId, batches.map((batch) => batch.id)],
    )
    expect(inside.rows).toHaveLength(taken.size)
    expect(new Set(inside.rows.map((row) => row.parcel_id)).size).toBe(taken.size)
    const details = await Promise.all(
      batches.map(async (batch) => (await manager()).put('/erp/outBatch/close', { id: batch.id })),
    )
    expect(details.every((one) => one.success)).toBe(true)
    const states = await world().db.pool.query<{ parcel_status: number; count: string }>(
      'select parcel_status, count(*) from parcel where tenant_id = $1 and track_no = any($2) group by 1 order by 1',
      [world().tenantId, numbers],
    )
    expect(states.rows).toEqual([
      ...(taken.size < numbers.length
        ? [{ parcel_status: PARCEL.RECEIVED, count: String(numbers.length - taken.size) }]
        : []),
      { parcel_status: PARCEL.OUTBOUND, count: String(taken.size) },
    ])
    for (const order of orders) {
      const parcels = order.parcels.filter((one) => taken.has(one.trackNo!)).length
      expect((await orderRow(world(), order.id)).shipment_status).toBe(
        parcels === 8 ? PARCEL.OUTBOUND : PARCEL.RECEIVED,
      )
    }
  })

  test('at the inbound station: 20 scan the same 40 parcels, each received once', async () => {
    const users = [await clerk(), await manager(), await world().as('tenantAdmin')]
    const orders = []
    for (let at = 0; at < 5; at++)
      orders.push(await confirmed(world(), { parcels: Array.from({ length: 8 }, () => parcel()) }))
    const numbers = orders.flatMap((order) => order.parcels.map((one) => one.trackNo!))
    const received: string[] = []
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        for (const no of fc.sample(fc.shuffledSubarray(numbers, { minLength: 20, maxLength: 20 }), {
          numRuns: 1,
          seed: 99 + at,
        })[0]!) {
          const answer = await inboundScan(users[at % 3]!, no, at % 2 ? { weightKg: '2' } : {})
          expect(answer.status).toBe(200)
          expect([200, 1011]).toContain(answer.code)
          if (answer.code === 200) received.push(no)
        }
      }),
    )
    expect(new Set(received).size).toBe(received.length)
    for (const order of orders)
      expect((await orderRow(world(), order.id)).shipment_status).toBe(
        order.parcels.every((one) => received.includes(one.trackNo!))
          ? PARCEL.RECEIVED
          : PARCEL.CONFIRMED,
      )
  })
})
