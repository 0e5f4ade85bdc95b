import { expect, test } from './fixtures.ts'

test.use({ lang: 'en_US' })

/** A shop's own export: other headings, grams, decimal commas, a town missing. */
const shop = (mark: string) =>
  `${[
    `Bestellnr;Vorname;Nachname;Straße;PLZ;Ort;Land;Gewicht (g);Artikelbezeichnung;Menge;Preis;${mark}`,
    `${mark}-1;Erika;Mustermann;Zeil 1;60311;Frankfurt am Main;Deutschland;1200;Shirt;1;8,90;x`,
    `${mark}-2;Jan;Kowalski;Rynek 2;61-803;;Polen;400;Mug;2;5,50;y`,
  ].join('\n')}\n`

test('a file with headings of its own is dropped, matched, mended, imported and found', async ({
  customer,
  admin,
}) => {
  const { page, translate } = customer
  const text = (key: string, values?: Record<string, string | number>) =>
    translate('shipment-imports', key, values)
  const mark = `SHOP${Date.now().toString(36).toUpperCase()}`
  await page.goto('/shipment/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(shop(mark)),
  })
  const map = page.getByRole('table', { name: text('map.title') })
  await expect(map).toBeVisible({ timeout: 30_000 })
  await expect(map).toContainText('Erika Mustermann')
  await customer.clean('import, columns')
  // The page scrolls, the window has nothing below it.
  const below = () => document.documentElement.scrollHeight - innerHeight
  expect(await page.evaluate(below)).toBe(0)

  // Read by another separator the file is one column, read by its own it is as before.
  const separator = async (name: string) => {
    await page.getByLabel(text('reading.separator'), { exact: true }).click()
    await page
      .getByTitle(text(`reading.separator.${name}`))
      .last()
      .click()
  }
  await separator('bar')
  await expect(
    page.getByText(text('map.unused', { columns: shop(mark).split('\n')[0]! })),
  ).toBeVisible()
  await separator('semicolon')
  await expect(map).toContainText('Erika Mustermann')

  // What the file does not contain is the same for all of its orders.
  await page.getByRole('button', { name: text('map.all') }).click()
  const fixed = async (field: string, value: string) => {
    const input = page.getByLabel(`${text(`column.${field}`)}: ${text('map.fill')}`)
    await input.fill(value)
    if (['service', 'depot', 'currency'].includes(field)) await input.press('Enter')
  }
  await fixed('service', 'ECO-PARCEL')
  await fixed('depot', 'FRA1')
  await fixed('unitWeightKg', '0.1')
  await fixed('currency', 'EUR')
  await page.getByRole('button', { name: text('map.check') }).click()
  await expect(page.getByText(text('dry.some', { accepted: 1, refused: 1 }))).toBeVisible({
    timeout: 30_000,
  })
  const grid = page.getByRole('grid', { name: text('mend.title') })
  await expect(grid.getByRole('row')).toHaveCount(2)
  await customer.clean('import, refused rows')

  // The first cell with an error: one key leads there.
  await page.locator('#import-mend').focus()
  await page.keyboard.press('F8')
  await page.keyboard.type('Poznań')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: text('mend.save', { count: 1 }) }).click()
  await page.getByRole('button', { name: text('commit', { count: 2 }) }).click()
  await expect(page.getByText(text('real.ok', { count: 2 }))).toBeVisible({ timeout: 30_000 })
  await page.getByText(text('open')).click()
  await expect(page.getByText(`${mark}-2`)).toBeVisible()

  // The mapping is kept; on a phone it is a card no wider than the window.
  for (const user of [customer, admin]) {
    await user.page.setViewportSize({ width: 390, height: 844 })
    await user.page.goto('/shipment/import')
    const name = user.page.getByRole('textbox', { name: text('mappings.rename') })
    await expect(name.first()).toBeVisible()
    const beyond = () => document.documentElement.scrollWidth - window.innerWidth
    await expect.poll(() => user.page.evaluate(beyond)).toBeLessThanOrEqual(1)
  }
})
