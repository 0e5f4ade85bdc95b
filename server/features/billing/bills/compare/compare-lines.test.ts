import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billMapping } from '#contracts/billing/bill-files.ts'
import { readBillRow } from '../reading/read-bill.ts'
import { decimalOf } from '#server/features/money/recharges/index.ts'
import { sharesOf } from '../lines/split-line.ts'
import { isDamaged, keyOf, numberForms, paddedForms } from './bill-numbers.ts'
import {
  agrees,
  codeOf,
  compareParcel,
  type JudgedLine,
  type BilledParcel,
  type EarlierLine,
  type Finding,
} from './compare-lines.ts'

const TOLERANCE = { amountWithin: 2, amountPercent: 100, weightWithin: 100, weightPercent: 300 }
const PARCEL: BilledParcel = {
  isCancelled: false,
  weight: 1_200,
  zone: 'Z1',
  service: 'ECO',
  currency: 'EUR',
  expected: new Map([
    ['1', 500n],
    ['2', 60n],
  ]),
}
let ids = 0
const line = (change: Partial<JudgedLine> = {}): JudgedLine => ({
  id: String(++ids),
  invoiceNo: 'I1',
  key: 'A1',
  chargeCode: 'FREIGHT',
  tradeItem: '1',
  currency: 'EUR',
  amount: 500n,
  weight: 1_200,
  zone: 'Z1',
  service: 'ECO',
  damaged: false,
  voidNo: false,
  taken: null,
  ...change,
})
const codeIn = (of: JudgedLine, finding: Finding, tolerance = TOLERANCE) =>
  codeOf(
    {
      ...finding,
      tradeItem: of.tradeItem,
      weightBilled: of.weight,
      weightOurs: finding.weight,
      zoneBilled: of.zone,
      zoneOurs: finding.zone,
      serviceBilled: of.service,
      serviceOurs: finding.service,
    },
    tolerance,
    2,
  )
const codes = (
  lines: readonly JudgedLine[],
  parcel = PARCEL,
  earlier: readonly EarlierLine[] = [],
) => {
  const found = compareParcel(lines, parcel, earlier)
  return lines.map((one) =>
    codeIn(
      one,
      found.find(({ id }) => id === one.id)!,
    ),
  )
}
const before = (change: Partial<EarlierLine> = {}): EarlierLine => ({
  ...line({ invoiceNo: 'I0' }),
  expected: 0n,
  ...change,
})

describe('codes', () => {
  test.each<[string, Partial<JudgedLine>, Partial<BilledParcel>, EarlierLine[]]>([
    ['M0', {}, {}, []],
    ['M1', { amount: 502n }, {}, []],
    ['M1', { amount: 505n }, {}, []],
    ['D1', { amount: 506n }, {}, []],
    ['D2', { amount: 400n }, {}, []],
    ['D3', { amount: 700n, weight: 2_000 }, {}, []],
    ['D1', { amount: 700n, weight: 1_300 }, {}, []],
    ['D4', { amount: 700n, zone: 'z 2', weight: 2_000 }, {}, []],
    ['D1', { amount: 700n, zone: 'z 1' }, {}, []],
    ['D5', { amount: 700n, service: 'EXP', zone: 'Z2' }, {}, []],
    ['D6', { tradeItem: null, chargeCode: 'XYZ' }, {}, []],
    ['D6', { tradeItem: '3', chargeCode: 'REMOTE' }, {}, []],
    ['D7', {}, {}, [before()]],
    ['D9', { voidNo: true }, {}, []],
    ['D9', {}, { isCancelled: true }, []],
    ['D10', { amount: 40n }, {}, [before()]],
    ['D10', { amount: -500n }, {}, []],
    ['D10', { chargeCode: 'BASE', amount: 40n }, {}, [before()]],
    ['D11', { currency: 'USD' }, {}, []],
    ['D1', {}, { currency: null, expected: new Map() }, []],
  ])('%s for %o', (code, change, parcel, earlier) => {
    expect(codes([line(change)], { ...PARCEL, ...parcel }, earlier)).toEqual([code])
  })

  test('a charge in two lines is compared by their sum, and repeated exactly it is a duplicate', () => {
    expect(codes([line({ amount: 200n }), line({ amount: 300n })])).toEqual(['M0', 'M0'])
    expect(codes([line(), line()])).toEqual(['M0', 'D7'])
  })

  test('charges differ but the parcel agrees in all: that is noted, and no line is posted as balance', () => {
    const lines = [
      line({ amount: 520n }),
      line({ amount: 40n, tradeItem: '2', chargeCode: 'FUEL' }),
    ]
    const found = compareParcel(lines, PARCEL, [])
    expect(found.map(({ totalDelta }) => totalDelta)).toEqual([0n, 0n])
    expect(agrees(found[0]!.totalDelta!, found[0]!.totalExpected, TOLERANCE, 2)).toBe(true)
    expect(codes(lines)).toEqual(['D1', 'D2'])
  })
})

