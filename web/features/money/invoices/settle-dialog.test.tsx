// @vitest-environment happy-dom
import fc from 'fast-check'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { parseMoney } from '#contracts/kit/money.ts'
import { answersAt, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { InvoiceRow } from './invoice-cells.tsx'
import SettleDialog, { effectOf } from './settle-dialog.tsx'

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

it('parts what is given up into net and VAT as the invoice has them', () => {
  expect(effectOf(invoice, '2.38')).toEqual({
    amount: '2.38',
    net: '2.00',
    tax: '0.38',
    left: '76.62',
    currency: 'EUR',
  })
  expect(
    effectOf({ ...invoice, currency: 'JPY', gross: '1100', tax: '100', open: '1100' }, '11'),
  ).toEqual({ amount: '11', net: '10', tax: '1', left: '1089', currency: 'JPY' })
})

it('names no effect of nothing, of more than is open, and of what is no amount', () => {
  for (const text of ['', '0', '-1', '79.01', 'x', '1.234'])
    expect(effectOf(invoice, text)).toBeNull()
  expect(effectOf({ ...invoice, gross: '0.00', open: '0.00' }, '0.00')).toBeNull()
})

it('net, VAT and what stays open always come to what there was', () => {
  const minor = (text: string) => parseMoney(text, 'EUR', 'any')!.minor
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.nat(100),
      fc.nat(10_000),
      (net, rate, part) => {
        const tax = Math.round((net * rate) / 100)
        const gross = net + tax
        const wire = (cents: number) => (cents / 100).toFixed(2)
        const given = Math.max(1, Math.floor((gross * part) / 10_000))
        const row = { currency: 'EUR', gross: wire(gross), tax: wire(tax), open: wire(gross) }
        const effect = effectOf(row, wire(given))!
        expect(minor(effect.net) + minor(effect.tax)).toBe(BigInt(given))
        expect(minor(effect.left) + BigInt(given)).toBe(BigInt(gross))
        expect(minor(effect.tax) >= 0n && minor(effect.net) >= 0n).toBe(true)
      },
    ),
  )
})

it('shows the effect while one types, and sends way, amount and reason', async () => {
  const sent = answersAt({ '/erp/invoice/settle': good({ ...invoice, status: 'part' }) })
  const onClose = vi.fn()
  await showScreen(<SettleDialog row={invoice} onClose={onClose} />, { texts: ['invoices'] })
  await until(() => seen().includes('79.00 EUR is given up'))
  await type(await inputOf('Amount (EUR)'), '2.38')
  await until(() => seen().includes('2.00 net and 0.38 VAT. 76.62 EUR stay open'))
  const writeOff = [...document.querySelectorAll('label')].find((one) =>
    one.textContent?.startsWith('Write-off'),
  )
  await act(async () => writeOff!.querySelector('input')!.click())
  await type(await inputOf('Reason'), 'insolvent')
  await press('Give up')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/invoice/settle')).toEqual([
    { id: '7', version: 3, as: 'writeOff', amount: '2.38', reason: 'insolvent' },
  ])
})

it('a refusal stays in the dialog', async () => {
  answersAt({
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
