import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import { numberAt, segmentIssue } from '#contracts/commercial/numbers/number-segments.ts'
import { checkRuleOf, explainNumber } from '#contracts/commercial/numbers/number-schemes.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { patternOf, type SegmentRow } from './allocate-numbers.ts'
import { isWider, refuseOverlap } from './segment-hooks.ts'

interface Locked extends SegmentRow {
  id: string
  code: string
  status: string
  version: number
}
const ACTIVE = '1'
const EXHAUSTED = '2'
const CLOSED = '3'

async function lockSegment(tx: Tx, id: string): Promise<Locked> {
  const found = await sql<Locked>`select s.id, s.code, s.status, s.version, s.scheme, s.prefix,
      s.suffix, s.check_rule, s.start_no, s.end_no, s.next_no
    from number_segment as s where ${tx.rows('numberSegment').where('s')} and s.id = ${id}
    for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

async function setStatus(tx: Tx, { id, status }: Locked, next: string): Promise<void> {
  await change(tx, 'numberSegment', { id, status }, { status: next })
}

/** Numbers are issued from it from now on. */
export function activateSegments(
  ctx: Ctx,
  { ids }: In<typeof numberSegments.activate>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockSegment(tx, id)
    name(row.code)
    if (row.status === ACTIVE) fail('segment.isActive')
    const segment = patternOf(row)
    if (segmentIssue(segment)) fail('segment.unsound')
    if (segment.next > segment.end) fail('segment.exhausted')
    // A closed one gave its range up: another source may have it by now.
    if (row.status === CLOSED) await refuseOverlap(tx, segment, id)
    await setStatus(tx, row, ACTIVE)
    return row.code
  })
}

/** No more numbers are issued from it; those issued stay valid. */
export function closeSegments(
  ctx: Ctx,
  { ids }: In<typeof numberSegments.close>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockSegment(tx, id)
    name(row.code)
    if (row.status === CLOSED) fail('segment.isClosed')
    await setStatus(tx, row, CLOSED)
    return row.code
  })
}

/** Moves the end up; one that was exhausted goes on. */
export function extendSegment(
  ctx: Ctx,
  { id, endNo, version }: In<typeof numberSegments.extend>,
): Promise<Out<typeof numberSegments.extend>> {
  return inTx(ctx, async (tx) => {
    const row = await lockSegment(tx, id)
    if (row.version !== version) failConflict('row.stale', { version: row.version })
    if (row.status === CLOSED) fail('segment.isClosed')
    if (BigInt(endNo) <= BigInt(row.endNo))
      failFields([{ path: 'endNo', code: 'segment.notLonger', data: { end: row.endNo } }])
    const segment = { ...patternOf(row), end: BigInt(endNo) }
    const issue = segmentIssue(segment)
    if (issue) failFields([{ path: 'endNo', code: `segment.${issue}` }])
    if (isWider(segment, BigInt(row.endNo))) failFields([{ path: 'endNo', code: 'segment.wider' }])
    await refuseOverlap(tx, segment, id)
    const status = row.status === EXHAUSTED ? ACTIVE : row.status
    await change(tx, 'numberSegment', row, { endNo, status })
    return { id, endNo, status }
  })
}

/** What a segment would issue, with the working of the check digits. Nothing is taken. */
export async function trialNumbers(
  ctx: Ctx,
  { id, from, count }: In<typeof numberSegments.trial>,
): Promise<Out<typeof numberSegments.trial>> {
  const found = await sql<SegmentRow>`select s.scheme, s.prefix, s.suffix, s.check_rule, s.start_no,
      s.end_no, s.next_no
    from ${ctx.rows('numberSegment').as('s')} where s.id = ${id}`.execute(ctx.db)
  const segment = patternOf(found.rows[0] ?? failMissing())
  if (segmentIssue(segment)) fail('segment.unsound')
  const first =
    from === undefined ? (segment.next > segment.end ? segment.start : segment.next) : BigInt(from)
  if (first < segment.start || first > segment.end)
    failFields([
      {
        path: 'from',
        code: 'segment.serialOutside',
        data: { start: segment.start.toString(), end: segment.end.toString() },
      },
    ])
  const serials: bigint[] = []
  for (let serial = first; serial <= segment.end && serials.length < count; serial++)
    serials.push(serial)
  const free = segment.scheme === 'CUSTOM' || segment.scheme === 'DHL_EXPRESS'
  const pattern = {
    ...segment,
    width: segment.width ?? (free ? segment.end.toString().length : undefined),
  }
  return serials.map((serial) => {
    const work = explainNumber(pattern, serial)
    return {
      serial: serial.toString(),
      number: numberAt(segment, serial),
      work: work && { rule: checkRuleOf(pattern), ...work },
    }
  })
}
