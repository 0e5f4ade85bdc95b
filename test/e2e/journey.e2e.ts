import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import { pressPrint } from './kinds.ts'

const file = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'orders-1000.csv'), 'utf8')
interface Order {
  id: string
  serialNumber: string
  parcels: { trackNo: string; serialNumber: string }[]
}

// A parcel is on its way for two days before it is delivered: seconds here.
const CARRIER_SPEED = 20_000

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test("a parcel's whole journey on the real pages", async ({
      signIn,
      walkIn,
      customer,
      warehouse,
      visitor,
    }, { retry }) => {
      // Tried once more, the orders of the first try are there: the numbers are others.
      const mark = `${lang === 'zh_CN' ? 'ZH' : 'EN'}0${7 + retry}`
      await (await signIn('tenant1', lang)).setSimulatorSpeed('DHL', CARRIER_SPEED)

      await test.step('the customer sends an order file, sees why rows are refused, and takes the rest', () =>
        importOrders(customer, mark))
      const orders = await test.step('confirms orders and prints their labels', () =>
        confirmAndPrint(customer))
      const [first, second] = orders.flatMap((order) =>
        order.parcels.map((parcel) => parcel.trackNo),
      )

      await test.step('the depot receives parcels with a scanner alone', () =>
        receive(warehouse, first!, second!))

      const manager = await walkIn('manager')
      await test.step('a batch goes out', () => dispatch(manager, first!, second!))
      await test.step('the carrier reports how it goes on', () => carrierEvents(manager, first!))

      await test.step('a visitor follows the parcel', () => follow(visitor, first!))
    })
  })

async function importOrders(user: BrowserUser, mark: string): Promise<void> {
  const { page, translate } = user
  await page.goto('/dashboard/analysis')
  await expect(page.locator('[data-figures]').first()).toBeVisible()
  await user.clean('home')
  await page.goto('/shipment/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders-1000.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.replaceAll('SO07', mark)),
  })
  await expect(
    page.getByText(translate('shipment-imports', 'dry.some', { accepted: 951, refused: 50 })),
  ).toBeVisible({ timeout: 60_000 })
  await expect(
    page
      .locator('.import-errors')
      .getByRole('row')
      .filter({ hasText: `${mark}-000021` }),
  ).toContainText(/31[.,]5/)
  await user.clean('import, tried')
  await page
    .getByRole('button', { name: translate('shipment-imports', 'commit', { count: 951 }) })
    .click()
  await expect(
    page.getByText(translate('shipment-imports', 'real.some', { accepted: 951, refused: 50 })),
  ).toBeVisible({ timeout: 60_000 })
  await page.getByText(translate('shipment-imports', 'open')).click()
  await page.waitForURL(/\/shipment\/all\?.*importId=/)
}

async function confirmAndPrint(user: BrowserUser): Promise<Order[]> {
  const { page, translate } = user
  const rows = page.locator('tr[data-row-key]')
  await expect(rows.first()).toBeVisible()
  await user.clean('orders')
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    ids.push((await rows.nth(at).getAttribute('data-row-key'))!)
    await rows.nth(at).getByRole('checkbox').check()
  }
  await page
    .getByRole('button', {
      name: translate('shipments', 'bulk.confirm', { count: 3 }),
      exact: true,
    })
    .click()
  await expect(page.getByText(translate('shipments', 'done.confirm', { count: 3 }))).toBeVisible()
  const print = page.getByRole('button', {
    name: translate('shipments', 'bulk.print', { count: 3 }),
  })
  await expect(print).toBeEnabled()
  const labels = await pressPrint(user, print)
  expect(labels.headers()['content-type']).toContain('application/pdf')
  const count = Number(labels.headers()['x-label-count'])
  expect(count).toBeGreaterThanOrEqual(3)
  await expect(page.getByText(translate('shipments', 'done.print', { count }))).toBeVisible()
  await page.bringToFront()
  await rows.first().locator('td').nth(2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await user.clean('order detail')
  return Promise.all(ids.map((id) => user.read<Order>(`/boot/erp/shipment/queryById?id=${id}`)))
}

