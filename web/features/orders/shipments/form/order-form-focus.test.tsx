import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { consignees } from '#contracts/parties/consignees.ts'
import { addresses } from '#contracts/parties/addresses.ts'
import { shippers } from '#contracts/parties/shippers.ts'
import { kindOf, KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { answersAt, inputAt, press, pressKey, seen, type } from '#web/test/acts.ts'
import {
  good,
  leave,
  setWindowWidth,
  settle,
  show,
  signInForTest,
  speak,
  until,
} from '#web/test/page.tsx'
import { writeDraft } from '../../../../kit/form/draft/form-draft.ts'
import { queryClient } from '../../../../kit/http/query.ts'
import { setRights } from '../../../../kit/session/session.ts'
import { ORDER_DETAIL } from './order-detail.fixture.ts'
import OrderFormDrawer from './order-form-drawer.tsx'

const CHOICES = {
  services: [{ value: '3', text: 'S · Standard' }],
  depots: [{ value: '4', text: 'D · Depot' }],
  limit: null,
}
const QUOTE = {
  total: '4.07',
  currency: 'EUR',
  actualWeightKg: '1.25',
  volumetricWeightKg: '0',
  chargeableWeightKg: '1.5',
  partition: { code: 'DE', nameCn: '德国', nameEn: 'Germany' },
  fee: { nameCn: '价格', nameEn: 'Prices' },
  lines: [],
  steps: [],
}
const LIST = { records: [], total: 0, size: 1, current: 1, pages: 1 }
let hidden = 0
const Hidden = () => {
  hidden += 1
  return null
}

async function open(
  kind: KindCode = 'B2C',
  order: { id: string | null; convertTo: KindCode | null } = { id: null, convertTo: null },
): Promise<void> {
  await show(
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Hidden />}>
        <OrderFormDrawer
          kind={kind}
          id={order.id}
          convertTo={order.convertTo}
          copyOf={null}
          onClose={() => undefined}
          onSaved={() => undefined}
          onNext={null}
        />
      </Suspense>
    </QueryClientProvider>,
  )
  await until(() => document.getElementById('order_parcels_0_weightKg') !== null)
}

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  queryClient.clear()
  signInForTest()
  const auth = ['base:shipper:list', 'base:consignee:list', 'ship:price:view'].map((action) => ({
    action,
    describe: '',
    type: '1' as const,
  }))
  setRights({ menu: [], auth, allAuth: [] })
  await speak('en_US', 'shipments')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('the first price does not hide the form: who types in it stays in the field', async () => {
  answersAt({
    '/erp/shipment/choices': good(CHOICES),
    '/erp/shipment/quote': good({ quote: QUOTE, issues: [] }),
    '/erp/shipper/list': good(LIST),
  })
  writeDraft('1:orders:new-B2C', { serviceId: '3', consignee: { country: 'DE' } }, 0)
  await open()
  hidden = 0
  await type(inputAt('order_parcels_0_weightKg'), '1.25')
  await until(() => seen().includes('4.07'))
  await until(() => document.querySelector('.order-price') !== null)
  expect(hidden).toBe(0)
})

it('on a phone the sum is next to the buttons', async () => {
  setWindowWidth(390)
  answersAt({
    '/erp/shipment/choices': good(CHOICES),
    '/erp/shipment/quote': good({ quote: QUOTE, issues: [] }),
    '/erp/shipper/list': good(LIST),
  })
  writeDraft('1:orders:new-B2C', { serviceId: '3', consignee: { country: 'DE' } }, 0)
  await open()
  await type(inputAt('order_parcels_0_weightKg'), '1.25')
  const bar = () => document.querySelector('.ant-drawer-footer')?.textContent ?? ''
  await until(() => bar().includes('4.07'))
  setWindowWidth(1280)
})

it.each([
  [null, 'has no default one: the depot’s address is printed: Depot · Frankfurt · DE'],
  ['Lin Mei · Shenzhen · CN', 'the customer’s default sender is printed: Lin Mei · Shenzhen · CN'],
])('without a sender (default: %s) the address that is printed is named', async (sender, text) => {
  const depots = [{ ...CHOICES.depots[0], address: 'Depot · Frankfurt · DE' }]
  answersAt({
    '/erp/shipment/choices': good({ ...CHOICES, depots, sender }),
    '/erp/shipper/list': good(LIST),
    [shippers.propose.path]: good(null),
  })
  writeDraft('1:orders:new-B2C', { customerId: '9' }, 0)
  await open()
  await until(() => seen().includes(text))
})

it('what is printed is not named without a customer, nor after the caller’s default in an old order', async () => {
  const sent = answersAt({
    '/erp/shipment/choices': good({ ...CHOICES, sender: 'Lin Mei · Shenzhen · CN' }),
    '/erp/shipment/queryById': good({ ...ORDER_DETAIL, sender: null, shipperId: null }),
    '/erp/shipper/list': good(LIST),
    [shippers.propose.path]: good(null),
  })
  await open()
  await until(() => sent.some(({ url }) => url.pathname.endsWith('/shipment/choices')))
  await settle(20)
  expect(seen()).toContain('Enter a sender')
  expect(seen()).not.toContain('No sender entered')
  await open('B2C', { id: '7', convertTo: null })
  await until(() => seen().includes('is printed, or the depot’s address where there is none'))
  expect(seen()).not.toContain('Lin Mei')
})

