// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import DecideDialog from './decide-dialog.tsx'
import { differenceSums, effectsOf } from './decision-effect.ts'
import type { ItemRow, LineRow } from './rows.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const line = (id: string, kind: string, amount: string, itemId: string | null = null) =>
  ({ id, kind, amount, currency: 'EUR', number: `N-${id}`, itemId, version: 1 }) as LineRow
function item(id: string, expected: string, collected: string, currency = 'EUR'): ItemRow {
  const row: object = { id, expected, collected, currency, customerId_dictText: `Customer ${id}` }
  return row as ItemRow
}

it('an order with several lines counts once; each currency has its own sums', () => {
  const rows = [line('1', 'short', '10.00', '7'), line('2', 'short', '5.00', '7')]
  const yen = { ...line('3', 'over', '900', '8'), currency: 'JPY' } as LineRow
  const loose = [line('4', 'unknown', '3.00'), line('5', 'takenBack', '-2.00')]
  const items = [item('7', '20.00', '15.00'), item('8', '800', '900', 'JPY')]
  const [euro, other] = differenceSums([...rows, yen, ...loose], items)
  expect(effectsOf('accept', euro!)).toEqual([
    { key: 'gets', amount: '20.00' },
    { key: 'companyBears', amount: '5.00' },
    { key: 'unclearKept', amount: '3.00' },
    { key: 'unclearBorne', amount: '2.00' },
  ])
  expect(effectsOf('writeOff', other!)).toEqual([
    { key: 'gets', amount: '900' },
    { key: 'customerKeeps', amount: '100' },
  ])
})

it('the dialog and its answer name order, customer, sums and who bears the difference', async () => {
  const records = [item('7', '1020.00', '1000.00')]
  answersAt({
    '/erp/cod/list': good({ records, total: 1, size: 1, current: 1, pages: 1, capped: false }),
    '/erp/codLine/decide': good({ done: 1, failed: 0, rows: [] }),
  })
  const onClose = vi.fn()
  const row = { ...line('1', 'short', '1000.00', '7'), difference: '-20.00' } as LineRow
  await showScreen(<DecideDialog rows={[row]} onClose={onClose} />, { texts: ['cod'] })
  await until(() => seen().includes('Customer 7'))
  for (const text of [
    'N-1',
    '1,020.00 EUR expected',
    '1,000.00 EUR remitted',
    '20.00 EUR are claimed',
  ])
    expect(seen()).toContain(text)
  const choices = document.querySelectorAll<HTMLInputElement>('input[type="radio"]')
  await act(async () => choices[2]!.click())
  await until(() => seen().includes('Customer 7 bears 20.00 EUR.'))
  await type(document.querySelector<HTMLTextAreaElement>('.ant-modal textarea')!, 'agreed')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => onClose.mock.calls.length === 1)
  await until(() =>
    seen().includes('1 line decided. Customer 7 gets 1,000.00 EUR. Customer 7 bears 20.00 EUR.'),
  )
})
