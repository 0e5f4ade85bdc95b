import { createCanvas } from '@napi-rs/canvas'
import { interceptList } from '#contracts/depot/intercepts.ts'
import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { depots } from '#contracts/parties/depots.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const photo = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: createCanvas(800, 600).toBuffer('image/png'),
})

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('photos are taken of a parcel in hand and of one that was not announced', async ({
      warehouse,
      signIn,
      open,
      mark,
    }) => {
      const { page, translate } = warehouse
      page.setDefaultTimeout(20_000)
      const api = await signIn('manager', lang)
      const { records: places } = await api.call(depots.endpoints.list, { code: 'FRA1' })
      const { records } = await api.call(parcels.endpoints.list, {
        depotId: String(places[0]!.id),
        parcelStatus: '40',
        pageSize: 20,
      })
      const no = String(records.find((row) => row.trackNo)!.trackNo)
      await page.goto('/warehouse/into')
      await page.getByRole('combobox', { name: translate('scans', 'depot.label') }).fill('FRA1')
      await page.keyboard.press('Enter')
      await expect(page.locator('.wh-depot')).toContainText('FRA1')
      await warehouse.enter(translate('scans', 'into.placeholder'), no)
      await page.getByRole('button', { name: translate('scans', 'photos.open') }).click()
      const shown = page.getByRole('region', { name: translate('scans', 'photos.of', { no }) })
      await shown
        .getByLabel(translate('files', 'upload.choose'))
        .setInputFiles(photo(`box-${mark}.png`))
      await expect(shown.getByRole('button', { name: `box-${mark}.png` }).first()).toBeVisible()
      await warehouse.clean('photos of a parcel')

      await page.setViewportSize({ width: 390, height: 844 })
      const unknown = `NB${mark}`.toUpperCase()
      await warehouse.enter(translate('scans', 'into.placeholder'), unknown)
      await page
        .getByRole('button', { name: translate('scans', 'unknown.register', { no: unknown }) })
        .waitFor()
      await page.keyboard.press('F9')
      const apart = page.getByRole('region', {
        name: translate('scans', 'photos.of', { no: unknown }),
      })
      await apart.locator('input[capture=environment]').setInputFiles(photo(`unknown-${mark}.png`))
      await expect(apart.getByRole('button', { name: `unknown-${mark}.png` }).first()).toBeVisible()
      await warehouse.clean('photos of an unknown parcel, phone')
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/photos-${lang}.png` })

      // The next scan has the station to itself again.
      await warehouse.enter(translate('scans', 'into.placeholder'), no)
      await expect(apart).toHaveCount(0)

      // It is found among what was announced, and received as that.
      await page.setViewportSize({ width: 1440, height: 900 })
      const { records: homes } = await api.call(depots.endpoints.list, { code: 'FRA1' })
      const announced = await api.call(predictedShipments.list, {
        depotId: String(homes[0]!.id),
        pageSize: 10,
      })
      const order = announced.records[lang === 'zh_CN' ? 0 : 1]!
      const boss = await open('manager')
      boss.page.setDefaultTimeout(20_000)
      await boss.page.goto(`/warehouse/predicted-shipments?no=${order.serialNumber}`)
      await boss.page.getByRole('checkbox').last().check()
      await boss.page
        .getByRole('button', { name: translate('predicted-shipments', 'link') })
        .click()
      const dialog = boss.page.getByRole('dialog')
      await dialog.getByRole('combobox').first().fill(unknown)
      await boss.page.getByTitle(unknown).click()
      await boss.clean('linking an announced parcel')
      if (process.env.SHOTS)
        await boss.page.screenshot({ path: `${process.env.SHOTS}/link-${lang}.png` })
      await dialog
        .getByRole('button', { name: translate('predicted-shipments', 'link.ok') })
        .click()
      await expect(dialog).toHaveCount(0)
      const { records: released } = await api.call(interceptList.endpoints.list, { no: unknown })
      expect(released).toMatchObject([{ status: '3' }])
    })
  })
