import { expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { corrections } from '#contracts/orders/corrections.ts'
import { documents } from '#contracts/orders/documents.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const world = useWorld()
const sender = {
  name: '李伟',
  country: 'CN',
  city: '深圳',
  postalCode: '518129',
  street: '坂田路',
  house: '88',
}
const goods = {
  nameCn: '棉质T恤',
  nameEn: 'Cotton T-shirt',
  hscodeCn: '6109100010',
  hscodeForeign: '61091000',
  quanlity: 2,
  unitWeightKg: '0.18',
  unitPrice: '8.90',
  currency: 'EUR',
}

test('what the papers of a printed order lack is added in one step, and the papers are printed', async () => {
  const manager = await world().as('manager')
  const { id } = await makeOrder(world(), manager, {
    change: { sender, parcels: [parcel({ products: [goods] })] },
  })
  const confirmed = await manager.put('/erp/shipment/confirm', { ids: [id] })
  expect((confirmed.result as BulkResult).rows).toMatchObject([{ ok: true }])
  expect((await manager.post('/erp/label/print', { ids: [id] })).status).toBe(200)
  const papers = { ids: id, kinds: 'customsForm,commercialInvoice' }
  const order = await manager.call(shipments.queryById, { id })
  expect(order.customsLockedAt).not.toBeNull()
  for (const kinds of ['customsForm', 'commercialInvoice']) {
    const refused = await manager.get(documents.print.path, { ids: id, kinds })
    expect(refused, refused.message).toMatchObject({ error: 'document.incomplete' })
    expect(refused.message).toContain('rigin')
  }
  const wanted = {
    id,
    version: order.version,
    consignee: order.consignee,
    customs: { exportType: 'COMMERCIAL_GOODS', incoterm: 'DAP' },
    goods: [{ parcelId: order.parcels[0]!.id, products: [{ ...goods, origin: 'CN' }] }],
  }
  const shown = await manager.post(corrections.preview.path, wanted)
  // The printed label left with the data it was made with: a new one takes its place.
  expect(shown.result, shown.message).toMatchObject({ labels: [{ bought: false }] })
  const { key } = shown.result as { key: string }
  const done = await manager.put(corrections.correct.path, { ...wanted, key })
  expect(done, done.message).toMatchObject({ result: { state: 'done' } })
  const after = await manager.call(shipments.queryById, { id })
  expect(after.parcels[0]).toMatchObject({
    labelCopies: 0,
    products: [{ origin: 'CN', hscodeForeign: '61091000' }],
  })
  expect(after.parcels[0]!.trackNo).not.toBe(order.parcels[0]!.trackNo)
  expect((await manager.get(documents.print.path, papers)).status).toBe(200)
})

test('papers of an order that left are drawn with what it left with; a cancelled parcel is on none', async () => {
  const manager = await world().as('manager')
  const { id, parcels } = await makeOrder(world(), manager, {
    confirm: true,
    change: { sender, parcels: [parcel({ products: [goods] }), parcel({ products: [goods] })] },
  })
  const set = (state: number, parcelId?: string) =>
    world().db.pool.query(
      `update parcel set parcel_status = $1 where shipment_id = $2 and id = coalesce($3, id)`,
      [state, id, parcelId ?? null],
    )
  await set(-10, parcels[0]!.id)
  const verdict = async () => {
    const [one] = await manager.call(documents.checkCustoms, { ids: [id] })
    return JSON.stringify(one)
  }
  expect(await verdict()).toContain('parcels.1.products.0')
  expect(await verdict()).not.toContain('parcels.0.')
  await world().db.pool.query('update shipment set shipment_status = 70 where id = $1', [id])
  await set(70, parcels[1]!.id)
  const drawn = await manager.get(documents.print.path, { ids: id, kinds: 'packingList' })
  expect(drawn.status).toBe(200)
  const invoice = await manager.get(documents.print.path, { ids: id, kinds: 'commercialInvoice' })
  expect(invoice.status, invoice.message).toBe(200)
})

test('the check names whether customs lie between the depot and the recipient, wherever its sender is', async () => {
  const manager = await world().as('manager')
  const { id } = await makeOrder(world(), manager, { change: { sender } })
  const check = async () => (await manager.call(documents.checkCustoms, { ids: [id] }))[0]
  expect(await check()).toMatchObject({ needed: true, crossesFromDepot: false })
  await world().db.pool.query(`update shipment set country = 'CH' where id = $1`, [id])
  expect(await check()).toMatchObject({ needed: true, crossesFromDepot: true })
})