/** The band across the station: its text, and in which tone. */
async function band(page: Page, tone: 'ok' | 'warning' | 'error', words: string): Promise<void> {
  const shown = page.locator(`.py-band-${tone}`)
  await expect(shown).toContainText(words)
}

async function receive(user: BrowserUser, first: string, second: string): Promise<void> {
  const { page, translate } = user
  await page.goto('/warehouse/into')
  await expect(page.getByPlaceholder(translate('scans', 'into.placeholder'))).toBeFocused()
  await user.scan(first)
  await band(page, 'ok', translate('scans', 'error.scan.received'))
  await user.scan(second)
  await band(page, 'ok', translate('scans', 'error.scan.received'))
  await user.scan(first)
  await band(page, 'warning', translate('scans', 'error.scan.alreadyIn'))
  await user.scan('NOBODY-KNOWS-THIS')
  await band(page, 'error', translate('scans', 'error.scan.unknown').split(/[:：]/)[0]!)
  await page.keyboard.press('Escape')
  await expect(page.locator('.py-band-ready')).toBeVisible()
  await user.clean('into the depot')
}

async function dispatch(user: BrowserUser, first: string, second: string): Promise<void> {
  const { page, translate } = user
  await page.goto('/warehouse/out')
  await page.getByRole('button', { name: translate('common', 'action.new') }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByLabel(translate('out-batches', 'depotId')), 'FRA1')
  await choose(page, dialog.getByLabel(translate('out-batches', 'channelIds')), 'DHL-DE')
  await user.clean('new outbound batch')
  await dialog.getByRole('button', { name: translate('out-batches', 'open') }).click()
  await page.waitForURL('**/warehouse/out/scan?batchId=*')
  await expect(page.getByPlaceholder(translate('scans', 'out.placeholder'))).toBeEnabled()
  for (const number of [first, second]) {
    await user.scan(number)
    await band(page, 'ok', number)
  }
  await user.scan(first)
  await band(page, 'warning', translate('scans', 'error.scan.alreadyBagged'))
  await user.clean('scan out')
  await page.getByRole('button', { name: translate('scans', 'ship.ok', { count: 2 }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: translate('scans', 'ship.ok', { count: 2 }) })
    .click()
  await expect(
    page.getByRole('button', { name: translate('scans', 'ship.ok', { count: 2 }) }),
  ).toHaveCount(0)
}

/** Types into a picker and takes what it offers. */
async function choose(
  page: Page,
  picker: ReturnType<Page['getByLabel']>,
  words: string,
): Promise<void> {
  await picker.click()
  await picker.fill(words)
  await page.locator('.ant-select-item-option:visible').filter({ hasText: words }).first().click()
  await page.getByRole('dialog').locator('.ant-modal-title').click()
}

/** The built-in carrier reports a parcel once it was handed over. */
async function carrierEvents(user: BrowserUser, number: string): Promise<void> {
  const { page, translate } = user
  await page.goto(`/tracking/search?nos=${number}`)
  const row = page.locator('tr[data-row-key]').filter({ hasText: number })
  await expect(row).toBeVisible()
  await user.clean('track search')
  await row.locator('td').nth(2).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await user.clean('timeline')
  const ask = drawer.getByRole('button', { name: translate('tracking', 'refresh.one') })
  const reported = async () => {
    if (await ask.isEnabled()) await ask.click()
    const { items } = await user.read<{ items: { events: { text: string | null }[] }[] }>(
      `/boot/track/query?nos=${number}`,
    )
    return items[0]!.events.some(({ text }) => text !== null)
  }
  await expect.poll(reported, { timeout: 60_000, intervals: [1_000] }).toBe(true)
}

async function follow(user: BrowserUser, number: string): Promise<void> {
  const { page, translate } = user
  await page.goto('/track/search')
  await page.getByRole('textbox').fill(`${number}\n0000000000`)
  await user.clean('public search')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/track/result?nos=*')
  await expect(page.getByText(translate('tracking', 'sub.depot_received')).first()).toBeVisible()
  await expect(page.getByText(number).first()).toBeVisible()
  await user.clean('public result')
}
