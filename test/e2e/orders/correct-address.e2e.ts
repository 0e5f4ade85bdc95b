import { corrections } from '#contracts/orders/corrections.ts'
import { shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { expect, LANGS, test } from '../fixtures.ts'
import { placeLike } from '../kinds.ts'

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('the address of a printed order is corrected in one dialog, which shows what that does', async ({
      signIn,
      open,
      mark,
    }, info) => {
      const api = await signIn('manager', lang)
      const { id } = await placeLike(api, 'B2C', ({ parcels }) => ({
        reference: `E2E-CORRECT-${lang}-${Date.now()}`,
        parcels: parcels.slice(0, 1),
      }))
      await api.call(shipments.confirm, { ids: [id] })
      await api.print([id])
      const before = await api.call(shipments.queryById, { id })

      const user = await open('manager')
      const { page, translate } = user
      const t = (key: string, data?: Record<string, string | number>) =>
        translate('shipments', key, data)
      await page.goto(`/shipment/all?open=${id}`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('bulk.more') })
        .click()
      await page.getByRole('button', { name: t('action.correct') }).click()
      const dialog = page.getByRole('dialog', {
        name: t('correct.title', { number: before.serialNumber }),
      })
      await expect(dialog.getByText(t('correct.unchanged'))).toBeVisible()
      await expect(
        dialog.getByRole('button', { name: t('correct.ok'), exact: true }),
      ).toBeDisabled()
      const street = `Neue Straße ${mark}`
      await dialog.locator('input[id$="consignee_street"]').fill(street)
      const save = dialog.getByRole('button', {
        name: t(`correct.okLabels${lang === 'en_US' ? '_one' : ''}`, { count: 1 }),
      })
      // Where it is missing, the dialog has the reason.
      await expect(dialog).toContainText(t('correct.samePrice'), { timeout: 30_000 })
      await expect(save).toBeEnabled()
      await expect(dialog.getByText(before.parcels[0]!.trackNo!)).toBeVisible()
      await page.screenshot({ path: info.outputPath('correct.png') })
      await user.clean('address correction')
      // Double click: one correction.
      const sent = page.waitForResponse((one) => one.url().includes(corrections.correct.path))
      await save.dblclick()
      expect((await sent).status()).toBe(200)
      await expect(page.getByText(t('correct.done', { number: before.serialNumber }))).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await page.screenshot({ path: info.outputPath('corrected.png') })
      const after: OrderDetail = await api.call(shipments.queryById, { id })
      expect(after.consignee.street).toBe(street)
      expect(after.parcels[0]!.trackNo).not.toBe(before.parcels[0]!.trackNo)
      const history = await api.call(shipments.history, { id })
      expect(history.filter(({ action }) => action === 'correct')).toHaveLength(1)
    })
  })
