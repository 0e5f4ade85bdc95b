import { sql } from 'kysely'
import { numberAt } from '#contracts/commercial/numbers/number-segments.ts'
import type { NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import { serialOf } from '#contracts/commercial/numbers/number-schemes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { patternOf, type SegmentRow } from './allocate-numbers.ts'

/** A range of serials some number might lie in. */
export interface KnownSegment {
  code: string
  own: boolean
  segment: NumberSegment
  /** Everything its numbers begin with. */
  lead: string
  length: number
}

/** Segments of the installation that may still issue numbers. */
export async function openSegments(ctx: Ctx): Promise<KnownSegment[]> {
  const found = await sql<SegmentRow & { code: string; tenantId: string }>`select s.code,
      s.tenant_id, s.scheme, s.prefix, s.suffix, s.check_rule, s.start_no, s.end_no, s.next_no
    from number_segment as s where s.status <> '3'`.execute(ctx.db)
  return found.rows.flatMap(({ code, tenantId, ...row }) => {
    const segment = patternOf(row)
    try {
      const [first, last] = [numberAt(segment, segment.start), numberAt(segment, segment.end)]
      return [
        {
          code,
          own: tenantId === ctx.principal.tenantId,
          segment,
          lead: common(first, last),
          length: last.length,
        },
      ]
    } catch {
      // A draft that cannot make numbers yet has none.
      return []
    }
  })
}

function common(a: string, b: string): string {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return a.slice(0, at)
}

/** The segment a number belongs to, issued or not. */
export function segmentOf(number: string, segments: readonly KnownSegment[]): KnownSegment | null {
  for (const known of segments) {
    if (number.length !== known.length || !number.startsWith(known.lead)) continue
    const { segment } = known
    const width = segment.end.toString().length
    const serial = serialOf({ ...segment, width: segment.width ?? widthOf(segment, width) }, number)
    if (serial !== null && serial >= segment.start && serial <= segment.end) return known
  }
  return null
}

const widthOf = (segment: NumberSegment, width: number) =>
  segment.scheme === 'CUSTOM' || segment.scheme === 'DHL_EXPRESS' ? width : undefined

export interface Known {
  code: ErrorCode
  data?: Record<string, unknown>
}

/** Of these numbers those that were ever used or given to us, and where; others are left out. */
export async function knownNumbers(
  ctx: Ctx,
  numbers: readonly string[],
  segments: readonly KnownSegment[],
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  for (const number of numbers) {
    const found = segmentOf(number, segments)
    if (found)
      known.set(
        number,
        found.own
          ? { code: 'poolNumber.inSegment', data: { segment: found.code } }
          : { code: 'poolNumber.used' },
      )
  }
  const used = await sql<{ number: string }>`select number from tracking_number
    where number = any(${numbers}::text[])`.execute(ctx.db)
  // Whose it is stays unsaid: tracking numbers are unique in the installation.
  for (const { number } of used.rows) known.set(number, { code: 'poolNumber.used' })
  const pooled = await sql<{ number: string; code: string }>`select n.number, p.code
    from ${ctx.rows('numberPoolNumber').as('n')}
      join ${ctx.rows('numberPool').as('p')} on p.id = n.pool_id
    where n.number = any(${numbers}::text[])`.execute(ctx.db)
  for (const { number, code } of pooled.rows)
    known.set(number, { code: 'poolNumber.inPool', data: { pool: code } })
  return known
}

/** A pool of the tenant that has a number a segment would issue; null where none does. */
export async function poolWithin(ctx: Ctx, segment: NumberSegment): Promise<string | null> {
  const [first, last] = [numberAt(segment, segment.start), numberAt(segment, segment.end)]
  const known = { code: '', own: true, segment, lead: common(first, last), length: last.length }
  const found = await sql<{ number: string; code: string }>`select n.number, p.code
    from ${ctx.rows('numberPoolNumber').as('n')}
      join ${ctx.rows('numberPool').as('p')} on p.id = n.pool_id
    where n.number collate "C" between ${known.lead} and ${`${known.lead}~`}
      and length(n.number) = ${known.length} limit 10000`.execute(ctx.db)
  return found.rows.find(({ number }) => segmentOf(number, [known]))?.code ?? null
}
