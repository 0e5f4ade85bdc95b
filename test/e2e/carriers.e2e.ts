import { expect, LANGS, test } from './fixtures.ts'

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('an account by the simulator, a label for an order of the demo, and its manifest', async ({
      open,
      mark,
    }) => {
      const { page, translate } = await open('tenant1')
      const t = (key: string, data = {}) => translate('carrier-labels', key, data)
      const fields = (key: string) => translate('carrier-accounts', key)
      const option = (text: string) =>
        page.locator('.ant-select-item-option:visible', { hasText: text }).first()

      await test.step('an account is set up and its login tried', async () => {
        await page.goto('/delivery/dhl/accounts')
        await page.getByRole('button', { name: translate('common', 'action.new') }).click()
        const name = `DHL ${mark}`
        await page.getByRole('textbox', { name: fields('name'), exact: true }).fill(name)
        const courier = page.getByRole('combobox', { name: fields('courierId') })
        await courier.click()
        await courier.pressSequentially('DHL')
        await option('DHL').click()
        await page.getByRole('textbox', { name: /^V01PAK/ }).fill('33333333330101')
        await page.getByRole('button', { name: translate('common', 'action.save') }).click()
        const row = page.getByRole('row', { name })
        await row.getByRole('button', { name: translate('common', 'action.more') }).click()
        await page.getByRole('menuitem', { name: t('action.test') }).click()
        await expect(page.getByText(t('test.ok')).first()).toBeVisible()
      })

      await test.step('a confirmed order gets its label, which is closed with a manifest', async () => {
        await page.goto('/delivery/dhl/batches')
        const list = page.getByRole('row').filter({ hasText: /CB\d+/ })
        await expect(list.first()).toBeVisible()
      })
    })
  })
