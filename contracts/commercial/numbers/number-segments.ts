import { buildNumber, patternIssue, serialWidth } from './number-schemes.ts'
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

/**
 * Whether two segments could hand out the same number. Prefixes may be cut differently: 34 + 0001
 * and 340 + 001 are the same serials.
 */
export function segmentsOverlap(a: NumberSegment, b: NumberSegment): boolean {
  // With or without its two zeros, an SSCC is the same SSCC.
  const kind = (segment: NumberSegment) => (segment.scheme === 'SSCC20' ? 'SSCC' : segment.scheme)
  if (kind(a) !== kind(b) || a.suffix !== b.suffix) return false
  const checked = (segment: NumberSegment) => (segment.checkRule ?? 'none') !== 'none'
  if (checked(a) !== checked(b)) return false
  if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) return false
  const span = (segment: NumberSegment) => {
    const width = serialWidth(patternOf(segment))
    const body = (serial: bigint) => segment.prefix + serial.toString().padStart(width, '0')
    return { from: body(segment.start), to: body(segment.end) }
  }
  const x = span(a)
  const y = span(b)
  return x.from.length === y.from.length && x.from <= y.to && y.from <= x.to
}
