import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ORDER_ATTRIBUTES, SURCHARGE_BASES, type StepMode } from '#contracts/commercial/rating.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import { checkFeeTable, priceFreight } from './price-fee.ts'
import { quote, quoteToWire } from './quote.ts'
import { input, quoted, surcharge, tariff } from './quote.fixture.ts'
import { inRange, normalisePostcode, readRange } from './postcodes.ts'
import { remoteIndex, remoteList, type RemoteEntry } from './remote-list.ts'
import { isValidOn, type FeeCell, type FeeTable, type Surcharge } from './tariff.ts'

const [fee] = tariff.fees as [FeeTable]
const index = (rates: [string, number][]) => ({
  name: '燃油',
  nameEn: 'Fuel index',
  rates: rates.map(([month, rateBp]) => ({ month, rateBp })),
})
const withRules = (surcharges: readonly Surcharge[], currency = 'EUR') => ({
  ...tariff,
  fees: [{ ...fee, currency, surcharges }],
})
const linesOf = (rules: readonly Surcharge[], more = {}) =>
  quoted(quote(input(more), withRules(rules))).lines.slice(1)

describe('fuel by month', () => {
  const fuel = (rates: [string, number][]) =>
    surcharge('PERCENT', { tradeItem: '2', fuel: index(rates) })

  test('takes the rate of the month, else that of the month before', () => {
    const rule = fuel([
      ['2026-02', 2000],
      ['2025-12', 1000],
    ])
    const months = ['2026-02-28', '2026-01-15', '2025-12-01', '2027-05-01']
    const rates = months.map(
      (date) => linesOf([rule], { date: date < '2026' ? '2026-01-01' : date })[0]?.params.rate,
    )
    expect(rates).toEqual(['20', '10', '10', '20'])
    expect(linesOf([rule])[0]).toMatchObject({
      code: 'percent.fuel',
      params: { index: '燃油', indexEn: 'Fuel index', month: '2025-12' },
    })
  })

  test('without a rate up to the month there is no price', () => {
    const result = quote(input(), withRules([fuel([['2026-02', 2000]])]))
    expect(result).toMatchObject({ ok: false, issues: [{ code: 'rate.noFuelRate' }] })
  })

  test('is taken of the freight and of what is marked, not of the rest', () => {
    const [remote, handling, fuelLine] = linesOf([
      surcharge('SHIPMENT', { tradeItem: '3', amount: 1000n, inFuel: true }),
      surcharge('SHIPMENT', { tradeItem: '9', amount: 500n }),
      fuel([['2026-01', 1000]]),
    ])
    const { lines } = quoted(quote(input(), tariff))
    expect([remote?.amount, handling?.amount]).toEqual([1000n, 500n])
    expect(fuelLine?.amount).toBe(((lines[0]?.amount ?? 0n) + 1000n) / 10n)
  })
})

