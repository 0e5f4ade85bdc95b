import type { Locator, Response } from '@playwright/test'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList, shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import type { ApiUser } from './api-user.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect } from './fixtures.ts'

/** Orders of the demo world: those of today are made by other tests, as no firm would. */
export const UNTIL = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Places an order of a kind as one of the demo world is, with what `change` overrides. */
export async function placeLike(
  api: ApiUser,
  kind: KindCode,
  change: (like: OrderDetail) => object,
): Promise<OrderDetail> {
  const { records } = await api.call(shipmentList.endpoints.list, {
    shipmentResource: kind,
    createTime_end: UNTIL,
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

/** Texts of one order, whether the language has a singular or not. */
const ofOne = ({ translate }: BrowserUser, name: string) =>
  new RegExp(translate('shipments', name, { count: 1 }).replace('orders', 'orders?'))

/** Confirms an order of the list. */
export async function confirmOnly(user: BrowserUser, id: string): Promise<void> {
  const { page } = user
  await page.locator(`tr[data-row-key="${id}"]`).getByRole('checkbox').check()
  await page.getByRole('button', { name: ofOne(user, 'bulk.confirm') }).click()
  await expect(page.getByText(ofOne(user, 'done.confirm'))).toBeVisible()
}

/** Confirms an order of the list and prints its label; `noted`: a message asks to check its goods. */
export async function confirmAndPrint(
  user: BrowserUser,
  id: string,
  { noted = false } = {},
): Promise<void> {
  const { page } = user
  await confirmOnly(user, id)
  if (noted) await expect(page.locator('.ant-message-warning')).toBeVisible()
  await printOnly(user)
}

/** Presses a button that prints; orders whose customs data are not complete are asked about first. */
export async function pressPrint(
  { page, translate }: BrowserUser,
  print: Locator,
): Promise<Response> {
  const answered = page.waitForResponse((response) => response.url().includes('/erp/label/print'))
  const goOn = page.getByRole('button', {
    name: translate('shipments', 'ask.lockCustoms.ok'),
    exact: true,
  })
  await print.click()
  const asked = goOn.waitFor().then(
    () => true,
    () => false,
  )
  if (await Promise.race([asked, answered.then(() => false)])) await goOn.click()
  return answered
}

/** Prints the label of the order that is ticked. */
export async function printOnly(user: BrowserUser): Promise<void> {
  const { page } = user
  const print = page.getByRole('button', { name: ofOne(user, 'bulk.print') })
  await expect(print).toBeEnabled()
  const answer = await pressPrint(user, print)
  expect(answer.headers()['content-type']).toContain('application/pdf')
  await page.bringToFront()
}
