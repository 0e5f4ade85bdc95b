import { registrations } from '#contracts/platform/session/identity.ts'
import { expect, test } from './fixtures.ts'

test.use({ lang: 'en_US' })
const PASSWORD = 'Wq8#lantern-hill'

test('who registers reads what is missing, is led to a recharge, pays, and prints the first label', async ({
  open,
  walkIn,
  signIn,
  mark,
}) => {
  await (await signIn('tenant1', 'en_US')).call(registrations.saveMode, { mode: 'active' })
  const boss = await walkIn('tenant1')
  const newcomer = await open(null)
  const { page, translate } = newcomer
  const word = (key: string, values = {}) => translate('identity', key, values)
  const username = `pay${mark}`
  const phone = `+4916${String(Date.now()).slice(-9)}`

  await test.step('registers', async () => {
    await page.goto('/user/register')
    for (const [label, text] of [
      ['company', 'First Label Ltd'],
      ['realname', 'Li Na'],
      ['username', username],
      ['phone', phone],
      ['email', `${username}@example.com`.toLowerCase()],
      ['password', PASSWORD],
    ] as const)
      await page.getByLabel(word(label), { exact: true }).fill(text)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: word('code.get') }).click()
    await expect(page.getByText(word('code.waiting.register'))).toBeVisible()
    const { records } = await boss.read<{ records: { id: string }[] }>(
      `/boot/message/sysMessage/list?pageSize=1&column=createTime&order=desc&esReceiver=${encodeURIComponent(phone)}`,
    )
    await boss.page.goto(`/modules/message/sysMessageList?esReceiver=${encodeURIComponent(phone)}`)
    await boss.page
      .locator(`tr[data-row-key="${records[0]!.id}"]`)
      .getByRole('button')
      .last()
      .click()
    await boss.page.getByRole('menuitem', { name: translate('messages', 'action.reveal') }).click()
    const shown = boss.page.getByRole('dialog')
    await expect(shown).toContainText(/\d{6}/)
    const code = /\d{6}/.exec((await shown.textContent()) ?? '')![0]
    await page.getByLabel(word('code'), { exact: true }).fill(code)
    await page.getByRole('button', { name: word('register'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('result.active'))
    await newcomer.walkIn(username, PASSWORD)
  })

  const form = page.getByRole('dialog')
  const at = (path: string) => page.locator(`#order_${path}`)
  const pick = async (path: string, text: string) => {
    await at(path).click()
    await at(path).pressSequentially(text)
    await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
  }
  const enter = async (reference: string) => {
    await page.goto('/shipment/services')
    await page
      .locator('.mine-card', { hasText: 'DE' })
      .first()
      .getByRole('link', { name: translate('services', 'mine.order') })
      .click()
    await expect(form).toBeVisible()
    await at('reference').fill(reference)
    await pick('depotId', 'FRA1')
    for (const [path, text] of [
      ['consignee_name', 'Anna Schmidt'],
      ['consignee_postalCode', '10115'],
      ['consignee_city', 'Berlin'],
      ['consignee_street', 'Invalidenstr.'],
      ['consignee_house', '44'],
      ['parcels_0_weightKg', '1.5'],
      ['parcels_0_products_0_nameEn', 'Shirt'],
      ['parcels_0_products_0_quanlity', '1'],
      ['parcels_0_products_0_unitWeightKg', '1.2'],
      ['parcels_0_products_0_unitPrice', '12'],
    ] as const)
      await at(path).fill(text)
    await pick('consignee_country', 'DE')
    await expect(form.locator('.order-price-total')).toContainText(/\d/)
  }

  await test.step('the price names the account, what is missing, and leads to a recharge', async () => {
    await enter(`${mark}-0`)
    const way = form.getByRole('link', { name: translate('charging', 'payer.recharge') })
    await expect(way).toBeVisible()
    await expect(form.getByText(/EUR missing\./)).toBeVisible()
    await way.click()
    await page.getByRole('button', { name: translate('shell', 'unsaved.keep') }).click()
    await page.waitForURL('**/shipment/recharges?_new=1')
  })

  await test.step('pays 50 euro in', async () => {
    const r = (key: string, values = {}) => translate('recharges', key, values)
    await page.getByRole('combobox', { name: r('new.account') }).click()
    await page
      .locator('.ant-select-item-option:visible', { hasText: r('channel.SIMULATOR') })
      .first()
      .click()
    await page.getByRole('textbox', { name: r('new.amount') }).fill('50')
    await page.getByRole('button', { name: r('new.pay') }).click()
    await page.getByRole('button', { name: r('sim.paid'), exact: true }).click()
    await expect(page.getByText(/50\.00/).first()).toBeVisible()
  })

  await test.step('orders by the first service, and prints the label', async () => {
    await enter(`${mark}-1`)
    await form
      .getByRole('button', { name: translate('shipments', 'form.saveConfirm'), exact: true })
      .click()
    await expect(page.locator('.order-form-drawer')).toHaveCount(0)
    await page.goto('/shipment/all')
    const row = page.locator('tr[data-row-key]', { hasText: `${mark}-1` })
    await row.getByRole('checkbox').check()
    const words = new RegExp(
      translate('shipments', 'bulk.print', { count: 1 }).replace(/(order|label)s/, '$1s?'),
    )
    const answered = page.waitForResponse((response) => response.url().includes('/label/print'))
    await page.getByRole('button', { name: words }).click()
    const label = await answered
    expect(label.headers()['content-type']).toContain('application/pdf')
    expect(label.headers()['x-label-count']).toBe('1')
  })
})
