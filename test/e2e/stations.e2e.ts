import type { Page } from '@playwright/test'
import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { expect, test } from './fixtures.ts'

test.use({ lang: 'zh_CN' })

test('a weight typed after a scan is saved to the parcel on the screen', async ({
  signIn,
  warehouse,
}) => {
  const { page, translate } = warehouse
  const manager = await signIn('manager', 'zh_CN')
  const { list } = shipmentList.endpoints
  const waiting = await manager.call(list, { shipmentStatus: '30', pageSize: 20 })
  const orders = await Promise.all(
    waiting.records.map(({ id }) => manager.call(shipments.queryById, { id: String(id) })),
  )
  await page.goto('/warehouse/into')
  await expect(page.getByPlaceholder(translate('scans', 'into.placeholder'))).toBeFocused()
  const received: string[] = []
  for (const no of orders.flatMap((order) => order.parcels.map((parcel) => parcel.trackNo))) {
    if (no === null || received.length === 2) continue
    await warehouse.scan(no)
    if ((await warehouse.answered(no)) !== 'ok') continue
    received.push(no)
    if (received.length > 1) break
    await weigh(page, translate('scans', 'measure.weightKg'), '1.25')
    await page.keyboard.press('Enter')
    await expect(page.locator('.py-band')).toContainText('1.25 kg')
  }
  const panel = page.locator('.wh-panel')
  await expect(panel).toContainText(received[1]!)
  await expect(panel).not.toContainText('1.25')
  await warehouse.clean('inbound station')

  await test.step('armed for the next parcel it is shown next to the band', async () => {
    await page.keyboard.press('Escape')
    await weigh(page, translate('scans', 'measure.weightKg'), '2.5')
    await page.keyboard.press('Enter')
    await expect(
      page.getByText(translate('scans', 'measure.armed', { words: '2.5 kg' })),
    ).toBeVisible()
    await warehouse.clean('inbound station, armed')
  })

  await test.step('scans without a network are in sight and sent afterwards', async () => {
    await page.context().setOffline(true)
    await warehouse.scan(received[0]!)
    await expect(page.locator('.py-band-waiting')).toContainText(
      translate('common', 'scan.stored', { count: 1 }),
    )
    await expect(page.locator('.wh-scans li').first()).toContainText(
      translate('common', 'scan.waiting'),
    )
    await page.context().setOffline(false)
    await expect(page.locator('.py-band-warning')).toContainText(received[0]!)
  })
  const weighed = orders.find((one) => one.parcels.some((parcel) => parcel.trackNo === received[0]))
  const order = await manager.call(shipments.queryById, { id: weighed!.id })
  expect(order.parcels.find((parcel) => parcel.trackNo === received[0])).toMatchObject({
    measuredWeightKg: expect.stringMatching(/^1\.25/),
  })
})

async function weigh(page: Page, label: string, kg: string): Promise<void> {
  await page.getByLabel(label).fill(kg)
}
