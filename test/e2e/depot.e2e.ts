import { batchIn } from '#contracts/depot/batch-in.ts'
import { outPackageList, outPackages } from '#contracts/depot/packages.ts'
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
  const stock = await clerk.call(parcels.endpoints.list, {
    parcelStatus: String(PARCEL.RECEIVED),
    pageSize: 100,
  })
  const depotIds = [...new Set(stock.records.map((one) => String(one.depotId)))]
  const sorters = await Promise.all(
    depotIds.map((id) => clerk.call(sorting.gates, { depotId: id })),
  )
  const gates = sorters.find(({ depotCode }) => depotCode === 'FRA1')!
  const { depotId } = gates
  const numbers = stock.records.flatMap((one) =>
    one.depotId === depotId && typeof one.trackNo === 'string' ? [one.trackNo] : [],
  )

  const enter = (station: string, no: string) =>
    warehouse.enter(translate(station, 'placeholder'), no)

  await test.step('the gate is as big as the screen and confirmed by its barcode', async () => {
    await page.goto('/warehouse/sorting')
    const picker = page.getByLabel(translate('scans', 'depot.label'), { exact: true })
    const option = page.locator('.ant-select-item-option:visible').filter({ hasText: 'FRA1' })
    // What is typed while the page is still coming opens no list.
    await expect(async () => {
      await picker.fill('')
      await picker.pressSequentially('FRA1')
      await expect(option).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await picker.press('Enter')
    await expect(page.getByPlaceholder(translate('sorting', 'placeholder'))).toBeEnabled()
    await page.keyboard.press('Escape')
    await picker.blur()
    const panel = page.locator('.so-gate')
    let code = ''
    for (const no of numbers) {
      if ((await enter('sorting', no)) !== 'ok') continue
      code = (await panel.locator('strong').textContent()) ?? ''
      break
    }
    const gate = gates.gates.find((one) => one.code === code)
    expect(gate, code).toBeDefined()
    const wrong = gates.gates.find((one) => one.code !== code && one.direction === '1')
    expect(await enter('sorting', gateBarcode(wrong!.id))).toBe('error')
    await enter('sorting', gate!.barcode)
    await expect(page.locator('.so-gate[data-confirmed]')).toContainText(code)
    await warehouse.clean('sorting station')
  })

  await test.step('a bag is chosen by its number and filled by scan', async () => {
    const seeded = await clerk.call(outPackageList.endpoints.list, { pageSize: 50 })
    expect(seeded.records.map(({ status }) => status)).toEqual(expect.arrayContaining(['0', '3']))
    const bag = await clerk.call(outPackages.add, { depotId })
    await page.goto('/warehouse/packages/scan')
    await expect(page.getByPlaceholder(translate('packages', 'placeholder'))).toBeFocused()
    await warehouse.type(translate('packages', 'placeholder'), bag.no)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(bag.no)
    for (const no of numbers.toReversed()) {
      if ((await enter('packages', no)) === 'ok') break
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
    await enter('batch-in', row.trackNo ?? row.no)
    await warehouse.clean('batch reception')
  })
})
