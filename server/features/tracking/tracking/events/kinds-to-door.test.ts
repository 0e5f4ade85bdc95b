import { expect, test } from 'vitest'
import { outBatches } from '#contracts/depot/outbound.ts'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { channelId } from '#server/features/depot/inbound/depot.fixture.ts'
import { balancesOf, makeSku, putStock } from '#server/features/orders/stock/stock.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { kindDraft, type MadeOrder } from '#test/orders.ts'
import { at, codesOf, eventually, parcelRow, publicItem, systemCtx } from '../tracking.fixture.ts'
import { pollTenant } from '../polling/poll-parcels.ts'

/**
 * The journey of a parcel of every kind over HTTP: entered, priced, confirmed, labelled, received,
 * sent out, followed by the carrier and by a visitor.
 */
const world = useWorld()

interface Read extends MadeOrder {
  currency: string
}
const read = async (client: Client, id: string) =>
  (await client.get('/erp/shipment/queryById', { id })).result as Read

test.each(KINDS)('an order of the kind $code goes from the form to the door', async (kind) => {
  const customer = await world().as('customer')
  const clerk = await world().as('warehouse')
  const manager = await world().as('manager')
  const goods = kind.can.usesStock ? await stocked(4) : null

  const draft = await kindDraft(world(), kind.code satisfies KindCode, {}, goods?.sku)
  const added = await customer.post('/erp/shipment/add', draft)
  expect(added.result, added.message).toMatchObject({ shipmentResource: kind.code })
  const { id } = added.result as MadeOrder
  const quoted = await read(customer, id)
  expect(quoted).toMatchObject({ shipmentStatus: PARCEL.DRAFT, currency: 'EUR' })
  expect(Number(quoted.amount)).toBeGreaterThan(0)

  expect((await customer.put('/erp/shipment/confirm', { ids: [id] })).result).toMatchObject({
    done: 1,
  })
  const order = await read(customer, id)
  expect(order.amount).toBe(quoted.amount)
  const { id: parcelId, trackNo } = order.parcels[0]!
  expect(trackNo).toBeTruthy()
  if (goods) expect(await balancesOf(world(), goods.id)).toMatchObject([{ onHand: 4, reserved: 2 }])

  // What is taken from stock is picked before it has a label.
  if (goods) {
    const depotId = await world().depotId('FRA1')
    const wave = await manager.call(stockWaves.add, { depotId, ids: [id] })
    const picks = [{ balanceId: goods.balanceId, picked: 2 }]
    await manager.call(stockWaves.close, { id: wave.id, picks })
  }
  const label = await customer.post('/erp/label/print', { ids: [id] })
  expect(label.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const inList = await customer.get('/erp/shipment/list', {
    trackNo,
    shipmentResource: kind.code,
  })
  expect(inList.result).toMatchObject({ total: 1, records: [{ id, shipmentStatus: '30' }] })

  await clerk.call(intoParcel.scan, { no: trackNo!, weightKg: '1.2' })
  const batch = await manager.call(outBatches.add, {
    depotId: await world().depotId('FRA1'),
    channelIds: [await channelId(world(), 'DHL-DE')],
  })
  await clerk.call(outBatches.scan, { batchId: batch.id, no: trackNo! })
  await manager.call(outBatches.close, { id: batch.id })
  expect((await read(customer, id)).shipmentStatus).toBe(PARCEL.OUTBOUND)
  await eventually(async () =>
    codesOf(await publicItem(world(), trackNo!)).endsWith(
      '20/depot_received 25/handed_to_linehaul',
    ),
  )

  // The simulator runs in real time: twenty days are more than its longest journey.
  // A parcel that a job has locked just then is passed over until the next turn.
  await eventually(async () => {
    await at(Date.now() + 20 * 86_400_000, () => pollTenant(systemCtx(world())))
    return (await parcelRow(world(), parcelId)).parcel_status >= PARCEL.IN_TRANSIT
  })
  expect(codesOf(await publicItem(world(), trackNo!))).toContain('30/dropped_off')
})

/** A SKU with so many pieces on a place. */
async function stocked(pieces: number) {
  const sku = await makeSku(world())
  return { ...sku, balanceId: await putStock(world(), sku.id, pieces) }
}