describe('remote postcodes', () => {
  const entry = (country: string, from: string | null, to: string | null = null, more = {}) => ({
    country,
    from,
    to,
    validFrom: null,
    validTo: null,
    ...more,
  })

  test('name the list and the line in the explanation', () => {
    const remote = remoteList({ name: '偏远', nameEn: 'Remote' }, [entry('DE', '10110', '10120')])
    const [line] = linesOf([
      surcharge('SHIPMENT', { tradeItem: '3', amount: 250n, applies: 'POSTCODE', remote }),
    ])
    expect(line?.why).toEqual({
      code: 'when.LIST',
      params: {
        country: 'DE',
        postcode: '10115',
        from: '10110',
        to: '10120',
        list: '偏远',
        listEn: 'Remote',
      },
    })
  })

  test('the search finds what a walk through all lines finds', () => {
    const part = fc.constantFrom(
      '1',
      '2',
      '10',
      '11',
      '99',
      '10115',
      'AB',
      'AB1',
      'AB38',
      'KW',
      'Z',
    )
    const row = fc.record({
      country: fc.constantFrom('DE', 'GB'),
      from: fc.option(part, { nil: null }),
      to: fc.option(part, { nil: null }),
      validFrom: fc.constantFrom(null, '2026-01-01'),
      validTo: fc.constantFrom(null, '2026-06-30'),
    })
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.constantFrom('DE', 'GB'),
        fc.oneof(part, fc.string({ maxLength: 6 })),
        fc.constantFrom('2025-12-31', '2026-03-01', '2026-07-01'),
        (rows, country, postalCode, date) => {
          const entries: RemoteEntry[] = rows.filter(({ from, to }) => from !== null || to === null)
          const code = normalisePostcode(postalCode, country)
          const slow = entries.some(
            (one) =>
              one.country === country &&
              isValidOn(one, date) &&
              (one.from === null ||
                (code !== '' &&
                  inRange(readRange(country, one.from, one.to ?? one.from), country, code))),
          )
          const found = remoteIndex(entries)({ country, postalCode }, date)
          expect(found !== null).toBe(slow)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('sums', () => {
  const rule = fc
    .record({
      kind: fc.constantFrom('SHIPMENT', 'PARCEL', 'PERCENT', 'DISCOUNT', 'TAX' as const),
      tradeItem: fc.constantFrom('2', '3', '4', '9', '16', '17' as const),
      amount: fc.bigInt(1n, 5_000_000n),
      rateBp: fc.integer({ min: 0, max: 10_000 }),
      of: fc.option(fc.constantFrom(...SURCHARGE_BASES), { nil: undefined }),
      minAmount: fc.option(fc.bigInt(0n, 9_999n), { nil: null }),
      inFuel: fc.boolean(),
      monthly: fc.boolean(),
      fixed: fc.boolean(),
      applies: fc.constantFrom('ALWAYS', 'WEIGHT', 'LONGEST', 'GIRTH', 'ATTRIBUTE' as const),
      threshold: fc.integer({ min: 0, max: 3000 }),
      attribute: fc.constantFrom(...ORDER_ATTRIBUTES),
    })
    .map(({ monthly, fixed, of, ...one }) => {
      const share = ['PERCENT', 'TAX'].includes(one.kind) || (one.kind === 'DISCOUNT' && !fixed)
      return surcharge(one.kind, {
        ...one,
        ...(of ? { of } : {}),
        amount: share ? null : one.amount,
        rateBp: share ? one.rateBp : null,
        fuel: one.kind === 'PERCENT' && monthly ? index([['2026-01', one.rateBp]]) : null,
      })
    })

  test('lines, tax included, sum to the total; the same order comes to the same', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 10 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 4 }),
        fc.subarray([...ORDER_ATTRIBUTES]),
        fc.bigInt(0n, 900_000n),
        (rules, currency, grams, attributes, declaredValue) => {
          const asked = input({
            attributes,
            declaredValue,
            codAmount: declaredValue / 3n,
            insuredAmount: declaredValue / 7n,
            parcels: grams.map((one) => ({
              grams: one,
              lengthMm: one % 1500,
              widthMm: 100,
              heightMm: 100,
            })),
          })
          const priced = quoted(quote(asked, withRules(rules, currency)))
          expect(priced.lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(priced.total)
          expect(priced.total).toBeGreaterThanOrEqual(0n)
          const wire = quoteToWire(priced)
          const minor = (text: string) => {
            const parsed = parseMoney(text.replace('-', ''), currency, 'any')!.minor
            return text.startsWith('-') ? -parsed : parsed
          }
          expect(wire.lines.reduce((sum, { amount }) => sum + minor(amount), 0n)).toBe(
            minor(wire.total),
          )
          const again = quoted(quote(asked, withRules(rules.toReversed(), currency)))
          expect(quoteToWire(again)).toEqual(wire)
        },
      ),
      { numRuns: 500 },
    )
  })
})

test('without a warning the price never falls with weight', () => {
  const cell = fc.record({
    upTo: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: null }),
    price: fc.bigInt(0n, 3000n),
    step: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: null }),
    stepPrice: fc.option(fc.bigInt(0n, 900n), { nil: null }),
    minPrice: fc.option(fc.bigInt(0n, 3000n), { nil: null }),
  })
  let [warned, clean] = [0, 0]
  fc.assert(
    fc.property(
      fc.constantFrom<StepMode>('A', 'B', 'C', 'D'),
      fc.array(cell, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 2, maxLength: 40 }),
      (stepMode, rows, weights) => {
        const cells = rows.map((row, at): FeeCell => ({
          ...row,
          id: String(at),
          partitionId: '11',
          stepPrice: stepMode === 'B' && row.step === null ? null : row.stepPrice,
        }))
        const table = { ...fee, stepMode, cells }
        const issues = checkFeeTable(table)
        if (issues.length > 0) {
          warned += 1
          return
        }
        clean += 1
        const edges = cells.flatMap(({ upTo }) => (upTo === null ? [] : [upTo, upTo + 1]))
        let last = -1n
        for (const grams of [...weights, ...edges].toSorted((a, b) => a - b)) {
          const result = priceFreight(table, { id: '11', code: 'Z1' }, grams)
          if (!result.ok) continue
          expect(result.price.amount, `${stepMode} at ${grams} g`).toBeGreaterThanOrEqual(last)
          last = result.price.amount
        }
      },
    ),
    { numRuns: 4000 },
  )
  expect(clean).toBeGreaterThan(300)
  expect(warned).toBeGreaterThan(300)
})
