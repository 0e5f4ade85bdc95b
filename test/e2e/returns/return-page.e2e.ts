import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { returnConfigList } from '#contracts/returns/return-configs.ts'
import { depots as depotList } from '#contracts/parties/depots.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('a buyer announces a return on the page of the shop', async ({
      signIn,
      open,
      visitor,
    }) => {
      const manager = await signIn('manager', lang)
      const customer = await signIn('customer', lang)
      const orders = await customer.call(shipmentList.endpoints.list, {
        shipmentStatus: lang === 'zh_CN' ? '90' : '80',
        pageSize: 1,
      })
      const order = await customer.call(shipments.queryById, { id: String(orders.records[0]!.id) })
      const customerId = String(orders.records[0]!.customerId)
      const depots = await manager.call(depotList.endpoints.list, { pageSize: 1, code: 'FRA1' })
      const own = async () =>
        (await manager.call(returnConfigList.endpoints.list, { pageOpen: true })).records.find(
          (one) => one.customerId === customerId,
        )
      // The same page in another language may be opened at the same moment.
      if (!(await own()))
        await manager
          .call(returnConfigList.endpoints.add, {
            customerId,
            depotId: String(depots.records[0]!.id),
            currency: 'EUR',
            // It holds for this customer's returns from here on: at the depot's prices.
            feeReceive: '1.20',
            feeRelabel: '1.50',
            pageOpen: true,
          })
          .catch(() => null)
      const config = (await own())!
      const { page } = visitor
      await page.setViewportSize(PHONE)
      await page.goto(`/track/return/${config.pageKey}?lang=de`)
      await page.getByRole('button', { name: '中文' }).click()
      await page.getByRole('button', { name: 'Français' }).click()
      await page.getByLabel('Numéro de commande').fill(String(order.reference))
      await page.getByLabel('Code postal').fill('00000X')
      await page.getByRole('button', { name: 'Chercher la commande' }).click()
      await expect(page.getByRole('alert')).toContainText('Aucune commande')
      await page.getByLabel('Code postal').fill(String(order.consignee.postalCode))
      await visitor.clean('return page, search')
      await page.getByRole('button', { name: 'Chercher la commande' }).click()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('spinbutton').first().fill('1')
      await page.getByLabel('Grund').selectOption({ label: 'Beschädigt' })
      await visitor.clean('return page, announcing')
      await page.getByRole('button', { name: 'Retoure anmelden' }).click()
      await expect(page.getByText('Angemeldet').first()).toBeVisible()
      await expect(page.getByRole('img', { name: /QR-Code/ })).toBeVisible()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Retourenetikett herunterladen' }).click(),
      ])
      expect(saved.suggestedFilename()).toMatch(/^RP\d+\.pdf$/)
      expect(page.url()).not.toContain(String(order.reference))
      await visitor.clean('return page, announced')
      await page.setViewportSize(DESK)
      await visitor.clean('return page, office')
      const staff = await open('manager')
      await staff.page.goto('/returns/config')
      await expect(staff.page.getByText(String(config.pageKey))).toBeVisible()
      const announced = await customer.call(predictedReturnList.endpoints.list, {
        orderNo: String(order.reference),
      })
      expect(announced.records[0]).toMatchObject({ reason: 'damaged', state: '0' })
    })
  })
