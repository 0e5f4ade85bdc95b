import type { Crud } from '#contracts/kit/crud.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { customers } from '#contracts/parties/customers.ts'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
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

    test('prices of a customer are raised in one dialog, and taken back', async ({
      open,
      signIn,
      mark,
    }) => {
      const api = await signIn('manager', lang)
      const added = await api.call((customers as Crud).endpoints.add, {
        code: mark.toUpperCase().replace(/[^0-9A-Z]/g, ''),
        name: mark,
        currency: 'EUR',
      } as never)
      const { id } = added as { id: string }
      const staff = await open('salesmanager')
      const { page, translate } = staff
      const t = (key: string, data = {}) => translate('prices', key, data)
      const dialog = page.getByRole('dialog')
      const button = (name: string) => dialog.getByRole('button', { name, exact: true })

      await page.goto(`/delivery/customers/${id}`)
      await page.getByRole('button', { name: translate('customers', 'page.raise') }).click()
      await expect(dialog.getByText(t('lift.none'))).toBeVisible()
      const field = dialog.getByRole('combobox', { name: t('lift.services') })
      await field.click()
      await field.pressSequentially('ECO-PARCEL')
      await page.locator('.ant-select-item-option', { hasText: 'ECO-PARCEL' }).first().click()
      await field.press('Escape')
      const change = dialog.getByRole('region', { name: 'ECO-PARCEL', exact: true })
      await expect(change).toContainText(t('lift.way.table'))
      // What it costs that day without the raise, and with it; today it may cost another sum.
      const cells = await change.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
      const [before, after] = cells.slice(-2).map(Number) as [number, number]
      expect(Math.round(before * 103)).toBe(Math.round(after * 100))
      await staff.clean('a raise of prices')
      await button(t('lift.run')).click()
      await expect(dialog.getByRole('link', { name: /^ECO-PARCEL/ })).toBeVisible()
      await staff.clean('what a raise made')
      await button(t('lift.back')).click()
      await expect(dialog).toBeHidden()
    })

    test('a customer compares all services for a parcel and takes one', async ({ customer }) => {
      const { page, translate } = customer
      const t = (key: string, data = {}) => translate('service-choices', key, data)
      await page.goto('/shipment/services')
      await page.getByRole('button', { name: t('compare'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      const prices = dialog.locator('tbody tr:not(.choice-unfit) td.py-num')
      await expect(prices.first()).toBeVisible()
      const amounts = (await prices.locator('> :first-child').allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d.]/g, '')),
      )
      expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
      await customer.clean('all services of a parcel')
      await dialog.getByText(t('compare.by.days')).click()
      await dialog.getByRole('button', { name: t('compare.use', { code: 'ECO-PARCEL' }) }).click()
      await expect(dialog).toBeHidden()
      await expect(page.locator('.mine-name')).toContainText('ECO-PARCEL')
    })

    test('who holds a key sees what it opens, with an example of each call', async ({
      customer,
      signIn,
      mark,
    }) => {
      const api = await signIn('customer', lang)
      const asked = { name: mark, scopes: ['ship:b2c:list'], ips: [] }
      const { row } = await api.call(accountSecurity.addApiKey, asked)
      const { page, translate } = customer
      await page.goto('/account/settings/security')
      await page.locator(`a[href$="/account/settings/keys/${row.id}"]`).click()
      await expect(page.getByText('X-Api-Key').first()).toBeVisible()
      await expect(page.getByText(translate('api-docs', 'ofKey')).first()).toBeVisible()
      await customer.clean('the calls of a key')
    })
  })