/** One with the customs block and one without: the rest of the form is the same. */
const BOTH = [true, false].map((asks) => KINDS.find(({ can }) => can.needsCustoms === asks)!.code)
it.each(BOTH)(
  '%s: nothing that is answered while a user types hides the form or takes the focus',
  async (code) => {
    const auth = [
      'base:shipper:list',
      'base:consignee:list',
      'ship:price:view',
      'ship:customs:check',
    ].map((action) => ({ action, describe: '', type: '1' as const }))
    setRights({ menu: [], auth, allAuth: [] })
    const finding = {
      path: 'parcels.0.weightKg',
      code: 'x',
      severity: 'warning',
      message: 'Very light.',
    }
    answersAt({
      '/erp/shipment/choices': good(CHOICES),
      '/erp/shipment/quote': good({ quote: QUOTE, issues: [] }),
      '/erp/shipper/list': good(LIST),
      [addresses.postcode.path]: good({ cities: ['Berlin'], state: 'Berlin' }),
      [consignees.warn.path]: good({ name: 'Marie', reason: 'Never pays' }),
      [customs.check.path]: good({ needed: true, border: null, findings: [finding] }),
    })
    writeDraft(
      `1:orders:new-${code}`,
      { serviceId: '3', consignee: { country: 'DE', name: 'Marie', phone: '+49 30 1' } },
      0,
    )
    await open(code)
    hidden = 0
    const weight = inputAt('order_parcels_0_weightKg')
    await type(inputAt('order_consignee_postalCode'), '10115')
    weight.focus()
    await type(weight, '1.25')
    await until(() => seen().includes('Berlin'))
    await until(() => seen().includes('4.07') && seen().includes('Never pays'))
    if (kindOf(code).can.needsCustoms) await until(() => seen().includes('Very light.'))
    expect(hidden).toBe(0)
    expect(document.activeElement).toBe(inputAt('order_parcels_0_weightKg'))
    expect(inputAt('order_parcels_0_weightKg').value).toBe('1.25')
  },
)

it('an order that is converted has the focus in the first field it still misses', async () => {
  const { consignee, ...order } = ORDER_DETAIL
  answersAt({
    '/erp/shipment/queryById': good({
      ...order,
      shipmentResource: 'GENERIC',
      consignee: { ...consignee, company: null },
    }),
    '/erp/shipment/choices': good(CHOICES),
    '/erp/shipper/list': good(LIST),
  })
  await open('GENERIC', { id: ORDER_DETAIL.id, convertTo: 'B2B' })
  await until(() => document.activeElement === document.getElementById('order_consignee_company'))
})

it('the first field has the focus, also where the form was hidden at first', async () => {
  answersAt({ '/erp/shipment/choices': good(CHOICES), '/erp/shipper/list': good(LIST) })
  // What is hidden takes no focus.
  const real = HTMLElement.prototype.focus
  let hides = true
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement) {
    if (!hides) real.call(this)
  })
  await open('WORLD')
  await settle(300)
  hides = false
  await until(() => document.activeElement?.id === 'order_customs_exportType')
  vi.restoreAllMocks()
})

it('a discarded draft takes its customer’s sender along', async () => {
  const shipper = { id: '8', name: 'Wu Xiaoyan', city: 'Yiwu', country: 'CN' }
  answersAt({
    '/erp/shipment/choices': good(CHOICES),
    '/erp/shipper/list': good({ ...LIST, records: [shipper], total: 1 }),
  })
  writeDraft('1:orders:new-B2C', { customerId: '9' }, 0)
  await open()
  await until(() => seen().includes('Wu Xiaoyan'))
  await press('Discard')
  await until(() => !seen().includes('We restored your unsaved draft'))
  expect(seen()).not.toContain('Wu Xiaoyan')
})

it('the only sender address is proposed without being the default', async () => {
  const shipper = { id: '8', name: 'Wu Xiaoyan', city: 'Yiwu', country: 'CN' }
  answersAt({
    '/erp/shipment/choices': good(CHOICES),
    '/erp/shipper/list': ({ url }) =>
      good(url.searchParams.has('izDefault') ? LIST : { ...LIST, records: [shipper], total: 1 }),
  })
  writeDraft('1:orders:new-B2C', { customerId: '9' }, 0)
  await open()
  await until(() => seen().includes('Wu Xiaoyan'))
})

it('Alt+C finds a known consignee from whatever field one is in', async () => {
  answersAt({ '/erp/shipment/choices': good(CHOICES), '/erp/shipper/list': good(LIST) })
  await open()
  const reference = inputAt('order_reference')
  reference.focus()
  await pressKey(reference, 'c', { altKey: true, code: 'KeyC' })
  expect(document.activeElement?.id).toBe('order-consignee-picker')
})
