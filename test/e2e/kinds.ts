import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList, shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import type { ApiUser } from './api-user.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect } from './fixtures.ts'

/** Places an order of a kind as one of the demo world is, with what `change` overrides. */
export async function placeLike(
  api: ApiUser,
  kind: KindCode,
  change: (like: OrderDetail) => object,
): Promise<OrderDetail> {
  const { records } = await api.call(shipmentList.endpoints.list, {
    shipmentResource: kind,
    pageSize: 1,
  })
  const like = await api.call(shipments.queryById, { id: String(records[0]!.id) })
  return api.call(shipments.add, {
    shipmentResource: kind,
    reference: `E2E-${kind}-${Date.now()}`,
    customerId: like.customerId,
    serviceId: like.serviceId,
    depotId: like.depotId,
    consignee: { ...like.consignee, id: null },
    ...change(like),
  } as never)
}

/** Confirms an order of the list and prints its label; `noted`: customs may ask about its goods. */
export async function confirmAndPrint(
  user: BrowserUser,
  id: string,
  { noted = false } = {},
): Promise<void> {
  const { page, translate } = user
  const row = page.locator(`tr[data-row-key="${id}"]`)
  await row.getByRole('checkbox').check()
  // Texts of one order, whether the language has a singular or not.
  const words = (name: string) =>
    new RegExp(translate('shipments', name, { count: 1 }).replace('orders', 'orders?'))
  const button = (name: string) => page.getByRole('button', { name: words(name) })
  await button('bulk.confirm').click()
  await expect(page.getByText(words('done.confirm'))).toBeVisible()
  if (noted) {
    await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(button('bulk.print')).toBeEnabled()
  const answered = page.waitForResponse((response) => response.url().includes('/erp/label/print'))
  await button('bulk.print').click()
  expect((await answered).headers()['content-type']).toContain('application/pdf')
  await page.bringToFront()
}
