// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import MyAccount from './MyAccount.screen.tsx'
import { OwnBalances } from './own-balances.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const account = (id: string, kind: string, available: string) => ({
  id,
  version: 1,
  customerId: '7',
  kind,
  currency: 'EUR',
  balance: available,
  held: '0.00',
  credit: '0.00',
  available,
  status: 'open',
})
const figures = (spendable: string) => ({
  spendable,
  lastRechargeAt: null,
  lastRecharge: null,
  perDay: '5.11',
  daysLeft: 8,
  spendableOf: { own: spendable, credit: '0.00', other: '0.00' },
  together: { perDay: '5.11', daysLeft: 8 },
  ageing: { notDue: '0.00', due: '0.00', d30: '0.00', d60: '0.00', d90: '0.00', older: '0.00' },
  alarmLevel: null,
  level: 'ok',
})
const answers = (prepaid: string, monthly: string) =>
  answersAt({
    '/erp/account/list': good({
      records: [account('91', 'customer', '50.00'), account('92', 'receivable', '-5.11')],
      total: 2,
      current: 1,
      size: 50,
      pages: 1,
    }),
    '/erp/account/figures': good({ 91: figures(prepaid), 92: figures(monthly) }),
  })
const rights = ['pay:account:list']

it('one sum is available for orders; what prepaid covers is open, no lack', async () => {
  answers('44.89', '44.89')
  await showScreen(<MyAccount title="My account" />, { rights, texts: ['accounts'] })
  await until(() => seen().includes('Available for orders'))
  // Once as the sum, once as what is free of the prepaid money.
  expect(seen().split('44.89')).toHaveLength(3)
  expect(seen()).toContain(
    '5.11 EUR of it is reserved for orders and the monthly bill; 44.89 EUR is free.',
  )
  expect(seen()).toContain('Open, covered by prepaid5.11 EUR')
  expect(seen()).toContain('Available on this account50.00 EUR')
  expect(document.querySelector('.account-big .py-negative')).toBeNull()
  const cards = [...document.querySelectorAll('.account-card')].map((card) => card.textContent)
  expect(cards[0]).toContain('Recharges are credited here')
  expect(cards[1]).toContain('charged here when the parcel leaves the depot')
})

it('of accounts that pay apart each has its own', async () => {
  answers('44.89', '-5.11')
  await showScreen(<MyAccount title="My account" />, { rights, texts: ['accounts'] })
  await until(() => seen().includes('Available for orders'))
  expect(document.querySelectorAll('.account-sums dd')).toHaveLength(2)
  expect(seen()).not.toContain('covered')
})

it('the first page names the currency once and what the days are', async () => {
  answers('44.89', '44.89')
  await showScreen(<OwnBalances />, { rights, texts: ['accounts'] })
  await until(() => seen().includes('44.89 EUR'))
  expect(seen()).not.toContain('EUR EUR')
  expect(seen()).toContain('Lasts for: 8 days')
})

it('from what is owed by the month there is a way to the open invoices, where they may be seen', async () => {
  for (const more of [[], ['pay:invoice:list']]) {
    answers('44.89', '-10720.00')
    await showScreen(<MyAccount title="My account" />, {
      rights: [...rights, ...more],
      texts: ['accounts'],
    })
    await until(() => seen().includes('Available for orders'))
    const links = [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))
    expect(links.filter((href) => href?.startsWith('/shipment/invoices'))).toEqual(
      more.map(() => '/shipment/invoices?currency=EUR&status=issued,part'),
    )
    await leave()
  }
})
