import { shipments } from '#contracts/orders/shipments.ts'
import { stockBalanceList } from '#contracts/orders/stock/stock-balances.ts'
import { stockSkuList } from '#contracts/orders/stock/stock-skus.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { expect, LANGS, test } from '../fixtures.ts'
import { placeLike } from '../kinds.ts'

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('an order from stock is picked, sorted and packed by scan, its label comes last', async ({
      signIn,
      warehouse,
    }) => {
      const { page, translate } = warehouse
      const api = await signIn('manager', lang)
      const { records } = await api.call(stockBalanceList.endpoints.list, { pageSize: 100 })
      const free = records.find((row) => Number(row.available) > 20 && !row.expiryDate)!
      const { sku } = await api.call(stockSkuList.endpoints.queryById, { id: String(free.skuId) })
      const order = await placeLike(api, 'WMS', (like) => ({
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
      await api.call(shipments.confirm, { ids: [order.id] })
      const wave = await api.call(stockWaves.add, {
        depotId: String(free.depotId),
        ids: [order.id],
      })
      const enter = (placeholder: string, no: string) =>
        warehouse.type(translate('stock-stations', placeholder), no)
      const band = page.locator('.py-band')

      await page.goto('/warehouse/stock?station=pick')
      await enter('pick.placeholder', wave.no)
      await expect(page.getByText(translate('stock-stations', 'placeFirst')).first()).toBeVisible()
      await enter('pick.placeholder', String(sku))
      await expect(page.locator('.py-band-error')).toBeVisible()
      for (const { place, quantity } of wave.picks) {
        await enter('pick.placeholder', place)
        await expect(band).toContainText(place)
        await enter('pick.placeholder', `${quantity}*${sku}`)
        await expect(band).toContainText(
          translate('stock-stations', 'lineDone', { code: String(sku) }),
        )
      }
      await enter('pick.placeholder', String(sku))
      await expect(page.locator('.py-band-error')).toBeVisible()
      await warehouse.clean('picking by scan')
      const finish = page.getByRole('button', { name: translate('stock-stations', 'pick.finish') })
      await finish.focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('.ant-modal')).toBeVisible()
      await page
        .locator('.ant-modal')
        .getByRole('button', { name: translate('stock-stations', 'pick.finish') })
        .press('Enter')
      await expect(page.getByText(translate('stock-stations', 'pick.done'))).toBeVisible()

      await page.goto(`/warehouse/stock?station=sort&id=${wave.id}`)
      await enter('sort.placeholder', String(sku))
      await expect(band).toContainText(translate('stock-stations', 'sort.bin', { bin: 1 }))
      await warehouse.clean('sorting per order')

      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/warehouse/stock?station=pack&id=${wave.id}`)
      await enter('pack.placeholder', order.serialNumber)
      await expect(band).toContainText(order.serialNumber)
      await enter('pack.placeholder', String(sku))
      await expect(band).toContainText(translate('stock-stations', 'left', { count: 1 }))
      await warehouse.clean('packing on a phone')
      const printed = page.waitForResponse((answer) => answer.url().includes('/erp/label/print'))
      await enter('pack.placeholder', String(sku))
      expect((await printed).headers()['content-type']).toContain('application/pdf')
      await expect(band).toContainText(
        translate('stock-stations', 'pack.labelled', { no: order.serialNumber }),
      )
    })
  })
