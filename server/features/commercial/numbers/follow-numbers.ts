import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { changeMany, type Patch } from '#server/kit/db/change.ts'
import { fail } from '#server/kit/http/errors.ts'

/** A number that is followed, its parcel locked. */
export interface FollowedNumber {
  id: string
  number: string
  parcelId: string
  courierCode: string | null
  leg: number
  /** 1 used, 2 void. */
  state: number
  stoppedAt: string | null
  version: number
}

/** Numbers by their ids, of parcels the caller has locked. */
export async function numbersByIds(tx: Tx, ids: readonly string[]): Promise<FollowedNumber[]> {
  const found = await sql<FollowedNumber>`select n.id, n.number, n.parcel_id, n.courier_code, n.leg,
      n.state, n.stopped_at, n.version
    from tracking_number as n where ${tx.rows('trackingNumber').where('n')}
      and n.id = any(${ids}::bigint[]) order by n.id`.execute(tx.db)
  return found.rows
}

export function changeNumbers(
  tx: Tx,
  locked: readonly FollowedNumber[],
  patch: Pick<Patch<'trackingNumber'>, 'courierCode' | 'stoppedAt' | 'thirdId' | 'thirdMark'>,
): Promise<FollowedNumber[]> {
  return changeMany(tx, 'trackingNumber', locked, patch)
}

/** The number of the carrier a locked parcel was handed over to; answers its id. */
export async function enterLeg(
  tx: Tx,
  given: { parcelId: string; number: string; courierCode: string; handedAt: string },
): Promise<string> {
  const { parcelId, number, courierCode, handedAt } = given
  const entered = await sql<{
    id: string
  }>`insert into tracking_number (number, tenant_id, parcel_id, courier_code, leg, handed_at, update_by,
      update_time)
    select ${number}, ${tx.principal.tenantId}::bigint, ${parcelId}::bigint, ${courierCode}::text,
      1 + coalesce(max(n.leg), 0), ${handedAt}::timestamptz, ${tx.principal.username}, now()
    from tracking_number as n where ${tx.rows('trackingNumber').where('n')}
      and n.parcel_id = ${parcelId}
    on conflict (number) do nothing returning id`.execute(tx.db)
  const id = entered.rows[0]?.id ?? fail('number.known', { number })
  await tx.audit('tracking_number', id, 'add', null, { number, courierCode, handedAt })
  return id
}

/** When carriers were asked for numbers last, and how often in a row they did not answer. */
export async function noteAsked(
  tx: Tx,
  asked: readonly { number: string; at: string | null; failures: number }[],
): Promise<void> {
  if (asked.length === 0) return
  await sql`update tracking_number as n set polled_at = coalesce(x.at, n.polled_at),
      poll_failures = x.failures
    from unnest(${asked.map(({ number }) => number)}::text[], ${asked.map(({ at }) => at)}::timestamptz[],
      ${asked.map(({ failures }) => failures)}::smallint[]) as x(number, at, failures)
    where ${tx.rows('trackingNumber').where('n')} and n.number = x.number`.execute(tx.db)
}

/** When carriers pushed news of numbers last. */
export async function notePushed(tx: Tx, numbers: readonly string[], at: string): Promise<void> {
  await sql`update tracking_number as n set pushed_at = greatest(n.pushed_at, ${at}::timestamptz)
    where ${tx.rows('trackingNumber').where('n')} and n.number = any(${numbers}::text[])`.execute(
    tx.db,
  )
}