const lines = fc.array(
  fc.record({
    amount: fc.bigInt({ min: -1_000n, max: 5_000n }),
    tradeItem: fc.constantFrom('1', '2', '3', null),
    chargeCode: fc.constantFrom('F', 'U', 'X'),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
    weight: fc.option(fc.integer({ min: 0, max: 50_000 })),
    voidNo: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('for any lines', () => {
  test('each is judged once, expected and differences add up, and a second time is the same', () => {
    fc.assert(
      fc.property(lines, (made) => {
        const all = made.map((one) => line(one))
        const found = compareParcel(all, PARCEL, [])
        expect(found.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
        const sum = (of: readonly bigint[]) => of.reduce((a, b) => a + b, 0n)
        expect(sum(found.map(({ expected, delta }) => expected + delta))).toBe(
          sum(all.map(({ amount }) => amount)),
        )
        for (const [item, ours] of PARCEL.expected) {
          const own = found.filter(
            ({ id, fixed }) =>
              fixed === null && all.find((one) => one.id === id)!.tradeItem === item,
          )
          expect(sum(own.map(({ expected }) => expected))).toBe(own.length > 0 ? ours : 0n)
        }
        expect(compareParcel(all, PARCEL, [])).toEqual(found)
        expect(compareParcel(all.toReversed(), PARCEL, [])).toEqual(found)
      }),
    )
  })

  test('lines decided and compared over and over never have more than what was accrued', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.boolean(), { maxLength: 12 }), (made, decided) => {
        const all = made.map((one, at) => line({ ...one, invoiceNo: at % 3 === 0 ? 'I2' : 'I1' }))
        const has = new Map<string, bigint>()
        for (const invoiceNo of ['I1', 'I2', 'I1']) {
          const own = all.filter((one) => one.invoiceNo === invoiceNo)
          const others = all
            .filter((one) => one.invoiceNo !== invoiceNo && has.has(one.id))
            .map((one) => ({ ...one, expected: has.get(one.id)! }))
          const found = compareParcel(
            own.map((one) => ({ ...one, taken: has.get(one.id) ?? null })),
            PARCEL,
            others,
          )
          for (const { id, expected } of found)
            if (decided[all.findIndex((one) => one.id === id)]) has.set(id, expected)
          for (const [item, ours] of PARCEL.expected) {
            const parts = [
              ...all.filter((one) => one.tradeItem === item).map(({ id }) => has.get(id) ?? 0n),
              ...found
                .filter(({ id }) => !has.has(id))
                .filter(({ id }) => all.find((one) => one.id === id)!.tradeItem === item)
                .map(({ expected }) => expected),
            ]
            expect(parts.reduce((a, b) => a + b, 0n)).toBeLessThanOrEqual(ours)
          }
        }
      }),
    )
  })

  test('wider tolerances never make a line that fits differ', () => {
    fc.assert(
      fc.property(lines, fc.nat(10_000), fc.nat(10_000), (made, amountWithin, amountPercent) => {
        const all = made.map((one) => line(one))
        for (const finding of compareParcel(all, PARCEL, [])) {
          const of = all.find(({ id }) => id === finding.id)!
          const wide = {
            ...TOLERANCE,
            amountWithin: TOLERANCE.amountWithin + amountWithin,
            amountPercent: TOLERANCE.amountPercent + amountPercent,
          }
          if (codeIn(of, finding).startsWith('M'))
            expect(codeIn(of, finding, wide)).toBe(codeIn(of, finding))
        }
      }),
    )
  })

  test('shares of a split sum to its amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -10_000n, max: 10_000n }),
        fc.array(fc.bigInt({ min: 0n, max: 90_000n }), { minLength: 1, maxLength: 9 }),
        (amount, weights) => {
          const shares = sharesOf(amount, weights)
          expect(shares).toHaveLength(weights.length)
          expect(shares.reduce((a, b) => a + b, 0n)).toBe(amount)
          // Of what is no more than the whole, each has no more than its own.
          if (amount >= 0n && amount <= weights.reduce((a, b) => a + b, 0n))
            for (const [at, share] of shares.entries())
              expect(share).toBeLessThanOrEqual(weights[at]!)
        },
      ),
    )
  })
})

