import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinGroups } from '../../kit/number-groups.ts'
import { normaliseNumber, spellingsOf } from './normalise-number.ts'

const scans = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/field-cases/scans.json', import.meta.url), 'utf8'),
) as { scan: string; number: string }[]
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
const number = fc.oneof(
  digits(18).map((found) => `00${found.join('')}`),
  digits(16).map((found) => `1Z${found.join('')}`),
  digits(9).map((found) => `RR${found.join('')}DE`),
)
/** In groups of one to seven characters, as people and labels print long numbers. */
const grouped = (text: string, sizes: readonly number[]) => {
  const groups: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length]!
    groups.push(text.slice(at, at + size))
    at += size
  }
  return groups
}
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 })
const blank = fc.constantFrom(' ', '\u00a0', '\u2009', '\u3000', '  ')
const prefix = fc.constantFrom('', ']C1', ']C0', ']E0', ']d2', ']Q3')

describe('a number as it is printed, typed or scanned', () => {
  it('is the number as it is stored', () => {
    fc.assert(
      fc.property(number, sizes, blank, prefix, fc.boolean(), (no, by, gap, aim, brackets) => {
        const printed = grouped(no, by).join(gap)
        const shown = brackets && no.startsWith('00') ? `(00) ${no.slice(2)}` : printed
        expect(normaliseNumber(`${aim}${shown}`)).toBe(no)
        expect(normaliseNumber(shown.toLowerCase())).toBe(no)
        expect(spellingsOf(`${aim}${shown}`)).toContain(no)
      }),
    )
  })
  it('of an SSCC is found with its 00 and without', () => {
    fc.assert(
      fc.property(digits(18), (found) => {
        const short = found.join('')
        expect(spellingsOf(short)).toContain(`00${short}`)
        expect(spellingsOf(`(00)${short}`)).toContain(short)
      }),
    )
  })
  it.each<readonly [string, string]>([
    ...scans.map(({ scan, number: no }) => [scan, no] as const),
    ['(420)10115(00)340434490100000008', '00340434490100000008'],
    [']C1003404344901000000084201 0115', '00340434490100000008'],
    ['00340434490100000008<GS>42010115', '00340434490100000008'],
    ['[)>\u001e06\u001d(00)340434490100000008\u001e\u0004', '00340434490100000008'],
    ['\u001d402CMR12345678', 'CMR12345678'],
    ['\u001d1Z999AA10123456784', '1Z999AA10123456784'],
    ['(00) 3 4043 4490 1000 0937 7', '00340434490100009377'],
    [']C100340434490100009360', '00340434490100009360'],
  ])('%s', (shown, no) => expect(normaliseNumber(shown)).toBe(no))
  it('with dashes is looked for without them, too', () => {
    expect(spellingsOf('0034-0434-4901-0000-0077')).toContain('00340434490100000077')
    expect(spellingsOf('00000000-0')).toContain('00000000-0')
  })
  it.each(['FBA15DK3-U000001', 'SO-2026-1', 'PO/7781.2', 'A(00)1'])('%s stays', (no) =>
    expect(normaliseNumber(no)).toBe(no),
  )
})

describe('words of one line', () => {
  it('are joined to the numbers they are groups of, several on a line', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, sizes), { minLength: 1, maxLength: 3 }), (found) => {
        const words = found.flatMap(([no, by]) => grouped(no, by))
        const joined = joinGroups(words)
        expect(joined.join('')).toBe(words.join(''))
        if (found.length === 1) expect(joined).toEqual([found[0]![0]])
      }),
    )
  })
  it('that can be numbers by themselves stay apart', () => {
    expect(joinGroups(['0012345678', '1234567890'])).toEqual(['0012345678', '1234567890'])
    expect(joinGroups(['PY1', 'PY2', 'SO-3'])).toEqual(['PY1', 'PY2', 'SO-3'])
  })
  it('next to a whole number', () => {
    expect(
      joinGroups(['0034', '0434', '4901', '0000', '0077', '00340434490100009360', 'PY1']),
    ).toEqual(['00340434490100000077', '00340434490100009360', 'PY1'])
  })
})
