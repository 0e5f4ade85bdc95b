import { deliveryServices } from '../../contracts/commercial/delivery-services.ts'
import { shipmentList } from '../../contracts/orders/shipments.ts'
import { PARCEL } from '../../contracts/orders/shipments.states.ts'
import { expect, test } from './fixtures.ts'

// The demo has one order whose label can be bought: it is walked once, in Chinese.
test('an account by the simulator, a label for an order of the demo, and its manifest', async ({
  open,
  signIn,
  mark,
}) => {
  const [{ page, translate }, api] = [await open('tenant1'), await signIn('tenant1', 'zh_CN')]
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

  await test.step('its label is bought in a batch', async () => {
    await page.goto('/delivery/dhl/batches')
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
    await page.goto('/delivery/dhl/batches')
    await act(/CB\d+/, t('action.manifest'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.manifest') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
