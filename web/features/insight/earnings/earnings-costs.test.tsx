// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Earnings from './Earnings.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
async function open(cost: string | null) {
  const sums = { revenue: '10.00', cost, margin: cost === null ? null : '6.00' }
  const none = { top: [], others: null }
  answersAt({
    '/rwms/earnings/summary': good({
      from: '2026-03-01',
      to: '2026-03-01',
      before: { from: '2026-02-28', to: '2026-02-28' },
      madeAt: null,
      currencies: [
        {
          currency: 'EUR',
          total: sums,
          before: sums,
          days: [{ day: '2026-03-01', ...sums }],
          by: { service: none, country: none, customer: none },
        },
      ],
    }),
  })
  await showScreen(<Earnings />, { texts: ['earnings', 'figures'] })
  await until(() => seen().includes('10.00'))
}

it('who sees no costs reads so, and the days are called by the revenue they show', async () => {
  await open(null)
  expect(seen()).toContain('Your role does not see costs')
  expect(document.querySelector('.earn-box h2')?.textContent).toContain('Revenue by day')
})

it('who sees costs reads the days of all three', async () => {
  await open('4.00')
  expect(seen()).not.toContain('does not see costs')
  expect(document.querySelector('.earn-box h2')?.textContent).toContain('Revenue, cost and margin')
})
