import { deliveryServices } from '../../contracts/commercial/delivery-services.ts'
import { shipmentList } from '../../contracts/orders/shipments.ts'
import { PARCEL } from '../../contracts/orders/shipments.states.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'

// The demo has one order whose label can be bought: it is walked once, in Chinese.
test('an account by the simulator, a label for an order of the demo, and its manifest', async ({
  open,
  signIn,
  mark,
}) => {
  const [user, api] = [await open('tenant1'), await signIn('tenant1', 'zh_CN')]
  const { page, translate } = user
  const t = (key: string, data = {}) => translate('carrier-labels', key, data)
  const fields = (key: string) => translate('carrier-accounts', key)
  const common = (key: string) => translate('common', key)
  const act = async (name: string | RegExp, action: string) => {
    const row = page.getByRole('row', { name }).first()
    const direct = row.getByRole('button', { name: action, exact: true })
    if ((await direct.count()) > 0) return direct.click()
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  await test.step('an account is set up and its login tried', async () => {
    await page.goto('/delivery/dhl/accounts')
    await page.getByRole('button', { name: common('action.new') }).click()
    const name = `DHL ${mark}`
    const form = page.getByRole('dialog')
    await form
      .getByRole('textbox', { name: fields('name') })
      .first()
      .fill(name)
    const courier = form.getByRole('combobox', { name: fields('courierId') })
    await courier.click()
    await courier.pressSequentially('DHL')
    await page.locator('.ant-select-item-option:visible', { hasText: 'DHL' }).first().click()
    await form.getByRole('textbox', { name: /V01PAK/ }).fill('33333333330101')
    await form.getByRole('button', { name: common('action.save') }).click()
    await expect(page.getByRole('row', { name })).toBeVisible()
    await act(name, t('action.test'))
    await expect(page.getByText(t('test.ok')).first()).toBeVisible()
  })

  // An order the demo's own account sells labels for.
  const services = await api.call(deliveryServices.endpoints.list, {
    code: 'ECO-PARCEL',
  })
  const found = await api.call(shipmentList.endpoints.list, {
    serviceId: String(services.records[0]?.['id']),
    shipmentStatus: String(PARCEL.CONFIRMED),
    pageSize: 50,
  })
  const serialNumber = String(found.records[0]?.['serialNumber'])

  await test.step('it is only checked, first', async () => {
    await page.goto('/delivery/dhl/batches')
    await page.getByRole('button', { name: t('batch.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('batch.check'), { exact: true }).first().click()
    await page.locator('#carrier-batch-numbers').fill(serialNumber)
    await dialog
      .getByRole('button', { name: t('batch.check') })
      .last()
      .click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /CB\d+/ }).first()).toBeVisible()
  })

  await test.step('its label is bought in a batch', async () => {
    await page.getByRole('button', { name: t('batch.new') }).click()
    await page.locator('#carrier-batch-numbers').fill(serialNumber)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('batch.buy') })
      .last()
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the batch is closed, and the labels are in the list', async () => {
    await page.goto(`/delivery/dhl/shipments?serialNumber=${serialNumber}`)
    const row = page.getByRole('row', { name: serialNumber }).first()
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText(/00340434\d{12}/, { timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await row.getByText(serialNumber).first().click()
    await expect(page.getByRole('button', { name: t('action.validate') })).toBeVisible()
    await page.getByText(t('raw'), { exact: true }).click()
    await expect(page.locator('.carrier-raw')).toBeVisible()
    await user.clean('a label at its carrier', '[role=dialog]')
    await look(user, 'label')
    await page.goto('/delivery/dhl/batches')
    await act(/CB\d+/, t('action.manifest'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.manifest') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await act(/CB\d+/, t('action.fetch'))
  })
})

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('forms of a carrier’s account, batch and secrets', async ({ open, mark }) => {
      const user = await open('tenant1')
      const { page, translate } = user
      const t = (key: string, data = {}) => translate('carrier-labels', key, data)
      const fields = (key: string) => translate('carrier-accounts', key)
      const common = (key: string) => translate('common', key)
      const name = `GLS ${mark}`
      const row = page.getByRole('row', { name }).first()

      await page.goto('/delivery/gls/accounts')
      await page.getByRole('button', { name: common('action.new') }).click()
      const form = page.getByRole('dialog')
      await form
        .getByRole('textbox', { name: fields('name') })
        .first()
        .fill(name)
      const courier = form.getByRole('combobox', { name: fields('courierId') })
      await courier.click()
      await courier.pressSequentially('GLS')
      await page.locator('.ant-select-item-option:visible', { hasText: 'GLS' }).first().click()
      await form.getByRole('button', { name: t('account.addService') }).click()
      await expect(form.getByText(t('option.add'))).toBeVisible()
      await user.clean('an account of a carrier', '[role=dialog]')
      await look(user, 'account')
      await form
        .getByRole('button', { name: t('action.remove') })
        .first()
        .click()
      await form.getByRole('button', { name: common('action.save') }).click()
      await expect(row).toBeVisible()

      await row.getByRole('button').last().click()
      await page.getByRole('menuitem', { name: t('action.rotate'), exact: true }).click()
      await page.locator('#carrier-secret-clientSecret').fill(`secret ${mark}`)
      await user.clean('new secrets of an account', '[role=dialog]')
      await look(user, 'secrets')
      await page.getByRole('button', { name: t('rotate.ok') }).click()
      await expect(page.getByText(t('rotate.done')).first()).toBeVisible()

      await page.goto('/delivery/gls/batches')
      await page.getByRole('button', { name: t('batch.new') }).click()
      await page.locator('#carrier-batch-numbers').fill('NO-SUCH-ORDER')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('batch.buy') })
        .last()
        .click()
      await expect(page.getByRole('dialog')).toContainText('NO-SUCH-ORDER')
      await expect(page.locator('.ant-form-item-explain-error')).toBeVisible()
      await user.clean('a batch with a number of no order', '[role=dialog]')
      await look(user, 'batch')
    })
  })

/** At the desk and on a phone, where nothing may run out of the side; kept where LOOK names a folder. */
async function look({ page, lang }: BrowserUser, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The menu measures itself a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: name })
      .toBeLessThanOrEqual(width)
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${lang}-carrier-${name}-${width}.png` })
  }
}
