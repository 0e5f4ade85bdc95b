import { predictedBatches } from '#contracts/depot/predicted.ts'
import { customers } from '#contracts/parties/customers.ts'
import { depots } from '#contracts/parties/depots.ts'
import { expect, LANGS, test } from '../fixtures.ts'

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('batches on their way get a dock on the board and are merged there', async ({
      open,
      signIn,
    }) => {
      const api = await signIn('manager', lang)
      const { records: places } = await api.call(depots.endpoints.list, { code: 'FRA1' })
      const { records: owners } = await api.call(customers.endpoints.list, { pageSize: 1 })
      const add = () =>
        api.call(predictedBatches.add, {
          depotId: String(places[0]!.id),
          customerId: String(owners[0]!.id),
          expectedDate: '2026-11-20',
        })
      const [first, second] = [await add(), await add()]
      const user = await open('manager')
      const { page, translate } = user
      const t = (key: string, values?: object) =>
        translate('predicted-batches', key, values as Record<string, string>)

      await page.goto('/warehouse/predicted')
      await page.getByRole('link', { name: t('board') }).click()
      const card = (no: unknown) => page.locator('.ar-card').filter({ hasText: String(no) })
      await expect(card(first.no)).toHaveAttribute('data-late', 'true')
      await card(first.no)
        .getByRole('button', { name: t('board.dock') })
        .click()
      await page.locator('.ant-modal').getByRole('textbox').fill('D4')
      await page
        .locator('.ant-modal')
        .getByRole('button', { name: t('board.dock') })
        .click()
      await expect(card(first.no)).toContainText('D4')
      await user.clean('arrivals board')

      await page.setViewportSize({ width: 390, height: 844 })
      await user.clean('arrivals board on a phone')
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
      await card(first.no)
        .getByRole('button', { name: t('board.merge') })
        .click()
      const dialog = page.getByRole('dialog')
      const option = page
        .locator('.ant-select-item-option:visible')
        .filter({ hasText: String(second.no) })
      const merge = dialog.getByRole('button', { name: t('board.merge') })
      // A list that is still opening can close under the click without a choice.
      await expect(async () => {
        if (!(await option.isVisible())) await dialog.getByRole('combobox').click()
        await user.still()
        await option.click({ timeout: 2_000 })
        await expect(merge).toBeEnabled({ timeout: 1_000 })
      }).toPass()
      await user.clean('merging batches')
      await merge.click()
      await expect(card(first.no)).toHaveCount(0)
      await expect(card(second.no)).toHaveCount(1)
    })
  })
