import type { Page } from '@playwright/test'
import { ALL_ORDERS, KINDS } from '#contracts/orders/kinds/kinds.ts'
import { expect, LANGS, test } from '../fixtures.ts'

/** The two screens of offices. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
]
const LISTS = [
  ALL_ORDERS,
  ...KINDS.map(({ screen }) => screen),
  '/shipment/parcels',
  '/tracking/numbers',
  '/accounting/invoices',
]
const softly = expect.configure({ soft: true })

/** Names of people and firms may be cut where the whole is given on pointing. */
const NAMES = ['customerId', 'userId', 'consigneeName', 'company', 'city', 'depotId']

/** Cells whose content is wider than they are, or was cut with an ellipsis, by column and text. */
const cutCells = (page: Page) =>
  page.evaluate(
    (names) =>
      [...document.querySelectorAll<HTMLTableCellElement>('.py-table tbody td')].flatMap((cell) => {
        const table = cell.closest('table')
        const column = table?.querySelectorAll('col')[cell.cellIndex]?.dataset.col ?? ''
        // Words for screen readers take no place.
        const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*:not(.py-hidden)')]
        const cut = parts.some(
          (part) =>
            getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth,
        )
        const text = cell.innerText.trim()
        const named = names.includes(column) && cell.querySelector('[title]') !== null
        return column && !named && (cut || text.includes('…')) ? [`${column}: ${text}`] : []
      }),
    NAMES,
  )

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('lists of orders, parcels, numbers and invoices cut no number, state, country or service', async ({
      admin,
    }) => {
      const { page } = admin
      for (const path of LISTS)
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await page.goto(path)
          await page.locator('.py-table tbody tr').first().waitFor()
          await page.evaluate(() => document.fonts.ready)
          const cut = new Set(await cutCells(page))
          softly([...cut], `${path} at ${size.width}`).toEqual([])
        }
    })
  })
