// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { InvoiceRow } from './invoice-cells.tsx'
import SettleDialog from './settle-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const invoice = {
  id: '7',
  number: 'R-1',
  version: 3,
  currency: 'EUR',
  gross: '119.00',
  tax: '19.00',
  open: '79.00',
} as InvoiceRow

const effect = (amount: string, net: string, tax: string, left: string, needsTwo = false) =>
  good({ amount, net, tax, left, needsTwo })

it('names the effect by the server, and sends way, amount and reason', async () => {
  const sent = answersAt({
    '/erp/invoice/settleEffect': effect('79.00', '66.39', '12.61', '0.00'),
    '/erp/invoice/settle': good({ requestId: null, no: null }),
  })
  const onClose = vi.fn()
  await showScreen(<SettleDialog row={invoice} onClose={onClose} />, { texts: ['invoices'] })
  await until(() => seen().includes('79.00 EUR with VAT is given up: 66.39 net and 12.61 VAT'))
  expect(seen()).not.toContain('second user')
  const writeOff = [...document.querySelectorAll('label')].find((one) =>
    one.textContent?.startsWith('Write-off'),
  )
  await act(async () => writeOff!.querySelector('input')!.click())
  await type(await inputOf('Reason'), 'insolvent')
  await press('Give up')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/invoice/settle')).toEqual([
    { id: '7', version: 3, as: 'writeOff', amount: '79.00', reason: 'insolvent' },
  ])
})

it('a large amount names the second user before the button, and the request after it', async () => {
  answersAt({
    '/erp/invoice/settleEffect': effect('79.00', '66.39', '12.61', '0.00', true),
    '/erp/invoice/settle': good({ requestId: '1', no: 'AR-1' }),
  })
  const onClose = vi.fn()
  await showScreen(<SettleDialog row={invoice} onClose={onClose} />, { texts: ['invoices'] })
  await until(() => seen().includes('a second user has to approve it'))
  await type(await inputOf('Reason'), 'insolvent')
  await press('Give up')
  await until(() => onClose.mock.calls.length === 1)
  await until(() => seen().includes('Request AR-1 is sent'))
})

it('a refusal stays in the dialog', async () => {
  answersAt({
    '/erp/invoice/settleEffect': effect('79.00', '66.39', '12.61', '0.00'),
    '/erp/invoice/settle': refused(400, 'Check the entries.', {
      result: { issues: [{ path: 'amount', code: 'invoice.beyondOpen', message: 'Only 79.00' }] },
    }),
  })
  const onClose = vi.fn()
  await showScreen(<SettleDialog row={invoice} onClose={onClose} />, { texts: ['invoices'] })
  await type(await inputOf('Amount (EUR)'), '90')
  await type(await inputOf('Reason'), 'x')
  await press('Give up')
  await until(() => seen().includes('Only 79.00'))
  expect(onClose).not.toHaveBeenCalled()
})