describe('numbers', () => {
  test('have one form, and the forms carriers write', () => {
    expect(keyOf(' 1z 999 aa1 ')).toBe('1Z999AA1')
    expect(numberForms('00340434161094015902')).toContain('340434161094015902')
    // Zeros are never put in front: only suggested.
    expect(numberForms('340434161094015902')).toEqual(['340434161094015902'])
    expect(paddedForms('340434161094015902')).toContain('00340434161094015902')
    const gls = numberForms('12345678901')
    expect(gls).toHaveLength(2)
    expect(numberForms(gls[1]!)).toContain('12345678901')
    const dpd = numberForms('01234567890123')
    expect(dpd[1]).toHaveLength(15)
    expect(numberForms(dpd[1]!)).toContain('01234567890123')
  })

  test('a spreadsheet damaged are named', () => {
    expect(isDamaged('1.9143100000101E+18', false)).toBe(true)
    expect(isDamaged('1,23E+19', false)).toBe(true)
    expect(isDamaged('1914310000010100000', true)).toBe(true)
    expect(isDamaged('1914310000010100000', false)).toBe(false)
    expect(isDamaged('123456789012345', true)).toBe(false)
  })
})

describe('cells', () => {
  const mapping = (decimal: 'point' | 'comma') =>
    billMapping.parse({ columns: { trackNo: 0, amount: 1 }, decimal, dates: 'YMD' })
  const amount = (text: string, decimal: 'point' | 'comma', numbers?: number[]) => {
    const read = readBillRow(
      { row: 2, cells: ['A', text], ...(numbers ? { numbers } : {}) },
      mapping(decimal),
      { invoiceNo: 'I', currency: 'EUR' },
    )
    return 'line' in read ? read.line.amount : 'issue' in read ? read.issue.code : 'blank'
  }
  test.each<[string, 'point' | 'comma', bigint | string]>([
    ['10,00', 'comma', 1_000n],
    ['4.711,98', 'comma', 471_198n],
    ['5', 'comma', 500n],
    ['110.7', 'point', 11_070n],
    ['110.70', 'point', 11_070n],
    ['13', 'point', 1_300n],
    ['1.234,5', 'comma', 123_450n],
    ["1'234.50", 'point', 123_450n],
    ['(12.00)', 'point', -1_200n],
    ['12-', 'point', -1_200n],
    ['-3.000', 'comma', -300_000n],
    ['-100', 'comma', -10_000n],
    ['-14,99', 'comma', -1_499n],
    ['110.7', 'comma', 'bill.amount'],
    ['1.2.3', 'point', 'bill.amount'],
    ['', 'point', 'blank'],
  ])('%s by %s is %s', (text, decimal, wanted) => {
    expect(amount(text, decimal)).toBe(wanted)
  })
  test('a number of a workbook has a point whatever the column’s sign', () => {
    expect(amount('110.7', 'comma', [1])).toBe(11_070n)
  })
  test('the sign of a column follows from all its cells', () => {
    const rows = (...cells: string[]) => cells.map((cell, at) => ({ row: at, cells: [cell] }))
    expect(decimalOf(rows('10,00', '4.711,98', '5'), 0)).toBe('comma')
    expect(decimalOf(rows('10.00', '1,234.5'), 0)).toBe('point')
    expect(decimalOf(rows('10,00', '10.5'), 0)).toBe('mixed')
    expect(decimalOf(rows('5', '1.000'), 0)).toBeNull()
  })
})
