import { expect, test } from 'vitest'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { documents } from '#contracts/orders/documents.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { shippers, shipperList } from '#contracts/parties/shippers.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()
const addDefault = (who: Client, name: string, country: string) =>
  who.call(shipperList.endpoints.add, {
    name,
    country,
    city: 'Sendertown',
    postalCode: country === 'CN' ? '518000' : '10115',
    street: 'Weg 1',
    izDefault: true,
  } as never)

/** What an order without a sender of its own shows as sender, everywhere it is printed. */
async function senderOf(who: Client) {
  const order = await makeOrder(world(), who, {
    confirm: true,
    change: {
      shipmentResource: 'B2B',
      consignee: company,
    },
  })
  const label = await who.post('/erp/label/print', { ids: [order.id] })
  const invoice = await (
    await world().as('manager')
  ).get(documents.print.path, { ids: order.id, kinds: 'packingList' })
  const [stored] = await who.call(documents.checkCustoms, { ids: [order.id] })
  const draft = await who.call(customs.check, {
    consignee: { country: 'DE' },
    depotId: await world().depotId('FRA1'),
    parcels: [],
  } as never)
  return {
    label: await textOf(await open(label.bytes), 1),
    document: await textOf(await open(invoice.bytes), 1),
    needed: [stored?.needed, draft.needed],
    // Before it is saved, the form names the same one.
    named: (await who.call(shipments.choices, {})).sender,
  }
}
const company = {
  name: 'A',
  company: 'B GmbH',
  country: 'DE',
  city: 'Berlin',
  postalCode: '10115',
  street: 'X',
  house: '1',
  phone: '+49 177 7655194',
}

test('a private default is the sender of its own user’s orders and of no other user’s', async () => {
  const [main, sub] = [await world().as('customer'), await world().as('sub')]
  await addDefault(sub, 'Sub Secret', 'CN')
  const own = await senderOf(sub)
  expect(own.label).toContain('Sub Secret')
  expect(own.named).toBe('Sub Secret · Sendertown · CN')
  expect(own.document).toContain('Sub Secret')
  expect(own.needed).toEqual([true, true])
  const before = await senderOf(main)
  expect(before.label).not.toContain('Sub Secret')
  expect(before.document).not.toContain('Sub Secret')
  expect(before.named ?? '').not.toContain('Sub Secret')
  expect(before.needed).toEqual([false, false])
  await addDefault(main, 'Main Office', 'DE')
  const after = await senderOf(main)
  expect(after.label).toContain('Main Office')
  expect(after.document).toContain('Main Office')
  const still = await senderOf(sub)
  expect(still.label).toContain('Sub Secret')
  expect(still.needed).toEqual([true, true])
})

test('the main account’s default is a sub-account’s sender only where it is shared', async () => {
  const [main, sub] = [await world().as('customer'), await world().as('sub')]
  await world().db.pool.query('update shipper set iz_default = false where tenant_id = $1', [
    world().tenantId,
  ])
  const own = await addDefault(main, 'Head Office Unshared', 'DE')
  await main.call(shippers.share, { ids: [String(own.id)], shared: false })
  const unshared = await senderOf(sub)
  expect(unshared.label).not.toContain('Head Office Unshared')
  expect(unshared.document).not.toContain('Head Office Unshared')
  expect(unshared.needed).toEqual([false, false])
  expect((await senderOf(main)).label).toContain('Head Office Unshared')
  await main.call(shippers.share, { ids: [String(own.id)], shared: true })
  expect((await senderOf(sub)).label).toContain('Head Office Unshared')
})
