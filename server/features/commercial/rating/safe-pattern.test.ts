import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, MAX_PATTERN } from './safe-pattern.ts'

const test = (pattern: string, code: string) => {
  const compiled = compilePattern(pattern)
  if (!compiled.ok) throw new Error(compiled.problem)
  return compiled.test(code)
}
const problem = (pattern: string) => {
  const compiled = compilePattern(pattern)
  return compiled.ok ? null : compiled.problem
}

describe('postcode patterns', () => {
  it.each([
    ['98[0-4]\\d{2}', '98012', true],
    ['98[0-4]\\d{2}', '98512', false],
    ['98[0-4]\\d{2}', '980123', false],
    ['^(IV|HS|KA27|ZE).*$', 'IV411AA', true],
    ['^(IV|HS|KA27|ZE).*$', 'KA281AA', false],
    ['\\d{2}-\\d{3}', '00950', true],
    ['[^0-9]+\\d', 'AB1', true],
    ['[^0-9]+\\d', '1', false],
    ['aB?1', 'A1', true],
    ['(0[1-9]|[1-8]\\d|9[0-8])\\d{3}', '75001', true],
    ['(0[1-9]|[1-8]\\d|9[0-8])\\d{3}', '99001', false],
    ['', '', true],
    ['', '1', false],
    ['\\w{3,5}', 'AB12', true],
    ['\\w{3,5}', 'AB', false],
    ['(AB|C){2}1', 'ABC1', true],
    ['1{2,}', '111', true],
    ['1{2,}', '1', false],
  ])('%s on %s: %s', (pattern, code, expected) => {
    expect(test(pattern, code)).toBe(expected)
  })

  it.each([
    ['(a+)+', 'nestedRepeat'],
    ['(a*|b)*', 'nestedRepeat'],
    ['((ab)?c){2}', 'nestedRepeat'],
    ['a**', 'nestedRepeat'],
    ['a+?', 'nestedRepeat'],
    ['(a', 'badSyntax'],
    ['a)', 'badSyntax'],
    ['[a', 'badSyntax'],
    ['[]', 'badSyntax'],
    ['[z-a]', 'badSyntax'],
    ['[0-Z]', 'badSyntax'],
    ['*a', 'badSyntax'],
    ['a{', 'badSyntax'],
    ['a{3,1}', 'badSyntax'],
    ['a{99}', 'badSyntax'],
    ['\\D', 'badSyntax'],
    ['\\1', 'badSyntax'],
    ['a\\', 'badSyntax'],
    ['(?=a)', 'badSyntax'],
    ['(?<n>a)', 'badSyntax'],
    ['é', 'badSyntax'],
    ['(((((a)))))', 'badSyntax'],
    ['1'.repeat(MAX_PATTERN + 1), 'tooLong'],
  ])('%s is refused as %s', (pattern, expected) => {
    expect(problem(pattern)).toBe(expected)
  })

  const atom = fc.constantFrom(
    'A',
    'B',
    '1',
    '2',
    '.',
    '\\d',
    '\\w',
    '[A-C]',
    '[^1]',
    '[12B]',
    '(A|B1)',
    '(?:1|2|)',
  )
  const piece = fc
    .tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}', '{1,}'))
    .map(([a, q]) => a + q)
  const pattern = fc
    .array(
      fc.array(piece, { maxLength: 6 }).map((p) => p.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((p) => p.join('|'))

  it('mean what regular expressions mean', () => {
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[AB12C]{0,8}$/), (text, code) => {
        expect(test(text, code)).toBe(new RegExp(`^(?:${text})$`).test(code))
      }),
      { numRuns: 3000 },
    )
  })

  it('never throw on what is typed, and answer on what would hang an engine', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[()[\]|?*+{},\\dw0-9A-Z^$.-]{0,40}$/)),
        (text) => void compilePattern(text),
      ),
    )
    expect(test('\\d*'.repeat(60), `${'1'.repeat(23)}A`)).toBe(false)
    expect(test('(1|1|1)'.repeat(28), `${'1'.repeat(23)}A`)).toBe(false)
    expect(test('1?'.repeat(100), '1'.repeat(24))).toBe(true)
    expect(test('.*', '1'.repeat(25))).toBe(false)
  })
})
