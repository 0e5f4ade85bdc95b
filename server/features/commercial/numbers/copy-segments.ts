import { sql } from 'kysely'
import {
  remaining,
  segmentIssue,
  segmentsOverlap,
  type NumberSegment,
} from '#contracts/commercial/numbers/number-segments.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { copyRows } from '#server/kit/resource/copy-rows.ts'
import { patternOf, type SegmentRow } from './allocate-numbers.ts'

type Row = SegmentRow & { id: string; code: string }
const CODE_MAX = 32

/**
 * The number segments of a service once more for another one, as drafts: numbers are given once, so
 * each begins where all others of its look end. Answers the codes of those for which no numbers are
 * left.
 */
export async function copySegments(
  tx: Tx,
  { from, to, code, customers }: { from: string; to: string; code: string; customers: boolean },
): Promise<string[]> {
  const read = (condition: ReturnType<typeof sql>) =>
    sql<Row>`select s.id, s.code, s.scheme, s.prefix, s.suffix, s.check_rule, s.start_no, s.end_no,
        s.next_no from number_segment as s where s.status <> '3' and ${condition}
      order by s.id`.execute(tx.db)
  const own = await read(sql`${tx.rows('numberSegment').where('s')} and s.service_id = ${from}
    and (${customers} or s.customer_id is null)`)
  const left: string[] = []
  const made: Parameters<Tx['auditMany']>[2][number][] = []
  for (const [at, row] of own.rows.entries()) {
    // Numbers are unique in the installation, of any tenant.
    const others = await read(sql`(starts_with(s.prefix, ${row.prefix})
      or starts_with(${row.prefix}, s.prefix))`)
    const segment = behind(
      patternOf(row),
      others.rows.map((other) => patternOf(other)),
    )
    if (!segment) {
      left.push(row.code)
      continue
    }
    const named = `${code.slice(0, CODE_MAX - 6)}-N${at + 1}`
    const copies = await copyRows(tx, 'numberSegment', {
      where: sql`r.id = ${row.id}`,
      change: {
        code: named,
        service_id: to,
        start_no: segment.start.toString(),
        end_no: segment.end.toString(),
        next_no: segment.start.toString(),
        status: '0',
      },
    })
    for (const id of copies.values())
      made.push({ id, before: null, after: { code: named, serviceId: to, copyOf: row.id } })
  }
  await tx.auditMany('number_segment', 'add', made)
  return left
}

/** As many serials as the segment has, behind the last one in use; null where they do not fit. */
function behind(of: NumberSegment, others: readonly NumberSegment[]): NumberSegment | null {
  const size = of.end - of.start
  let start = of.end + 1n
  for (let tries = 0; tries <= others.length; tries++) {
    const next = { ...of, start, end: start + size, next: start }
    if (segmentIssue(next) !== null || remaining(next) === 0n) return null
    const clash = others.find((other) => segmentsOverlap(next, other))
    if (!clash) return next
    start = (clash.end > start ? clash.end : next.end) + 1n
  }
  return null
}
