// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import DecideDialog from './decide-dialog.tsx'
import type { ItemRow, LineRow, OwedRow } from './rows.ts'
import RunDialog from './run-dialog.tsx'
import WriteOffDialog from './write-off-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const owed = (customerId: string, amount: string, iban: string | null) =>
  ({
    id: `${customerId}-EUR`,
    customerId,
    customer: `Customer ${customerId}`,
    currency: 'EUR',
    amount,
    items: 2,
    since: '2026-11-01T00:00:00Z',
    iban,
  }) as OwedRow
const line = (id: string, kind: string) => ({ id, kind, version: 1 }) as LineRow

it('who has no bank account is left out of a run to banks, and counted', async () => {
  answersAt({ '/erp/cod/setting': good({ payTo: 'bank', version: 1 }) })
  const rows = [owed('1', '20.00', 'DE89370400440532013000'), owed('2', '5.00', null)]
  await showScreen(<RunDialog rows={rows} onClose={() => undefined} />, { texts: ['cod'] })
  await until(() => seen().includes('1 customer without a bank account is left out.'))
  expect(seen()).toContain('Customer 1')
  expect(seen()).not.toContain('Customer 2')
  expect(seen()).toContain('Paid from')
})

it('to balances everyone is paid, with the amounts that were shown', async () => {
  const sent = answersAt({
    '/erp/cod/setting': good({ payTo: 'balance', version: 1 }),
    '/erp/codPayout/run': good({ done: 2, failed: 0, rows: [] }),
  })
  const onClose = vi.fn()
  const rows = [owed('1', '20.00', null), owed('2', '5.00', null)]
  await showScreen(<RunDialog rows={rows} onClose={onClose} />, { texts: ['cod'] })
  await until(() => seen().includes("To the customer's balance"))
  expect(seen()).not.toContain('left out')
  await press('Confirm payout')
  await until(() => sent.some(({ url }) => url.pathname.endsWith('/run')))
  const [body] = sent.filter(({ url }) => url.pathname.endsWith('/run'))
  expect(body!.body).toEqual({
    rows: [
      { customerId: '1', currency: 'EUR', amount: '20.00' },
      { customerId: '2', currency: 'EUR', amount: '5.00' },
    ],
    receivingAccountId: null,
  })
})

it('of money no order is known for the customer can bear nothing', async () => {
  answersAt({})
  const shown = async (kinds: string[]) => {
    await leave()
    const rows = kinds.map((kind, at) => line(String(at), kind))
    await showScreen(<DecideDialog rows={rows} onClose={() => undefined} />, { texts: ['cod'] })
    await until(() => seen().includes('selected'))
    return seen()
  }
  expect(await shown(['short'])).toContain('Customer bears or gets it')
  expect(await shown(['unknown'])).not.toContain('Customer bears or gets it')
  expect(await shown(['unknown', 'short'])).toContain('Customer bears or gets it')
})

it('a decision is sent for all chosen lines with its reason; what is refused is shown first', async () => {
  const sent = answersAt({
    '/erp/codLine/decide': good({
      done: 1,
      failed: 1,
      rows: [
        { id: '0', ok: true, label: 'A' },
        { id: '1', ok: false, label: 'B', code: 'x', message: 'Decided meanwhile' },
      ],
    }),
  })
  const onClose = vi.fn()
  await showScreen(
    <DecideDialog rows={[line('0', 'short'), line('1', 'short')]} onClose={onClose} />,
    { texts: ['cod'] },
  )
  await until(() => document.querySelector('.ant-modal textarea') !== null)
  await type(document.querySelector<HTMLTextAreaElement>('.ant-modal textarea')!, 'agreed')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => seen().includes('Decided meanwhile'))
  expect(onClose).not.toHaveBeenCalled()
  expect(bodiesOf(sent, '/erp/codLine/decide')).toEqual([
    { ids: ['0', '1'], decision: 'claim', reason: 'agreed' },
  ])
})

it('an order’s amount is given up at the company’s cost unless the customer is chosen', async () => {
  const sent = answersAt({ '/erp/cod/writeOff': good({ done: 2, failed: 0, rows: [] }) })
  const onClose = vi.fn()
  const rows = ['3', '4'].map((id) => ({ id, version: 1 }) as ItemRow)
  await showScreen(<WriteOffDialog rows={rows} onClose={onClose} />, { texts: ['cod'] })
  await until(() => document.querySelector('.ant-modal textarea') !== null)
  const choices = () => [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  expect(choices().map(({ checked }) => checked)).toEqual([true, false])
  await type(document.querySelector<HTMLTextAreaElement>('.ant-modal textarea')!, 'lost')
  await act(async () => choices()[1]!.click())
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/cod/writeOff')).toEqual([
    { ids: ['3', '4'], bearer: 'customer', reason: 'lost' },
  ])
  await until(() => seen().includes('2 orders written off: the customer bears it'))
})

it('orders that were not written off are listed with their reason', async () => {
  const row = {
    id: '4',
    ok: false,
    label: 'B',
    code: 'cod.changed',
    message: 'It has been paid since',
  }
  answersAt({ '/erp/cod/writeOff': good({ done: 1, failed: 1, rows: [row] }) })
  const onClose = vi.fn()
  const rows = ['3', '4'].map((id) => ({ id, version: 1 }) as ItemRow)
  await showScreen(<WriteOffDialog rows={rows} onClose={onClose} />, { texts: ['cod', 'lists'] })
  await until(() => document.querySelector('.ant-modal textarea') !== null)
  await type(document.querySelector<HTMLTextAreaElement>('.ant-modal textarea')!, 'lost')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => seen().includes('It has been paid since'))
  expect(seen()).not.toContain('written off:')
  expect(onClose).not.toHaveBeenCalled()
})

it('without a reason nothing is given up', async () => {
  const sent = answersAt({})
  const onClose = vi.fn()
  const rows = [{ id: '3', version: 1 } as ItemRow]
  await showScreen(<WriteOffDialog rows={rows} onClose={onClose} />, { texts: ['cod'] })
  await until(() => document.querySelector('.ant-modal textarea') !== null)
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => document.querySelector('[class*="explain"]') !== null)
  expect(bodiesOf(sent, '/erp/cod/writeOff')).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})
