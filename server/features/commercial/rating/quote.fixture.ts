import type { Quote, QuoteResult, RatingInput, Surcharge, Tariff } from './tariff.ts'

/** One zone for all of Germany, first weight 1 kg 5.00, each further 0.5 kg 1.20; divisor 5000. */
export const tariff: Tariff = {
  weight: {
    divisor: 5000,
    wholeCm: true,
    when: { kind: 'ALWAYS' },
    bubbleBp: 10_000,
    steps: [{ upTo: null, step: 500 }],
    rounding: 'sum',
  },
  rules: [],
  partitions: [
    {
      id: '1',
      partitionId: '11',
      partitionCode: 'Z1',
      partitionName: 'Germany',
      country: 'DE',
      matchType: 'ALL',
      from: null,
      to: null,
      priority: 0,
      validFrom: null,
      validTo: null,
    },
    {
      id: '2',
      partitionId: '12',
      partitionCode: 'Z2',
      partitionName: 'France',
      country: 'FR',
      matchType: 'ALL',
      from: null,
      to: null,
      priority: 0,
      validFrom: null,
      validTo: null,
    },
  ],
  fees: [
    {
      id: '21',
      name: 'Sell 2026',
      currency: 'EUR',
      stepMode: 'B',
      active: true,
      validFrom: '2026-01-01',
      validTo: null,
      surcharges: [],
      cells: [
        {
          id: '31',
          partitionId: '11',
          upTo: 1000,
          price: 500n,
          step: 500,
          stepPrice: 120n,
          minPrice: null,
        },
      ],
    },
  ],
}

export const input = (more: Partial<RatingInput> = {}): RatingInput => ({
  date: '2026-01-15',
  destination: { country: 'DE', postalCode: '10115' },
  parcels: [{ grams: 10_000, lengthMm: 620, widthMm: 490, heightMm: 390 }],
  ...more,
})

let ids = 100
export const surcharge = (kind: Surcharge['kind'], more: Partial<Surcharge>): Surcharge => ({
  id: String(++ids),
  name: `Rule ${ids}`,
  tradeItem: '9',
  kind,
  amount: null,
  rateBp: null,
  applies: 'ALWAYS',
  threshold: null,
  validFrom: null,
  validTo: null,
  ...more,
})

export function quoted(result: QuoteResult): Quote {
  if (!result.ok) throw new Error(result.issues.map((issue) => issue.code).join())
  return result.quote
}
