import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkWork } from './number-checks.ts'
import { recognise } from './number-formats.ts'
import {
  buildNumber,
  exampleOf,
  explainNumber,
  isValidNumber,
  normaliseNumber,
  NUMBER_SCHEMES,
  numberIssue,
  patternIssue,
  schemesOf,
  serialOf,
  serialWidth,
} from './number-schemes.ts'
import type { NumberPattern, NumberScheme } from './number-schemes.ts'

const digits = (min: number, max = min) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`))
const of = (
  scheme: NumberScheme,
  prefix: fc.Arbitrary<string>,
  more: Partial<Record<'suffix', fc.Arbitrary<string>>> = {},
) => fc.record({ scheme: fc.constant(scheme), prefix, suffix: more.suffix ?? fc.constant('') })

const patterns: Record<NumberScheme, fc.Arbitrary<NumberPattern>> = {
  S10: of('S10', fc.stringMatching(/^[A-Z]{2}[0-9]{0,5}$/), {
    suffix: fc.constantFrom('GB', 'DE', 'CN', 'NL'),
  }),
  SSCC: of('SSCC', digits(0, 14)),
  SSCC20: of('SSCC20', digits(0, 14)),
  IDENT: of('IDENT', digits(0, 9)),
  LEIT: of('LEIT', digits(0, 12)),
  DPD: of('DPD', digits(0, 12)),
  DPD28: of('DPD28', fc.stringMatching(/^[0-9A-Z]{7}[0-9]{0,12}$/), { suffix: digits(6) }),
  GLS: of('GLS', digits(0, 9)),
  HERMES: of('HERMES', digits(0, 12)),
  UPS: of('UPS', fc.stringMatching(/^[0-9A-Z]{6,8}$/)),
  DHL_EXPRESS: digits(0, 5).chain((prefix) =>
    fc.constantFrom(9, 10).map((total) => ({
      scheme: 'DHL_EXPRESS' as const,
      prefix,
      suffix: '',
      width: total - prefix.length,
    })),
  ),
  USPS: of('USPS', digits(4, 20)),
  FEDEX: of('FEDEX', digits(0, 9)),
  YUNEXPRESS: of('YUNEXPRESS', digits(0, 14)),
  CUSTOM: fc.record({
    scheme: fc.constant('CUSTOM' as const),
    prefix: fc.stringMatching(/^[A-Z]{0,3}$/),
    suffix: fc.stringMatching(/^[0-9A-Z-]{0,3}$/),
    width: fc.constant(8),
    checkRule: fc.constantFrom('none', 'mod10_31', 'mod10_49', 'mod37_36', 'mod7', 'mod11_s10'),
  }),
}

const built = (scheme: NumberScheme) =>
  patterns[scheme]
    .filter((p) => patternIssue(p) === null)
    .chain((pattern) =>
      fc
        .bigInt({ min: 0n, max: 10n ** BigInt(serialWidth(pattern)) - 1n })
        .map((serial) => ({ pattern, serial, number: buildNumber(pattern, serial) })),
    )

describe('published numbers', () => {
  it.each([
    ['S10', 'RB123456785GB'],
    ['SSCC', '106141411234567897'],
    ['SSCC20', '00340434292135100124'],
    ['SSCC20', '00340433836442636597'],
    ['IDENT', '218025809066'],
    ['LEIT', '21348075016401'],
    ['DPD', '09980000020033F'],
    ['DPD28', '008182709980000020033350276C'],
    ['GLS', '716649153647'],
    ['GLS', '604831862623'],
    ['GLS', '601079548470'],
    ['HERMES', '09133131530724'],
    ['UPS', '1Z5R89390357567127'],
    ['DHL_EXPRESS', '3318810025'],
    ['USPS', '9400111206206406260787'],
    ['FEDEX', '986578788855'],
    ['YUNEXPRESS', 'YT2229521272164446'],
  ] as const)('%s %s is sound', (scheme, number) => {
    expect(numberIssue(scheme, number)).toBeNull()
    expect(schemesOf(number)).toContain(scheme)
    expect(isValidNumber(scheme, ` ${number.toLowerCase().replace(/(....)/g, '$1 ')}`)).toBe(true)
    expect(numberIssue(scheme, `${number}1`)).not.toBeNull()
  })

  it('shows an example of every scheme but the free one', () => {
    for (const scheme of NUMBER_SCHEMES.filter((s) => s !== 'CUSTOM'))
      expect(isValidNumber(scheme, exampleOf(scheme))).toBe(true)
  })
})

describe.each(NUMBER_SCHEMES.map((scheme) => ({ scheme })))(
  'built $scheme numbers',
  ({ scheme }) => {
    it('are sound, give their serial back and differ when their serials differ', () => {
      fc.assert(
        fc.property(built(scheme), ({ pattern, serial, number }) => {
          expect(numberIssue(scheme, number, pattern)).toBeNull()
          if (scheme !== 'CUSTOM') expect(numberIssue(scheme, number)).toBeNull()
          expect(serialOf(pattern, number)).toBe(serial)
          expect(explainNumber(pattern, serial) === null).toBe(
            scheme === 'YUNEXPRESS' ||
              (scheme === 'CUSTOM' && (pattern.checkRule ?? 'none') === 'none'),
          )
          if (serial > 0n) expect(buildNumber(pattern, serial - 1n)).not.toBe(number)
          expect(() => buildNumber(pattern, 10n ** BigInt(serialWidth(pattern)))).toThrow(
            'serialTooLong',
          )
          expect(() => buildNumber(pattern, -1n)).toThrow('serialTooLong')
        }),
      )
    })
  },
)

describe('one wrong digit', () => {
  const mistyped = (scheme: NumberScheme) =>
    built(scheme)
      .chain((b) =>
        fc.record({
          b: fc.constant(b),
          at: fc.nat(b.number.length - 1),
          digit: fc.integer({ min: 0, max: 9 }).map(String),
        }),
      )
      .filter(({ b, at, digit }) => /\d/.test(b.number.charAt(at)) && b.number.charAt(at) !== digit)
      .map(({ b, at, digit }) => ({
        ...b,
        at,
        was: Number(b.number.charAt(at)),
        digit: Number(digit),
        wrong: b.number.slice(0, at) + digit + b.number.slice(at + 1),
      }))

  it.each(['SSCC', 'HERMES', 'USPS', 'GLS', 'DPD', 'DPD28'] as const)(
    'is always caught in %s',
    (scheme) => {
      fc.assert(
        fc.property(mistyped(scheme), ({ wrong }) => {
          expect(numberIssue(scheme, wrong)).toBe('badCheck')
        }),
      )
    },
  )

  it.each(['IDENT', 'LEIT'] as const)(
    'is caught in %s unless a digit weighted 4 is out by five',
    (scheme) => {
      fc.assert(
        fc.property(mistyped(scheme), ({ wrong, at, was, digit, number }) => {
          const blind = at % 2 === 0 && at < number.length - 1 && Math.abs(was - digit) === 5
          expect(isValidNumber(scheme, wrong)).toBe(blind)
        }),
      )
    },
  )

  it('is caught in DHL Express unless it is out by seven', () => {
    fc.assert(
      fc.property(mistyped('DHL_EXPRESS'), ({ wrong, was, digit, at, number }) => {
        expect(isValidNumber('DHL_EXPRESS', wrong)).toBe(
          at < number.length - 1 && Math.abs(was - digit) === 7,
        )
      }),
    )
  })

  it('is caught in UPS unless a digit weighted 2 is out by five', () => {
    fc.assert(
      fc.property(mistyped('UPS'), ({ wrong, was, digit, at, number }) => {
        const lead = at < 2
        const blind =
          !lead && (at - 2) % 2 === 1 && at < number.length - 1 && Math.abs(was - digit) === 5
        expect(isValidNumber('UPS', wrong)).toBe(blind)
      }),
    )
  })
})

describe('patterns', () => {
  const custom = (more: Partial<NumberPattern>): NumberPattern => ({
    scheme: 'CUSTOM',
    prefix: 'PY',
    suffix: '',
    width: 8,
    checkRule: 'none',
    ...more,
  })

  it.each([
    [{ scheme: 'S10', prefix: 'R1', suffix: 'GB' }, 'badPrefix'],
    [{ scheme: 'S10', prefix: 'RB', suffix: 'GBR' }, 'badSuffix'],
    [{ scheme: 'S10', prefix: 'RB', suffix: '' }, 'badSuffix'],
    [{ scheme: 'GLS', prefix: '12345678901', suffix: '' }, 'badPrefix'],
    [{ scheme: 'GLS', prefix: '71', suffix: 'X' }, 'badSuffix'],
    [{ scheme: 'GLS', prefix: '71', suffix: '', width: 4 }, 'badWidth'],
    [{ scheme: 'DHL_EXPRESS', prefix: '33', suffix: '', width: 4 }, 'badWidth'],
    [{ scheme: 'DHL_EXPRESS', prefix: '33', suffix: '' }, 'badWidth'],
    [{ scheme: 'SSCC', prefix: '3', suffix: '', checkRule: 'mod7' }, 'badCheckRule'],
    [custom({ prefix: 'py' }), 'badPrefix'],
    [custom({ width: 0 }), 'badWidth'],
    [custom({ width: 19 }), 'badWidth'],
    [custom({ width: 7, checkRule: 'mod11_s10' }), 'badWidth'],
    [custom({ prefix: 'PY1', checkRule: 'mod11_s10' }), 'badWidth'],
    [custom({ suffix: 'de' }), 'badSuffix'],
  ] as [NumberPattern, string][])('%j is refused as %s', (pattern, issue) => {
    expect(patternIssue(pattern)).toBe(issue)
    expect(() => buildNumber(pattern, 1n)).toThrow(issue)
    expect(serialOf(pattern, '1')).toBeNull()
  })

  it('a foreign number is distinguished from a badly copied one', () => {
    const pattern = custom({ checkRule: 'mod10_31', suffix: '-X' })
    const number = buildNumber(pattern, 42n)
    expect(numberIssue('CUSTOM', number, pattern)).toBeNull()
    expect(numberIssue('CUSTOM', number.replace('00042', '00043'), pattern)).toBe('badCheck')
    expect(numberIssue('CUSTOM', number.replace('PY', 'PX'), pattern)).toBe('badShape')
    expect(numberIssue('CUSTOM', number.replace('-X', '-Y'), pattern)).toBe('badShape')
    expect(numberIssue('CUSTOM', number)).toBe('badShape')
  })

  it('build what a recogniser of carriers recognises', () => {
    const s10 = buildNumber({ scheme: 'S10', prefix: 'LX', suffix: 'DE' }, 12_345_678n)
    expect(recognise(s10).map((hit) => hit.courier)).toContain('s10')
    const ups = buildNumber({ scheme: 'UPS', prefix: '5R893903', suffix: '' }, 5_756_712n)
    expect(ups).toBe('1Z5R89390357567127')
    const dpd = buildNumber({ scheme: 'DPD', prefix: '0998', suffix: '' }, 20_033n)
    expect(
      buildNumber(
        { scheme: 'DPD28', prefix: '0081827', suffix: '350276' },
        BigInt(dpd.slice(0, -1)),
      ),
    ).toBe('008182709980000020033350276C')
  })

  it('show the work behind a check digit', () => {
    expect(checkWork('mod10_31', '10614141123456789')).toMatchObject({
      modulus: 10,
      check: '7',
      remainder: 3,
    })
    const work = explainNumber({ scheme: 'S10', prefix: 'RB', suffix: 'GB' }, 12_345_678n)
    expect(work?.steps.map((s) => s.result)).toEqual([8, 12, 12, 8, 15, 30, 63, 56])
    expect(work).toMatchObject({ sum: 204, modulus: 11, remainder: 6, check: '5' })
  })

  it('normalise what scanners, keyboards and spreadsheets deliver', () => {
    expect(normaliseNumber(' rb 123\u00a0456\t785 gb\u200b ')).toBe('RB123456785GB')
    expect(normaliseNumber('ＲＢ１２３４５６７８５ＧＢ')).toBe('RB123456785GB')
  })
})
