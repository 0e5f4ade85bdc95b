import { registrations } from '#contracts/platform/session/identity.ts'
import { LANG_NAMES } from '../../web/kit/text/lang.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD } from './start.ts'

test.use({ lang: 'en_US' })
const NEW_PASSWORD = 'Wq8#lantern-hill'
const NEXT_PASSWORD = 'Zt5#harbour-lane'

/** Nothing is set up in the demo: no text message and no mail leaves it. */
test('a fresh installation registers and recovers a password without a dead end', async ({
  open,
  walkIn,
  signIn,
  mark,
}) => {
  await (await signIn('tenant1', 'en_US')).call(registrations.saveMode, { mode: 'active' })
  // Reading a code out asks for a password where signing in was long ago.
  const boss = await walkIn('tenant1')
  const visitor = await open(null)
  const { page, translate } = visitor
  const word = (key: string, values = {}) => translate('identity', key, values)
  const phone = `+4915${String(Date.now()).slice(-9)}`
  const username = `reg${mark}`
  const email = `${username}@example.com`.toLowerCase()
  const code = async (to: string) => {
    const { records } = await boss.read<{ records: { id: string }[] }>(
      `/boot/message/sysMessage/list?pageSize=1&column=createTime&order=desc&esReceiver=${encodeURIComponent(to)}`,
    )
    await boss.page.goto(`/modules/message/sysMessageList?esReceiver=${encodeURIComponent(to)}`)
    const row = boss.page.locator(`tr[data-row-key="${records[0]!.id}"]`)
    await row.getByRole('button').last().click()
    await boss.page.getByRole('menuitem', { name: translate('messages', 'action.reveal') }).click()
    const shown = boss.page.getByRole('dialog')
    await expect(shown).toContainText(/\d{6}/)
    return /\d{6}/.exec((await shown.textContent()) ?? '')![0]
  }

  await test.step('the administrator of the company is warned, and opens registration', async () => {
    await boss.page.goto('/modules/message/channels')
    await expect(boss.page.getByText(translate('message-channels', 'unsent.both'))).toBeVisible()
  })
  await test.step('a visitor registers: all errors at once, and who reads the code out', async () => {
    await page.goto('/user/register')
    const choice = page.getByRole('radio', { name: LANG_NAMES.en_US })
    if (!(await choice.isChecked())) await choice.check({ force: true })
    await page.getByRole('button', { name: word('register'), exact: true }).click()
    await expect(page.locator('[aria-invalid]')).toHaveCount(7)
    await visitor.clean('a registration with its errors')
    await page.getByLabel(word('company')).fill('Lantern Ltd')
    await page.getByLabel(word('realname')).fill('Li Na')
    await page.getByLabel(word('username'), { exact: true }).fill(username)
    await page.getByLabel(word('phone'), { exact: true }).fill(phone)
    await page.getByLabel(word('email')).fill(email)
    await page.getByLabel(word('password'), { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: word('code.get') }).click()
    await expect(page.getByText(word('code.waiting.register'))).toBeVisible()
    await page.getByLabel(word('code'), { exact: true }).fill(await code(phone))
    await page.getByRole('button', { name: word('register'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('result.active'))
    await expect(page.getByText(word('result.sms'))).toHaveCount(0)
  })
  await test.step('the password is forgotten and set again with a code that is read out', async () => {
    await page.goto('/user/alteration')
    await page.getByLabel(word('forgot.account')).fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: word('code.get') }).click()
    await expect(page.getByText(word('code.waiting'))).toBeVisible()
    await page.getByLabel(word('code'), { exact: true }).fill(await code(email))
    await page.keyboard.press('Enter')
    await page.getByLabel(word('password.new'), { exact: true }).fill(NEXT_PASSWORD)
    await page.getByLabel(word('password.again'), { exact: true }).fill(NEXT_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(word('forgot.done'))).toBeVisible()
  })
  await test.step('the new customer signs in with it and sees a page of their own', async () => {
    await visitor.walkIn(username, NEXT_PASSWORD)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      translate('dashboards', 'home'),
    )
    await expect(page.getByText(translate('dashboards', 'by.customer'))).toHaveCount(0)
  })
})

test('an ended session is announced, keeps the name, and goes back to the page', async ({
  open,
}) => {
  const user = await open('service')
  const { page, translate } = user
  await page.goto('/shipment/consignees')
  await page.locator('main h1').first().waitFor()
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('pro__Access-Token') ?? 'null') as object
    localStorage.setItem('pro__Access-Token', JSON.stringify({ ...stored, value: 'gone' }))
  })
  await page.reload()
  await expect(page.getByText(translate('session', 'ended'))).toBeVisible()
  await expect(page.getByRole('textbox', { name: translate('session', 'username') })).toHaveValue(
    'service',
  )
  await page.getByLabel(translate('session', 'password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shipment/consignees')
})
