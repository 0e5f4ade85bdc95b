import { KINDS, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import { confirmAndPrint, placeLike } from './kinds.ts'

/** Cartons and stock have tests of their own; the remaining kind is that of the journey. */
const IN_FORM = KINDS.filter(
  ({ can }) => (can.manyParcels || can.needsCustoms) && !can.hasCartons && !can.usesStock,
)

for (const [index, lang] of LANGS.entries())
  test.describe(lang, () => {
    test.use({ lang })

    test('orders are entered in the form of their kind, labelled and found', async ({
      customer,
      signIn,
      mark,
    }) => {
      const api = await signIn('customer', lang)
      // Each kind is typed in one of the languages; in the other its form is opened and looked at.
      for (const [at, kind] of IN_FORM.entries())
        await test.step(kind.code, async () => {
          const reference = `${mark}-${kind.slug}`
          if (at % LANGS.length !== index) {
            const { serialNumber } = await placeLike(api, kind.code, ({ parcels, customs }) => ({
              reference,
              parcels,
              customs,
            }))
            await lookAt(customer, kind, reference)
            await find(customer, kind, serialNumber)
            return
          }
          await enter(customer, kind, reference)
          const { records } = await api.call(shipmentList.endpoints.list, { reference })
          expect(records).toMatchObject([{ reference, shipmentResource: kind.code }])
          const { id, serialNumber } = records[0]!
          await customer.page.goto(`${kind.screen}?reference=${reference}`)
          await confirmAndPrint(customer, String(id), { noted: kind.can.needsCustoms })
          await find(customer, kind, String(serialNumber))
        })
    })
  })

/** The empty form over a list that shows one order. */
async function lookAt(user: BrowserUser, { code, screen }: OrderKind, reference: string) {
  const { page } = user
  await page.goto(`${screen}?reference=${reference}&_new=1`)
  await expect(page.getByRole('dialog').locator('#order_reference')).toBeVisible()
  await user.clean(`empty order form ${code}`, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function enter(user: BrowserUser, { code, screen, can }: OrderKind, reference: string) {
  const { page } = user
  await page.goto(`${screen}?_new=1`)
  const form = page.getByRole('dialog')
  const fill = async (values: Record<string, string>) => {
    for (const [field, text] of Object.entries(values))
      await form.locator(`#order_${field}`).fill(text)
  }
  const pick = async (field: string, text: string) => {
    await form.locator(`#order_${field}`).focus()
    if (text === '') await page.keyboard.press('ArrowDown')
    else await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await fill({ reference })
  await pick('serviceId', 'eco')
  await pick('depotId', 'fra')
  if (can.needsCustoms) await pick('customs_exportType', '')
  await pick('consignee_country', 'DE')
  await fill({
    consignee_name: 'Marie-Luise Müller',
    consignee_company: 'Muster GmbH',
    consignee_postalCode: '94579',
    consignee_city: 'Zenting',
    consignee_street: 'Hauptstraße',
    consignee_house: '57',
    parcels_0_weightKg: '1.2',
    parcels_0_lengthCm: '30',
    parcels_0_widthCm: '20',
    parcels_0_heightCm: '10',
    parcels_0_products_0_nameCn: '棉质T恤',
    parcels_0_products_0_nameEn: 'Cotton T-shirt',
    parcels_0_products_0_hscodeCn: '6109100010',
    parcels_0_products_0_quanlity: '2',
    parcels_0_products_0_unitWeightKg: '0.18',
    parcels_0_products_0_unitPrice: '8.90',
  })
  // A code's ten digits are seen whole.
  const hidden = await form
    .locator('#order_parcels_0_products_0_hscodeCn')
    .evaluate((input) => input.scrollWidth - input.clientWidth)
  expect(hidden).toBeLessThanOrEqual(0)
  if (can.needsCustoms) await pick('parcels_0_products_0_origin', 'CN')
  await user.clean(`order form ${code}`, '[role=dialog]')
  const saved = page.waitForResponse((answer) => answer.url().includes('/erp/shipment/add'))
  await form.locator('#order_reference').press('Enter')
  expect((await (await saved).json()) as object).toMatchObject({ success: true })
}

/** On a phone, too. */
async function find(user: BrowserUser, kind: OrderKind, number: string) {
  const { page } = user
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(number).first()).toBeVisible()
  await user.clean(`orders ${kind.code} on a phone`, 'main')
  await page.setViewportSize({ width: 1440, height: 900 })
}
