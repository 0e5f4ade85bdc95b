// @vitest-environment happy-dom
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, confirmBy, seen } from '#web/test/acts.ts'
import { good, leave, speak, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { InvoiceRow } from './invoice-cells.tsx'
import { useTaxName } from './line-table.tsx'
import { useInvoiceActions } from './use-invoice-actions.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const ALL = ['issue', 'apply', 'settle', 'send', 'credit', 'draft', 'dun'].map(
  (one) => `acc:invoice:${one}`,
)
const draft = {
  id: '1',
  number: null,
  kind: 'invoice',
  status: 'draft',
  version: 1,
  mailStatus: null,
  dunBlockReason: null,
  customerId_dictText: 'Acme',
  gross: '119.00',
  currency: 'EUR',
} as Partial<InvoiceRow> as InvoiceRow
const UNSENT = { mails: true, onIssue: false, receivers: [] }
const open = { ...draft, id: '2', number: 'R-2', status: 'issued' } as InvoiceRow

type Actions = ReturnType<typeof useInvoiceActions>
let made: Actions
const give = (actions: Actions) => {
  made = actions
}
function Probe() {
  const actions = useInvoiceActions()
  useEffect(() => give(actions))
  return <>{actions.dialogs}</>
}
const shown = async (rights: string[] = ALL) => {
  await showScreen(<Probe />, { rights, texts: ['invoices', 'dunning', 'invoice-mails'] })
  await until(() => made !== undefined)
}
const keys = (row: InvoiceRow) => made.rowActions(row).map(({ key }) => key)

it('a draft is issued or discarded; it is neither paid, sent nor credited', async () => {
  answersAt({})
  await shown()
  expect(keys(draft)).toEqual(['issue', 'pdf', 'sheet', 'discard'])
})

it('an open invoice is paid, given up, sent, blocked and credited; a paid one only sent and credited', async () => {
  answersAt({})
  await shown()
  expect(keys(open)).toEqual(['pdf', 'send', 'apply', 'settle', 'xml', 'block', 'sheet', 'credit'])
  expect(keys({ ...open, status: 'part' } as InvoiceRow)).toEqual(keys(open))
  expect(keys({ ...open, status: 'paid' } as InvoiceRow)).toEqual([
    'pdf',
    'send',
    'xml',
    'sheet',
    'credit',
  ])
  expect(keys({ ...open, status: 'credited' } as InvoiceRow)).not.toContain('credit')
  expect(keys({ ...open, kind: 'creditNote' } as InvoiceRow)).toEqual([
    'pdf',
    'send',
    'xml',
    'sheet',
  ])
})

it('without permissions only the papers are left', async () => {
  answersAt({})
  await shown([])
  expect(keys(draft)).toEqual(['pdf', 'sheet'])
  expect(keys(open)).toEqual(['pdf', 'xml', 'sheet'])
})

it('issuing asks first, names how many and what it means, and sends the ids', async () => {
  const sent = answersAt({
    '/erp/invoice/previewMails': good(UNSENT),
    '/erp/invoice/issue': good({ done: 2, failed: 0, rows: [] }),
  })
  await shown()
  const back = { ...draft, id: '3', kind: 'creditNote', gross: '19.00' } as InvoiceRow
  void made.issue([draft, back])
  await until(() => seen().includes('Issue 2 invoices?'))
  for (const text of ['100.00 EUR in all', 'Acme · 119.00 EUR', 'Acme · -19.00 EUR'])
    expect(seen()).toContain(text)
  expect(seen()).toContain('can no longer be changed')
  expect(bodiesOf(sent, '/erp/invoice/issue')).toEqual([])
  await confirmBy('Issue')
  await until(() => bodiesOf(sent, '/erp/invoice/issue').length === 1)
  expect(bodiesOf(sent, '/erp/invoice/issue')).toEqual([{ ids: ['1', '3'] }])
})

it('where issuing mails at once, the question names to whom, or that it cannot', async () => {
  const receivers = [{ id: '1', email: 'a@acme.eu' }]
  for (const mails of [true, false]) {
    answersAt({ '/erp/invoice/previewMails': good({ mails, onIssue: true, receivers }) })
    await shown()
    void made.issue([draft, { ...draft, id: '3', customerId_dictText: 'Bolt' } as InvoiceRow])
    await until(() => seen().includes('Acme · 119.00 EUR · a@acme.eu'))
    expect(seen()).toContain('Bolt · 119.00 EUR · no e-mail address')
    expect(seen().includes('then sent by mail')).toBe(mails)
    expect(seen().includes('There is no mail server')).toBe(!mails)
    await leave()
  }
})

it('what was refused of many is shown row by row', async () => {
  answersAt({
    '/erp/invoice/previewMails': good(UNSENT),
    '/erp/invoice/issue': good({
      done: 0,
      failed: 1,
      rows: [
        { id: '1', ok: false, label: 'Acme', code: 'invoice.zero', message: 'Nothing to issue' },
      ],
    }),
  })
  await shown()
  void made.issue([draft])
  await confirmBy('Issue')
  await until(() => seen().includes('Nothing to issue'))
})

it('sending again asks about those that were sent before', async () => {
  const sent = answersAt({
    '/erp/invoice/previewMails': good({
      mails: true,
      receivers: [{ id: '2', email: 'a@acme.eu' }],
    }),
    '/erp/invoice/send': good({ done: 1, failed: 0, rows: [] }),
  })
  await shown()
  void made.send([{ ...open, mailStatus: 'sent' } as InvoiceRow])
  await until(() => seen().includes('R-2 · Acme · 119.00 EUR · a@acme.eu'))
  await confirmBy('Send by mail')
  await until(() => bodiesOf(sent, '/erp/invoice/send').length === 1)
  expect(bodiesOf(sent, '/erp/invoice/send')).toEqual([{ ids: ['2'], again: true }])
})

it('without a mail server or an address the question names that, and nothing is reported as sent', async () => {
  answersAt({
    '/erp/invoice/previewMails': good({ mails: false, receivers: [{ id: '2', email: null }] }),
    '/erp/invoice/send': good({ done: 1, failed: 0, rows: [] }),
  })
  await shown()
  void made.send([open])
  await until(() => seen().includes('119.00 EUR · no e-mail address'))
  expect(seen()).toContain('There is no mail server: the mails are not sent.')
  await confirmBy('Send by mail')
  await until(() => document.querySelector('.ant-message-warning') !== null)
  expect(seen()).not.toContain('on its way')
})

it('a tax is a country and a rate; what is not taxed is named in words', async () => {
  answersAt({
    '/sys/dict/getDictItems/tax_category': good([
      { value: 'G', text: 'Export outside the EU', title: 'Export outside the EU' },
    ]),
  })
  let nameOf: ReturnType<typeof useTaxName> = () => ''
  const take = (name: typeof nameOf) => {
    nameOf = name
  }
  function Names() {
    const name = useTaxName()
    useEffect(() => take(name))
    return null
  }
  await speak('en_US', 'invoices')
  await showScreen(<Names />, { texts: ['invoices'] })
  expect(nameOf('DE', 'S', 1900)).toBe('DE 19 %')
  expect(nameOf('DE', 'S', 550)).toBe('DE 5.5 %')
  expect(nameOf(null, null, null)).toBe('Not taxed')
  expect(nameOf('DE', 'G', 0)).not.toContain('DE')
})
