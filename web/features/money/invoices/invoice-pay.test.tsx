// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { invoiceList } from '#contracts/money/invoices.ts'
import DetailDrawer from '#web/kit/resource/resource-detail.tsx'
import { useT } from '#web/kit/text/i18n.ts'
import { currentSession, setUser } from '../../../kit/session/session.ts'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, settle, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { InvoiceRow } from './invoice-cells.tsx'
import { InvoiceDetail } from './invoice-detail.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const open = {
  id: '7',
  number: 'INV2026-000007',
  kind: 'invoice',
  status: 'part',
  version: 1,
  currency: 'EUR',
  gross: '119.00',
  open: '19.00',
  reference: 'RF18INV2026000007',
} as Partial<InvoiceRow> as InvoiceRow
const payTo = {
  holder: 'Parcelyard GmbH',
  bankName: 'Bank',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  accountNo: null,
}
const shown = async (
  row: InvoiceRow,
  to: typeof payTo | null,
  customerId: string | null,
  actions: readonly RowAction[] = [],
) => {
  await leave()
  answersAt({
    '/erp/invoice/detail': good({
      lines: [],
      vat: [],
      companyVat: null,
      seller: null,
      buyer: null,
      payTo: to,
      payments: [],
      credits: [],
      reminders: [],
      mails: [],
      problems: [],
      plainRules: [],
      needsXml: false,
    }),
    '/erp/invoice/positions': good({ total: 0, records: [] }),
  })
  await showScreen(<InvoiceDetail row={row} actions={actions} />, {
    texts: ['invoices', 'recharges'],
  })
  await act(async () => setUser({ ...currentSession().user!, customerId }))
  await until(() => document.querySelector('.inv-table') !== null)
  await settle()
}

it('a customer is shown where an open invoice is paid, and how much, each to copy', async () => {
  await shown(open, payTo, '7')
  await until(() => seen().includes('How to pay'))
  for (const text of ['Parcelyard GmbH', 'DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', '19.00'])
    expect(seen()).toContain(text)
  expect(seen()).toContain('RF18 INV2 0260 0000 7')
  expect(document.querySelectorAll('.rch-pay button').length).toBeGreaterThanOrEqual(4)
})

it('of what is paid, or without a bank account, or to staff nothing is shown', async () => {
  for (const [row, to, customerId] of [
    [{ ...open, status: 'paid' }, payTo, '7'],
    [open, null, '7'],
    [open, payTo, null],
  ] as const) {
    await shown(row as InvoiceRow, to, customerId)
    expect(seen()).not.toContain('How to pay')
  }
})

it('the next step alone is marked: to issue a draft or to apply a payment, never a file', async () => {
  const marked = async (keys: readonly string[]) => {
    const actions = keys.map((key) => ({ key, label: key, icon: null, onClick: () => undefined }))
    await shown(open, null, null, actions)
    return [...document.querySelectorAll('.inv-actions .ant-btn-primary')].map(
      (one) => one.textContent,
    )
  }
  expect(await marked(['issue', 'pdf', 'discard'])).toEqual(['issue'])
  expect(await marked(['pdf', 'send', 'apply', 'settle'])).toEqual(['apply'])
  expect(await marked(['pdf', 'sheet'])).toEqual([])
})

function Opened() {
  const nothing = { onPrevious: null, onNext: null, onEdit: null, onClose: () => undefined }
  return (
    <DetailDrawer {...nothing} of={invoiceList} t={useT('invoices')} id="5" body={() => 'body'} />
  )
}

it.each([
  [null, 'Invoice draft'],
  ['RE-7', 'RE-7'],
])('an invoice with the number %s is called %s', async (number, title) => {
  answersAt({ [invoiceList.endpoints.queryById.path]: good({ id: '5', number }) })
  await showScreen(<Opened />, { texts: ['invoices'] })
  const head = () => document.querySelector('.ant-drawer-title')?.textContent ?? ''
  await until(() => head().includes(title))
  expect(head()).toContain(title)
})
