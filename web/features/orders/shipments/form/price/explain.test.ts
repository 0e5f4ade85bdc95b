import { describe, expect, it } from 'vitest'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import en from '#locales/en_US/commercial/rating.json' with { type: 'json' }
import zh from '#locales/zh_CN/commercial/rating.json' with { type: 'json' }
import type { T } from '../../../../../kit/text/i18n.ts'
import { explainPrice } from './explain.ts'
import { marksOf, type OrderRow } from '../../list/order-state.ts'
import { pauseAfter } from '../../import/use-import.ts'
import { TABS } from '#contracts/orders/status-tabs.ts'
import { countsOf, tabOf } from '../../list/status-tabs.ts'

const speak = (texts: Record<string, string>): T =>
  Object.assign(
    (key: string, values: Record<string, string | number> = {}) =>
      (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
        String(values[name] ?? ''),
      ),
    { has: (key: string) => key in texts },
  )
const quote: QuoteOut = {
  currency: 'EUR',
  total: '12.60',
  actualWeightKg: '1.2',
  volumetricWeightKg: '2',
  chargeableWeightKg: '2',
  partition: { id: '1', code: 'Z1', name: 'Zone 1' },
  fee: { id: '2', name: 'Standard' },
  steps: [
    {
      code: 'weight.volumetric',
      params: { parcel: '1', length: '30', width: '20', height: '20', divisor: '6000', kg: '2' },
    },
    { code: 'not.known.yet', params: {} },
  ],
  lines: [
    {
      code: 'freight.perKg',
      params: { kg: '2', price: '6', currency: 'EUR' },
      tradeItem: '1',
      ruleId: '5',
      why: null,
      amount: '12.00',
    },
    {
      code: 'fixed.parcel',
      params: { name: 'Long', parcels: '1', price: '0.60', currency: 'EUR' },
      tradeItem: '4',
      ruleId: '6',
      why: { code: 'when.LONGEST', params: { value: '130', limit: '120', parcels: '1' } },
      amount: '0.60',
    },
  ],
}

describe('a price in sentences', () => {
  it('shows line by line what is charged, how it is reckoned and why', () => {
    const { steps, lines } = explainPrice(quote, speak(en), 'en_US')
    expect(steps).toEqual(['Parcel 1: 30 × 20 × 20 cm ÷ 6000 = 2 kg volumetric'])
    expect(lines[0]).toMatchObject({ formula: '2 kg × 6 EUR per kg', why: null, amount: '12.00' })
    expect(lines[1]?.why).toBe('longest side 130 cm is above 120 cm (parcels: 1)')
  })
  it('names zones and surcharges in the reader’s language', () => {
    const named: QuoteOut = {
      ...quote,
      lines: [
        {
          code: 'percent',
          params: {
            name: '燃油附加费',
            nameEn: 'Fuel surcharge',
            rate: '8.5',
            base: '3.75',
            currency: 'EUR',
          },
          tradeItem: '2',
          ruleId: '7',
          why: null,
          amount: '0.32',
        },
      ],
    }
    const formula = (words: typeof en, lang: Lang) =>
      explainPrice(named, speak(words), lang).lines[0]?.formula
    expect(formula(en, 'en_US')).toBe('Fuel surcharge: 8.5 % of 3.75 EUR')
    expect(formula(zh, 'zh_CN')).toMatch(/^燃油附加费/)
  })
  it('shows it in Chinese without a hole left', () => {
    const { steps, lines } = explainPrice(quote, speak(zh), 'zh_CN')
    const text = [
      ...steps,
      ...lines.flatMap((line) => [line.label, line.formula, line.why ?? '']),
    ].join('|')
    expect(text).toContain('运费')
    expect(text).not.toMatch(/\{\{|formula\.|undefined/)
  })
})

describe('tabs over the list', () => {
  it('hold every state once', () => {
    const states = TABS.flatMap((tab) => [...tab.states] as number[])
    expect(new Set(states).size).toBe(states.length)
    expect(Object.values(PARCEL).filter((state) => !states.includes(state))).toEqual([])
  })
  it('are distinguished from the filter in the address, whatever its order', () => {
    expect(tabOf(undefined)).toBe('all')
    expect(tabOf('60,40,50')).toBe('depot')
    expect(tabOf('20,30')).toBeNull()
  })
  it('count what the board counts', () => {
    expect(countsOf(undefined)).toBeNull()
    expect(countsOf({ '20': 3, '40': 1, '60': 2, '-10': 4 })).toMatchObject({
      all: 10,
      confirmed: 3,
      depot: 3,
      closed: 4,
      draft: 0,
    })
  })
})

describe('rows', () => {
  const row = (more: Partial<OrderRow>) =>
    ({
      flags: 0,
      shipmentStatus: '20',
      shipmentPieces: 1,
      shipmentWeight: '0.1',
      ...more,
    }) as OrderRow
  it('are marked, the urgent first', () => {
    expect(marksOf(row({ flags: 1 | 8 }))).toEqual([
      { key: '8', bad: true },
      { key: '1', bad: false },
    ])
    expect(marksOf(row({ shipmentStatus: '45' }))).toEqual([])
    expect(marksOf(row({ shipmentStatus: '82', flags: 8 }))).toEqual([])
  })
})

it('asks quickly first, then ever more slowly, never slower than five seconds', () => {
  const pauses = Array.from({ length: 30 }, (_, at) => pauseAfter(at))
  expect(pauses[0]).toBe(700)
  expect(pauses.every((pause, at) => at === 0 || pause >= (pauses[at - 1] ?? 0))).toBe(true)
  expect(pauses.at(-1)).toBe(5_000)
})
