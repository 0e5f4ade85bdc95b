import { beforeAll, expect, test } from 'vitest'
import { predictedReturnList, predictedReturns } from '#contracts/returns/predicted-returns.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { openAccountFor } from '#server/features/carriers/carrier-labels/carrier-world.fixture.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { scanIn } from '../returns.fixture.ts'

const world = useOwnWorld()
let staff: Client
beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  await openAccountFor(world(), staff, 'dhl')
})

const customerOf = async (id: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select customer_id::text as id from shipment where id = $1',
      [id],
    )
  ).rows[0]!.id

test('an announced return goes by the label of its carrier once, else by ours, and is known by it', async () => {
  const order = await makeOrder(world(), staff, { confirm: true })
  expect((await staff.post('/erp/label/print', { ids: [order.id] })).status).toBe(200)
  await world().db.pool.query('update parcel set parcel_status = 70 where shipment_id = $1', [
    order.id,
  ])
  const announce = async () => {
    const depotId = await world().depotId('FRA1')
    const made = await staff.call(predictedReturnList.endpoints.add, {
      customerId: await customerOf(order.id),
      orderNo: order.serialNumber,
      depotId,
      goods: 'A-1*1',
    })
    return String(made.id)
  }
  const [first, second] = [await announce(), await announce()]
  const label = (id: string) => staff.get(predictedReturns.label.path, { id })
  const theirs = await label(first)
  expect(theirs.status).toBe(200)
  const one = await staff.call(predictedReturnList.endpoints.queryById, { id: first })
  const { rows } = await world().db.pool.query<{ no: string }>(
    'select return_no as no from carrier_shipment where shipment_id = $1',
    [order.id],
  )
  expect(one).toMatchObject({ trackNo: rows[0]!.no, labelledAt: expect.any(String) })
  expect((await label(first)).bytes).toEqual(theirs.bytes)
  // Another box of the same order has ours.
  expect((await label(second)).status).toBe(200)
  const other = await staff.call(predictedReturnList.endpoints.queryById, { id: second })
  expect(other.trackNo).toBeNull()
  const scanned = await scanIn(world(), rows[0]!.no)
  expect(scanned).toMatchObject({ success: true })
  const came = await staff.call(returnTracks.queryById, { id: scanned.result.id! })
  expect(came).toMatchObject({ state: 30, trackNo: rows[0]!.no })
})
