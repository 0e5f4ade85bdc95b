import { company } from '../../../contracts/parties/company.ts'
import { shipmentList, shipments } from '../../../contracts/orders/shipments.ts'
import { expect, test } from '../fixtures.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

// The languages of the pages are their own: one walk sees all four.
test('a visitor sees a parcel in four languages, and its details by postcode', async ({
  open,
  signIn,
  browser,
}) => {
  const api = await signIn('tenant1', 'zh_CN')
  const found = await api.call(shipmentList.endpoints.list, {
    shipmentStatus: '80',
    pageSize: 5,
  })
  const order = await api.call(shipments.queryById, { id: String(found.records[2]!.id) })
  const no = String(order.parcels[0]!.trackNo)
  const { version, ...profile } = await api.call(company.profile, {})
  await api.call(company.saveProfile, {
    ...profile,
    version,
    siteUrl: 'https://track.example.com',
    pageColour: '#0b6e4f',
  })
  const visitor = await open(null)
  const { page } = visitor
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/track/search?lang=de')
    await expect(page.getByRole('heading', { name: 'Sendungen verfolgen' })).toBeVisible()
    await page.getByRole('textbox').fill(no)
    await expect(page.locator('.guess')).toContainText('Vermutlich')
    await visitor.clean(`tracking search ${size.width}`)
    await page.getByRole('button', { name: 'Suchen', exact: true }).click()
    await expect(page.locator('.card').first()).toBeVisible()
    await page.getByRole('button', { name: 'FR', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Actualiser' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      size.width,
    )
    await visitor.clean(`tracking result ${size.width}`)
  }
  await page.getByRole('button', { name: 'Détails avec code postal' }).click()
  await page.getByLabel('Code postal du destinataire').fill(String(order.consignee.postalCode))
  await page.getByRole('button', { name: 'Afficher les détails' }).click()
  await expect(page.locator('.details')).toContainText(String(order.consignee.city))
  // No mail can be sent from here: none is offered.
  await expect(page.getByRole('button', { name: 'Nouvelles par e-mail' })).toBeHidden()
  await visitor.clean('details')

  // A browser without JavaScript is sent to the plain page.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
  const bare = await plain.newPage()
  await bare.goto(new URL(`/track/result?nos=${no}`, page.url()).href)
  await bare.waitForURL(/track\/plain/)
  await expect(bare.getByRole('heading', { name: no })).toBeVisible()
  await expect(bare.getByRole('button', { name: 'Suchen' })).toBeVisible()
  await plain.close()
})
