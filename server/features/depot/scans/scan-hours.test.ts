import { expect, test } from 'vitest'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { scanCounts, type ScanStationName } from '#contracts/depot/scan-hours.ts'
import { useWorld } from '#test/harness.ts'
import { stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { makePlace, makeSku, notice } from '#server/features/orders/stock/stock.fixture.ts'
import { confirmed, inboundScan, pieces, trackNo } from '../inbound/depot.fixture.ts'

const world = useWorld()

test('scans count by person and hour until they are taken back; others are for who leads', async () => {
  const [clerk, boss] = [await world().as('warehouse'), await world().as('manager')]
  const order = await confirmed(world(), pieces(3))
  const first = await inboundScan(clerk, trackNo(order, 0))
  await inboundScan(clerk, trackNo(order, 1))
  await inboundScan(boss, trackNo(order, 2))
  // Refused, or of a number no order has: not work that was done.
  await inboundScan(clerk, trackNo(order, 2))
  await inboundScan(clerk, 'NO-SUCH-NUMBER')
  const depotId = await world().depotId('FRA1')
  const totals = async (client: typeof clerk, more: object = { depotId }) =>
    Object.fromEntries(
      (await client.call(scanCounts.hours, { station: 'into', ...more })).people.map((one) => {
        expect(one.counts.reduce((sum, count) => sum + count, 0)).toBe(one.total)
        return [one.username, one.total]
      }),
    )
  const [mine, lead] = [world().username('warehouse'), world().username('manager')]
  expect(await totals(boss)).toEqual({ [mine]: 2, [lead]: 1 })
  expect(await totals(clerk)).toEqual({ [mine]: 2 })
  expect(await totals(boss, { depotId: await world().depotId('SZX1') })).toEqual({})
  await clerk.call(intoParcel.undo, { scanId: first.result!.scanId })
  expect(await totals(boss)).toEqual({ [mine]: 1, [lead]: 1 })
  const at = { station: 'into' }
  for (const role of ['customer', 'otherCustomer'] as const)
    expect((await (await world().as(role)).get(scanCounts.hours.path, at)).status).toBe(403)
  const stranger = await (await world().otherTenantUser()).get(scanCounts.hours.path, at)
  expect((stranger.result as { people?: unknown[] } | null)?.people ?? []).toEqual([])
  expect((await boss.get(scanCounts.hours.path, { station: 'x' })).code).toBe(400)
})

test('pieces of stock count for who booked them', async () => {
  const clerk = await world().as('warehouse')
  const boss = await world().as('manager')
  const depotId = await world().depotId('FRA1')
  const of = async (station: ScanStationName) => {
    const { people } = await boss.call(scanCounts.hours, { station, depotId })
    return people.find((one) => one.username === world().username('warehouse'))?.total ?? 0
  }
  const before = await of('stockIn')
  const sku = await makeSku(world())
  const place = await makePlace(world())
  const customer = await world().as('customer')
  const { id } = await notice(world(), customer, [{ skuId: sku.id, expected: 7 }])
  await customer.call(stockNotices.announce, { id })
  await clerk.call(stockNotices.receive, {
    id,
    lines: [{ skuId: sku.id, lot: null, expiryDate: null, placeId: place.id, quantity: 5 }],
  })
  expect(await of('stockIn')).toBe(before + 5)
  const stranger = await (
    await world().otherTenantUser()
  ).get(scanCounts.hours.path, {
    station: 'stockIn',
  })
  expect((stranger.result as { people?: unknown[] } | null)?.people ?? []).toEqual([])
})
