import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  capacity,
  isExhausted,
  isLow,
  leftBasisPoints,
  numberAt,
  remaining,
  segmentIssue,
  segmentsOverlap,
  reserveSerials,
} from './number-segments.ts'
import type { NumberSegment } from './number-segments.ts'

const gls = (start: bigint, end: bigint, next = start): NumberSegment => ({
  scheme: 'GLS',
  prefix: '71',
  suffix: '',
  start,
  end,
  next,
})

const segments = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 999_999_999n }),
    fc.bigInt({ min: 0n, max: 999_999_999n }),
    fc.nat(100),
  )
  .map(([a, b, share]) => {
    const [start, end] = a < b ? [a, b] : [b, a]
    return gls(start, end, start + ((end - start + 1n) * BigInt(share)) / 100n)
  })

describe('number segments', () => {
  it('lose exactly what is taken, never hand a serial out twice and end exhausted', () => {
    fc.assert(
      fc.property(
        segments,
        fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 20 }),
        (segment, counts) => {
          expect(segmentIssue(segment)).toBeNull()
          let now = segment
          for (const count of counts) {
            const taken = reserveSerials(now, count)
            if (!taken) {
              expect(remaining(now)).toBeLessThan(BigInt(count))
              continue
            }
            expect(taken.first).toBe(now.next)
            expect(taken.last - taken.first + 1n).toBe(BigInt(count))
            expect(taken.last).toBeLessThanOrEqual(segment.end)
            const after = { ...now, next: taken.next }
            expect(remaining(now) - remaining(after)).toBe(BigInt(count))
            now = after
          }
          expect(now.next - now.start + remaining(now)).toBe(capacity(now))
          const empty = { ...now, next: now.end + 1n }
          expect([
            isExhausted(empty),
            isLow(empty),
            reserveSerials(empty, 1),
            leftBasisPoints(empty),
          ]).toEqual([true, true, null, 0])
        },
      ),
    )
  })

  it('reads low at its mark and not before', () => {
    expect(isLow(gls(1n, 1000n, 900n))).toBe(false)
    expect(isLow(gls(1n, 1000n, 901n))).toBe(true)
    expect(isLow(gls(1n, 1000n, 801n), 20)).toBe(true)
    expect(leftBasisPoints(gls(1n, 1000n, 2n))).toBe(9990)
    expect(leftBasisPoints(gls(1n, 1_000_000n, 2n))).toBe(9999)
    expect(leftBasisPoints(gls(1n, 1000n))).toBe(10_000)
  })

  it.each([
    [gls(5n, 4n), 'badRange'],
    [gls(-1n, 4n), 'badRange'],
    [gls(0n, 1_000_000_000n), 'endTooLong'],
    [gls(5n, 9n, 4n), 'nextOutside'],
    [gls(5n, 9n, 11n), 'nextOutside'],
    [{ ...gls(0n, 1n), prefix: 'x' }, 'badPrefix'],
  ] as [NumberSegment, string][])('refuses a bad one (%#)', (segment, issue) => {
    expect(segmentIssue(segment)).toBe(issue)
  })

  it('takes the width of a free serial from its end', () => {
    const internal: NumberSegment = {
      scheme: 'CUSTOM',
      prefix: 'PY',
      suffix: '',
      start: 1n,
      end: 999_999n,
      next: 1n,
      checkRule: 'none',
    }
    expect(numberAt(internal, 7n)).toBe('PY000007')
    expect(numberAt({ ...internal, width: 9 }, 7n)).toBe('PY000000007')
    expect(() => numberAt(internal, 1_000_000n)).toThrow('serialOutside')
    expect(() => numberAt(internal, 0n)).toThrow('serialOutside')
  })

  it('knows two that would hand out the same number', () => {
    const whole = gls(0n, 999_999_999n)
    expect(segmentsOverlap(whole, { ...gls(5n, 9n), prefix: '7100' })).toBe(true)
    expect(segmentsOverlap({ ...gls(5n, 9n), prefix: '7100' }, whole)).toBe(true)
    expect(segmentsOverlap(gls(0n, 9n), gls(10n, 19n))).toBe(false)
    expect(segmentsOverlap(gls(0n, 9n), gls(9n, 19n))).toBe(true)
    expect(segmentsOverlap(gls(0n, 9n), { ...gls(0n, 9n), prefix: '72' })).toBe(false)
    // Twelve digits of either, whose check digits agree in one of ten.
    expect(segmentsOverlap(whole, { ...whole, scheme: 'IDENT' })).toBe(true)
    const sscc: NumberSegment = { ...gls(0n, 9n), scheme: 'SSCC', prefix: '340434292' }
    expect(segmentsOverlap(sscc, { ...sscc, scheme: 'SSCC20' })).toBe(true)
    // The same digits, whatever they are called and wherever their prefix ends.
    const custom: NumberSegment = {
      scheme: 'CUSTOM',
      prefix: '00340434292',
      suffix: '',
      checkRule: 'none',
      start: 0n,
      end: 999_999_999n,
      next: 0n,
    }
    expect(segmentsOverlap(custom, { ...sscc, scheme: 'SSCC20' })).toBe(true)
    expect(segmentsOverlap(sscc, custom)).toBe(true)
    expect(segmentsOverlap({ ...custom, prefix: '00350434292' }, sscc)).toBe(false)
    const digits = { ...custom, prefix: '71', end: 9_999_999_999n }
    expect(segmentsOverlap(digits, whole)).toBe(true)
    const endings = { ...custom, prefix: 'RB', end: 99_999_999n }
    expect(segmentsOverlap({ ...endings, suffix: 'GB' }, { ...endings, suffix: 'CN' })).toBe(false)
    expect(segmentsOverlap({ ...endings, suffix: '0' }, { ...endings, end: 999_999_999n })).toBe(
      true,
    )
  })

  it('overlap exactly when a number is shared', () => {
    const small = fc
      .record({
        prefix: fc.constantFrom('', '7', '71', '710'),
        from: fc.nat(30),
        more: fc.nat(8),
        width: fc.constantFrom(2, 3),
        checkRule: fc.constantFrom('mod10_31', 'none'),
      })
      .map(({ prefix, from, more, width, checkRule }): NumberSegment => ({
        scheme: 'CUSTOM',
        prefix,
        suffix: '',
        width,
        checkRule,
        start: BigInt(from),
        end: BigInt(from + more),
        next: BigInt(from),
      }))
    const all = (s: NumberSegment) =>
      Array.from({ length: Number(capacity(s)) }, (_, i) => numberAt(s, s.start + BigInt(i)))
    fc.assert(
      fc.property(small, small, (a, b) => {
        const shared = all(a).some((number) => all(b).includes(number))
        expect(segmentsOverlap(a, b)).toBe(shared)
      }),
      { numRuns: 2000 },
    )
  })
})
