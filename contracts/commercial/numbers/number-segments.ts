import { spellingsOf } from './normalise-number.ts'
import { buildNumber, patternIssue, serialOf, serialWidth } from './number-schemes.ts'
import type { NumberPattern, PatternIssue } from './number-schemes.ts'

/**
 * A range of serials under one pattern, both ends included. `next` is the first serial not yet
 * handed out; `end + 1` means none is left. CUSTOM and DHL_EXPRESS serials are as wide as `end`
 * unless `width` is given.
 */
export type NumberSegment = NumberPattern & { start: bigint; end: bigint; next: bigint }

/** Tails of message codes. */
export type SegmentIssue = PatternIssue | 'badRange' | 'endTooLong' | 'nextOutside'

function patternOf(segment: NumberSegment): NumberPattern {
  const { scheme, prefix, suffix, checkRule } = segment
  const free = scheme === 'CUSTOM' || scheme === 'DHL_EXPRESS'
  return {
    scheme,
    prefix,
    suffix,
    checkRule,
    width: segment.width ?? (free ? segment.end.toString().length : undefined),
  }
}

/** What is wrong with a segment as typed, or null when it can be activated. */
export function segmentIssue(segment: NumberSegment): SegmentIssue | null {
  if (segment.start < 0n || segment.end < segment.start) return 'badRange'
  const pattern = patternOf(segment)
  const issue = patternIssue(pattern)
  if (issue) return issue
  if (segment.end.toString().length > serialWidth(pattern)) return 'endTooLong'
  return segment.next < segment.start || segment.next > segment.end + 1n ? 'nextOutside' : null
}

/**
 * The full number for a serial of the segment. Throws RangeError outside the range or on a bad
 * segment.
 */
export function numberAt(segment: NumberSegment, serial: bigint): string {
  if (serial < segment.start || serial > segment.end) throw new RangeError('serialOutside')
  return buildNumber(patternOf(segment), serial)
}

export function capacity(segment: NumberSegment): bigint {
  return segment.end - segment.start + 1n
}

export function remaining(segment: NumberSegment): bigint {
  return segment.next > segment.end ? 0n : segment.end - segment.next + 1n
}

/**
 * What is left, in hundredths of a percent, rounded down so that a started segment never reads 100
 * %.
 */
export function leftBasisPoints(segment: NumberSegment): number {
  return Number((remaining(segment) * 10_000n) / capacity(segment))
}

export function isExhausted(segment: NumberSegment): boolean {
  return remaining(segment) === 0n
}

/** Whether at most `lowWaterPercent` (0–100, default 10) of the segment is left. */
export function isLow(segment: NumberSegment, lowWaterPercent = 10): boolean {
  return remaining(segment) * 100n <= capacity(segment) * BigInt(lowWaterPercent)
}

/** The next `count` serials and where the segment stands after them; null when fewer are left. */
export function reserveSerials(
  segment: NumberSegment,
  count: number,
): { first: bigint; last: bigint; next: bigint } | null {
  const requested = BigInt(count)
  if (requested < 1n || requested > remaining(segment)) return null
  const next = segment.next + requested
  return { first: segment.next, last: next - 1n, next }
}

/** Numbers of one check rule in so many serials: each rule meets one of its own by then. */
const SERIALS_COMPARED = 1_000

/** A range of numbers as they are printed; `front` is written before each. */
interface Printed {
  front: string
  first: string
  last: string
}

/** How numbers of a segment may be printed: an SSCC with its two zeros and without. */
function printedRanges(segment: NumberSegment): Printed[] {
  const [first, last] = [numberAt(segment, segment.start), numberAt(segment, segment.end)]
  return /^\d{18}$/.test(first)
    ? ['', '00'].map((front) => ({ front, first: front + first, last: front + last }))
    : [{ front: '', first, last }]
}

/** Whether a number is one of a segment's, however it is spelled. */
export function isOfSegment(segment: NumberSegment, number: string): boolean {
  return spellingsOf(number).some((text) => {
    const serial = serialOf(patternOf(segment), text)
    return serial !== null && serial >= segment.start && serial <= segment.end
  })
}

/** The first serial whose number is not before `from`: numbers of one width grow with their serial. */
function serialFrom(segment: NumberSegment, front: string, from: string): bigint {
  let [low, high] = [segment.start, segment.end]
  while (low < high) {
    const middle = (low + high) / 2n
    if (front + numberAt(segment, middle) < from) low = middle + 1n
    else high = middle
  }
  return low
}

/** Whether a number `a` prints within these bounds is one of `b`. */
function meets(
  a: NumberSegment,
  b: NumberSegment,
  { front, from, to }: { front: string; from: string; to: string },
): boolean {
  let serial = serialFrom(a, front, from)
  for (let at = 0; at < SERIALS_COMPARED && serial <= a.end; at++, serial++) {
    const number = numberAt(a, serial)
    if (front + number > to) return false
    if (isOfSegment(b, number)) return true
  }
  return false
}

/**
 * Whether two segments could print the same number, by whatever scheme and with whatever part of it
 * as their prefix. A segment that cannot make numbers yet shares none.
 */
export function segmentsOverlap(a: NumberSegment, b: NumberSegment): boolean {
  if (segmentIssue(a) || segmentIssue(b)) return false
  for (const x of printedRanges(a))
    for (const y of printedRanges(b)) {
      if (x.first.length !== y.first.length) continue
      const from = x.first > y.first ? x.first : y.first
      const to = x.last < y.last ? x.last : y.last
      if (from > to) continue
      if (meets(a, b, { front: x.front, from, to }) || meets(b, a, { front: y.front, from, to }))
        return true
    }
  return false
}
