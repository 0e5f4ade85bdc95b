import type { Page } from '@playwright/test'
import { channels } from '#contracts/commercial/channels.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { fees } from '#contracts/commercial/fees.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { customers } from '#contracts/parties/customers.ts'
import type { ApiUser } from './api-user.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'

/** A service with a public table and one 5 % below it, and three customers to have that. */
interface Tariff {
  serviceId: string
  table: string
  customers: readonly string[]
}

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('a tariff 3 % up from next month for three customers, and why a parcel costs what it costs', async ({
      open,
      signIn,
      mark,
    }) => {
      const code = mark.toUpperCase().replace(/[^0-9A-Z]/g, '')
      const made = await make(await signIn('manager', lang), code)
      const seller = await open('salesmanager')
      await test.step('three customers have the table', () => assign(seller, made))
      await test.step('from next month their prices are 3 % above the public ones', () =>
        raise(seller))
      const now = await test.step('today a parcel costs what it did', () =>
        price(seller, made, null))
      const formula = (name: string, rate: string) => seller.translate('rating', name, { rate })
      const version = (no: number) => seller.translate('services', 'try.version', { no })
      expect(now.steps).toContain(formula('formula.table.lowered', '5'))
      expect(now.table).toContain(version(1))
      const then = await test.step('next month it costs more, and the page answers why', () =>
        price(seller, made, secondOfNextMonth()))
      expect(then.steps).toContain(formula('formula.table.raised', '3'))
      expect(then.table).toContain(version(2))
      expect([now.total, then.total].map(cents)).toEqual([950, 1030])
      for (const { total, lines } of [now, then])
        expect(cents(total)).toBe(lines.reduce((sum, line) => sum + cents(line), 0))
    })
  })

/** Everything of its own: the test can be repeated in one world. */
async function make(api: ApiUser, code: string): Promise<Tariff> {
  const add = async (of: Crud, row: object) =>
    ((await api.call(of.endpoints.add, row as never)) as { id: string }).id
  const names = [1, 2, 3].map((no) => `${code}-${no}`)
  for (const name of names) await add(customers as Crud, { code: name, name, currency: 'EUR' })
  const channel = await api.call(channels.endpoints.list, { code: 'DHL-DE', pageSize: 1 })
  const { id: serviceId } = await api.call(serviceDesk.setUp, {
    service: {
      code,
      name: code,
      channelId: channel.records[0]!.id,
      tradeType: '1',
      transType: '1',
      pushMethod: '0',
      labelType: '1',
      deductMethod: '4',
      izEnable: true,
    },
    limits: [],
    zones: [{ code: 'A', name: 'A', rows: [{ country: 'DE', matchType: 'ALL' }] }],
    prices: {
      currency: 'EUR',
      stepMode: 'A',
      rows: [{ upTo: null, step: null, prices: ['10.00'], seconds: [null] }],
    },
    numbers: null,
  } as never)
  const { records } = await api.call(fees.endpoints.list, { serviceId: serviceId!, pageSize: 1 })
  const table = `${code}-OWN`
  const feeId = await add(fees as Crud, {
    code: table,
    name: table,
    serviceId,
    kind: '1',
    currency: 'EUR',
    stepMode: 'A',
    baseFeeId: records[0]!.id,
    validFrom: new Date().toISOString().slice(0, 10),
    status: '0',
  })
  const { id } = await api.call(feePrices.clone, { feeId })
  const lower = { id, version: 1, zones: [], rows: [], percentBp: -500 }
  const { version } = await api.call(feePrices.save, lower as never)
  await api.call(feePrices.activate, { id, version })
  return { serviceId: serviceId!, table, customers: names }
}

const dialog = (page: Page) => page.getByRole('dialog')
const pick = async (page: Page, field: ReturnType<Page['locator']>, code: string) => {
  await field.click()
  await field.pressSequentially(code)
  await page.locator('.ant-select-item-option', { hasText: code }).click()
}

async function assign({ page, translate }: BrowserUser, made: Tariff): Promise<void> {
  const t = (key: string) => translate('prices', key)
  await page.goto('/delivery/prices')
  await pick(page, page.locator('#price-table'), made.table)
  await page.getByRole('button', { name: t('customers') }).click()
  const choice = dialog(page).getByRole('combobox')
  for (const code of made.customers) await pick(page, choice, code)
  await choice.press('Escape')
  await dialog(page)
    .getByRole('button', { name: t('save') })
    .click()
  await expect(dialog(page)).toBeHidden()
  for (const name of made.customers) await expect(page.locator('.price-facts')).toContainText(name)
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
async function price(
  { page, translate }: BrowserUser,
  { serviceId, customers: [customer] }: Tariff,
  day: string | null,
) {
  const t = (key: string) => translate('services', key)
  await page.goto(`/delivery/services/${serviceId}?part=try`)
  const simulator = page.locator('.svc-simulator')
  await simulator.getByLabel(t('try.postalCode')).fill('10115')
  if (day) {
    const date = simulator.getByLabel(t('try.date'))
    await date.fill(day)
    await date.press('Enter')
  }
  await pick(page, simulator.getByLabel(t('try.customer')), customer!)
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
