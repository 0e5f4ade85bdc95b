import { batchIn } from '#contracts/depot/batch-in.ts'
import { outPackages } from '#contracts/depot/packages.ts'
import { predictedBatchList } from '#contracts/depot/predicted.ts'
import { gateBarcode, sorting } from '#contracts/depot/sorting.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { expect, test } from './fixtures.ts'

test.use({ lang: 'zh_CN' })

test('sorting, packages and batch reception are done by keyboard alone', async ({
  signIn,
  warehouse,
}) => {
  const { page, translate } = warehouse
  const clerk = await signIn('warehouse', 'zh_CN')
  const { depotId } = await clerk.call(sorting.gates, {})
  const stock = await clerk.call(parcels.endpoints.list, {
    parcelStatus: String(PARCEL.RECEIVED),
    depotId,
    pageSize: 50,
  })
  const numbers = stock.records.flatMap(({ trackNo }) =>
    typeof trackNo === 'string' ? [trackNo] : [],
  )
  const gates = await clerk.call(sorting.gates, {})

  await test.step('the gate is as big as the screen and confirmed by its barcode', async () => {
    await page.goto('/warehouse/sorting')
    await expect(page.getByPlaceholder(translate('sorting', 'placeholder'))).toBeFocused()
    const panel = page.locator('.so-gate')
    let code = ''
    for (const no of numbers) {
      await warehouse.scan(no)
      await expect(page.locator('.py-band')).toContainText(no)
      if ((await page.locator('.py-band-ok').count()) === 0) continue
      code = (await panel.locator('strong').textContent()) ?? ''
      break
    }
    const gate = gates.gates.find((one) => one.code === code)
    expect(gate, code).toBeDefined()
    const wrong = gates.gates.find((one) => one.code !== code && one.direction === '1')
    await warehouse.scan(gateBarcode(wrong!.id))
    await expect(page.locator('.py-band-error')).toBeVisible()
    await warehouse.scan(gate!.barcode)
    await expect(page.locator('.so-gate[data-confirmed]')).toContainText(code)
    await warehouse.clean('sorting station')
  })

  await test.step('a bag is chosen by its number and filled by scan', async () => {
    const bag = await clerk.call(outPackages.add, { depotId })
    await page.goto('/warehouse/packages/scan')
    await warehouse.scan(bag.no)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(bag.no)
    for (const no of numbers.toReversed()) {
      await warehouse.scan(no)
      await expect(page.locator('.py-band')).toContainText(no)
      if ((await page.locator('.py-band-ok').count()) > 0) break
    }
    await expect(page.locator('.py-band-ok')).toContainText(bag.no)
    await warehouse.clean('package station')
  })

  await test.step('a batch is received as a sheet', async () => {
    const waiting = await clerk.call(predictedBatchList.endpoints.list, {
      status_MultiString: '1,2',
      depotId,
      pageSize: 20,
    })
    const sheets = await Promise.all(
      waiting.records.map(({ id }) => clerk.call(batchIn.queryById, { id: String(id) })),
    )
    const sheet = sheets.find(({ rows }) => rows.some(({ status }) => status === '1'))!
    const row = sheet.rows.find(({ status }) => status === '1')!
    await page.goto(`/warehouse/batch-in?id=${sheet.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sheet.no)
    await warehouse.scan(row.trackNo ?? row.no)
    await expect(page.locator('.py-band')).toContainText(row.trackNo ?? row.no)
    await warehouse.clean('batch reception')
  })
})
