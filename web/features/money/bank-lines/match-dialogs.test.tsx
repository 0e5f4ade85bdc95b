// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { bankLineList } from '#contracts/money/bank-lines.ts'
import { answersAt, bodiesOf, buttonOf, choose, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import MatchDialog from './match-dialog.tsx'
import ReturnedDialog from './returned-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const line = {
  id: '5',
  amount: '100.00',
  currency: 'EUR',
  bookedOn: '2026-11-27',
  counterparty: 'Acme GmbH',
  text: 'RF18 5390 0754 7034',
} as RowOf<typeof bankLineList>
const recharge = (id: string, open: string, why = 'reference') => ({
  id,
  reference: 'RF18539007547034',
  customer: `Customer ${id}`,
  customerId: id,
  currency: 'EUR',
  open,
  why,
})
const shown = async (found: object[]) => {
  const sent = answersAt({
    '/erp/bankLine/suggest': good(found),
    '/erp/bankLine/suggestInvoices': good({ rows: [], more: 0 }),
    '/erp/bankLine/match': good({}),
  })
  const onClose = vi.fn()
  await showScreen(<MatchDialog line={line} onClose={onClose} />, { texts: ['bank-lines'] })
  await until(() => document.querySelector('.ant-spin-spinning') === null)
  return { sent, onClose }
}
const warnings = () => document.querySelectorAll('.py-tone-warning').length

it('a line is shown with its amount, who paid and what they wrote', async () => {
  await shown([])
  for (const text of ['100.00', 'Acme GmbH', 'RF18 5390 0754 7034']) expect(seen()).toContain(text)
})

it('what differs from the amount of a recharge is marked; what is the same is not', async () => {
  await shown([recharge('1', '100.00')])
  await until(() => seen().includes('Customer 1'))
  expect(warnings()).toBe(0)
  await leave()
  await shown([recharge('2', '120.00'), recharge('3', '80.00')])
  await until(() => seen().includes('Customer 3'))
  expect(warnings()).toBe(2)
})

it('only a recharge whose number the line has is the first choice', async () => {
  await shown([recharge('1', '100.00'), recharge('2', '100.00', 'amount')])
  await until(() => seen().includes('Customer 2'))
  const first = [...document.querySelectorAll('.bkl-list button')].map(({ className }) =>
    className.includes('ant-btn-primary'),
  )
  expect(first).toEqual([true, false])
})

it('the chosen recharge is matched with the line', async () => {
  const { sent, onClose } = await shown([recharge('1', '100.00'), recharge('2', '100.00')])
  await until(() => seen().includes('Customer 2'))
  const buttons = [...document.querySelectorAll('.bkl-list button')]
  expect(buttons).toHaveLength(2)
  await press(buttons[1]!)
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/bankLine/match')).toEqual([{ id: '5', rechargeId: '2' }])
  await until(() =>
    seen().includes('Customer 2: 100.00 EUR credited, matched with RF18 5390 0754 7034'),
  )
})

it('without a customer nothing is assigned; the button names the amount', async () => {
  await shown([])
  const assign = document.querySelector<HTMLButtonElement>('.bkl-assign button')!
  expect(assign.disabled).toBe(true)
  expect(assign.textContent).toContain('100.00')
})

const payment = (id: string, fee: string) => ({
  id,
  bookedOn: '2026-11-01',
  amount: '100.00',
  currency: 'EUR',
  counterparty: 'Acme GmbH',
  settles: `R-${id}`,
  fee,
})

it('a returned payment names its invoices, and the fee the bank took where there is one', async () => {
  const sent = answersAt({
    '/erp/bankLine/returnable': good([payment('1', '0.00'), payment('2', '3.50')]),
    '/erp/bankLine/returned': good({}),
  })
  const onClose = vi.fn()
  await showScreen(<ReturnedDialog lineId="9" onClose={onClose} />, { texts: ['bank-lines'] })
  await until(() => seen().includes('R-2'))
  expect(seen()).toContain('3.50')
  expect(seen().match(/of fees/g)).toHaveLength(1)
  await press([...document.querySelectorAll('.bkl-list button')][1]!)
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/bankLine/returned')).toEqual([{ lineId: '9', paidLineId: '2' }])
})

it('without a payment that fits nothing can be taken back', async () => {
  answersAt({ '/erp/bankLine/returnable': good([]) })
  await showScreen(<ReturnedDialog lineId="9" onClose={() => undefined} />, {
    texts: ['bank-lines'],
  })
  await until(() => document.querySelector('.py-hint') !== null)
  expect(document.querySelectorAll('.bkl-list button')).toHaveLength(0)
})

it('of a customer that is chosen the open invoices are listed and paid in part', async () => {
  const open = {
    id: '8',
    number: 'R-8',
    customer: 'Acme',
    customerId: '7',
    currency: 'EUR',
    open: '179.57',
    dueOn: '2026-11-01',
    overdue: true,
    why: null,
    proposed: null,
  }
  const sent = answersAt({
    '/erp/bankLine/suggest': good([]),
    '/erp/bankLine/suggestInvoices': ({ url }) =>
      good(
        url.searchParams.get('customerId') === '7'
          ? { rows: [open], more: 12 }
          : { rows: [], more: 0 },
      ),
    '/erp/bankLine/payInvoices': good({}),
    '/erp/customer/options': good([{ value: '7', text: 'Acme' }]),
  })
  const onClose = vi.fn()
  await showScreen(<MatchDialog line={line} onClose={onClose} />, { texts: ['bank-lines'] })
  await until(
    () => document.querySelector('.bkl-assign .ant-select:not(.ant-select-disabled)') !== null,
  )
  await choose(document.querySelector('.bkl-assign .ant-select')!, 'Acme')
  await until(() => seen().includes('R-8'))
  expect(seen()).toContain('12 more open invoices are not listed')
  await press(document.querySelector('.bkl-list input[type=checkbox]')!)
  await until(() => seen().includes('79.57 EUR of it stay open'))
  await press(await buttonOf('Pay invoices of Acme: 100.00 EUR'))
  await until(() => onClose.mock.calls.length === 1)
  await until(() => seen().includes('79.57 EUR of R-8 stay open'))
  expect(bodiesOf(sent, '/erp/bankLine/payInvoices')).toEqual([
    { lineId: '5', parts: [{ id: '8', amount: '100.00' }] },
  ])
})
