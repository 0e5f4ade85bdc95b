import { stockBalanceList } from '#contracts/orders/stock/stock-balances.ts'
import { stockSkuList } from '#contracts/orders/stock/stock-skus.ts'
import { expect, test } from './fixtures.ts'
import { confirmOnly, placeLike, printOnly } from './kinds.ts'

test.use({ lang: 'en_US' })

test('an order from stock is reserved, picked by keyboard, found and labelled at the last', async ({
  open,
  signIn,
}) => {
  const api = await signIn('manager', 'en_US')
  const { records } = await api.call(stockBalanceList.endpoints.list, { pageSize: 100 })
  const free = records.find((row) => Number(row.available) > 20 && !row.expiryDate)!
  const { sku } = await api.call(stockSkuList.endpoints.queryById, { id: String(free.skuId) })
  const { id, serialNumber } = await placeLike(api, 'WMS', (like) => ({
    customerId: free.customerId,
    depotId: free.depotId,
    parcels: [
      {
        ...like.parcels[0],
        weightKg: '9.9',
        products: [{ ...like.parcels[0]!.products[0], sku, quanlity: 2 }],
      },
    ],
  }))
  const user = await open('manager')
  const { page, translate } = user
  await page.goto('/shipment/wms')
  await confirmOnly(user, id)
  const row = page.locator(`tr[data-row-key="${id}"]`)
  await row.locator('td').nth(2).click()
  const order = page.getByRole('dialog')
  await expect(
    order.getByRole('heading', { name: translate('order-stock', 'title') }),
  ).toBeVisible()
  await expect(order.getByText(translate('order-stock', 'state.reserved')).last()).toBeVisible()
  await user.clean('an order with its stock')

  await page.goto('/shipment/waves')
  await expect(page.locator('main h1')).toBeVisible()
  await page.keyboard.press('n')
  const starting = page.getByRole('dialog', { name: translate('waves', 'form.new') })
  await starting.getByRole('combobox').first().fill('FRA1')
  await page.keyboard.press('Enter')
  await starting.locator(`[data-row-key="${id}"]`).getByRole('checkbox').check()
  await user.clean('a new wave')
  await page.keyboard.press('Control+Enter')
  const wave = page.getByRole('dialog').filter({ hasText: serialNumber })
  await expect(wave).toBeVisible()
  await user.clean('a wave')
  await wave.getByRole('button', { name: translate('waves', 'picks.all') }).click()
  await wave.getByRole('button', { name: translate('waves', 'close') }).click()
  await page
    .locator('.ant-modal')
    .getByRole('button', { name: translate('waves', 'close') })
    .last()
    .click()
  await expect(page.getByText(translate('waves', 'close.done'))).toBeVisible()

  await page.goto(`/shipment/wms?serialNumber=${serialNumber}`)
  await expect(page.locator('tr[data-row-key]')).toHaveCount(1)
  await expect(row).toContainText(serialNumber)
  await row.getByRole('checkbox').check()
  await printOnly(user)
})
