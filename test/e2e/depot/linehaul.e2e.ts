import { fbaCartonList, fbaWaybillList } from '../../../contracts/depot/fba-waybills.ts'
import { houseWaybillList } from '../../../contracts/depot/house-waybills.ts'
import { waybillBatchList } from '../../../contracts/depot/waybills.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const PHONE = { width: 390, height: 844 }

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('a batch flies, its milestone is corrected, papers are taken, and a customer follows its cartons', async ({
      open,
      signIn,
    }) => {
      const [user, api] = [await open('manager'), await signIn('manager', lang)]
      const { page, translate } = user
      const t = (key: string, data = {}) => translate('waybills', key, data)
      const detail = page.getByRole('dialog')
      const openRow = async (path: string, no: string) => {
        await page.goto(`${path}?no=${no}`)
        await page.getByRole('row', { name: no }).getByText(no).first().click()
        await expect(detail.first()).toContainText(no)
      }

      await test.step('a batch with milestones opens with them; its manifest is a file', async () => {
        const { records } = await api.call(waybillBatchList.endpoints.list, {
          status: '2',
          pageSize: 1,
        })
        const no = String(records[0]?.['no'])
        await openRow('/delivery/waybills', no)
        await expect(detail.getByText(t('milestones'), { exact: true })).toBeVisible()
        await detail.getByRole('button', { name: t('manifest.title') }).click()
        const file = page.waitForEvent('download')
        await page.getByRole('menuitem', { name: t('manifest.pdf') }).click()
        expect((await file).suggestedFilename()).toContain(no)
        await user.clean('a waybill batch')
        const correct = detail.getByRole('button', { name: t('milestone.correct') }).first()
        await correct.click()
        const form = page.getByRole('dialog').last()
        await form.getByRole('textbox', { name: t('milestone.place') }).fill('LGG')
        await form.getByRole('textbox', { name: t('milestone.reason') }).fill('LGG')
        await user.clean('the correction of a milestone')
        await form.getByRole('button', { name: t('milestone.correct'), exact: true }).click()
        await expect(detail.getByText(/LGG/).first()).toBeVisible()
      })

      await test.step('house waybills, trucks and their board fit a phone', async () => {
        await page.setViewportSize(PHONE)
        const hawbs = await api.call(houseWaybillList.endpoints.list, { pageSize: 1 })
        expect(hawbs.records).toHaveLength(1)
        await page.goto('/delivery/house-waybills')
        await expect(page.getByText(String(hawbs.records[0]?.['no'])).first()).toBeVisible()
        await user.clean('house waybills on a phone')
        const trucks = await api.call(fbaWaybillList.endpoints.list, { pageSize: 1 })
        expect(trucks.records).toHaveLength(1)
        await page.goto('/delivery/fba-waybills')
        await page
          .getByRole('radio', { name: translate('fba-trucks', 'board'), exact: true })
          .or(page.getByText(translate('fba-trucks', 'board'), { exact: true }))
          .first()
          .click()
        await user.clean('the board of appointments on a phone')
      })

      await test.step('the customer takes the carton list', async () => {
        const own = await open('customer')
        const rows = await (
          await signIn('customer', lang)
        ).call(fbaCartonList.endpoints.list, {
          pageSize: 1,
        })
        const fbaCode = String(rows.records[0]?.['fbaCode'])
        await own.page.goto('/shipment/fba-waybills')
        const row = own.page.getByRole('row', { name: fbaCode }).first()
        const file = own.page.waitForEvent('download')
        await row.getByRole('button', { name: translate('fba-trucks', 'carton.download') }).click()
        expect((await file).suggestedFilename()).toContain(fbaCode)
        await own.clean('carton lists')
      })
    })
  })
