import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { returnConfigList } from '#contracts/returns/return-configs.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnTrackList } from '#contracts/returns/return-tracks.ts'
import { depots as depotList } from '#contracts/parties/depots.ts'
import { expect, LANGS, test } from './fixtures.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('boxes without papers find an owner or a place, are decided on a phone and relabelled', async ({
      signIn,
      open,
      mark,
    }) => {
      const no = (n: number) => `RT${mark}${n}`.toUpperCase()
      const customer = await signIn('customer', lang)
      const manager = await signIn('manager', lang)
      const depots = await manager.call(depotList.endpoints.list, { pageSize: 1, code: 'FRA1' })
      const depotId = String(depots.records[0]!.id)
      await customer.call(predictedReturnList.endpoints.add, {
        trackNo: no(1),
        rma: `RMA${mark}9`,
        goods: 'E2E-1*2',
        depotId,
      })
      const depot = await open('warehouse')
      const { page } = depot
      const t = (key: string, data = {}) => depot.translate('return-tracks', key, data)

      await test.step('the station takes an announced box, and an unknown one', async () => {
        await page.setViewportSize(DESK)
        await page.goto('/returns/station')
        const place = page.getByLabel(t('station.place'), { exact: true })
        await place.fill('R-09')
        await page.keyboard.press('Enter')
        await depot.scan(no(1))
        await expect(page.locator('.py-band-ok')).toContainText(no(1))
        await depot.scan(no(2))
        await expect(page.locator('.py-band-warning')).toContainText(/RT\d+/)
        await page.getByLabel(t('station.sender'), { exact: true }).fill(`Retoure RMA${mark}9`)
        await page.getByPlaceholder(t('placeholder')).focus()
        await depot.clean('return station')
        await page.setViewportSize(PHONE)
        await depot.clean('return station, phone')
      })
      const found = async (of: string) => {
        const { records } = await manager.call(returnTrackList.endpoints.list, { find: of })
        return records[0]!
      }
      const unknown = await found(no(2))
      expect(unknown).toMatchObject({ state: '20', place: 'R-09' })
      const mine = await found(no(1))
      expect(mine).toMatchObject({ state: '30', place: 'R-09' })

      const service = await open('manager')
      await test.step('staff gives the other one to its customer', async () => {
        await service.page.setViewportSize(DESK)
        await service.page.goto(`/returns/unconfirmed?_row=${unknown.id}`)
        await expect(service.page.getByText(no(2)).first()).toBeVisible()
        await service.clean('unconfirmed returns')
      })

      await test.step('graded, it waits for its owner, who decides on a phone', async () => {
        const { version } = await manager.call(returnTracks.queryById, { id: String(mine.id) })
        await manager.call(returnStation.grade, {
          id: String(mine.id),
          version,
          grade: 'B',
        })
        const buyer = await open('customer')
        await buyer.page.setViewportSize(PHONE)
        await buyer.page.goto(`/returns/mine?find=${no(1)}`)
        await buyer.page.getByText(no(1)).first().waitFor()
        await buyer.clean('my returns, phone')
        await buyer.page.getByRole('checkbox').last().check()
        await buyer.page
          .getByRole('button', { name: t('instruct'), exact: true })
          .first()
          .click()
        const dialog = buyer.page.getByRole('dialog')
        await dialog.getByRole('combobox').click()
        await buyer.page.getByTitle(lang === 'zh_CN' ? '换标' : 'Relabel', { exact: true }).click()
        await buyer.clean('deciding, phone')
        await dialog.getByRole('button', { name: t('instruct.ok', { count: 1 }) }).click()
        await expect(dialog).toHaveCount(0)
      })

      await test.step('the old label is scanned, the new one printed, a second one needs a reason', async () => {
        await page.setViewportSize(DESK)
        await page.goto('/returns/print')
        await page.getByPlaceholder(t('print.placeholder')).waitFor()
        await depot.scan(no(1))
        await expect(page.locator('.py-band-ok')).toContainText(String(mine.no))
        await depot.scan(no(1))
        await expect(page.getByRole('button', { name: t('print.again') })).toBeVisible()
        await depot.clean('scan and print')
      })
      await test.step('its owner sees what it cost', async () => {
        const seen = await customer.call(returnTracks.queryById, { id: String(mine.id) })
        expect(seen).toMatchObject({ action: 'relabel', state: 60 })
      })
    })

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
      const configs = await manager.call(returnConfigList.endpoints.list, { pageOpen: true })
      const customerId = String(orders.records[0]!.customerId)
      const depots = await manager.call(depotList.endpoints.list, { pageSize: 1, code: 'FRA1' })
      const config =
        configs.records.find((one) => one.customerId === customerId) ??
        (await manager.call(returnConfigList.endpoints.add, {
          customerId,
          depotId: String(depots.records[0]!.id),
          currency: 'EUR',
          pageOpen: true,
        }))
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
      await expect(page.getByText('Angemeldet')).toBeVisible()
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
