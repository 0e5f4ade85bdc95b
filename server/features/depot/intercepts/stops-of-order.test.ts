import { expect, test } from 'vitest'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { inboundScan, parcelRow, trackNo } from '../inbound/depot.fixture.ts'

const world = useWorld()

/** An order of one parcel that customer service stopped on its way. */
async function stopped() {
  const service = await world().as('service')
  const order = await makeOrder(world(), service, { confirm: true })
  const no = trackNo(order)
  const depotId = await world().depotId('FRA1')
  await service.call(intercepts.add, { no, depotId, note: 'Wrong address' })
  const of = async (role: Parameters<ReturnType<typeof world>['as']>[0]) =>
    (await world().as(role)).call(intercepts.ofOrder, { shipmentId: order.id })
  return { service, order, no, of }
}

test('an order shows what of it is stopped on arrival, and who stopped it takes it back', async () => {
  const { service, order, no, of } = await stopped()
  const [stop] = await of('service')
  expect(stop).toMatchObject({ no, status: INTERCEPT.waiting, note: 'Wrong address' })
  const ofStranger = await (
    await world().otherTenantUser()
  ).call(intercepts.ofOrder, { shipmentId: order.id })
  expect(ofStranger).toEqual([])
  const customer = await world().as('customer')
  const refused = await customer.get(intercepts.ofOrder.path, { shipmentId: order.id })
  expect(refused.status).toBe(403)

  const { id, version } = stop!
  await service.call(intercepts.takeBack, { id, version, note: 'Address was right' })
  expect(await of('service')).toEqual([])
  await inboundScan(await world().as('manager'), no)
  expect((await parcelRow(world(), order.parcels[0]!.id)).parcel_status).toBe(PARCEL.RECEIVED)
})

test('what lies apart is shown with its reason and released by customer service', async () => {
  const { service, no, of } = await stopped()
  const { rows } = await world().db.pool.query<{ realname: string }>(
    'select realname from sys_user where username = $1',
    [world().username('service')],
  )
  const { realname } = rows[0]!
  expect(realname).not.toBe(world().username('service'))
  const at = await inboundScan(await world().as('manager'), no)
  expect(at.message).toContain('Wrong address')
  expect(at.result).toMatchObject({
    parcel: { trackNo: no },
    warnings: [
      { code: 'scan.warn.stoppedBy', message: expect.stringContaining(`Stopped by ${realname};`) },
    ],
  })
  const [stop] = await of('service')
  expect(stop!.status).toBe(INTERCEPT.intercepted)
  const { id, version } = stop!
  const body = { id, version, note: 'Let it go' }
  expect((await (await world().as('warehouse')).put(intercepts.release.path, body)).status).toBe(
    403,
  )
  const late = await service.put(intercepts.takeBack.path, body)
  expect(late).toMatchObject({ success: false, error: 'intercept.status' })
  await service.call(intercepts.release, body)
  expect(await of('service')).toEqual([])
})
