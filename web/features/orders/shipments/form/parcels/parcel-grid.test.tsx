import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answersAt,
  bodiesOf,
  inputAt,
  openSelect,
  paste,
  press,
  pressKey,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import {
  good,
  leave,
  refused,
  show,
  signInForTest,
  speak,
  until,
  type Sent,
} from '#web/test/page.tsx'
import { queryClient } from '../../../../../kit/http/query.ts'
import { setRights } from '../../../../../kit/session/session.ts'
import { ORDER_DETAIL } from '../order-detail.fixture.ts'
import Host from '../../../../../kit/platform/feedback-host.tsx'
import { pressOwn } from '../press-own.fixture.ts'
import OrderFormDrawer from '../order-form-drawer.tsx'

const ADD = 'POST /erp/shipment/add'
const CHOICES = good({
  services: [{ value: '3', text: 'S · Standard' }],
  depots: [{ value: '4', text: 'D · Depot' }],
  userDepots: [],
  valueAdded: {},
  limit: null,
})
const COUNTRIES = [
  { value: 'CH', text: 'Switzerland', label: 'Switzerland', otherText: '瑞士' },
  { value: 'CN', text: 'China', label: 'China', otherText: '中国' },
]
const saved: string[] = []
async function open(add: Answer | Answer[]): Promise<Sent[]> {
  const sent = answersAt({
    '/erp/shipment/choices': CHOICES,
    '/sys/dict/getDictItems/country': good(COUNTRIES),
    '/erp/shipment/quote': good({ quote: null, issues: [] }),
    [ADD]: add,
  })
  await show(
    <QueryClientProvider client={queryClient}>
      <OrderFormDrawer
        kind="B2B"
        id={null}
        copyOf={null}
        onClose={() => undefined}
        onSaved={(id) => saved.push(id)}
        onNext={null}
      />
      <Host />
    </QueryClientProvider>,
  )
  await until(() => document.getElementById('order_parcels_0_weightKg') !== null)
  return sent
}
const view = (name: string) =>
  act(() => {
    const labels = [...document.querySelectorAll<HTMLElement>('.py-segments label')]
    labels
      .find((label) => label.textContent === name)
      ?.querySelector('input')
      ?.click()
  })
const pasteSheet = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  const data = new DataTransfer()
  data.setData('text', text)
  Object.assign(event, { clipboardData: data })
  act(() => void document.getElementById('order_parcels')?.dispatchEvent(event))
}
type Parcel = {
  reference: string
  weightKg: string
  products: { sku: string; origin: string }[]
}
const parcelsOf = (sent: Sent[]): Parcel[] =>
  (bodiesOf(sent, '/shipment/add').at(-1) as { parcels: Parcel[] }).parcels

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  queryClient.clear()
  saved.length = 0
  signInForTest()
  setRights({ menu: [], auth: [], allAuth: [] })
  await speak('en_US', 'shipments', 'rating', 'row-grid')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('takes 1,000 pasted parcels, draws those in sight and shows a refusal in its cell', async () => {
  const issue = { path: 'parcels.700.weightKg', code: 'x', message: 'Too heavy.' }
  const sent = await open([
    refused(400, 'Please check', { result: { issues: [issue] } }),
    good(ORDER_DETAIL),
  ])
  await type(inputAt('order_parcels_0_products_0_sku'), 'KEPT')
  view('Grid')
  const sheet = Array.from({ length: 1_000 }, (_, at) => `R${at + 1}\t1,5\t30\t20\t10`)
  pasteSheet(sheet.join('\r\n'))
  expect(seen()).toContain('1,000')
  expect(document.querySelectorAll('.py-grid-row').length).toBeLessThan(80)
  await pressOwn('Save')
  await until(() => document.querySelector('[data-row="700"][aria-invalid]') !== null)
  expect(parcelsOf(sent)).toHaveLength(1_000)
  expect(parcelsOf(sent)[999]).toMatchObject({ reference: 'R1000', weightKg: '1.5' })
  expect(parcelsOf(sent)[0]?.products).toMatchObject([{ sku: 'KEPT' }])
  await pressOwn('Save')
  await until(() => saved.length > 0)
})

it('cards and grid show the same parcels', async () => {
  await open(good(ORDER_DETAIL))
  view('Grid')
  pasteSheet('A\t1\nB\t2')
  view('Cards')
  expect(inputAt('order_parcels_1_weightKg').value).toBe('2')
  await type(inputAt('order_parcels_1_weightKg'), '3')
  view('Grid')
  expect(document.querySelector('[data-row="1"][data-col="1"]')?.textContent).toBe('3')
})

it.each(['China', '中国', 'cn'])(
  'an origin named %s is its country, however it came in',
  async (name) => {
    const sent = await open(good(ORDER_DETAIL))
    await press('More about the goods')
    const origin = inputAt('order_parcels_0_products_0_origin')
    await openSelect(origin)
    await type(origin, name)
    await pressKey(origin, 'Enter')
    await paste(
      inputAt('order_parcels_0_products_0_material'),
      `cotton\twear\t–\t–\tCN\nsilk\twear\t–\t–\t${name}`,
    )
    view('Grid')
    pasteSheet(`SKU\tOrigin\nA\t${name}\nB\tAtlantis`)
    expect(
      [...document.querySelectorAll('[aria-invalid="true"]')].map((one) => one.textContent),
    ).toEqual(['Atlantis'])
    await pressOwn('Save')
    await until(() => saved.length > 0)
    const origins = parcelsOf(sent).map(({ products }) => products.map((one) => one.origin))
    expect(origins).toEqual([['CN', 'Atlantis']])
  },
)
