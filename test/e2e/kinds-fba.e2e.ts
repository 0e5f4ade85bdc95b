import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import { shipmentList, shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { labelSheets } from '../../server/features/orders/fba/box-labels/labels.fixture.ts'
import { expect, test } from './fixtures.ts'
import type { BrowserUser } from './browser-user.ts'
import { confirmAndPrint } from './kinds.ts'

/** Types an order of two cartons into its form; the address comes with the warehouse. */
async function place({ page, translate }: BrowserUser, fbaCode: string): Promise<OrderDetail> {
  const form = page.getByRole('dialog')
  const fill = (field: string, text: string) => form.locator(`#order_${field}`).fill(text)
  await fill('reference', fbaCode)
  await fill('fbaCode', fbaCode)
  for (const [field, text] of [
    ['customerId', translate('shipments', 'form.house')],
    ['serviceId', 'sea'],
    ['depotId', 'fra'],
    ['fba_warehouseCode', 'HAJ1'],
  ] as const) {
    await form.locator(`#order_${field}`).focus()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await form.getByRole('button', { name: translate('shipments', 'parcel.add') }).click()
  for (const box of ['parcels_0', 'parcels_1']) {
    await fill(`${box}_weightKg`, '9.5')
    await fill(`${box}_lengthCm`, '40')
    await fill(`${box}_widthCm`, '30')
    await fill(`${box}_heightCm`, '30')
  }
  await expect(form.locator('#order_consignee_city')).not.toHaveValue('')
  const saved = page.waitForResponse((answer) => answer.url().includes('/erp/shipment/add'))
  await form.locator('#order_reference').press('Enter')
  const answer = (await (await saved).json()) as { success: boolean; result: OrderDetail }
  expect(answer).toMatchObject({ success: true })
  return answer.result
}

test.describe('in Chinese', () => {
  test.use({ lang: 'zh_CN' })

  test('an order into a marketplace warehouse is labelled, booked and found as ready', async ({
    open,
    signIn,
  }) => {
    const api = await signIn('manager', 'zh_CN')
    const fbaCode = `FBA15E2E${Date.now().toString(36).slice(-5).toUpperCase()}`
    const user = await open('manager')
    const { page, translate } = user
    await page.goto('/shipment/fba?_new=1')
    const { id, serialNumber } = await place(user, fbaCode)
    await page.goto(`/shipment/fba?fbaCode=${fbaCode}`)
    await confirmAndPrint(user, id)
    await user.clean('orders into warehouses')

    await page.goto(`/shipment/fba-orders?fbaCode=${fbaCode}`)
    const row = page.locator(`tr[data-row-key="${id}"]`)
    await expect(row).toContainText(translate('fba', 'ready.no', { count: 2 }))
    await row.getByText(serialNumber).click()
    const detail = page.getByRole('dialog')
    await expect(detail).toContainText(serialNumber)
    await detail.locator('input[type=file]').setInputFiles({
      name: 'labels.pdf',
      mimeType: 'application/pdf',
      buffer: await labelSheets([boxIdOf(fbaCode, 1), boxIdOf(fbaCode, 2)], 2, 2),
    })
    const uploaded = translate('fba', 'labels.uploaded', { labels: 2, matched: 2 })
    await expect(page.getByText(uploaded)).toBeVisible({ timeout: 20_000 })
    await user.clean('a delivery with its cartons')
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()

    await row.getByRole('checkbox').check()
    const enter = translate('fba', 'action.enterAppointment')
    await page.getByRole('toolbar').getByRole('button', { name: enter }).click()
    const appointment = page.getByRole('dialog', { name: enter })
    await appointment.locator('#appointmentNo').fill(`E2E${Date.now()}`)
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    for (const [field, time] of [
      ['slotFrom', '14:30'],
      ['slotTo', '15:30'],
    ] as const) {
      await appointment.locator(`#${field}`).fill(`${day} ${time}`)
      await page.keyboard.press('Enter')
    }
    await user.clean('an appointment', '[role=dialog]')
    await appointment.getByRole('button', { name: translate('fba', 'dialog.run') }).click()
    const done = translate('fba', 'dialog.done', { action: enter, count: 1 })
    await expect(page.getByText(done)).toBeVisible()
    const found = await api.call(shipmentList.endpoints.list, {
      fbaReady: 'true',
      fbaCode,
      pageNo: 1,
      pageSize: 10,
    })
    expect(found.records.map((one) => one.id)).toEqual([id])
    await page.goto(`/shipment/fba-orders?ready=true&fbaCode=${fbaCode}`)
    await expect(row).toContainText(translate('fba', 'ready.yes'))
    await expect(page.locator('tr[data-row-key]')).toHaveCount(1)
    expect(await api.call(shipments.queryById, { id })).toMatchObject({ fbaCode })
  })
})

test.describe('in English', () => {
  test.use({ lang: 'en_US' })

  test('deliveries and the form of an order open clean', async ({ open }) => {
    const user = await open('manager')
    const { page, translate } = user
    await page.goto('/shipment/fba-orders')
    await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
    await user.clean('deliveries')
    await page.goto('/shipment/fba')
    await page.getByRole('button', { name: translate('shipments', 'new') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await user.clean('an order into a warehouse')
  })
})
