import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { labelSheets } from '../../server/features/orders/fba/box-labels/labels.fixture.ts'
import { expect, test } from './fixtures.ts'
import { confirmAndPrint, placeLike } from './kinds.ts'

test.describe('in Chinese', () => {
  test.use({ lang: 'zh_CN' })

  test('an order into a marketplace warehouse is labelled, booked and found as ready', async ({
    open,
    signIn,
  }) => {
    const api = await signIn('manager', 'zh_CN')
    const fbaCode = `FBA15E2E${Date.now().toString(36).slice(-5).toUpperCase()}`
    const { id, serialNumber } = await placeLike(api, 'FBA', (like) => ({
      fbaCode,
      fba: { warehouseCode: 'HAJ1' },
      parcels: [1, 2].map((number) => ({
        ...like.parcels[0],
        lengthCm: '40',
        widthCm: '30',
        heightCm: '30',
        palletNo: null,
        fbaCode: boxIdOf(fbaCode, number),
      })),
    }))
    const user = await open('manager')
    const { page, translate } = user
    await page.goto('/shipment/fba')
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

    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await api.call(fbaOrders.enterAppointment, {
      ids: [id],
      appointmentNo: `E2E${Date.now()}`,
      slotFrom: `${day} 14:30`,
      slotTo: `${day} 15:30`,
    } as never)
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
