import { beforeAll, expect, test } from 'vitest'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { markLostCollections } from './batches/watch-collections.ts'
import { returnLabelOfParcel } from './buying/return-label.ts'
import { editAccountOf, openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
let staff: Client
let dhl: { id: string; serviceId: string }
beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  dhl = await openAccountFor(world(), staff, 'dhl')
})
const SOON = '2099-12-23'

/** A printed order, with its label and the batch it is in. */
async function bought() {
  const order = await makeOrder(world(), staff, { confirm: true })
  const printed = await staff.post('/erp/label/print', { ids: [order.id] })
  expect(printed.status).toBe(200)
  const { rows } = await world().db.pool.query<{ id: string; batchId: string; parcelId: string }>(
    `select id, batch_id as "batchId", parcel_id as "parcelId" from carrier_shipment
      where shipment_id = $1`,
    [order.id],
  )
  return rows[0]!
}
const soldReturns = async () =>
  (
    await world().db.pool.query(
      `select 1 from simulator_label where tenant_id = $1 and reference like 'return %'`,
      [world().tenantId],
    )
  ).rows.length
const batch = async (id: string) =>
  (await staff.get('/erp/carrierBatch/queryById', { id })).result as Record<string, unknown>

test('a label for the way back is made once, with its code, and kept', async () => {
  const { id, parcelId } = await bought()
  const made = await staff.post('/erp/carrierShipment/returnLabel', { id })
  expect(made.success, JSON.stringify(made)).toBe(true)
  const again = await staff.post('/erp/carrierShipment/returnLabel', { id })
  expect(again.result).toEqual(made.result)
  expect(await soldReturns()).toBe(1)
  const ofParcel = await returnLabelOfParcel(jobCtx(world().deps, world().tenantId), parcelId)
  expect(ofParcel?.returnNo).toBe((made.result as { returnNo: string }).returnNo)
  expect(ofParcel?.files.map(({ name }) => name.split('-')[0]).sort()).toEqual(['qr', 'return'])
})

test('no label for the way back of a parcel without one of ours, or one the carrier refuses', async () => {
  const bare = await makeOrder(world(), staff, { confirm: true })
  const ctx = jobCtx(world().deps, world().tenantId)
  expect(await returnLabelOfParcel(ctx, bare.parcels[0]!.id)).toBeNull()
  const { id, parcelId } = await bought()
  await world().db.pool.query(
    `update shipment set postal_code = 'AB1' where id = (
      select shipment_id from parcel where id = $1)`,
    [parcelId],
  )
  const refused = await staff.post('/erp/carrierShipment/returnLabel', { id })
  expect(refused.error).toBe('carrierShipment.returnRefused')
  expect(refused.message).toContain('does not accept the postcode')
})

test('a collection is ordered once, though pressed twice at once, and taken back by its number', async () => {
  const { batchId: id } = await bought()
  const press = () => staff.put('/erp/carrierBatch/collect', { id, day: SOON })
  const both = await Promise.all([press(), press()])
  expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  expect(both.find(({ success }) => !success)?.error).toBe('carrierBatch.isFetched')
  expect(await batch(id)).toMatchObject({ collectionState: 'ordered', collectionDay: SOON })
  expect((await staff.put('/erp/carrierBatch/cancelCollection', { id })).success).toBe(true)
  expect(await batch(id)).toMatchObject({ collectionState: 'cancelled', collectionNo: null })
  expect((await staff.put('/erp/carrierBatch/cancelCollection', { id })).error).toBe(
    'carrierBatch.noCollection',
  )
  expect((await press()).success).toBe(true)
  await staff.put('/erp/carrierBatch/cancelCollection', { id })
})

test('a day that is over is refused at its field; a login that is refused sets the batch free', async () => {
  const { batchId: id } = await bought()
  const past = await staff.put('/erp/carrierBatch/collect', { id, day: '2020-01-01' })
  expect((past.result as { issues: object[] }).issues).toMatchObject([{ path: 'day' }])
  await editAccountOf(staff, dhl.id, { simulatorScript: 'denied' })
  const denied = await staff.put('/erp/carrierBatch/collect', { id, day: SOON })
  expect(denied.error).toBe('carrier.failed')
  expect((await batch(id))['collectionState']).not.toBe('sent')
  await editAccountOf(staff, dhl.id, { simulatorScript: 'usual' })
  await staff.post('/erp/carrierAccount/test', { id: dhl.id })
  expect((await staff.put('/erp/carrierBatch/collect', { id, day: SOON })).success).toBe(true)
})

test('GLS finds shops near an address, nearest first; DHL has no such search', async () => {
  const near = { country: 'DE', postalCode: '53113', city: 'Bonn' }
  expect((await staff.get('/erp/carrierAccount/shops', { id: dhl.id, ...near })).error).toBe(
    'carrierAccount.noShops',
  )
  const { id } = await openAccountFor(world(), staff, 'gls', { services: [] })
  const found = await staff.get('/erp/carrierAccount/shops', { id, ...near })
  expect(found.result).toMatchObject([{ id: '276-531131', distance: 400 }, {}, {}])
  const none = await staff.get('/erp/carrierAccount/shops', { id, ...near, postalCode: '99999' })
  expect(none.error).toBe('carrier.failed')
})

test('GLS comes on the day it names; its order has no number to cancel by', async () => {
  const gls = await openAccountFor(world(), staff, 'gls', { services: [] })
  await world().db.pool.query(
    `update carrier_account_service set account_id = $1, product = 'PARCEL'
      where service_id = $2`,
    [gls.id, dhl.serviceId],
  )
  const { batchId: id } = await bought()
  // A Sunday.
  const done = await staff.put('/erp/carrierBatch/collect', { id, day: '2099-12-27' })
  expect(done.result).toEqual({ day: '2099-12-28', collectionNo: null })
  expect((await staff.put('/erp/carrierBatch/cancelCollection', { id })).error).toBe(
    'carrierBatch.cancelByPhone',
  )
})

test('a collection whose process ended while its carrier was asked becomes unknown, not ordered again', async () => {
  const { batchId: id } = await bought()
  const after = async (minutes: number) => {
    await world().db.pool.query(
      `update carrier_batch set collection_state = 'sent', collection_day = $2,
        update_time = now() - $3 * interval '1 minute' where id = $1`,
      [id, SOON, minutes],
    )
    await markLostCollections(jobCtx(world().deps, world().tenantId))
    return (await batch(id))['collectionState']
  }
  expect(await after(2)).toBe('sent')
  expect(await after(20)).toBe('unknown')
  const press = await staff.put('/erp/carrierBatch/collect', { id, day: SOON })
  expect(press.error).toBe('carrierBatch.isFetched')
  const cleared = await staff.put('/erp/carrierBatch/cancelCollection', { id })
  expect(cleared.success).toBe(true)
})
