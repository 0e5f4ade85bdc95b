import { expect, test } from 'vitest'
import { handhelds } from '#contracts/depot/handhelds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { PASSWORD, useWorld, type Client } from '#test/harness.ts'
import {
  channelId,
  confirmed,
  parcelRow,
  pieces,
  predict,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const clerk = () => world().as('warehouse')
/** A form as the client sends it, without a file. */
function send(client: Client, path: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  return client.raw('POST', path, { form })
}

test('signs in without a captcha, with the user the client expects, and is refused as a 401', async () => {
  const client = world().anonymous
  const username = world().username('warehouse')
  const good = await client.post(handhelds.auth.path, { username, password: PASSWORD })
  expect(good).toMatchObject({
    code: 200,
    result: { token: expect.any(String), userInfo: { username, pinCode: '' } },
  })
  expect(await client.post(handhelds.auth.path, { username, password: 'wrong' })).toMatchObject({
    code: 401,
    success: false,
    message: expect.any(String),
  })
})

test('a shift: what is expected, scanned in, set apart, a batch opened, scanned out and shipped', async () => {
  const boss = await world().as('manager')
  const staff = await clerk()
  const order = await confirmed(world(), pieces(3))
  const batch = await predict(
    world(),
    boss,
    order.parcels.map(({ trackNo: no }) => no!),
  )
  const expected = await staff.get(handhelds.expected.path, {
    pageNo: 1,
    pageSize: 10,
    column: 'createTime',
    order: 'desc',
    status: '1',
    batchId: batch.id,
  })
  expect(expected.result).toMatchObject({
    total: 3,
    records: [{ status: '1', weight: 1.2 }, {}, {}],
  })
  // Lists may be asked for their second page first.
  expect(
    (await staff.get(handhelds.expected.path, { pageNo: 2, pageSize: 2, batchId: batch.id }))
      .result,
  ).toMatchObject({ current: 2, records: [{}] })
  const scanIn = (no: string, batchId = '') =>
    send(staff, handhelds.scanIn.path, { no, ...(batchId ? { batchId } : {}) })
  expect(await scanIn(trackNo(order, 0), batch.id)).toMatchObject({
    code: 200,
    result: { status: '3', inboundBatchId: batch.id, batchSerialNumber: batch.no },
  })
  expect(await scanIn(trackNo(order, 0))).toMatchObject({ code: 1011 })
  expect(await scanIn('STRAY-77', batch.id)).toMatchObject({ code: 1010, result: null })
  expect(await scanIn('STRAY-77')).toMatchObject({ code: 1002, result: null })
  expect(await scanIn('')).toMatchObject({ code: 3001, result: null })
  expect(await scanIn(trackNo(order, 1), '999999')).toMatchObject({ code: 4004, result: null })
  const other = await predict(world(), boss, [])
  expect(await scanIn(trackNo(order, 1), other.id)).toMatchObject({ code: 2001 })
  expect(await scanIn(trackNo(order, 1))).toMatchObject({ code: 200 })
  expect((await staff.get(handhelds.intercepts.path, { status: '2' })).result).toMatchObject({
    records: [{ no: 'STRAY-77', status: '2' }],
  })
  const batches = await staff.call(handhelds.inboundBatches, { status: '!3', pageSize: 50 })
  expect(batches.records.find(({ id }) => id === batch.id)).toMatchObject({
    expectedQuantity: 3,
    inboundQuantity: 2,
    status: '2',
  })
  expect(await staff.call(handhelds.inboundByChannel, { batchId: batch.id })).toMatchObject([
    { expectQuantity: 3, actualQuantity: 2 },
  ])
  expect(await staff.call(handhelds.count, {})).toMatchObject({ intoCount: 2, inboundCount: 1 })

  const channel = await channelId(world(), 'DHL-DE')
  expect((await staff.call(handhelds.channels, {})).map(({ id }) => id)).toContain(channel)
  const opened = await send(staff, handhelds.openBatch.path, {
    batchNo: 'OB777',
    channelId: channel,
  })
  const out = opened.result as { id: string; status: string }
  expect(opened).toMatchObject({ code: 200, result: { batchNo: 'OB777', status: '0' } })
  const scanOut = (no: string) => send(staff, handhelds.scanOut.path, { no, batchId: out.id })
  expect(await scanOut(trackNo(order, 2))).toMatchObject({ code: 1021 })
  expect(await scanOut(trackNo(order, 0))).toMatchObject({
    code: 200,
    result: { outboundBatchId: out.id },
  })
  expect(await staff.call(handhelds.outboundByChannel, { batchId: out.id })).toMatchObject([
    { channelId: channel, actualQuantity: 1, outboundQuantity: 0 },
  ])
  expect(await send(staff, handhelds.complete.path, { batchId: out.id })).toMatchObject({
    status: 403,
  })
  expect(await send(boss, handhelds.complete.path, { batchId: out.id })).toMatchObject({
    code: 200,
    result: { status: '1', quantity: 1 },
  })
  expect(await scanOut(trackNo(order, 1))).toMatchObject({ code: 1000, result: null })
  expect((await parcelRow(world(), order.parcels[0]!.id)).parcel_status).toBe(PARCEL.OUTBOUND)
  expect((await staff.get(handhelds.inStock.path)).result).toMatchObject({ total: 1 })
  expect((await (await world().as('customer')).get(handhelds.count.path)).status).toBe(403)
})
