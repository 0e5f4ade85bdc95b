import { expect, test } from 'vitest'
import { shipments } from '#contracts/orders/shipments.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel, type MadeOrder } from '#test/orders.ts'

const world = useWorld()

async function inDepot(client: Client, pieces = 1): Promise<MadeOrder> {
  const order = await makeOrder(world(), client, {
    confirm: true,
    change: { parcels: Array.from({ length: pieces }, () => parcel()) },
  })
  const scanned = await client.post('/erp/intoParcel/scan', {
    no: order.parcels[0]!.trackNo,
    depotId: await world().depotId('FRA1'),
    weightKg: '1.2',
  })
  expect(scanned, scanned.message).toMatchObject({ success: true })
  return order
}
const statesOf = async (client: Client, id: string) =>
  ((await client.get('/erp/shipment/queryById', { id })).result as MadeOrder).parcels.map(
    ({ parcelStatus }) => parcelStatus,
  )

test('a parcel in the depot is held with a reason and released, one that is not there is refused', async () => {
  const client = await world().as('tenantAdmin')
  const order = await inDepot(client, 2)
  const away = await makeOrder(world(), client, { confirm: true })
  const ids = [order.id, away.id]
  expect(await client.put('/erp/shipment/hold', { ids })).toMatchObject({ success: false })
  expect((await client.put('/erp/shipment/hold', { ids, reason: 'Unpaid' })).result).toMatchObject({
    done: 1,
    failed: 1,
  })
  expect(await statesOf(client, order.id)).toEqual([PARCEL.HELD, PARCEL.CONFIRMED])
  expect((await client.put('/erp/shipment/release', { ids })).result).toMatchObject({
    done: 1,
    failed: 1,
  })
  expect(await statesOf(client, order.id)).toEqual([PARCEL.RECEIVED, PARCEL.CONFIRMED])
  const history = async (by: Client) =>
    (await by.call(shipments.history, { id: order.id })).map(({ action, to, name }) => ({
      action,
      to,
      name,
    }))
  expect(await history(client)).toEqual([
    { action: 'hold', to: '1', name: 'Unpaid' },
    { action: 'release', to: '1', name: null },
  ])
  // The reason is of the depot, as with the parcel.
  expect(await history(await world().as('customer'))).toMatchObject([{ name: null }, {}])
  expect((await client.put('/erp/shipment/lost', { ids, reason: 'Search' })).result).toMatchObject({
    done: 0,
    failed: 2,
  })
})

test('single parcels of an order are held; those of another order, or not in the depot, are refused', async () => {
  const client = await world().as('tenantAdmin')
  const order = await inDepot(client, 3)
  const other = await inDepot(client)
  await client.post('/erp/intoParcel/scan', {
    no: order.parcels[1]!.trackNo,
    depotId: await world().depotId('FRA1'),
    weightKg: '1.2',
  })
  const [first, second, third] = order.parcels
  const hold = async (parcelIds: string[], ids = [order.id]) =>
    (await client.put('/erp/shipment/hold', { ids, reason: 'Unpaid', parcelIds })).result
  const refused = { done: 0, failed: 1, rows: [{ code: 'parcels.notOpen' }] }
  expect(await hold([second!.id, other.parcels[0]!.id])).toMatchObject(refused)
  expect(await hold([third!.id])).toMatchObject(refused)
  expect(await hold([second!.id], [order.id, other.id])).toMatchObject({ done: 1, failed: 1 })
  expect(await statesOf(client, order.id)).toEqual([PARCEL.RECEIVED, PARCEL.HELD, PARCEL.CONFIRMED])
  expect(await statesOf(client, other.id)).toEqual([PARCEL.RECEIVED])
  const release = { ids: [order.id] }
  expect((await client.put('/erp/shipment/release', release)).result).toMatchObject({ done: 1 })
  await Promise.all([hold([first!.id]), hold([second!.id])])
  expect(await statesOf(client, order.id)).toEqual([PARCEL.HELD, PARCEL.HELD, PARCEL.CONFIRMED])
})

test('holding and releasing at once end in one of the two', async () => {
  const client = await world().as('tenantAdmin')
  const order = await inDepot(client)
  await Promise.all([
    client.put('/erp/shipment/hold', { ids: [order.id], reason: 'Unpaid' }),
    client.put('/erp/shipment/release', { ids: [order.id] }),
    client.put('/erp/shipment/hold', { ids: [order.id], reason: 'Unpaid' }),
  ])
  expect([PARCEL.HELD, PARCEL.RECEIVED]).toContain((await statesOf(client, order.id))[0])
})

test('a generic order becomes one of another kind once it has what that needs', async () => {
  const client = await world().as('tenantAdmin')
  const draft = { ...(await orderDraft(world())), shipmentResource: 'GENERIC' }
  const { id, version } = (await client.post('/erp/shipment/add', draft)).result as MadeOrder
  const asFba = { ...draft, shipmentResource: 'FBA', id, version }
  const refused = await client.put('/erp/shipment/edit', asFba)
  expect(refused.success).toBe(false)
  expect(JSON.stringify(refused.result)).toContain('fbaCode')
  expect(
    (await client.put('/erp/shipment/edit', { ...asFba, fbaCode: 'FBA15DJ9SVVD' })).result,
  ).toMatchObject({ shipmentResource: 'FBA', fbaCode: 'FBA15DJ9SVVD' })
})
