// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, confirmBy, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Dunning from './Dunning.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const customer = (id: string, step: number, email: string | null) => ({
  customerId: id,
  customer: `Customer ${id}`,
  email,
  step,
  invoices: [
    {
      id: `${id}1`,
      number: `R-${id}1`,
      currency: 'EUR',
      open: '100.00',
      dueOn: '2026-10-01',
      daysLate: 40,
      step,
      interest: '1.02',
    },
  ],
  sums: [{ currency: 'EUR', open: '100.00', fee: '5.00', interest: '1.02', total: '106.02' }],
})
const leftOut = {
  id: '99',
  number: 'R-99',
  customerId: '3',
  customer: 'Customer 3',
  currency: 'EUR',
  open: '7.00',
  dueOn: '2026-10-01',
  daysLate: 12,
  why: 'blocked',
  reason: 'in dispute',
  until: '2027-01-01',
}
const shown = async (customers: object[], out: object[] = [], mails = true) => {
  const sent = answersAt({
    '/erp/dunning/proposal': good({ customers, leftOut: out, mails }),
    '/erp/dunning/run': good({ done: customers.length, failed: 0, rows: [] }),
  })
  await showScreen(<Dunning title="Dunning" />, {
    rights: ['acc:invoice:dun'],
    texts: ['dunning', 'invoices'],
  })
  return sent
}

it('a letter is proposed with invoices, fee, interest and what is asked for in all', async () => {
  await shown([customer('1', 2, 'a@example.com')])
  await until(() => seen().includes('R-11'))
  for (const text of ['100.00', '5.00', '1.02', '106.02', 'a@example.com'])
    expect(seen()).toContain(text)
})

it('who has no address, and what is left out with its reason, stand out', async () => {
  await shown([customer('1', 1, null)], [leftOut])
  await until(() => seen().includes('R-99'))
  expect(seen()).toContain('in dispute')
  expect(seen()).toContain('2027-01-01')
})

it('letters go out for what was seen, after a question', async () => {
  const sent = await shown([customer('1', 2, 'a@example.com'), customer('2', 1, 'b@example.com')])
  await until(() => seen().includes('R-21'))
  const button = [...document.querySelectorAll('button.ant-btn-primary')].find((one) =>
    one.textContent?.includes('(2)'),
  )!
  await press(button)
  expect(bodiesOf(sent, '/erp/dunning/run')).toEqual([])
  await until(() => seen().includes('212.04 EUR in all. All of them (2) go out'))
  expect(document.querySelector('.py-names')?.textContent).toBe('Customer 1Customer 2')
  await confirmBy(button.textContent!.replace(' (2)', ''))
  await until(() => bodiesOf(sent, '/erp/dunning/run').length === 1)
  expect(bodiesOf(sent, '/erp/dunning/run')).toEqual([
    {
      ids: ['1', '2'],
      invoices: [
        { id: '11', step: 2 },
        { id: '21', step: 1 },
      ],
    },
  ])
})

it('without a mail server the question names that, and nothing is reported as sent', async () => {
  const sent = await shown([customer('1', 2, 'a@example.com')], [], false)
  await until(() => seen().includes('R-11'))
  await press('Make letters (1)')
  await until(() => seen().includes('There is no mail server: 1 letter is made and not sent.'))
  await confirmBy('Make letters')
  await until(() => bodiesOf(sent, '/erp/dunning/run').length === 1)
  await until(() => seen().includes('1 letter made, 106.02 EUR, not sent'))
  expect(document.querySelector('.ant-message-success')).toBeNull()
})

it('with nothing due there is nothing to send', async () => {
  await shown([])
  await until(() => document.querySelector('button.ant-btn-primary') !== null)
  const button = document.querySelector<HTMLButtonElement>('button.ant-btn-primary')!
  await until(() => button.disabled)
  expect(await buttonOf(button.textContent!)).toBe(button)
})
