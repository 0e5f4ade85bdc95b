import type { Page } from '@playwright/test'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { expect, LANGS, test } from '../fixtures.ts'
import { UNTIL } from '../kinds.ts'

const DESKS = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
]
/** Names of people and firms are shortened, and whole on pointing; everything else is whole. */
const NAMES = ['customerId', 'consigneeName', 'company']

/** Cells whose text is wider than they are and which nothing shows whole, as `column: text`. */
const cut = (page: Page, names: readonly string[]): Promise<string[]> =>
  page
    .locator('.py-table')
    .first()
    .evaluate((table, short) => {
      const heads = [...table.querySelectorAll('thead th')].map((one) => one.textContent ?? '')
      return [...table.querySelectorAll('tbody tr')].flatMap((row) =>
        [...row.children].flatMap((cell, at) => {
          const title = heads[at] ?? ''
          if (short.includes(title) && cell.querySelector('[title]')) return []
          // Marks next to a state are whole on pointing.
          const parts = [cell, ...cell.querySelectorAll('*')].filter(
            (one) => !one.closest('.py-hidden, .order-marks[title]') && one.clientWidth > 0,
          )
          const wide = parts.some((one) => one.scrollWidth > one.clientWidth + 1)
          return wide ? [`${title}: ${cell.textContent}`] : []
        }),
      )
    }, names)

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('lists of orders show numbers whole, and price and weight without scrolling', async ({
      open,
    }) => {
      const { page, translate } = await open('manager')
      const names = NAMES.map((key) =>
        translate(key === 'customerId' ? 'common' : 'shipments', key),
      )
      for (const path of ['/shipment/all', ...KINDS.map(({ screen }) => screen)]) {
        await page.setViewportSize(DESKS[0]!)
        await page.goto(`${path}?createTime_end=${UNTIL}`)
        await page.locator('tbody tr[data-row-key]').first().waitFor()
        const actions = await page.locator('.py-table thead th').last().boundingBox()
        for (const key of ['shipmentWeight', 'amount']) {
          const head = page.getByRole('columnheader', { name: translate('shipments', key) })
          const box = await head.first().boundingBox()
          expect
            .soft(box!.x + box!.width, `${key} of ${path} (${lang})`)
            .toBeLessThanOrEqual(actions!.x + 1)
        }
        for (const size of DESKS) {
          await page.setViewportSize(size)
          expect.soft(await cut(page, names), `${path} at ${size.width} (${lang})`).toEqual([])
        }
      }
    })
  })
