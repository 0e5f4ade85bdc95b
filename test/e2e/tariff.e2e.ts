import type { Page } from '@playwright/test'
import type { BrowserUser } from './browser-user.ts'
import { expect, test } from './fixtures.ts'

/** Prices of returns for one customer, 5 % below the public ones; no other test orders returns. */
const TABLE = 'RET-SELL-C1002'
const SERVICE = 'RET-EU'
const MORE_CUSTOMERS = ['C1019', 'C1021']
const CUSTOMERS = 3

test('a tariff 3 % up from next month for three customers, and why a parcel costs what it costs', async ({
  open,
}) => {
  const manager = await open('manager')
  await test.step('three customers have the table', () => assign(manager))
  await test.step('from next month their prices are 3 % above the public ones', () =>
    raise(manager))
  const now = await test.step('today a parcel costs what it did', () => price(manager, null))
  expect(now.steps).toContain('标准价减 5 %')
  expect(now.table).toContain(manager.translate('services', 'try.version', { no: 1 }))
  const then = await test.step('next month it costs more, and the page answers why', () =>
    price(manager, secondOfNextMonth()))
  expect(then.steps).toContain('标准价加 3 %')
  expect(then.table).toContain(manager.translate('services', 'try.version', { no: 2 }))
  for (const { total, lines } of [now, then])
    expect(cents(total)).toBe(lines.reduce((sum, line) => sum + cents(line), 0))
  expect(cents(then.lines[0]!)).toBeGreaterThan(cents(now.lines[0]!))
})

const dialog = (page: Page) => page.getByRole('dialog')
const pick = async (page: Page, field: ReturnType<Page['locator']>, code: string) => {
  await field.click()
  await field.pressSequentially(code)
  await page.locator('.ant-select-item-option', { hasText: code }).click()
}

async function assign({ page, translate }: BrowserUser): Promise<void> {
  const t = (key: string) => translate('prices', key)
  await page.goto('/delivery/prices')
  await pick(page, page.locator('#price-table'), TABLE)
  await page.getByRole('button', { name: t('customers') }).click()
  const choice = dialog(page).getByRole('combobox')
  for (const code of MORE_CUSTOMERS) await pick(page, choice, code)
  await choice.press('Escape')
  await dialog(page)
    .getByRole('button', { name: t('save') })
    .click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('.price-facts')).toHaveText(
    new RegExp(`：([^、]+、){${CUSTOMERS - 1}}[^、]+$`),
  )
}

async function raise({ page, translate }: BrowserUser): Promise<void> {
  const t = (key: string, data = {}) => translate('prices', key, data)
  await page.getByRole('button', { name: t('clone', { no: 1 }) }).click()
  const percent = page.getByLabel(t('raise.percent'))
  await expect(percent).toHaveValue('-5')
  await percent.fill('3')
  await page.getByRole('button', { name: t('save'), exact: true }).click()
  await expect(page.getByText(t('unsaved'))).toBeHidden()
  await page.getByRole('button', { name: t('activate') }).click()
  // The first of next month is what the dialog proposes.
  await dialog(page)
    .getByRole('button', { name: t('activate.run'), exact: true })
    .click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('.price-versions button').first()).toContainText(t('state.scheduled'))
}

/** What one parcel to Germany costs a new customer of the table by the simulator, and why. */
async function price({ page, translate }: BrowserUser, day: string | null) {
  const t = (key: string) => translate('services', key)
  await page.goto('/delivery/services')
  await page.locator('tr[data-row-key]', { hasText: SERVICE }).locator('td').nth(2).click()
  const simulator = page.locator('.svc-simulator')
  await simulator.getByLabel(t('try.postalCode')).fill('10115')
  if (day) {
    const date = simulator.getByLabel(t('try.date'))
    await date.fill(day)
    await date.press('Enter')
  }
  await pick(page, simulator.getByLabel(t('try.customer')), MORE_CUSTOMERS[0]!)
  await simulator.getByRole('button', { name: t('try.run') }).click()
  const result = simulator.locator('.svc-result')
  await expect(result.getByRole('heading', { name: t('try.lines') })).toBeVisible()
  const lines = result.getByRole('heading', { name: t('try.lines') }).locator('+ *')
  return {
    total: await result.locator('.svc-total > :first-child').innerText(),
    lines: await lines.locator('.py-num').allInnerTexts(),
    steps: await result.locator('ol').innerText(),
    table: await result.locator('dl').first().innerText(),
  }
}

const cents = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100)

function secondOfNextMonth(now = new Date()): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 2))
  return day.toISOString().slice(0, 10)
}
