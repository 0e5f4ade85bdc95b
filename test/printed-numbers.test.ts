import { expect, test } from 'vitest'
import { quickSearch } from '#contracts/insight/quick-search.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { useWorld } from './harness.ts'
import { makeOrder } from './orders.ts'

const world = useWorld()
/** How people type, paste and scan a number that is on our label. */
const SHOWN: readonly ((no: string) => string)[] = [
  (no) => no,
  (no) => `(00) ${no.slice(2, 3)} ${no.slice(3, 7)} ${no.slice(7, 11)} ${no.slice(11)}`,
  (no) => no.replace(/(.{4})/g, '$1 ').trim(),
  (no) => no.replace(/(.{4})(?=.)/g, '$1-'),
  (no) => `]C1${no}`,
  (no) => `]E0${no}`,
  (no) => no.slice(2),
]

test('a number is found everywhere as it is printed, pasted or scanned', async () => {
  const manager = await world().as('manager')
  const clerk = await world().as('warehouse')
  const order = await makeOrder(world(), manager, { confirm: true })
  const parcel = order.parcels[0]!
  const no = parcel.trackNo!
  expect(no).toMatch(/^00\d{18}$/)
  await manager.post('/erp/label/print', { ids: [order.id], format: 'zpl' })
  for (const shown of SHOWN.map((show) => show(no))) {
    expect(await manager.call(tracking.search, { nos: [shown] }), shown).toMatchObject([
      { found: true, parcelId: parcel.id },
    ])
    expect((await manager.call(quickSearch.quick, { q: shown })).map(({ id }) => id)).toContain(
      parcel.id,
    )
    const scan = await clerk.post('/erp/intoParcel/scan', { no: shown })
    expect(scan.result, shown).toMatchObject({ parcel: { id: parcel.id } })
    const seen = await manager.call(tracking.query, { nos: shown })
    expect(seen.items, shown).toMatchObject([{ found: true }])
  }
})

test('and on a pre-alert', async () => {
  const customer = await world().as('customer')
  for (const show of SHOWN) {
    const order = await makeOrder(world(), customer, { confirm: true })
    const batch = (await customer.call(predictedBatches.add, {
      depotId: await world().depotId('FRA1'),
      customerId: world().customerId,
    })) as { id: string }
    const shown = show(order.parcels[0]!.trackNo!)
    expect(
      await customer.call(predictedBatches.addParcels, { id: batch.id, nos: [shown] }),
    ).toMatchObject({ added: 1, refused: [] })
  }
})
