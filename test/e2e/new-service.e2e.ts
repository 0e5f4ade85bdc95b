import type { Locator, Page } from '@playwright/test'
import { open as openPdf, textOf } from '../../server/kit/pdf/read-pdf.fixture.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import { pressPrint } from './kinds.ts'

/** What a clerk's hand does: about two seconds each. */
interface Hand {
  clicks: number
  fields: number
}
const SECONDS_EACH = 2
const PRICES = ['4.20', '5.10', '7.40', '9.90', '14.50', '19.80']

// Channels and suppliers are made by operations: sales choose one that is there.
for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('sales make a service from nothing to a printed label, step by step', async ({
      open,
      mark,
    }, info) => {
      const hand: Hand = { clicks: 0, fields: 0 }
      const [seller, customer] = [await open('salesmanager'), await open('customer')]
      const code = `W${mark}`.toUpperCase().replace(/[^0-9A-Z]/g, '')
      await test.step('the guided path ends with a price that works', () =>
        setUp(seller, hand, code))
      await test.step('the customer enters an order by it and confirms it', () =>
        order(customer, hand, code))
      await test.step('the label is printed, with a number of the service', () =>
        print(customer, hand, code))
      const steps = hand.clicks + hand.fields
      info.annotations.push({ type: 'steps', description: JSON.stringify({ ...hand, steps }) })
      // Ten minutes, of which half are for reading and thinking.
      expect(steps * SECONDS_EACH).toBeLessThan(5 * 60)
    })
  })

const click = async (hand: Hand, target: Locator) => {
  hand.clicks++
  await target.click()
}
const fill = async (hand: Hand, target: Locator, text: string) => {
  hand.fields++
  await target.fill(text)
}
/** A choice by typing its code: one field. */
async function pick(hand: Hand, page: Page, target: Locator, code: string): Promise<void> {
  hand.fields++
  await target.click()
  await target.pressSequentially(code)
  await page.locator('.ant-select-item-option:visible', { hasText: code }).first().click()
}

async function setUp({ page, translate }: BrowserUser, hand: Hand, code: string): Promise<void> {
  const t = (key: string, data = {}) => translate('services', key, data)
  const field = (space: string, key: string) =>
    page.getByRole('textbox', { name: translate(space, key), exact: true })
  const next = (part: string) =>
    click(hand, page.getByRole('button', { name: t('new.next', { part: t(`part.${part}`) }) }))
  await page.goto('/delivery/services')
  await click(hand, page.getByRole('button', { name: translate('common', 'action.new') }))
  await fill(hand, field('delivery-services', 'code'), code)
  await fill(hand, field('delivery-services', 'name'), code)
  const channel = page.getByRole('combobox', { name: translate('delivery-services', 'channelId') })
  await pick(hand, page, channel, 'DHL-DE')
  await next('zones')
  const zone = page.getByRole('group', { name: t('new.zoneNo', { no: 1 }) })
  await pick(hand, page, zone.getByRole('combobox'), 'DE')
  await page.keyboard.press('Escape')
  await fill(hand, zone.getByLabel(t('new.zone.days')), '1')
  await fill(hand, zone.getByLabel(t('new.zone.daysMost', { no: 1 })), '2')
  await next('weight')
  await next('prices')
  for (const [at, price] of PRICES.entries())
    await fill(hand, page.locator('.svc-grid tbody tr').nth(at).locator('input').nth(1), price)
  await next('numbers')
  await expect(page.locator('.svc-example b')).toContainText(code.slice(0, 16))
  await next('label')
  const template = page.getByRole('combobox', {
    name: translate('delivery-services', 'labelTemplateId'),
  })
  hand.fields++
  await template.click()
  await page.locator('.ant-select-item-option:visible').first().click()
  await click(hand, page.getByRole('button', { name: t('new.create') }))
  await page.waitForURL(/\/delivery\/services\/\d+/)
  await expect(page.locator('.svc-strip[data-ready]')).toBeVisible()
  const result = page.locator('.svc-result')
  await expect(result.locator('.svc-total')).toContainText(PRICES[0]!)
  await expect(result).toContainText(translate('rating', 'days.between', { min: 1, max: 2 }))
}

async function order({ page, translate }: BrowserUser, hand: Hand, code: string): Promise<void> {
  await page.goto('/shipment/services')
  const card = page.locator('.mine-card', { hasText: code })
  await click(hand, card.getByRole('link', { name: translate('services', 'mine.order') }))
  const form = page.getByRole('dialog')
  const at = (path: string) => page.locator(`#order_${path}`)
  await expect(form.locator('.ant-select', { hasText: code }).first()).toBeVisible()
  await fill(hand, at('reference'), `${code}-1`)
  await pick(hand, page, at('depotId'), 'FRA1')
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
    await fill(hand, at(path), text)
  await pick(hand, page, at('consignee_country'), 'DE')
  await expect(form.locator('.order-price-total')).toContainText(PRICES[1]!)
  await expect(form.locator('.order-price')).toContainText(
    translate('rating', 'days.between', { min: 1, max: 2 }),
  )
  await click(
    hand,
    form.getByRole('button', { name: translate('shipments', 'form.saveConfirm'), exact: true }),
  )
  await expect(page.locator('.order-form-drawer')).toHaveCount(0)
}

async function print(user: BrowserUser, hand: Hand, code: string): Promise<void> {
  const { page, translate } = user
  await page.goto('/shipment/all')
  const row = page.locator('tr[data-row-key]', { hasText: `${code}-1` })
  hand.clicks++
  await row.getByRole('checkbox').check()
  // Of one order, whether the language has a singular or not.
  const words = (name: string) =>
    new RegExp(translate('shipments', name, { count: 1 }).replace(/(order|label)s/, '$1s?'))
  // The browser hands the file on to its viewer and keeps no copy: it is read on its way.
  let file: Buffer = Buffer.alloc(0)
  await page.route('**/erp/label/print', async (route) => {
    const response = await route.fetch()
    file = await response.body()
    await route.fulfill({ response, body: file })
  })
  // The second click: its sender is abroad, so customs data that are not complete are asked about.
  hand.clicks += 2
  const label = await pressPrint(user, page.getByRole('button', { name: words('bulk.print') }))
  expect(label.headers()['content-type']).toContain('application/pdf')
  expect(label.headers()['x-label-count']).toBe('1')
  await expect(page.getByText(words('done.print')).first()).toBeVisible()
  await page.bringToFront()
  const id = await row.getAttribute('data-row-key')
  const { parcels } = await user.read<{ parcels: { trackNo: string }[] }>(
    `/boot/erp/shipment/queryById?id=${id}`,
  )
  expect(parcels[0]!.trackNo).toBe(`${code.slice(0, 20)}000001`)
  const text = await textOf(await openPdf(file), 1)
  expect(text.replaceAll(/\s/g, '')).toContain(parcels[0]!.trackNo)
  expect(text).toContain('Anna Schmidt')
}
