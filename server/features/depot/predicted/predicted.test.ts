import { describe, expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import {
  predict,
  confirmed,
  orderRow,
  parcelRow,
  pieces,
  predictedBatches,
  inboundScan,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const manager = () => world().as('manager')
const refusedCodes = (reported: { refused: { no: string; code: string }[] }) =>
  Object.fromEntries(reported.refused.map(({ no, code }) => [no, code]))

describe('an announced batch', () => {
  test("has a number of ours, for any creator, and is the customer's own", async () => {
    const customer = await world().as('customer')
    const made = await predict(world(), customer, [])
    expect(made.no).toMatch(/^PB\d{10}$/)
    const forged = await customer.post('/erp/predictedBatch/add', {
      depotId: await world().depotId('FRA1'),
      customerId: world().otherCustomerId,
      no: 'MINE',
      status: '3',
    })
    expect(forged.result).toMatchObject({
      customerId: world().customerId,
      status: '1',
      no: expect.stringMatching(/^PB/),
    })
    expect(
      await (
        await manager()
      ).post('/erp/predictedBatch/add', { depotId: await world().depotId('FRA1') }),
    ).toMatchObject({ code: 400 })
    for (const other of [await world().as('otherCustomer'), await world().otherTenantUser()]) {
      expect((await other.get('/erp/predictedBatch/queryById', { id: made.id })).status).toBe(404)
      expect(
        (await other.post('/erp/predictedBatch/addParcels', { id: made.id, nos: ['X'] })).status,
      ).toBe(404)
      expect((await other.delete('/erp/predictedBatch/delete', { id: made.id })).status).toBe(404)
      expect((await other.get('/erp/predictedBatch/counts', { ids: made.id })).result).toEqual({})
    }
  })

  test('takes parcels by any number, whole orders by theirs, and gives the reason for each it leaves out', async () => {
    const customer = await world().as('customer')
    const draft = await makeOrder(world(), customer, { change: pieces(3) })
    const byReference = await confirmed(world())
    const byTrack = await confirmed(world())
    const elsewhere = await confirmed(world(), { depotId: await world().depotId('VEN1') })
    const foreign = await confirmed(world(), { customerId: world().otherCustomerId })
    const gone = await confirmed(world())
    await (await manager()).put('/erp/shipment/cancel', { ids: [gone.id] })
    const requested = [
      draft.serialNumber,
      byReference.reference,
      trackNo(byTrack),
      trackNo(byTrack),
      trackNo(elsewhere),
      trackNo(foreign),
      gone.serialNumber,
      'NOBODY',
    ]
    const reported = await predict(world(), customer, requested)
    expect(reported.added).toBe(5)
    expect(refusedCodes(reported)).toEqual({
      [trackNo(elsewhere)]: 'predicted.otherDepot',
      [trackNo(foreign)]: 'predicted.unknownNumber',
      [gone.serialNumber]: 'predicted.status',
      NOBODY: 'predicted.unknownNumber',
    })
    expect(await orderRow(world(), draft.id)).toMatchObject({ shipment_status: PARCEL.PREDICTED })
    expect(await parcelRow(world(), byTrack.parcels[0]!.id)).toMatchObject({
      parcel_status: PARCEL.CONFIRMED,
    })
    const detail = await customer.call(predictedBatches.queryById, { id: reported.id })
    expect(detail).toMatchObject({
      counts: { expected: 5, received: 0, missing: 0, extra: 0 },
      actions: { edit: null, finish: 'access.denied' },
    })
    expect(detail.rows.map((row) => row.status_dictText)).toEqual(
      Array.from({ length: 5 }, () => 'Predicted'),
    )

    const second = await predict(world(), await manager(), [trackNo(byTrack), trackNo(foreign)])
    expect(refusedCodes(second)).toEqual({
      [trackNo(byTrack)]: 'predicted.otherBatch',
      [trackNo(foreign)]: 'predicted.otherCustomer',
    })
    const again = await customer.call(predictedBatches.addParcels, {
      id: reported.id,
      nos: [trackNo(byTrack)],
    })
    expect(again).toMatchObject({
      added: 0,
      refused: [{ code: 'predicted.already', message: 'Already on this batch' }],
    })
  })

  test('counts what comes, what should not be here and, once finished, what is missing', async () => {
    const [staff, clerk] = [await manager(), await world().as('warehouse')]
    const orders = [await confirmed(world()), await confirmed(world()), await confirmed(world())]
    const batch = await predict(
      world(),
      staff,
      orders.map((order) => trackNo(order)),
    )
    const other = await confirmed(world())
    const elsewhere = await predict(world(), staff, [trackNo(other)])
    expect(await inboundScan(clerk, trackNo(orders[0]!), { batchId: batch.id })).toMatchObject({
      code: 200,
      result: { batch: { no: batch.no, counts: { expected: 3, received: 1 } } },
    })
    // Without naming the batch the row is met as well.
    expect(await inboundScan(clerk, trackNo(orders[1]!))).toMatchObject({
      code: 200,
      result: { batch: { no: batch.no, counts: { received: 2 } } },
    })
    expect(await inboundScan(clerk, trackNo(other), { batchId: batch.id })).toMatchObject({
      code: 2001,
      error: 'scan.inOtherBatch',
      message: `Not in batch ${batch.no}, but in ${elsewhere.no}`,
    })
    expect(
      await inboundScan(clerk, trackNo(await confirmed(world())), { batchId: batch.id }),
    ).toMatchObject({ code: 2001, error: 'scan.notInBatch' })
    expect(await inboundScan(clerk, 'STRAY-1', { batchId: batch.id })).toMatchObject({
      code: 1010,
      result: { batch: { counts: { expected: 3, received: 2, extra: 1 } } },
    })
    const twice = await inboundScan(clerk, 'STRAY-1', { batchId: batch.id })
    expect(twice).toMatchObject({ code: 1010, result: { batch: { counts: { extra: 1 } } } })
    const stray = await inboundScan(clerk, 'STRAY-2', { batchId: batch.id })
    expect(
      await clerk.post('/erp/intoParcel/undo', { scanId: stray.result?.scanId }),
    ).toMatchObject({ success: true, result: { batch: { counts: { extra: 1 } } } })
    expect((await clerk.get('/erp/predictedBatch/list', { no: batch.no })).result).toMatchObject({
      records: [{ status: '2', status_dictText: 'In progress' }],
    })

    expect((await clerk.put('/erp/predictedBatch/finish', { id: batch.id })).status).toBe(403)
    const done = await staff.call(predictedBatches.finish, { id: batch.id })
    expect(done).toMatchObject({
      status: '3',
      counts: { expected: 3, received: 2, missing: 1, extra: 1 },
    })
    expect(done.rows.map((row) => row.status_dictText).sort()).toEqual([
      'Intercept',
      'Missing',
      'Received',
      'Received',
    ])
    expect(await staff.put('/erp/predictedBatch/finish', { id: batch.id })).toMatchObject({
      code: 422,
      error: 'predicted.not.finish',
    })
    expect(await inboundScan(clerk, trackNo(orders[2]!), { batchId: batch.id })).toMatchObject({
      code: 422,
      error: 'predicted.not.receive',
    })
    // What is missing may be predicted again.
    expect(await predict(world(), staff, [trackNo(orders[2]!)])).toMatchObject({ added: 1 })
    expect(await staff.call(predictedBatches.counts, { ids: [batch.id, elsewhere.id] })).toEqual({
      [batch.id]: { expected: 3, received: 2, missing: 1, extra: 1 },
      [elsewhere.id]: { expected: 1, received: 0, missing: 0, extra: 0 },
    })
  })

  test('changes and goes only while it waits', async () => {
    const [staff, clerk] = [await manager(), await world().as('warehouse')]
    const order = await confirmed(world())
    const batch = await predict(world(), staff, [trackNo(order)])
    const depotId = await world().depotId('FRA1')
    const edit = async (change: Record<string, unknown>) => {
      const { version } = await staff.call(predictedBatches.queryById, { id: batch.id })
      return staff.put('/erp/predictedBatch/edit', {
        id: batch.id,
        version,
        customerId: world().customerId,
        depotId,
        ...change,
      })
    }
    expect(await edit({ remark: 'Two pallets' })).toMatchObject({
      success: true,
      result: { remark: 'Two pallets' },
    })
    expect((await edit({ depotId: await world().depotId('VEN1') })).result).toMatchObject({
      issues: [{ path: 'depotId', code: 'predicted.hasParcels' }],
    })
    expect(
      await staff.put('/erp/predictedBatch/edit', {
        id: batch.id,
        version: 1,
        customerId: world().customerId,
        depotId,
      }),
    ).toMatchObject({ code: 409, error: 'row.stale' })
    await inboundScan(clerk, trackNo(order))
    expect(await edit({ remark: 'x' })).toMatchObject({ code: 422, error: 'predicted.not.edit' })
    expect(await staff.delete('/erp/predictedBatch/delete', { id: batch.id })).toMatchObject({
      code: 422,
      error: 'predicted.not.delete',
    })
    const fresh = await predict(world(), staff, [])
    expect(
      (await staff.delete('/erp/predictedBatch/deleteBatch', { ids: `${batch.id},${fresh.id}` }))
        .result,
    ).toMatchObject({
      done: 1,
      failed: 1,
      rows: [
        { ok: false, code: 'predicted.not.delete' },
        { ok: true, label: fresh.no },
      ],
    })
    const row = (await staff.call(predictedBatches.queryById, { id: batch.id })).rows[0]!
    expect(
      await staff.post('/erp/predictedBatch/removeParcels', { id: batch.id, ids: [row.id] }),
    ).toMatchObject({ result: { removed: 0 } })
  })

  test('of two at once that want one parcel, one has it', async () => {
    const staff = await manager()
    for (let round = 0; round < 4; round++) {
      const order = await confirmed(world())
      const batches = await Promise.all(
        Array.from({ length: 4 }, () => predict(world(), staff, [])),
      )
      const reported = await Promise.all(
        batches.map((batch) =>
          staff.call(predictedBatches.addParcels, { id: batch.id, nos: [trackNo(order)] }),
        ),
      )
      expect(reported.map((one) => one.added).sort()).toEqual([0, 0, 0, 1])
    }
  })
})
