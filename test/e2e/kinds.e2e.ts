import { KINDS, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import { confirmAndPrint } from './kinds.ts'

/** Kinds with cartons or stock have tests of their own; the first of the others is the journey's. */
const IN_FORM = KINDS.filter(({ can }) => can.manyParcels || can.needsCustoms).filter(
  ({ can }) => !can.hasCartons && !can.usesStock,
)

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('orders are entered in the form of their kind, labelled and found', async ({
      customer,
      signIn,
      mark,
    }) => {
      const api = await signIn('customer', lang)
      const { page } = customer
      for (const kind of IN_FORM)
        await test.step(kind.code, async () => {
          const reference = `${mark}-${kind.slug}`
          await enter(customer, kind, reference)
          const found = await api.call(shipmentList.endpoints.list, { reference })
          expect(found.records).toMatchObject([{ reference, shipmentResource: kind.code }])
          const id = String(found.records[0]!.id)
          await page.goto(`${kind.screen}?reference=${reference}`)
          await customer.clean(`orders ${kind.code}`)
          await confirmAndPrint(customer, id)
          await find(customer, kind, reference, String(found.records[0]!.serialNumber))
        })
    })
  })

async function enter(user: BrowserUser, { code, screen, can }: OrderKind, reference: string) {
  const { page } = user
  await page.goto(`${screen}?_new=1`)
  const form = page.getByRole('dialog')
  const fill = (field: string, text: string) => form.locator(`#order_${field}`).fill(text)
  const pick = async (field: string, text: string) => {
    await form.locator(`#order_${field}`).focus()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await fill('reference', reference)
  await pick('serviceId', 'eco')
  await pick('depotId', 'fra')
  if (can.needsCustoms) await pick('customs_exportType', code === 'WORLD' ? '' : '')
  await fill('consignee_name', 'Marie-Luise Müller')
  await fill('consignee_company', 'Muster GmbH')
  await pick('consignee_country', 'DE')
  await fill('consignee_postalCode', '94579')
  await fill('consignee_city', 'Zenting')
  await fill('consignee_street', 'Hauptstraße')
  await fill('consignee_house', '57')
  await fill('parcels_0_weightKg', '1.2')
  await fill('parcels_0_lengthCm', '30')
  await fill('parcels_0_widthCm', '20')
  await fill('parcels_0_heightCm', '10')
  await user.clean(`order form ${code}`)
  const saved = page.waitForResponse((answer) => answer.url().includes('/erp/shipment/add'))
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
}

/** By the quick search, on a phone. */
async function find(user: BrowserUser, kind: OrderKind, reference: string, number: string) {
  const { page } = user
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${kind.screen}?reference=${reference}`)
  await expect(page.getByText(number).first()).toBeVisible()
  await user.clean(`orders ${kind.code} on a phone`)
  await page.setViewportSize({ width: 1440, height: 900 })
}
