// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputOf, press, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import CreditDialog from './credit-dialog.tsx'
import type { InvoiceRow } from './invoice-cells.tsx'
import { less } from '../recharges/index.ts'
import { sumOf, sumsOf } from './sums.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const position = (transactionId: string, gross: string, credited = false) => ({
  transactionId,
  at: '2026-11-02T10:00:00Z',
  shipmentNo: null,
  parcelNo: `P${transactionId}`,
  service: 'DHL',
  items: 'freight',
  net: gross,
  tax: '0.00',
  gross,
  credited,
})

it('adds up what is chosen, exactly, in the decimals of the currency', () => {
  expect(sumOf([{ gross: '0.10' }, { gross: '0.20' }], 'EUR')).toBe('0.30')
  expect(sumOf([{ gross: '1200' }, { gross: '-200' }], 'JPY')).toBe('1000')
  expect(sumOf([{ gross: '0.005' }], 'KWD')).toBe('0.005')
  expect(sumOf([], 'EUR')).toBe('0.00')
  const mixed = [
    { gross: '1.00', currency: 'EUR' },
    { gross: '7', currency: 'JPY' },
    { gross: '0.50', currency: 'EUR' },
  ]
  expect(sumsOf(mixed)).toBe('1.50 EUR + 7 JPY')
  expect(less('157.74', '7.74', 'EUR')).toBe('150.00')
})

it('some charges: what is chosen is counted with what goes back of it, what went back is not', async () => {
  const sent = answersAt({
    '/erp/invoice/previewCredit': good({ gross: '4.94' }),
    '/erp/invoice/positions': good({
      records: [
        { ...position('3', '0.01'), parcelNo: null, service: null, items: 'tax' },
        position('1', '5.94'),
        position('2', '1.00', true),
      ],
      total: 3,
    }),
  })
  const row = {
    id: '7',
    number: 'R-1',
    version: 1,
    currency: 'EUR',
    gross: '157.74',
    credited: '0.00',
  } as InvoiceRow
  await showScreen(<CreditDialog row={row} onClose={() => undefined} />, {
    texts: ['invoices', 'trades'],
  })
  const click = (found: Element | null | undefined) =>
    act(async () => {
      ;(found as HTMLElement).click()
    })
  const labelled = (text: string) =>
    [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === text)
  await until(() => labelled('Chosen charges') !== undefined)
  expect(labelled('All that is left of the invoice: 157.74 EUR with tax')).toBeDefined()
  await click(labelled('Chosen charges')!.querySelector('input'))
  const boxes = () => [...document.querySelectorAll('.inv-positions input[type="checkbox"]')]
  await until(() => boxes().length >= 3)
  const chosen = () => document.querySelector('p[role="status"]')?.textContent
  expect(chosen()).toBe('0 charges chosen')
  await click(boxes().at(-3))
  expect(chosen()).toBe('0 charges chosen')
  await click(boxes().at(-3))
  await click(boxes().at(-2))
  await until(() => chosen() === '1 charge chosen: 4.94 EUR')
  expect(bodiesOf(sent, '/erp/invoice/previewCredit')).toEqual([
    { id: '7', transactionIds: ['1'], frees: false },
  ])
  await click(boxes().at(-1))
  expect(chosen()).toBe('1 charge chosen: 4.94 EUR')
})

it('lines and an amount: only they are sent, and nothing is freed', async () => {
  const line = (lineNo: number, net: string) => ({
    lineNo,
    service: 'DHL',
    tradeItem: 'freight',
    count: 1,
    net,
    taxCategory: 'S',
    taxRate: 1900,
    taxCountry: 'DE',
  })
  const sent = answersAt({
    '/erp/invoice/detail': good({ lines: [line(1, '5.00'), line(2, '2.00')] }),
    '/erp/invoice/credit': good({ id: '8' }),
  })
  const row = { id: '7', number: 'R-1', version: 1, currency: 'EUR' } as InvoiceRow
  const onClose = vi.fn()
  await showScreen(<CreditDialog row={row} onClose={onClose} />, { texts: ['invoices', 'trades'] })
  const click = (found: Element | null | undefined) =>
    act(async () => {
      ;(found as HTMLElement).click()
    })
  const labelled = (text: string) =>
    [...document.querySelectorAll('label')].find((one) => one.textContent.includes(text))
  await until(() => labelled('Chosen lines or an amount') !== undefined)
  await click(labelled('Chosen lines or an amount')!.querySelector('input'))
  await until(() => labelled('2.00 EUR') !== undefined)
  expect(labelled('2.00 EUR')!.textContent).toContain('DE 19 %')
  await click(labelled('2.00 EUR')!.querySelector('input'))
  await type(await inputOf('Amount with VAT (EUR)'), ' 1.19 ')
  await type(await inputOf('Reason'), 'goodwill')
  await press('Issue credit note')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/invoice/credit')).toEqual([
    {
      id: '7',
      version: 1,
      transactionIds: [],
      lineNos: [2],
      amount: '1.19',
      frees: false,
      reason: 'goodwill',
    },
  ])
})
