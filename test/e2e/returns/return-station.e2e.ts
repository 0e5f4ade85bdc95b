import type { Locator, Page } from '@playwright/test'
import { depots as depotList } from '#contracts/parties/depots.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnTrackList } from '#contracts/returns/return-tracks.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** As long as a scanner's burst has to be. */
const PLACE = 'R-09-05'

/** Goes there with Tab alone, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('not reached with Tab')
}

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('boxes without papers find an owner or the pool, are claimed, decided and relabelled', async ({
      signIn,
      open,
      mark,
    }) => {
      test.setTimeout(240_000)
      const no = (n: number) => `RB${mark}${n}`.toUpperCase()
      const customer = await signIn('customer', lang)
      const manager = await signIn('manager', lang)
      const { records } = await manager.call(depotList.endpoints.list, { code: 'FRA1' })
      const announced = { trackNo: no(1), rma: `RMA${mark}9`, goods: 'E2E-1*2' }
      await customer.call(predictedReturnList.endpoints.add, {
        ...announced,
        depotId: String(records[0]!.id),
      })
      const found = async (of: string) => {
        const list = await manager.call(returnTrackList.endpoints.list, { find: of })
        return manager.call(returnTracks.queryById, { id: String(list.records[0]!.id) })
      }
      const station = await open('warehouse')
      const { page } = station
      page.setDefaultTimeout(20_000)
      // Headless Chromium has no print preview and crashes where one is due: it is counted.
      await page.addInitScript(() => {
        const shared = (globalThis.top ?? globalThis) as typeof globalThis & { printed?: number }
        globalThis.print = () => void (shared.printed = (shared.printed ?? 0) + 1)
      })
      const printed = (times: number) =>
        expect
          .poll(() => page.evaluate(() => (globalThis as { printed?: number }).printed))
          .toBe(times)
      const t = (key: string, data = {}) => station.translate('return-tracks', key, data)
      const chooseDepot = async () => {
        const depot = { name: station.translate('scans', 'depot.label') }
        await tabTo(page, page.getByRole('combobox', depot))
        await page.keyboard.type('FRA1')
        await page.keyboard.press('Enter')
        await expect(page.locator('.wh-depot').first()).toContainText('FRA1')
        // The next scan goes to its box, and not into the list of depots.
        await expect(page.getByRole('combobox', depot)).not.toBeFocused()
      }

      await test.step('the station, by keyboard alone: one announced, two unknown', async () => {
        await page.setViewportSize(DESK)
        await page.goto('/returns/station')
        await chooseDepot()
        await tabTo(page, page.getByRole('textbox', { name: t('station.place'), exact: true }))
        await station.scan(PLACE)
        await expect(page.getByPlaceholder(t('placeholder'))).toBeFocused()
        await station.scan(no(1))
        await expect(page.locator('.py-band-ok')).toContainText(no(1))
        await station.scan(no(2))
        await expect(page.locator('.py-band-warning')).toContainText(/RT\d+/)
        await tabTo(page, page.getByRole('textbox', { name: t('station.goods'), exact: true }))
        await page.keyboard.type(`Lamp ${mark}`, { delay: 45 })
        await page.keyboard.press('Enter')
        await station.scan(no(3))
        await expect(page.locator('.py-band-warning')).toContainText(no(3))
        await printed(2)
        await station.clean('return station')
        await page.setViewportSize(PHONE)
        await station.clean('return station, phone')
        await page.setViewportSize(DESK)
      })
      expect(await found(no(1))).toMatchObject({ state: 30, place: PLACE })
      const unknown = await found(no(2))
      expect(unknown).toMatchObject({ state: 20, place: PLACE })
      expect(await found(no(3))).toMatchObject({ state: 20, goods: `Lamp ${mark}` })

      const office = await open('manager')
      office.page.setDefaultTimeout(20_000)
      await test.step('the office gives one to its customer and shows the other to all', async () => {
        await office.page.setViewportSize(DESK)
        await office.page.goto(`/returns/unconfirmed?find=${no(3)}`)
        await office.page.getByText(no(3)).first().waitFor()
        await office.page.getByRole('checkbox').last().check()
        await office.page.getByRole('button', { name: t('distribute'), exact: true }).click()
        const dialog = office.page.getByRole('dialog')
        const me = await customer.call(returnTrackList.endpoints.list, { pageSize: 1 })
        const name = String(me.records[0]!.customerName ?? '')
        await dialog.getByRole('combobox', { name: t('distribute.customer') }).fill(name)
        await office.page.keyboard.press('Enter')
        await dialog.getByLabel(t('distribute.reason')).fill(`Seen before ${mark}`)
        await office.clean('distributing')
        await dialog.getByRole('button', { name: t('distribute.ok', { count: 1 }) }).click()
        await expect(dialog).toHaveCount(0)
        await office.page.goto(`/returns/unconfirmed?find=${no(2)}`)
        await office.page.getByText(no(2)).first().waitFor()
        await office.page.getByRole('checkbox').last().check()
        await office.page.getByRole('button', { name: t('release'), exact: true }).click()
        const asked = office.page.getByRole('dialog')
        await asked.getByRole('button', { name: t('release'), exact: true }).click()
        await expect(asked).toHaveCount(0)
      })
      expect(await found(no(3))).toMatchObject({ state: 30 })
      expect(await found(no(2))).toMatchObject({ state: 25, customerName: null })

      const owner = await open('customer')
      const phone = owner.page
      phone.setDefaultTimeout(20_000)
      await test.step('its owner finds it in the pool on a phone and claims it', async () => {
        const words = (key: string) => owner.translate('common-returns', key)
        await phone.setViewportSize(PHONE)
        await phone.goto('/returns/common')
        await phone.getByLabel(words('find.no'), { exact: true }).fill(no(2))
        await phone
          .locator('main form')
          .getByRole('button', { name: words('find') })
          .click()
        const drawer = phone.getByRole('dialog')
        await drawer.getByRole('button', { name: words('claim'), exact: true }).click()
        await phone.getByLabel(words('claim.text')).fill(`The buyer wrote its number ${mark}`)
        await owner.clean('claiming on a phone')
        await phone.getByRole('button', { name: words('claim.ok'), exact: true }).click()
        await expect(phone.getByLabel(words('claim.text'))).toHaveCount(0)
      })
      await test.step('staff approves', async () => {
        const words = (key: string, data = {}) => office.translate('return-claims', key, data)
        await office.page.goto('/returns/claims')
        const row = office.page.getByRole('row').filter({ hasText: unknown.no })
        await row.getByRole('button').last().click()
        await office.page.getByRole('menuitem', { name: words('approve'), exact: true }).click()
        const dialog = office.page.getByRole('dialog')
        await dialog.getByRole('button', { name: words('approve'), exact: true }).click()
        await expect(dialog).toHaveCount(0)
      })
      await test.step('its owner decides on a phone', async () => {
        await phone.goto(`/returns/mine?find=${no(2)}`)
        await phone.getByText(no(2)).first().waitFor()
        await owner.clean('my returns, phone')
        await phone.getByRole('checkbox').last().check()
        await phone
          .getByRole('button', { name: t('instruct'), exact: true })
          .first()
          .click()
        const dialog = phone.getByRole('dialog')
        await dialog.getByRole('combobox', { name: t('action') }).click()
        const relabel = lang === 'zh_CN' ? '换标' : 'Relabel'
        await phone.getByTitle(relabel, { exact: true }).click()
        // Leaving the field closes its list, which lies over the button.
        await dialog.getByRole('combobox', { name: t('action') }).press('Tab')
        await expect(phone.locator('.ant-select-dropdown:visible')).toHaveCount(0)
        await owner.clean('deciding, phone')
        await dialog.getByRole('button', { name: t('instruct.ok', { count: 1 }) }).click()
        await expect(dialog).toHaveCount(0)
      })

      await test.step('the old label is scanned, the new one printed; a second needs a reason', async () => {
        await page.goto('/returns/print')
        await page.getByPlaceholder(t('print.placeholder')).waitFor()
        await station.scan(no(2))
        await expect(page.locator('.py-band-ok')).toContainText(unknown.no)
        await printed(1)
        await station.scan(no(2))
        await tabTo(page, page.getByRole('button', { name: t('print.again') }))
        await station.clean('scan and print')
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(t('print.reason')).waitFor()
        await page.keyboard.type('Torn')
        await tabTo(page, dialog.getByRole('button', { name: t('print.again') }))
        await page.keyboard.press('Enter')
        await expect(page.getByText(t('print.prints', { count: 2 }))).toBeVisible()
        await printed(2)
      })
      await test.step('carried out, its fee is booked and its owner sees it', async () => {
        await page.goto(`/returns/mine?_row=${unknown.id}`)
        await page.getByRole('button', { name: t('finish') }).click()
        const dialog = page.locator('.ant-modal')
        await dialog.getByRole('button', { name: t('finish') }).click()
        await expect(page.getByRole('button', { name: t('finish') })).toHaveCount(0)
        await phone.goto(`/returns/mine?_row=${unknown.id}`)
        const fees = phone.getByRole('heading', { name: t('fees') }).locator('xpath=..')
        await expect(fees.getByRole('listitem')).toHaveCount(2)
        await owner.clean('a return and its fees, phone')
      })
      const seen = await customer.call(returnTracks.queryById, { id: unknown.id })
      expect(seen).toMatchObject({ action: 'relabel', state: 75 })
      expect(seen.fees.map(({ kind }) => kind).toSorted()).toEqual(['receive', 'relabel'])
    })
  })
