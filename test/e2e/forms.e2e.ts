import type { Locator, Page } from '@playwright/test'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { expect, test } from './fixtures.ts'

/** Keyboard alone, as clerks type: what is chosen, what is emptied, what is sent. */
test('an order form takes the country that was typed, and Tab and Enter harm nothing', async ({
  customer,
}) => {
  const { page, translate } = customer
  const sent = savesOf(page)
  await page.goto('/shipment/b2c?_new=1')
  const form = page.getByRole('dialog')
  const field = (key: string) => form.getByLabel(translate('shipments', key), { exact: true })
  await expect(field('reference')).toBeFocused()

  const country = field('country').last()
  const postcode = form.getByLabel(translate('common', 'postalCode'), { exact: true }).last()
  for (const [typed, shown] of [
    ['荷兰', 'NL 荷兰'],
    ['美国', 'US 美国'],
    ['Netherlands', 'NL 荷兰'],
    ['de', 'DE 德国'],
  ] as const) {
    await country.focus()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(chosenIn(country)).toHaveText(shown)
  }
  await test.step('Tab goes to the next field, not to what empties this one', async () => {
    await page.keyboard.press('Tab')
    await expect(postcode).toBeFocused()
  })
  await test.step('a scanner’s or a fast typist’s Tab goes on, with what was typed', async () => {
    await page.keyboard.type('60311AB')
    await page.keyboard.press('Tab')
    await expect(form.getByLabel(translate('common', 'city'), { exact: true }).last()).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator(':focus')).toHaveValue('60311AB')
  })
  await test.step('a name typed and left by Tab is chosen, and the focus is one field on', async () => {
    await country.focus()
    await page.keyboard.type('法国')
    await page.keyboard.press('Tab')
    await expect(chosenIn(country)).toHaveText('FR 法国')
    await expect(postcode).toBeFocused()
  })
  await test.step('Backspace empties it', async () => {
    await country.focus()
    await page.keyboard.press('Backspace')
    await expect(chosenIn(country)).toHaveCount(0)
  })
  await test.step('with the setting “reduce motion” an open list stands in the window', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await postcode.focus()
    await country.click()
    await expect(page.locator('.ant-select-dropdown:not([class*="hidden"])')).toBeInViewport()
  })
  expect(sent).toEqual([])
})

test('Enter in a date accepts the date and saves nothing', async ({ open }) => {
  const { page, translate } = await open('manager')
  const sent = savesOf(page)
  await page.goto('/delivery/fees?_new=1')
  const form = page.getByRole('dialog')
  const date = form.getByLabel(translate('common', 'validFrom'), { exact: true })
  await date.focus()
  await page.keyboard.type('2027-01-15')
  await page.keyboard.press('Enter')
  await expect(date).toHaveValue('2027-01-15')
  await page.keyboard.press('Enter')
  await expect(
    form.getByRole('button', { name: translate('common', 'action.save'), exact: true }),
  ).toBeVisible()
  await date.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(date).toHaveValue('')
  expect(sent).toEqual([])
})

test('at 1,440 px no number of the order list is cut, and its number opens the order', async ({
  customer,
}) => {
  const { page } = customer
  await page.goto('/shipment/b2c')
  const row = page.locator('tr[data-row-key]').first()
  await expect(row).toBeVisible()
  const end = await leftOf(page.locator('th.py-row-actions'))
  const heads = page.locator('th[data-whole]')
  const seen: string[] = []
  for (const head of await heads.all()) {
    const box = await head.boundingBox()
    if (box && box.x + box.width <= end + 8) seen.push((await head.textContent()) ?? '')
  }
  for (const column of ['重量', '运费', '计费重'])
    expect(
      seen.some((one) => one.includes(column)),
      `${column} in ${seen.join()}`,
    ).toBe(true)
  await test.step('wherever it is scrolled to, nothing is shown in half', async () => {
    const wrap = page.locator('.py-table-wrap')
    for (const left of [0, 30, 60, 90])
      await expect(async () => {
        await wrap.evaluate((element, x) => element.scrollTo(x, 0), left)
        expect(await halves(wrap)).toEqual([])
      }).toPass()
  })
  await row.locator('.py-copyable .py-num').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('an order for a known consignee takes at most 25 keys from the list to its confirmation', async ({
  customer,
  signIn,
  lang,
  mark,
}) => {
  const { page, translate } = customer
  const session = await signIn('customer', lang)
  const { records } = await session.call(consigneeList.endpoints.list, { pageNo: 1, pageSize: 50 })
  const known =
    records.map(({ name }) => String(name)).find((name) => /^[A-Za-z]{3}/.test(name)) ?? ''
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    for (const key of text) await press(key)
  }
  await page.goto('/shipment/b2c')
  await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
  const confirmed = page.waitForResponse((answer) => answer.url().includes('/shipment/confirm'))
  await press('n')
  const form = page.getByRole('dialog')
  await expect(
    form.getByLabel(translate('shipments', 'field.reference'), { exact: true }),
  ).toBeFocused()
  await type(mark.slice(-4))
  await press('Tab')
  await type('eco')
  await press('Tab')
  await type('fra')
  await press('Enter')
  await press('Alt+c')
  await type(known.slice(0, 3))
  await press('Enter')
  await expect(form.locator('#order_parcels_0_weightKg')).toBeFocused()
  await type('1.2')
  await press('ControlOrMeta+Shift+Enter')
  const answer = (await (await confirmed).json()) as { result: { done: number } }
  expect(answer.result.done).toBe(1)
  expect(keys).toBeLessThanOrEqual(25)
})

/** What a page asks the server to store, by path. */
function savesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /\/(add|edit)$/.test(pathname)) sent.push(pathname)
  })
  return sent
}
const chosenIn = (input: Locator): Locator =>
  input
    .locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")]')
    .locator('.ant-select-content-has-value')
const leftOf = async (head: Locator): Promise<number> => (await head.boundingBox())?.x ?? 0

/** Numbers and dates that are drawn though an edge cuts through their column. */
const halves = (wrap: Locator): Promise<string[]> =>
  wrap.evaluate((element) => {
    const box = (one: Element) => one.getBoundingClientRect()
    const pinned = [...element.querySelectorAll('thead .py-pick, thead [data-stays]')]
    const from = Math.max(...pinned.map((one) => box(one).right))
    const to = box(element.querySelector('th.py-row-actions')!).left
    return [
      ...element.querySelectorAll('tbody tr:first-child td:not(.py-pick, [data-stays]) .py-num'),
    ]
      .filter((one) => {
        const { left, right } = box(one)
        const cut = (left < from && right > from) || (left < to && right > to)
        return cut && getComputedStyle(one).visibility === 'visible'
      })
      .map((one) => one.textContent ?? '')
  })
