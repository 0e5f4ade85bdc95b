import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answersAt,
  bodiesOf,
  inputAt,
  openSelect,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, show, signInForTest, speak, until } from '#web/test/page.tsx'
import { hasUnsaved } from '../../../../kit/platform/unsaved.ts'
import { queryClient } from '../../../../kit/http/query.ts'
import Host from '../../../../kit/platform/feedback-host.tsx'
import { storageSet } from '../../../../kit/text/storage.ts'
import { setRights } from '../../../../kit/session/session.ts'
import { ORDER_DETAIL } from './order-detail.fixture.ts'
import { pressOwn } from './press-own.fixture.ts'
import OrderFormDrawer from './order-form-drawer.tsx'

const ADD = 'POST /erp/shipment/add'
const EDIT = 'PUT /erp/shipment/edit'
const CONFIRM = 'PUT /erp/shipment/confirm'
const right = (action: string) => ({
  action: action.includes(':') ? action : `ship:b2c:${action}`,
  describe: '',
  type: '1',
})
const saved: string[] = []
const field = (path: string) => inputAt(`order_${path.replaceAll('.', '_')}`)
const summary = () =>
  [...document.querySelectorAll('.py-summary')].map(({ textContent }) => textContent).join(' ')
const refusedRow = (more: object) =>
  good({
    done: 0,
    failed: 1,
    rows: [{ id: '7', ok: false, label: 'PY0000000007', code: 'x', message: 'Not yet', ...more }],
  })
const confirmed = good({
  done: 1,
  failed: 0,
  rows: [{ id: '7', ok: true, label: 'PY0000000007', code: null, message: null }],
})

async function open(
  routes: Record<string, Answer | Answer[]>,
  rights = ['confirm', 'edit'],
  send = () => pressOwn('Save and confirm'),
) {
  setRights({ menu: [], auth: rights.map(right), allAuth: [] })
  const sent = answersAt({
    '/erp/shipment/choices': good({
      services: [{ value: '3', text: 'S' }],
      depots: [{ value: '4', text: 'D' }],
      limit: null,
    }),
    '/erp/shipment/quote': good({ quote: null, issues: [] }),
    [ADD]: good(ORDER_DETAIL),
    [EDIT]: good({ ...ORDER_DETAIL, version: 3 }),
    ...routes,
  })
  await show(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <OrderFormDrawer
          kind="B2C"
          id={null}
          copyOf={null}
          onClose={() => undefined}
          onSaved={(id) => saved.push(id)}
          onNext={null}
        />
        <Host />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await until(() => document.getElementById('order_parcels_0_weightKg') !== null)
  await type(field('reference'), 'A-1')
  await type(field('parcels.0.weightKg'), '1')
  await send()
  return sent
}

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  queryClient.clear()
  saved.length = 0
  signInForTest()
  await speak('en_US', 'shipments', 'rating', 'charging')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('what is saved and not confirmed stays open with every reason, and goes on as a change', async () => {
  const issues = [
    { path: 'consignee.city', code: 'x', message: 'is too long for the label' },
    { path: 'parcels.0.products.0.nameEn', code: 'x', message: 'is too vague' },
    { path: '', code: 'x', message: 'No money left' },
  ]
  const sent = await open({ [CONFIRM]: [refusedRow({ issues }), confirmed] })
  await until(() => summary().includes('No money left'))
  expect(saved).toEqual([])
  expect(summary()).toContain('is too vague')
  expect(field('consignee.city').closest('.ant-form-item')?.textContent).toContain(
    'is too long for the label',
  )
  expect(document.querySelector('.ant-drawer-title')?.textContent).toContain('PY0000000007')
  expect(hasUnsaved()).toBe(false)

  await type(field('consignee.city'), 'Bremen')
  expect(hasUnsaved()).toBe(true)
  await press('Save and confirm')
  await until(() => saved.length === 1)
  expect(bodiesOf(sent, '/shipment/add')).toHaveLength(1)
  expect(bodiesOf(sent, '/shipment/edit')).toEqual([
    expect.objectContaining({ id: '7', version: 2, reference: 'A-1' }),
  ])
  expect(bodiesOf(sent, '/shipment/confirm')).toHaveLength(2)
})

it('what customs may ask about is named with the success', async () => {
  const warnings = ['No reason for export.', 'No HS code.', 'No origin.', 'No weight.'].map(
    (message) => ({ path: '', code: 'x', message }),
  )
  const row = { id: '7', label: 'PY0000000007', ok: true, warnings }
  await open({ [CONFIRM]: good({ total: 1, done: 1, failed: 0, rows: [row] }) })
  await until(() => saved.length === 1)
  await until(() => seen().includes('No reason for export. No HS code. No origin. And 1 more.'))
})

it('the success names what the order costs, gross with net', async () => {
  await open({
    [CONFIRM]: confirmed,
    '/erp/charging/taxed': good({ net: '5.00', tax: '0.95', gross: '5.95' }),
  })
  await until(() => saved.length === 1)
  await until(() => seen().includes('5.95') && seen().includes('5.00 net + 0.95 VAT'))
})

it('one reason without a field is shown above the form, under what was saved all the same', async () => {
  const code = 'ledger.insufficient'
  await open({ [CONFIRM]: refusedRow({ code }) }, ['confirm', 'edit', 'pay:recharge:add'])
  await until(() => summary().includes('Not yet'))
  expect(saved).toEqual([])
  expect(summary()).toContain('Order PY0000000007 is saved as a draft, but not confirmed.')
  expect(summary()).not.toContain('Not saved')
  expect(document.querySelector('.py-summary a')?.getAttribute('href')).toBe(
    '/shipment/recharges?_new=1',
  )
})

it('closes where the user may not change what was saved', async () => {
  await open({ [CONFIRM]: refusedRow({}) }, ['confirm'])
  await until(() => saved.length === 1)
  await until(() => seen().includes('Not yet'))
})

it('staff choose whose order it is, the company itself first of all; none is proposed', async () => {
  storageSet('order_defaults:1', { customerId: '9', serviceId: '3' }, null)
  const customers = [{ value: '9', text: 'C1 · ACME' }]
  const sent = await open({ '/erp/customer/options': good(customers) }, undefined, () =>
    press('Save'),
  )
  await until(() => summary().includes('Choose whose order it is.'))
  expect(bodiesOf(sent, '/shipment/add')).toEqual([])
  expect(hasUnsaved()).toBe(true)
  await openSelect(field('customerId'))
  const offered = () =>
    [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  await until(() => offered().length === 2)
  expect(offered()).toEqual(['Our own shipment', 'C1 · ACME'])
  await pressOwn('Save')
  await until(() => saved.length === 1)
  expect(bodiesOf(sent, '/shipment/add')).toMatchObject([{ customerId: null }])
})

it('what is charged later and not covered is named with the way to a recharge', async () => {
  const message = '22.48 EUR missing.'
  const warnings = [{ path: 'amount', code: 'charge.shortOutbound', message }]
  const row = { id: '7', ok: true, label: 'PY0000000007', code: null, message: null, warnings }
  const done = good({ done: 1, failed: 0, rows: [row] })
  await open({ [CONFIRM]: done }, ['confirm', 'edit', 'pay:recharge:add'])
  await until(() => seen().includes(message))
  expect(document.querySelector('.ant-message a')?.getAttribute('href')).toBe(
    '/shipment/recharges?_new=1',
  )
})
