// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { alarmLevelOf, daysLeft, needsStepUp } from '#contracts/money/account-figures.ts'
import AdjustDialog from './adjust-dialog.tsx'
import type { AccountRow } from './account-row.ts'
import { monthSpan } from './month-span.ts'
import { ProofBand } from './proof-band.tsx'
import { targetsOf } from './transfer-targets.ts'
import { whyNotReverse } from '../trades/why-not-reverse.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const account = (id: string, customerId: string, currency: string): AccountRow => ({
  id,
  version: 1,
  createBy: null,
  createTime: '2026-01-01T00:00:00.000Z',
  updateBy: null,
  updateTime: null,
  customerId,
  customerId_dictText: 'Acme',
  customerCode: 'C1',
  kind: 'customer',
  currency,
  balance: '10.00',
  held: '0.00',
  credit: '0.00',
  available: '10.00',
  status: 'open',
  frozenReason: null,
  lastEntryAt: null,
})

it('forecasts whole days at the pace of the last days, and none without use', () => {
  expect(daysLeft(10_000n, 2_800n, 14)).toBe(50)
  expect(daysLeft(10_000n, 2_800n, 90)).toBe(50)
  expect(daysLeft(199n, 100n, 1)).toBe(1)
  expect(daysLeft(0n, 100n, 1)).toBe(0)
  expect(daysLeft(10_000n, 0n, 14)).toBeNull()
})

it('asks again above 1,000, in currencies without decimals above 100,000', () => {
  expect([100_000n, 100_001n, -100_001n].map((one) => needsStepUp(one, 'EUR'))).toEqual([
    false,
    true,
    true,
  ])
  expect([100_000n, 100_001n].map((one) => needsStepUp(one, 'JPY'))).toEqual([false, true])
  expect([1_000_000n, 1_000_001n].map((one) => needsStepUp(one, 'KWD'))).toEqual([false, true])
  expect(alarmLevelOf(100n, 100n)).toBe('low')
  expect(alarmLevelOf(-1n, null)).toBe('ok')
})

it('a statement begins with a month in UTC; the present one ends today', () => {
  const now = new Date('2026-03-15T23:30:00Z')
  expect(monthSpan(now, 0)).toEqual({ from: '2026-03-01', to: '2026-03-15' })
  expect(monthSpan(now, -1)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthSpan(new Date('2026-01-31T00:00:00Z'), -1)).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  })
})

it('money goes to another customer in one currency, to the same customer in another', () => {
  const from = account('1', '7', 'EUR')
  const all = [from, account('2', '7', 'JPY'), account('3', '8', 'EUR'), account('4', '8', 'JPY')]
  expect(targetsOf(from, all).map(({ id }) => id)).toEqual(['2', '3'])
})

it('neither a reversed trade, a reversal nor a recharge is reversed', () => {
  const trade = { reversedById: null, reversesId: null, tradeType: 'charge' }
  expect(whyNotReverse(trade)).toBeNull()
  expect(whyNotReverse({ ...trade, reversedById: '4' })).toBe('reversed')
  expect(whyNotReverse({ ...trade, reversesId: '4' })).toBe('reversal')
  expect(whyNotReverse({ ...trade, tradeType: 'recharge' })).toBe('recharge')
})

it('sends an amount to take away below zero, with the item and the reason', async () => {
  const sent = answersAt({ '/erp/account/adjust': good({ requestId: '1', no: 'AR1' }) })
  const onClose = vi.fn()
  await showScreen(<AdjustDialog row={account('5', '7', 'EUR')} onClose={onClose} />, {
    texts: ['accounts'],
  })
  await until(() => seen().includes('Take away'))
  const away = [...document.querySelectorAll('label')].find(
    (one) => one.textContent === 'Take away',
  )
  await act(async () => away!.querySelector('input')!.click())
  await type(await inputOf('Amount'), '12.50')
  await type(await inputOf('Reason'), 'twice')
  await press('Send for approval')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/erp/account/adjust')).toEqual([
    { id: '5', amount: '-12.50', tradeItem: '19', reason: 'twice' },
  ])
})

it('names the accounts that differ from their entries, and why', async () => {
  answersAt({
    '/erp/account/proof': good({
      accounts: 9,
      checkedAt: '2026-03-01T02:00:00.000Z',
      drift: [
        {
          accountId: '44',
          kind: 'customer',
          customerId: '7',
          customerName: 'Acme',
          ref: '',
          currency: 'EUR',
          reasons: ['balance', 'chain'],
        },
      ],
    }),
  })
  await showScreen(<ProofBand />, { texts: ['accounts'] })
  await until(() => seen().includes('1 account differs from its entries'))
  expect(seen()).toContain('Acme')
  expect(seen()).toContain('balance, hash chain')
})
