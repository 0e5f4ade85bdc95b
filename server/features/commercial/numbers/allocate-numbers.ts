import { sql } from 'kysely'
import { numberAt, type NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import type { NumberPattern } from '#contracts/commercial/numbers/number-schemes.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { serviceOf } from './number-source.ts'
import { takeFromPools, voidOfParcels, type Owner } from './take-from-pools.ts'

interface AllocatedNumber {
  id: string
  code: string
  scheme: string
  prefix: string
  suffix: string
  checkRule: string | null
  startNo: string
  endNo: string
  nextNo: string
  got: number
}

const ACTIVE = '1'
const EXHAUSTED = '2'

/** Most serials looked at in one step, and most that are passed over for one call. */
const WINDOW_MAX = 4_096n
const SKIP_MAX = 100_000n

/**
 * Gives every parcel a number, in order, and enters it in the table that keeps numbers unique for
 * ever: from pools, from segments, or from segments where the pools are empty, as the service has
 * it. Within each a customer's own source goes before a shared one.
 */
export async function allocateTrackingNumbers(
  tx: Tx,
  serviceId: string,
  customerId: string,
  owners: readonly Owner[],
): Promise<string[]> {
  const service = await serviceOf(tx, serviceId)
  const pooled = service.pools ? await takeFromPools(tx, serviceId, customerId, owners) : []
  const left = owners.slice(pooled.length)
  const issued = service.segments ? await takeFromSegments(tx, serviceId, customerId, left) : []
  const missing = owners.length - pooled.length - issued.length
  if (missing > 0) fail('number.exhausted', { missing, service: service.label })
  return [...pooled, ...issued]
}

/**
 * Numbers of segments, fewer where they end; when one ends the next goes on. The segment stays
 * locked until the end of the transaction, so two callers never get the same and a rollback leaves
 * no gap. A number that is already on record (another tenant's, or one that came with an order) is
 * passed over permanently.
 */
async function takeFromSegments(
  tx: Tx,
  serviceId: string,
  customerId: string,
  owners: readonly Owner[],
): Promise<string[]> {
  const numbers: string[] = []
  let skipped = 0n
  // The window doubles while taken numbers are met: a long run of them is passed in a few steps.
  for (let window = 0n; numbers.length < owners.length;) {
    const missing = BigInt(owners.length - numbers.length)
    const taken = await allocateFrom(tx, serviceId, customerId, window > missing ? window : missing)
    if (!taken) return numbers
    const { free, passed } = await enter(tx, taken, owners.slice(numbers.length))
    numbers.push(...free)
    skipped += passed
    if (passed > 0n)
      tx.log.warn({ segment: taken.code, passed: String(passed) }, 'numbers are taken')
    if (skipped > SKIP_MAX) fail('number.taken', { segment: taken.code })
    window = passed > 0n ? min(WINDOW_MAX, 2n * (passed + missing)) : 0n
  }
  return numbers
}

/**
 * Enters as many free numbers of these serials as are wanted; the serials behind the last one go
 * back.
 */
async function enter(
  tx: Tx,
  taken: AllocatedNumber,
  owners: readonly Owner[],
): Promise<{ free: string[]; passed: bigint }> {
  const segment = patternOf(taken)
  const first = segment.next - BigInt(taken.got)
  const batch = Array.from({ length: taken.got }, (_, at) => numberAt(segment, first + BigInt(at)))
  const known = await sql<{ number: string }>`select number from tracking_number
    where number = any(${batch}::text[])`.execute(tx.db)
  const issued = new Set(known.rows.map(({ number }) => number))
  const open = batch.filter((number) => !issued.has(number)).slice(0, owners.length)
  const entered = await sql<{
    number: string
  }>`insert into tracking_number (number, tenant_id, parcel_id, courier_code, segment_id)
    select n, ${tx.principal.tenantId}, p, c,
      ${taken.id} from unnest(${open}::text[],
        ${owners.map((one) => one.parcelId).slice(0, open.length)}::bigint[],
        ${owners.map((one) => one.courierCode).slice(0, open.length)}::text[]) as x(n, p, c)
    on conflict (number) do nothing returning number`.execute(tx.db)
  // One of them was entered between our read and our write: the whole call is tried again.
  if (entered.rows.length !== open.length) fail('number.taken', { segment: taken.code })
  const last = open.length === owners.length ? batch.indexOf(open.at(-1) ?? '') : batch.length - 1
  const used = BigInt(last + 1)
  if (used < BigInt(taken.got))
    await sql`update number_segment as s
      set next_no = ${(first + used).toString()}, status = ${ACTIVE}
      where ${tx.rows('numberSegment').where('s')} and s.id = ${taken.id}`.execute(tx.db)
  return { free: open, passed: used - BigInt(open.length) }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * The lock makes the second caller wait and see what the first left; a plain UPDATE would report a
 * stale start.
 */
async function allocateFrom(
  tx: Tx,
  serviceId: string,
  customerId: string,
  requested: bigint,
): Promise<AllocatedNumber | null> {
  const open = sql`service_id = ${serviceId} and status = ${ACTIVE} and next_no <= end_no
    and (customer_id = ${customerId} or customer_id is null)`
  for (;;) {
    const done = await sql<AllocatedNumber>`with one as (
        select id, next_no, least(${requested.toString()}::bigint, end_no - next_no + 1) as got
        from number_segment as s
        where ${tx.rows('numberSegment').where('s')} and ${open} order by customer_id nulls last, id
        limit 1 for update
      )
      update number_segment as s
      set next_no = one.next_no + one.got, status = case
        when one.next_no + one.got > s.end_no then ${EXHAUSTED} else s.status end
      from one where ${tx.rows('numberSegment').where('s')} and s.id = one.id
      returning s.id, s.code, s.scheme, s.prefix, s.suffix, s.check_rule, s.start_no, s.end_no,
        s.next_no, one.got::int as got`.execute(tx.db)
    if (done.rows[0]) return done.rows[0]
    // While we waited, another caller may have emptied the segment we had picked; the next one is
    // then tried.
    const left =
      await sql`select 1 from ${tx.rows('numberSegment').as('s')} where ${open} limit 1`.execute(
        tx.db,
      )
    if (left.rows.length === 0) return null
  }
}

export type SegmentRow = Omit<AllocatedNumber, 'id' | 'code' | 'got'>
export function patternOf(row: SegmentRow): NumberSegment {
  return {
    scheme: row.scheme as NumberPattern['scheme'],
    prefix: row.prefix,
    suffix: row.suffix,
    ...(row.checkRule
      ? { checkRule: row.checkRule as NonNullable<NumberPattern['checkRule']> }
      : {}),
    start: BigInt(row.startNo),
    end: BigInt(row.endNo),
    next: BigInt(row.nextNo),
  }
}

/** Withdraws numbers permanently: they stay on record and are never given out again. */
export async function voidNumbers(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  await sql`update tracking_number as t set state = 2, voided_at = now(), visible = false
    where ${tx.rows('trackingNumber').where('t')} and t.parcel_id = any(${parcelIds}::bigint[])
      and t.state = 1`.execute(tx.db)
  await voidOfParcels(tx, parcelIds)
}

/** Enters numbers others gave to parcels; one that is on record already stays as it is. */
export async function enterNumbers(
  tx: Tx,
  given: readonly { parcelId: string; number: string; courierCode: string | null }[],
): Promise<void> {
  if (given.length === 0) return
  await sql`insert into tracking_number (number, tenant_id, parcel_id, courier_code)
    select x.number, ${tx.principal.tenantId}::bigint, x.parcel_id, x.courier
    from unnest(${given.map((one) => one.number)}::text[],
      ${given.map((one) => one.parcelId)}::bigint[],
      ${given.map((one) => one.courierCode)}::text[]) as x(number, parcel_id, courier)
    order by x.number on conflict (number) do nothing`.execute(tx.db)
}
