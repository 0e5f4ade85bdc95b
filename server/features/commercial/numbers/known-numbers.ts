import { sql } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { isOfSegment, numberAt } from '#contracts/commercial/numbers/number-segments.ts'
import type { NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
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
  const spellings = spellingsOf(number)
  return (
    segments.find(
      ({ segment, lead, length }) =>
        spellings.some((text) => text.length === length && text.startsWith(lead)) &&
        isOfSegment(segment, number),
    ) ?? null
  )
}

/**
 * One after the other through the installation: who takes a range looks at the pools, who fills a pool
 * at the ranges, and neither sees what the other has not stored yet.
 */
export const lockNumbers = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('numbers of the installation', 0))`.execute(
    tx.db,
  )

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
  const bySpelling = new Map(
    numbers.flatMap((number) => spellingsOf(number).map((text) => [text, number] as const)),
  )
  const used = await sql<{ number: string }>`select number from tracking_number
    where number = any(${[...bySpelling.keys()]}::text[])`.execute(ctx.db)
  // Whose it is stays unsaid: tracking numbers are unique in the installation.
  for (const { number } of used.rows)
    known.set(bySpelling.get(number)!, { code: 'poolNumber.used' })
  const pooled = await sql<PooledRow>`select n.number, n.tenant_id, p.code
    from number_pool_number as n
      join number_pool as p on p.tenant_id = n.tenant_id and p.id = n.pool_id
    where n.number = any(${[...bySpelling.keys()]}::text[])`.execute(ctx.db)
  for (const { number, code, tenantId } of pooled.rows)
    known.set(
      bySpelling.get(number)!,
      tenantId === ctx.principal.tenantId
        ? { code: 'poolNumber.inPool', data: { pool: code } }
        : { code: 'poolNumber.used' },
    )
  return known
}

interface PooledRow {
  number: string
  tenantId: string
  code: string
}

/** A pool of the installation that has a number a segment would issue; null where none does. */
export async function poolWithin(
  ctx: Ctx,
  segment: NumberSegment,
): Promise<{ code: string; own: boolean } | null> {
  const [first, last] = [numberAt(segment, segment.start), numberAt(segment, segment.end)]
  const lead = common(first, last)
  // An SSCC is in a pool with its two zeros or without.
  const leads = /^\d{18}$/.test(first)
    ? [lead, `00${lead}`]
    : lead.startsWith('00')
      ? [lead, lead.slice(2)]
      : [lead]
  for (const begins of leads) {
    const found = await sql<PooledRow>`select n.number, n.tenant_id, p.code
      from number_pool_number as n
        join number_pool as p on p.tenant_id = n.tenant_id and p.id = n.pool_id
      where n.number collate "C" between ${begins} and ${`${begins}~`} limit 10000`.execute(ctx.db)
    const hit = found.rows.find(({ number }) => isOfSegment(segment, number))
    if (hit) return { code: hit.code, own: hit.tenantId === ctx.principal.tenantId }
  }
  return null
}
