import { expect, LANGS, test } from './fixtures.ts'

const SQL = `select country, count(*) as orders from shipments
where status >= coalesce(\${least}::int, 0)
group by 1 order by 2 desc`

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('an analyst writes a report, runs it and takes the file', async ({ open, mark }) => {
      const analyst = await open('tenant1')
      const { page } = analyst
      const t = (key: string) => analyst.translate('online-reports', key)
      const code = mark.replace(/[^A-Za-z0-9]/g, '')
      await test.step('writes it', async () => {
        await page.goto('/online/reports')
        await page.getByRole('button', { name: analyst.translate('common', 'action.new') }).click()
        const form = page.getByRole('dialog')
        await form.getByLabel(t('code'), { exact: true }).fill(code)
        await form.getByLabel(t('name'), { exact: true }).fill(code)
        await form.getByLabel(t('cgrSql'), { exact: true }).fill(SQL)
        await form.getByRole('button', { name: t('find') }).click()
        await expect(form.getByText('orders', { exact: true }).first()).toBeVisible()
        await expect(form.getByText('least', { exact: true }).first()).toBeVisible()
        await analyst.clean('the form of a report')
        await form.getByRole('button', { name: analyst.translate('common', 'action.save') }).click()
        await expect(form).toBeHidden()
      })
      await test.step('runs it', async () => {
        const found = page.waitForResponse((answer) => answer.url().includes('getData/'))
        await page
          .getByRole('row', { name: new RegExp(code) })
          .getByRole('button', { name: t('run') })
          .click()
        expect(((await (await found).json()) as { success: boolean }).success).toBe(true)
        await expect(page.getByRole('heading', { name: code })).toBeVisible()
        await expect(page.getByRole('cell', { name: 'DE' }).first()).toBeVisible()
        await analyst.clean('a report')
      })
      await test.step('takes the file', async () => {
        const file = page.waitForEvent('download')
        await page.getByRole('button', { name: t('export') }).click()
        expect((await file).suggestedFilename()).toContain('.xlsx')
      })
      for (const [name, path] of [
        ['reports', '/online/report'],
        ['designer', '/online/reports'],
        ['sources', '/isystem/dataSource'],
      ] as const)
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
          await page.goto(path)
          await page.locator('main h1').first().waitFor()
          await analyst.clean(`${name} at ${width}`)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width)
          if (process.env.LOOK)
            await page.screenshot({ path: `${process.env.LOOK}/${lang}-${name}-${width}.png` })
        }
    })

    test('an administrator of the platform writes a route and publishes it', async ({
      open,
      mark,
    }) => {
      const admin = await open('admin')
      const { page } = admin
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        await page.goto('/isystem/gatewayRoute')
        await page.locator('main h1').first().waitFor()
        await admin.clean(`gateway routes at ${width}`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        )
      }
      const t = (key: string) => admin.translate('gateway-routes', key)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: t('form.new') }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel(t('name'), { exact: true }).fill(mark)
      await form.getByLabel(t('uri'), { exact: true }).fill('http://127.0.0.1:9')
      await form.getByRole('button', { name: admin.translate('common', 'action.save') }).click()
      // No host is allowed unless the operator names it.
      await expect(form.getByText('127.0.0.1').first()).toBeVisible()
      await admin.clean('the form of a route')
      if (process.env.LOOK)
        await page.screenshot({ path: `${process.env.LOOK}/${lang}-gateway.png` })
    })
  })
