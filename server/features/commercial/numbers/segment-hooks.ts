import { sql } from 'kysely'
import {
  segmentIssue,
  segmentsOverlap,
  type NumberSegment,
} from '#contracts/commercial/numbers/number-segments.ts'
import type { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import type { NumberPattern } from '#contracts/commercial/numbers/number-schemes.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { lockNumbers, poolWithin } from './known-numbers.ts'

/** What makes a segment's numbers: as the database has it, or as a draft has it. */
interface Range {
  scheme: string
  prefix: string | null
  suffix: string | null
  checkRule: string | null
  startNo: string | number
  endNo: string | number
  nextNo: string | number
}

const FIXED = ['scheme', 'prefix', 'suffix', 'checkRule', 'startNo', 'serviceId'] as const
const PATH: Record<string, string> = {
  badRange: 'endNo',
  endTooLong: 'endNo',
  nextOutside: 'endNo',
  badPrefix: 'prefix',
  badSuffix: 'suffix',
  badCheckRule: 'checkRule',
}

/**
 * A segment must be able to make its numbers, may not share one with another segment of the
 * installation, and what its numbers look like cannot change once some were handed out.
 */
export const segmentHooks: Hooks<typeof numberSegmentList> = {
  beforeSave: async (tx, draft, before) => {
    const used = before !== null && before.nextNo !== before.startNo
    if (used)
      for (const field of FIXED)
        if (draft[field] !== undefined && (draft[field] ?? '') !== (before[field] ?? ''))
          failFields([{ path: field, code: 'segment.used' }])
    const row = rowAfter(draft, before)
    const segment = patternOf({
      scheme: row.scheme ?? '',
      prefix: row.prefix ?? null,
      suffix: row.suffix ?? null,
      checkRule: row.checkRule ?? null,
      startNo: row.startNo ?? 0,
      endNo: row.endNo ?? 0,
      nextNo: (used ? before.nextNo : row.startNo) ?? 0,
    })
    const issue = segmentIssue(segment)
    if (issue) failFields([{ path: PATH[issue] ?? 'prefix', code: `segment.${issue}` }])
    if (used && isWider(segment, BigInt(before.endNo ?? 0)))
      failFields([{ path: 'endNo', code: 'segment.wider' }])
    // Exhausted is set by handing out numbers, not by a user; an extended range may go on.
    if (draft.status === '2' && segment.next <= segment.end) fail('segment.notExhausted')
    if (draft.status === '1' && segment.next > segment.end) fail('segment.exhausted')
    await refuseOverlap(tx, segment, before?.id ?? null)
  },
  // Its numbers are on labels: without it the range would be free for others.
  beforeDelete: (_tx, { startNo, nextNo }) => {
    if (nextNo !== startNo) fail('segment.usedStays')
    return Promise.resolve()
  },
}

/** Whether serials would be printed with more digits than those issued: other numbers altogether. */
export const isWider = (segment: NumberSegment, endBefore: bigint): boolean =>
  (segment.scheme === 'CUSTOM' || segment.scheme === 'DHL_EXPRESS') &&
  segment.end.toString().length !== endBefore.toString().length

/** A range no other segment and no pool of the installation has a number of, as it is printed. */
export async function refuseOverlap(
  tx: Tx,
  segment: NumberSegment,
  own: string | null,
): Promise<void> {
  await lockNumbers(tx)
  const others = (
    await sql<
      Range & { id: string; code: string; tenantId: string; status: string }
    >`select tenant_id, id, code, scheme, prefix, suffix, check_rule, start_no, end_no, next_no, status
      from number_segment as s where s.status <> '3' or s.next_no > s.start_no`.execute(tx.db)
  ).rows
  const ours = (other: { tenantId: string }) => other.tenantId === tx.principal.tenantId
  const clashes = others.filter(
    (other) => !(ours(other) && other.id === own) && segmentsOverlap(segment, stillOf(other)),
  )
  const clash = clashes.find(ours)
  if (clash) failFields([{ path: 'startNo', code: 'segment.overlap', data: { code: clash.code } }])
  // Whose it is stays unsaid: tracking numbers are unique in the installation.
  if (clashes.length > 0) failFields([{ path: 'startNo', code: 'segment.overlapElsewhere' }])
  const pool = await poolWithin(tx, segment)
  if (pool?.own)
    failFields([{ path: 'startNo', code: 'segment.inPool', data: { pool: pool.code } }])
  if (pool) failFields([{ path: 'startNo', code: 'segment.overlapElsewhere' }])
}

/** What of a segment no other can have: of a closed one what was handed out. */
function stillOf(row: Range & { status: string }): NumberSegment {
  const segment = patternOf(row)
  if (row.status !== '3') return segment
  const width = segment.width ?? segment.end.toString().length
  const free = segment.scheme === 'CUSTOM' || segment.scheme === 'DHL_EXPRESS'
  return { ...segment, ...(free ? { width } : {}), end: segment.next - 1n }
}

function patternOf(row: Range): NumberSegment {
  return {
    scheme: row.scheme as NumberPattern['scheme'],
    prefix: row.prefix ?? '',
    suffix: row.suffix ?? '',
    ...(row.checkRule
      ? { checkRule: row.checkRule as NonNullable<NumberPattern['checkRule']> }
      : {}),
    start: BigInt(row.startNo),
    end: BigInt(row.endNo),
    next: BigInt(row.nextNo),
  }
}
