import { shipments } from '#contracts/orders/shipments.ts'
import { expect, LANGS, test } from './fixtures.ts'

const LISTS = ['orders', 'late', 'returns', 'cases', 'accounts', 'invoices', 'people'] as const

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('what staff ask about a customer stands on one page', async ({ open, signIn }) => {
      const api = await signIn('manager', lang)
      const found = await api.call(shipments.list, { pageSize: 1 } as never)
      const { customerId: id } = found.records[0] as unknown as { customerId: string }
      const staff = await open('manager')
      const { page, translate } = staff
      const t = (key: string) => translate('customers', key)
      const part = (key: string) =>
        page.locator('.py-desk-nav').getByRole('button', { name: t(`part.${key}`), exact: true })

      await page.goto(`/delivery/customers?_row=${id}`)
      await expect(page.getByRole('navigation', { name: t('parts') })).toBeVisible()
      expect(page.url()).toContain(`/delivery/customers/${id}`)
      const waiting = page.getByRole('list', { name: t('waiting') })
      await expect(waiting.getByRole('link', { name: t('part.orders') })).toContainText(/[1-9]/)
      await staff.clean('a customer')

      for (const key of LISTS) {
        if ((await part(key).count()) === 0) continue
        await part(key).click()
        await expect(part(key)).toHaveAttribute('aria-current', 'page')
        await expect(page.locator('.py-desk-main .py-list')).toBeVisible()
      }
      await part('orders').click()
      await page.locator('.py-desk-main tbody tr').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
  })
