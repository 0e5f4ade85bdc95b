import { afterEach, beforeEach, expect, it } from 'vitest'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { leave, show, speak } from '#web/test/page.tsx'
import { PriceExplanation } from './price-explanation.tsx'

beforeEach(() => speak('en_US', 'shipments', 'rating'))
afterEach(leave)

const quoteIn = (currency: string, price: string, total: string): QuoteOut => ({
  currency,
  total,
  actualWeightKg: '1.2',
  volumetricWeightKg: '2',
  chargeableWeightKg: '2',
  partition: { id: '1', code: 'Z1', name: 'Zone 1' },
  fee: { id: '2', name: 'Standard' },
  steps: [],
  lines: [
    {
      code: 'freight.perKg',
      params: { kg: '2', price, currency },
      tradeItem: '1',
      ruleId: '5',
      why: null,
      amount: total,
    },
  ],
})

it.each([
  ['JPY', '750', '1500', '2 kg × 750 JPY per kg', '1,500'],
  ['KWD', '0.525', '1.050', '2 kg × 0.525 KWD per kg', '1.050'],
])('explains a price in %s with all its decimals and no others', async (...given) => {
  const [currency, price, total, formula, shown] = given
  const page = await show(<PriceExplanation quote={quoteIn(currency, price, total)} />)
  expect(page.querySelector('tbody small')?.textContent).toBe(formula)
  expect(page.querySelector('tbody td')?.textContent).toBe(shown)
  expect(page.querySelector('tfoot td')?.textContent).toBe(`${shown} ${currency}`)
})
