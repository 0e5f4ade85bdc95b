import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_TRACK_NUMBERS, TRACK_NUMBER } from '#contracts/tracking/public-tracking.limits.ts'
import { parseNumbers } from './parse-numbers.ts'

const number = fc
  .tuple(
    fc.constantFrom('RR', 'JJD', '1Z', 'YT', ''),
    fc.integer({ min: 10_000_000, max: 2_000_000_000 }),
  )
  .map(([prefix, digits]) => `${prefix}${digits}`)
const separator = fc.constantFrom(
  ' ',
  ',',
  ', ',
  ';',
  '\n',
  '\r\n',
  '\t',
  '\t\t',
  '，',
  '；',
  '、',
  '。',
  ' | ',
  '\u3000',
)

describe('parseNumbers', () => {
  it('finds every number whatever stands between them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(number, { minLength: 1, maxLength: MAX_TRACK_NUMBERS }),
        fc.array(separator, { minLength: 40, maxLength: 40 }),
        (numbers, separators) => {
          const text = numbers.map((no, i) => no + separators[i]).join('')
          expect(parseNumbers(text)).toEqual({ numbers, cut: [], duplicates: 0, ignored: [] })
        },
      ),
    )
  })

  it('keeps the first 40 and names what is cut', () => {
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 41, maxLength: 60 }), (numbers) => {
        const parsed = parseNumbers(numbers.join('\n'))
        expect(parsed.numbers).toEqual(numbers.slice(0, MAX_TRACK_NUMBERS))
        expect(parsed.cut).toEqual(numbers.slice(MAX_TRACK_NUMBERS))
      }),
    )
  })

  it('never returns a duplicate, an impossible number or more than the limit, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const { numbers, cut } = parseNumbers(text)
        const all = [...numbers, ...cut]
        expect(new Set(all).size).toBe(all.length)
        expect(numbers.length).toBeLessThanOrEqual(MAX_TRACK_NUMBERS)
        for (const no of all) expect(no).toMatch(TRACK_NUMBER)
      }),
    )
  })

  it('reads its own output back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const { numbers } = parseNumbers(text)
        expect(parseNumbers(numbers.join(',')).numbers).toEqual(numbers)
      }),
    )
  })

  it('counts repeats regardless of case', () => {
    expect(parseNumbers('yt2312345678 YT2312345678\nYT2312345678')).toMatchObject({
      numbers: ['YT2312345678'],
      duplicates: 2,
    })
  })

  it('normalises full-width digits and letters', () => {
    expect(parseNumbers('ＹＴ２３１２３４５６７８').numbers).toEqual(['YT2312345678'])
  })

  it('leaves headings and names of a pasted sheet out and reports it', () => {
    const parsed = parseNumbers(
      '单号\tCustomer\n00340434161094042557\tMüller\n"JJD000390007881234567"\tLi',
    )
    expect(parsed.numbers).toEqual(['00340434161094042557', 'JJD000390007881234567'])
    expect(parsed.ignored).toEqual(['单号', 'Customer', 'Müller', 'Li'])
  })

  it('drops what a mail client hides inside a number', () => {
    expect(parseNumbers('\uFEFF1Z999AA1\u200B0123456784').numbers).toEqual(['1Z999AA10123456784'])
  })

  it.each([
    ['RR 123 456 785 DE', 'RR123456785DE'],
    ['1Z 999 AA1 01 2345 6784', '1Z999AA10123456784'],
    ['00 34043 41610 94042 557', '00340434161094042557'],
    ['(00) 3 4043416 109404255 7', '00340434161094042557'],
    ['0034 0434 4901 0000 0077', '00340434490100000077'],
    [']C100340434490100000077', '00340434490100000077'],
  ])('joins %s, copied in its printed groups', (typed, joined) =>
    expect(parseNumbers(typed).numbers).toEqual([joined]),
  )

  it.each([
    '12345678901 12345678902',
    '0012345678 1234567890',
    'RR123456 789012DE',
    '1Z999AA101 23456784',
  ])('keeps the neighbours %s apart', (typed) =>
    expect(parseNumbers(typed).numbers).toEqual(typed.split(' ')),
  )

  it('finds numbers in any grouping, each on its line, and drops fragments', () => {
    const sscc = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 18, maxLength: 18 })
      .map((digits) => `00${digits.join('')}`)
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.uniqueArray(sscc, { minLength: 1, maxLength: 10 }), sizes, (numbers, by) => {
        const printed = numbers.map((no) => {
          const groups: string[] = []
          for (let at = 0, turn = 0; at < no.length; turn++) {
            const end = at + by[turn % by.length]!
            groups.push(no.slice(at, end))
            at = end
          }
          return groups.join(' ')
        })
        expect(parseNumbers(printed.join('\n')).numbers).toEqual(numbers)
      }),
    )
    expect(parseNumbers('0034 0434 4901')).toMatchObject({
      numbers: [],
      ignored: ['0034', '0434', '4901'],
    })
  })

  it('reports nothing on no input', () => {
    expect(parseNumbers(' \n\t，')).toEqual({ numbers: [], cut: [], duplicates: 0, ignored: [] })
  })
})
