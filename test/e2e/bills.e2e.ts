import { billRunList } from '#contracts/billing/bill-runs.ts'
import { expect, LANGS, test } from './fixtures.ts'

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('finance drops a bill in, sees what is wrong, sends the dispute and posts', async ({
      open,
      signIn,
      mark,
    }) => {
      const finance = await open('finance')
      const { page } = finance
      const t = (key: string, data?: Record<string, string | number>) =>
        finance.translate('bills', key, data)
      const api = await signIn('finance', lang)
      const known = await api.call(billRunList.endpoints.list, { pageNo: 1, pageSize: 1 })
      const supplier = String(known.records[0]?.supplierId_dictText)
      const invoice = `INV-${mark}`
      await test.step('drops it in', async () => {
        await page.goto('/bill/matching')
        await page.getByRole('button', { name: new RegExp(`${t('new')}$`) }).click()
        const form = page.getByRole('dialog')
        await form.getByLabel(t('new.supplier')).click()
        await page.keyboard.type(supplier.slice(0, 12))
        await page.getByRole('option', { name: supplier }).first().click()
        await form.getByLabel(t('new.invoiceNo')).fill(invoice)
        await form.getByLabel(t('new.total')).fill('12.40')
        await form.locator('input[type=file]').setInputFiles({
          name: 'bill.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(
            `Tracking number,Charge,Net amount,Weight,Ship date\nX${mark},Freight,9.50,1.2,2026-04-01\nY${mark},Fuel surcharge,2.90,1.2,2026-04-01\n`,
          ),
        })
        await expect(form.locator('.ant-alert[role=status]')).toContainText('12.40')
        await finance.clean('a dry run')
        await form
          .getByRole('button', { name: finance.translate('common', 'columnMap.again') })
          .click()
        await expect(form.getByLabel(t('map.trackNo'))).toBeVisible()
        await finance.clean('columns mapped again')
        await form
          .getByRole('button', { name: finance.translate('common', 'columnMap.ok'), exact: true })
          .click()
        await expect(form.locator('.ant-alert[role=status]')).toContainText('12.40')
        await form.getByRole('button', { name: t('new.start') }).click()
        await expect(form).toBeHidden()
      })
      const look = async (name: string) => {
        if (process.env.LOOK)
          await page.screenshot({ path: `${process.env.LOOK}/${lang}-bill-${name}.png` })
      }
      await test.step('sees what is wrong', async () => {
        await page.goto(`/bill/matching?invoiceNo=${invoice}`)
        await page.getByRole('row').filter({ hasText: invoice }).first().click()
        await expect(page.getByText(t('results'), { exact: true })).toBeVisible()
        await finance.clean('a compared bill')
        await look('compared')
      })
      await test.step('bears what is small and disputes the rest', async () => {
        const code = page.locator('.bills-table').getByRole('checkbox').first()
        await code.check()
        await page.getByLabel(t('upTo')).fill('3.00')
        for (const what of ['accept', 'dispute'] as const) {
          await page
            .locator('.bills-tools')
            .getByRole('button', { name: t(what) })
            .click()
          const asked = page.locator('.ant-modal-confirm').last()
          await asked.getByRole('textbox').fill('no parcel of ours')
          await asked.getByRole('button', { name: t(what) }).click()
          await expect(asked).toBeHidden()
        }
      })
      await test.step('posts', async () => {
        await page
          .locator('.bills-tools')
          .getByRole('button', { name: t('post') })
          .click()
        const posted = page.waitForResponse((answer) => answer.url().includes('/billRun/post'))
        await page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: t('post') })
          .click()
        expect(((await (await posted).json()) as { success: boolean }).success).toBe(true)
      })
      await test.step('sends the dispute', async () => {
        await page.goto('/bill/lines')
        await page.getByRole('radiogroup').getByText(t('tab.disputes'), { exact: true }).click()
        const row = page.getByRole('row').filter({ hasText: invoice }).first()
        await row.getByRole('checkbox').check()
        await finance.clean('disputes')
        await look('disputes')
        const sent = page.waitForResponse((answer) => answer.url().includes('/dispute/send'))
        await page
          .getByRole('toolbar')
          .getByRole('button', { name: new RegExp(`${t('send')}$`) })
          .click()
        await page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: t('send') })
          .click()
        const { result } = (await (await sent).json()) as { result: { done: number } }
        expect(result.done).toBe(1)
      })
      for (const path of ['/bill/matching', '/bill/lines']) {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(path)
        await page.locator('main h1').first().waitFor()
        await finance.clean(`${path} on a phone`)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide, path).toBeLessThanOrEqual(390)
      }
    })
  })
