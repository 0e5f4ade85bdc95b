import { expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { freshNo } from '../returns.fixture.ts'

const world = useWorld()
const announce = async (client: Client, orderNo: string) =>
  client.post(predictedReturnList.endpoints.add.path, {
    orderNo,
    depotId: await world().depotId('FRA1'),
  })

test('only an order that left is announced, by its number and by its reference', async () => {
  const customer = await world().as('customer')
  const { id, serialNumber, reference } = await makeOrder(world(), customer, {
    confirm: true,
    change: { parcels: [parcel(), parcel()] },
  })
  const move = (parcelStatus: number) =>
    world().db.pool.query(
      `update parcel set parcel_status = $2
        where id = (select min(id) from parcel where shipment_id = $1)`,
      [id, parcelStatus],
    )
  for (const no of [serialNumber, serialNumber.toLowerCase(), reference])
    expect(await announce(customer, no)).toMatchObject({
      success: false,
      result: { issues: [{ path: 'orderNo', code: 'returns.orderUnsent' }] },
    })
  const labelled = await announce(customer, serialNumber)
  expect(JSON.stringify(labelled.result)).toContain(`${serialNumber} is “`)
  // One of its two parcels left.
  await move(70)
  const made = await announce(customer, serialNumber)
  expect(made).toMatchObject({ success: true })
  // What was announced can be edited in other points, whatever became of the order.
  await move(30)
  const { id: announced } = made.result as { id: string }
  const read = await customer.get('/rwms/predictedReturn/queryById', { id: announced })
  const edit = (more: object) =>
    customer.put(predictedReturnList.endpoints.edit.path, { ...(read.result as object), ...more })
  expect(await edit({ orderNo: reference })).toMatchObject({
    result: { issues: [{ path: 'orderNo', code: 'returns.orderUnsent' }] },
  })
  expect(await edit({ remark: 'two boxes' })).toMatchObject({ success: true })
})

test.each([PARCEL.RETURNED, PARCEL.LOST, PARCEL.DESTROYED])(
  'an order that left and ended otherwise is announced, state %s',
  async (ended) => {
    const customer = await world().as('customer')
    const { id, serialNumber } = await makeOrder(world(), customer, { confirm: true })
    const move = (state: number) =>
      world().db.pool.query(
        `with p as (update parcel set parcel_status = $2 where shipment_id = $1)
          update shipment set shipment_status = $2 where id = $1`,
        [id, state],
      )
    await move(PARCEL.REVOKED)
    expect(await announce(customer, serialNumber)).toMatchObject({ success: false })
    await move(ended)
    expect(await announce(customer, serialNumber)).toMatchObject({ success: true })
  },
)

test('a number of no order of the customer is taken as it is', async () => {
  const { serialNumber } = await makeOrder(world(), await world().as('customer'), { confirm: true })
  const other = await world().as('otherCustomer')
  expect(await announce(other, serialNumber)).toMatchObject({ success: true })
  expect(await announce(other, freshNo('SHOP'))).toMatchObject({ success: true })
})
