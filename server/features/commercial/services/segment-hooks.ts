import { sql } from 'kysely'
import {
  segmentIssue,
  segmentsOverlap,
  type NumberSegment,
} from '#contracts/commercial/number-segments.ts'
import type { NumberPattern } from '#contracts/commercial/number-schemes.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/resource.ts'

interface Row {
  id: string
  code: string
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
 * A segment must be able to make its numbers, may not share one with another segment of the installation, and what its
 * numbers look like cannot change once some were handed out.
 */
export const segmentHooks: Hooks = {
  beforeSave: async (tx, draft, before) => {
    const used = before !== null && String(before.nextNo) !== String(before.startNo)
    if (used)
      for (const field of FIXED)
        if (
          draft[field] !== undefined &&
          String(draft[field] ?? '') !== String(before[field] ?? '')
        )
          failFields([{ path: field, code: 'segment.used' }])
    const merged = { ...before, ...draft } as unknown as Row
    const nextNo = used ? before.nextNo : merged.startNo
    const segment = patternOf({ ...merged, nextNo: nextNo as string })
    const issue = segmentIssue(segment)
    if (issue) failFields([{ path: PATH[issue] ?? 'prefix', code: `segment.${issue}` }])
    // Exhausted is what handing out says, not what a person chooses; an extended range may go on.
    if (draft.status === '2' && segment.next <= segment.end) fail('segment.notExhausted')
    if (draft.status === '1' && segment.next > segment.end) fail('segment.exhausted')
    await refuseOverlap(tx, segment, before?.id ?? null)
  },
}

async function refuseOverlap(tx: Tx, segment: NumberSegment, own: string | null): Promise<void> {
  const others = (
    await sql<
      Row & { tenantId: string }
    >`select tenant_id, id, code, scheme, prefix, suffix, check_rule, start_no, end_no, next_no from number_segment as s
      where s.status <> '3' and (starts_with(s.prefix, ${segment.prefix}) or starts_with(${segment.prefix}, s.prefix))`.execute(
      tx.db,
    )
  ).rows
  const ours = (other: { tenantId: string }) => other.tenantId === tx.principal.tenantId
  const clashes = others.filter(
    (other) => !(ours(other) && other.id === own) && segmentsOverlap(segment, patternOf(other)),
  )
  const clash = clashes.find(ours)
  if (clash) failFields([{ path: 'startNo', code: 'segment.overlap', data: { code: clash.code } }])
  // Whose it is stays unsaid: tracking numbers are unique in the installation.
  if (clashes.length > 0) failFields([{ path: 'startNo', code: 'segment.overlapElsewhere' }])
}

function patternOf(row: Row): NumberSegment {
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
