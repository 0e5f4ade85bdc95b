// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { AGES, lateness } from '#contracts/money/account-figures.ts'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { AccountState, Ageing, DaysLeft, Spendable } from './account-cells.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const figures = (id: string, ages: object, more: object = {}) => ({
  [id]: {
    spendable: '0.00',
    lastRechargeAt: null,
    lastRecharge: null,
    perDay: null,
    daysLeft: null,
    spendableOf: { own: '0.00', credit: '0.00', other: '0.00' },
    together: { perDay: null, daysLeft: null },
    ageing: {
      notDue: '0.00',
      due: '0.00',
      d30: '0.00',
      d60: '0.00',
      d90: '0.00',
      older: '0.00',
      ...ages,
    },
    alarmLevel: null,
    level: 'ok',
    ...more,
  },
})
const shown = async (id: string, ages: object) => {
  answersAt({ '/erp/account/figures': good(figures(id, ages)) })
  await showScreen(<Ageing id={id} currency="EUR" />, { texts: ['accounts'] })
}

it('what is owed by the month is late by its invoices; the rest is not due', () => {
  expect(lateness(100n, [10n, 0n, 5n, 0n])).toEqual({
    notDue: 85n,
    due: 0n,
    d30: 10n,
    d60: 0n,
    d90: 5n,
    older: 0n,
  })
  expect(lateness(0n, [0n, 0n, 0n, 0n]).notDue).toBe(0n)
})

it('a debt that was to be paid in advance is due, and late by no days', () => {
  expect(lateness(100n, [0n, 0n, 0n, 0n], true)).toEqual({
    notDue: 0n,
    due: 100n,
    d30: 0n,
    d60: 0n,
    d90: 0n,
    older: 0n,
  })
})

it('parts of a debt come to the debt, whichever way it is paid', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const sum = (parts: Record<(typeof AGES)[number], bigint>) =>
    AGES.reduce((all, age) => all + parts[age], 0n)
  fc.assert(
    fc.property(
      fc.tuple(amount, amount, amount, amount),
      amount,
      fc.boolean(),
      (late, rest, all) => {
        const debt = late.reduce((all, one) => all + one, rest)
        expect(sum(lateness(debt, late, all))).toBe(debt)
      },
    ),
  )
})

it('a debt that is not due is no warning', async () => {
  await shown('81', { notDue: '120.00' })
  await until(() => seen().includes('Not due'))
  expect(document.querySelector('.py-tone-idle')).not.toBeNull()
  expect(seen()).toContain('120.00')
})

it('every part of a debt is shown, the oldest first', async () => {
  await shown('82', { notDue: '50.00', d30: '20.00', d90: '7.00' })
  await until(() => seen().includes('61–90 days late'))
  expect(document.querySelector('.py-tone-bad')).not.toBeNull()
  expect([...document.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '61–90 days late 7.00 EUR',
    'Up to 30 days late 20.00 EUR',
    'Not due 50.00 EUR',
  ])
})

it('an open account with late debt is no account in order, a frozen one stays frozen', async () => {
  answersAt({ '/erp/account/figures': good(figures('85', { d60: '2680.00' })) })
  await showScreen(
    <>
      <AccountState row={{ id: '85', status: 'open' }} />
      <AccountState row={{ id: '85', status: 'frozen' }} />
    </>,
    { texts: ['accounts'] },
  )
  await until(() => seen().includes('Debt overdue'))
  expect(document.querySelectorAll('.py-tone-warning')).toHaveLength(1)
})

it('below zero there are no days left', async () => {
  answersAt({
    '/erp/account/figures': good(
      figures('86', {}, { spendable: '-10720.00', perDay: '10.00', daysLeft: 0 }),
    ),
  })
  await showScreen(<DaysLeft id="86" currency="CNY" />, { texts: ['accounts'] })
  await until(() => seen().includes('Overdrawn'))
})

it('no debt, no days', async () => {
  await shown('83', {})
  await until(() => seen().includes('No debt'))
})

it('days left are those of the forecast, none without use', async () => {
  answersAt({
    '/erp/account/figures': good(figures('84', {}, { perDay: '10.00', daysLeft: 12 })),
  })
  await showScreen(<DaysLeft id="84" currency="EUR" />, { texts: ['accounts'] })
  await until(() => seen().includes('12'))
})

it('what orders may be charged names what the other account has of it', async () => {
  const spendableOf = { own: '18.64', credit: '0.00', other: '199936.85' }
  const more = { spendable: '199955.49', spendableOf, perDay: '2.00', daysLeft: 9 }
  const together = { perDay: '2.00', daysLeft: 99_977 }
  answersAt({ '/erp/account/figures': good(figures('87', {}, { ...more, together })) })
  const row = { id: '87', currency: 'EUR', kind: 'customer', status: 'open', available: '18.64' }
  await showScreen(
    <>
      <Spendable row={row} /> <DaysLeft id="87" currency="EUR" />
    </>,
    { texts: ['accounts'] },
  )
  await until(() => seen().includes('199,955.49'))
  expect(seen()).toContain('with 199,936.85 of the monthly account')
  expect(seen()).toContain('9 days')
  expect(document.querySelector('[title*="18.64"]')).not.toBeNull()
})
