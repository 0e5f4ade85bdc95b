// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { PayInvoices } from './pay-invoices.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const invoice = (id: string, open: string, proposed: string | null, customerId = '1') => ({
  id,
  number: `R-${id}`,
  customerId,
  customer: customerId === '1' ? 'Acme' : 'Other',
  currency: 'EUR',
  open,
  dueOn: '2026-11-01',
  overdue: id === '9',
  why: 'reference',
  proposed,
})
async function shown(amount: string, rows: unknown[]) {
  const sent = answersAt({
    '/erp/bankLine/suggestInvoices': good({ rows, more: 0 }),
    '/erp/bankLine/payInvoices': good({}),
  })
  const onDone = vi.fn()
  await showScreen(<PayInvoices lineId="5" amount={amount} currency="EUR" onDone={onDone} />, {
    texts: ['bank-lines'],
  })
  await until(() => seen().includes('R-'))
  return { sent, onDone }
}
const share = (number: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input.bkl-share, .bkl-share input')].find(
    (one) => one.getAttribute('aria-label')?.includes(number),
  )!
const payer = () => buttonOf('Pay invoices of Acme: 119.00 EUR')

it('proposes shares, names whose they are, and sends what is entered', async () => {
  const { sent, onDone } = await shown('119.00', [
    invoice('1', '100.00', '100.00'),
    invoice('2', '50.00', '19.00'),
  ])
  expect(share('R-1').value).toBe('100.00')
  await press((await buttons('Acme'))[0]!)
  await until(() => onDone.mock.calls.length === 1)
  await until(() => seen().includes('Invoices R-1, R-2 of Acme paid: 119.00 EUR.'))
  expect(bodiesOf(sent, '/erp/bankLine/payInvoices')).toEqual([
    {
      lineId: '5',
      parts: [
        { id: '1', amount: '100.00' },
        { id: '2', amount: '19.00' },
      ],
    },
  ])
})

it('what is left goes to the balance; more than came is not sent', async () => {
  await shown('119.00', [invoice('1', '100.00', '100.00')])
  await until(() => seen().includes('19.00 EUR'))
  await type(share('R-1'), '120')
  await until(() => seen().includes('1.00 EUR'))
  expect(isDisabled((await buttons('Acme'))[0]!)).toBe(true)
})

it('nothing entered pays nothing', async () => {
  await shown('10.00', [invoice('1', '100.00', null)])
  expect(isDisabled((await buttons(''))[0]!)).toBe(true)
})

it('invoices of two customers are not paid by one line', async () => {
  await shown('150.00', [invoice('1', '100.00', '100.00'), invoice('2', '50.00', '50.00', '2')])
  expect(isDisabled((await buttons(''))[0]!)).toBe(true)
  await type(share('R-2'), '')
  await until(() => isEnabled())
  expect(await payerOrNull()).not.toBeNull()
})

const buttons = async (text: string) => {
  await until(() => document.querySelector('button.ant-btn-primary') !== null)
  return [...document.querySelectorAll('button.ant-btn-primary')].filter((one) =>
    one.textContent?.includes(text),
  )
}
const isDisabled = (button: Element) => (button as HTMLButtonElement).disabled
const isEnabled = () =>
  !(document.querySelector('button.ant-btn-primary') as HTMLButtonElement | null)?.disabled
const payerOrNull = async () => (await buttons('Acme'))[0] ?? payer().catch(() => null)
