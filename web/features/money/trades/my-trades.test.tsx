// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import MyTrades from './MyTrades.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const trade = (id: string, paymentType: string, balance: string) => ({
  id,
  createTime: '2026-11-20T10:00:00.000Z',
  tradeType: 'charge',
  tradeType_dictText: 'Charge',
  tradeItem: '1',
  tradeItem_dictText: 'Freight',
  money: '-5.00',
  currency: 'EUR',
  balance,
  paymentType,
  paymentType_dictText: paymentType === 'monthly' ? 'Monthly bill' : 'Prepaid balance',
})

it('a customer with two accounts sees which one each line and balance belong to', async () => {
  answersAt({
    '/erp/trade/list': good({
      records: [trade('1', 'balance', '95.00'), trade('2', 'monthly', '-5.00')],
      total: 2,
      size: 20,
      current: 1,
      pages: 1,
    }),
    '/erp/trade/sums': good([]),
  })
  await showScreen(<MyTrades title="My trade details" />, {
    rights: ['pay:trade:list'],
    texts: ['trades'],
  })
  await until(() => seen().includes('Prepaid balance'))
  expect(seen()).toContain('Monthly bill')
  const heads = [...document.querySelectorAll('th')].map((one) => one.textContent ?? '')
  expect(heads.some((head) => head.includes('Account kind'))).toBe(true)
})
