import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecast, levelOf } from '#contracts/commercial/numbers/number-sources.ts'
import { numberAt, type NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import { columnsOf, isError, readRow } from './file-rows.ts'
import { segmentOf } from './known-numbers.ts'
import { SeenNumbers } from './seen-numbers.ts'

const PLAIN = { number: 0, thirdId: 1, thirdMark: 2 }
const read = (cells: string[], scheme: Parameters<typeof readRow>[2] = null) =>
  readRow({ row: 1, cells }, PLAIN, scheme)

describe('a row of a file', () => {
  test('of letters, digits and dashes is taken as it is, whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Z][0-9A-Z-]{0,30}[0-9A-Z]$/),
        fc.constantFrom('', ' ', '\u3000', '\ufeff'),
        (number, blank) => {
          fc.pre(!/^\d(?:[.,]\d+)?E\+\d+$/i.test(number))
          const row = read([blank + number.toLowerCase() + blank, 'third', ''])
          expect(row).toEqual({ row: 1, number, thirdId: 'third', thirdMark: null })
        },
      ),
    )
  })

  test('never throws and never yields a number of another shape', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 4 }),
        (cells) => {
          const row = read(cells)
          if (isError(row)) expect(row.code).toMatch(/^poolNumber\./)
          else expect(row.number).toMatch(/^[0-9A-Z-]{1,40}$/)
        },
      ),
    )
  })

  test('with one digit changed is refused by the check digit', () => {
    const segment: NumberSegment = {
      scheme: 'GLS',
      prefix: '716',
      suffix: '',
      start: 0n,
      end: 99_999_999n,
      next: 0n,
    }
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 99_999_999n }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 9 }),
        (serial, at, by) => {
          const number = numberAt(segment, serial)
          expect(isError(read([number], 'GLS'))).toBe(false)
          const digit = (Number(number[at]) + by) % 10
          const wrong = number.slice(0, at) + digit + number.slice(at + 1)
          expect(read([wrong], 'GLS')).toMatchObject({ code: 'poolNumber.badCheck' })
        },
      ),
    )
  })

  test('finds its columns by their headings, in any order, or takes the first three', () => {
    expect(columnsOf(['转单号', '单号'])).toEqual({
      columns: { number: 1, thirdId: 0, thirdMark: -1 },
      heading: true,
    })
    expect(columnsOf(['Tracking Number', 'Third-ID'])).toMatchObject({
      columns: { number: 0, thirdId: 1 },
      heading: true,
    })
    expect(columnsOf(['RB123456785GB'])).toEqual({ columns: PLAIN, heading: false })
    expect(columnsOf(['what'])).toEqual({ columns: PLAIN, heading: true })
  })
})

test('numbers seen are exactly those added', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 3_000 }), (numbers) => {
      const [seen, known] = [new SeenNumbers(), new Set<string>()]
      for (const number of numbers) {
        expect(seen.add(number)).toBe(!known.has(number))
        known.add(number)
      }
    }),
    { numRuns: 20 },
  )
  const seen = new SeenNumbers()
  for (let at = 0; at < 300_000; at++) if (!seen.add(`LX${at}DE`)) expect.fail(String(at))
  expect(seen.add('LX299999DE')).toBe(false)
})

test('a number lies in a segment exactly when the segment can issue it', () => {
  const range = fc.tuple(
    fc.bigInt({ min: 0n, max: 9_000n }),
    fc.bigInt({ min: 0n, max: 900n }),
    fc.bigInt({ min: 0n, max: 99_999n }),
  )
  fc.assert(
    fc.property(range, ([start, size, serial]) => {
      const segment: NumberSegment = {
        scheme: 'GLS',
        prefix: '716649',
        suffix: '',
        start,
        end: start + size,
        next: start,
      }
      const [first, last] = [numberAt(segment, start), numberAt(segment, segment.end)]
      let lead = 0
      while (lead < first.length && first[lead] === last[lead]) lead++
      const known = {
        code: 'G',
        own: true,
        segment,
        lead: first.slice(0, lead),
        length: last.length,
      }
      const number = numberAt({ ...segment, start: 0n, end: 99_999n }, serial)
      const inside = serial >= start && serial <= segment.end
      expect(segmentOf(number, [known]) !== null).toBe(inside)
    }),
  )
})

describe('the forecast', () => {
  test('is null without use and never longer for more use', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e6), fc.nat(1e6), fc.nat(60), (free, used, more, days) => {
        const one = forecast(free, used, days).daysLeft
        const two = forecast(free, used + more, days).daysLeft
        if (used === 0) expect(one).toBeNull()
        else expect(two!).toBeLessThanOrEqual(one!)
      }),
    )
  })
  test('is low at its mark and empty at none', () => {
    expect([
      levelOf(11, 100, 10),
      levelOf(10, 100, 10),
      levelOf(0, 100, 10),
      levelOf(0, 0, 10),
    ]).toEqual(['ok', 'low', 'empty', 'ok'])
  })
})
