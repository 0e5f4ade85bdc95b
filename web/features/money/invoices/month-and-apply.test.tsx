// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, askedOf, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ApplyDialog from './apply-dialog.tsx'
import type { InvoiceRow } from './invoice-cells.tsx'
import MonthEnd from './MonthEnd.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const invoice = {
  id: '7',
  number: 'R-7',
  version: 4,
  customerId: '1',
  currency: 'EUR',
  open: '119.00',
} as InvoiceRow
const accountsOf = (records: object[]) =>
  good({ records, total: records.length, size: 1, current: 1, pages: 1, capped: false })

it('paying from the balance shows what is open and what there is, and begins with all of it', async () => {
  const sent = answersAt({
    '/erp/account/list': accountsOf([{ id: '3', version: 1, available: '80.00', currency: 'EUR' }]),
    '/erp/invoice/apply': good({}),
  })
  const onClose = vi.fn()
  await showScreen(<ApplyDialog row={invoice} onClose={onClose} />, { texts: ['invoices'] })
  await until(() => seen().includes('80.00'))
  expect(askedOf(sent, '/erp/account/list', 'kind')).toBe('customer')
  expect(askedOf(sent, '/erp/account/list', 'currency')).toBe('EUR')
  const amount = await inputOf('Amount (EUR)')
  expect(amount.value).toBe('119.00')
  await type(amount, '80.00')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/invoice/apply')).toEqual([{ id: '7', version: 4, amount: '80.00' }])
})

it('a customer without an account in the currency is named before anything is sent', async () => {
  answersAt({ '/erp/account/list': accountsOf([]) })
  await showScreen(<ApplyDialog row={invoice} onClose={() => undefined} />, { texts: ['invoices'] })
  await until(() => document.querySelector('.ant-alert-warning') !== null)
})

const waiting = (accountId: string, untaxed = 0) => ({
  accountId,
  customerId: accountId,
  customer: `Customer ${accountId}`,
  side: 'receivable',
  currency: 'EUR',
  gross: '11.90',
  lines: 3,
  first: '2026-10-01',
  last: '2026-10-30',
  untaxed,
  draftId: untaxed > 0 ? '55' : null,
})

const old = { gross: '220.17', periodFrom: '2026-09-01', periodTo: '2026-09-30' }
const planned = (accountId: string, replaces: typeof old | null = null) => ({
  accountId,
  customer: `Customer ${accountId}`,
  currency: 'EUR',
  gross: replaces ? '232.08' : '11.90',
  periodFrom: replaces ? '2026-09-01' : '2026-10-01',
  periodTo: '2026-10-31',
  replaces,
})

it('drafts are made of all that is waiting up to the last month’s end, after a question', async () => {
  const sent = answersAt({
    '/erp/invoice/uninvoiced': good([waiting('1'), waiting('2', 4)]),
    '/erp/invoice/previewDrafts': good([planned('1'), planned('2', old)]),
    '/erp/invoice/draft': good({
      done: 2,
      failed: 0,
      rows: [],
      made: [
        { gross: '11.90', currency: 'EUR' },
        { gross: '232.08', currency: 'EUR' },
      ],
    }),
  })
  await showScreen(<MonthEnd title="Month's end" />, {
    rights: ['acc:invoice:draft'],
    texts: ['invoices'],
  })
  await until(() => seen().includes('Customer 2'))
  const to = askedOf(sent, '/erp/invoice/uninvoiced', 'to')
  const next = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)
  expect(next.getUTCDate()).toBe(1)
  expect(document.querySelectorAll('a[href*="_row=55"]')).toHaveLength(1)
  await press('Make drafts (2)')
  await until(() => seen().includes('Make 2 drafts?'))
  expect(bodiesOf(sent, '/erp/invoice/previewDrafts')).toEqual([{ ids: ['1', '2'], to }])
  expect(seen()).toContain(`With all charges up to ${to}: 243.98 EUR in all, with tax.`)
  expect(seen()).toContain('1 of them replaces a draft that waits')
  expect(seen()).toContain('2026-09-30, 220.17 EUR → 2026-09-01 to 2026-10-31, 232.08 EUR')
  expect(bodiesOf(sent, '/erp/invoice/draft')).toEqual([])
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => bodiesOf(sent, '/erp/invoice/draft').length === 1)
  expect(bodiesOf(sent, '/erp/invoice/draft')).toEqual([{ ids: ['1', '2'], to }])
  await until(() => seen().includes('2 drafts made, 243.98 EUR in all, with tax'))
})

it('drafts that wait are left as they are on wish; the question counts the others', async () => {
  const sent = answersAt({
    '/erp/invoice/uninvoiced': good([waiting('1'), waiting('2', 4)]),
    '/erp/invoice/previewDrafts': good([planned('1'), planned('2', old)]),
    '/erp/invoice/draft': good({ done: 1, failed: 0, rows: [], made: [] }),
  })
  await showScreen(<MonthEnd title="Month's end" />, {
    rights: ['acc:invoice:draft'],
    texts: ['invoices'],
  })
  await until(() => seen().includes('Customer 2'))
  await press('Make drafts (2)')
  await until(() => seen().includes('Make 2 drafts?'))
  await press(document.querySelector('.ant-modal input[type=checkbox]')!)
  await until(() => seen().includes('Make 1 draft?'))
  expect(seen()).toContain('11.90 EUR in all')
  expect(seen()).toContain('1 draft stays as it is')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => bodiesOf(sent, '/erp/invoice/draft').length === 1)
  expect(bodiesOf(sent, '/erp/invoice/draft')).toMatchObject([{ ids: ['1'] }])
})

it('with nothing waiting there is nothing to make', async () => {
  answersAt({ '/erp/invoice/uninvoiced': good([]) })
  await showScreen(<MonthEnd title="Month's end" />, {
    rights: ['acc:invoice:draft'],
    texts: ['invoices'],
  })
  await until(() => seen().includes('Everything up to this day is invoiced'))
  expect(document.querySelector<HTMLButtonElement>('button.ant-btn-primary')!.disabled).toBe(true)
})

it('with nothing up to the last month’s end, later charges are named and one press shows them', async () => {
  const sent = answersAt({
    '/erp/invoice/uninvoiced': [
      good([]),
      good([waiting('1'), { ...waiting('2'), last: '2026-11-03' }]),
    ],
  })
  await showScreen(<MonthEnd title="Month's end" />, {
    rights: ['acc:invoice:draft'],
    texts: ['invoices'],
  })
  await until(() => seen().includes('charges of 2026-10-01 to 2026-11-03, 23.80 EUR with tax'))
  await press('Not invoiced yet: charges of 2026-10-01 to 2026-11-03, 23.80 EUR with tax')
  await until(() => seen().includes('Customer 2'))
  const asked = sent.filter(({ url }) => url.pathname.endsWith('/uninvoiced'))
  const days = new Set(asked.map(({ url }) => url.searchParams.get('to')))
  expect(days.size, 'the last month’s end and today').toBe(2)
})
