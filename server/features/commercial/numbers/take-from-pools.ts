import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FREE, USED, VOID } from './pool-states.ts'

/** What gets a number. */
export interface Owner {
  parcelId: string
  courierCode: string | null
}
interface Pool {
  id: string
  code: string
}
interface Picked {
  id: string
  number: string
}

/**
 * Numbers of a service's pools, fewer where they end. A number another transaction is taking is
 * passed over without waiting for it; one that is on record elsewhere in the installation is void.
 */
export async function takeFromPools(
  tx: Tx,
  serviceId: string,
  customerId: string,
  owners: readonly Owner[],
): Promise<string[]> {
  const numbers: string[] = []
  const pools = await sql<Pool>`select p.id, p.code from ${tx.rows('numberPool').as('p')}
    where p.service_id = ${serviceId} and p.status = '1'
      and (p.customer_id = ${customerId} or p.customer_id is null)
    order by p.customer_id nulls last, p.id`.execute(tx.db)
  for (const pool of pools.rows)
    while (numbers.length < owners.length) {
      const left = owners.slice(numbers.length)
      const picked = await pick(tx, pool, left.length)
      if (picked.length === 0) break
      const free = await withoutKnown(tx, pool, picked)
      await assign(tx, pool, free, left)
      numbers.push(...free.map(({ number }) => number))
    }
  return numbers
}

/** The next free numbers, locked. */
async function pick(tx: Tx, { id }: Pool, count: number): Promise<Picked[]> {
  const found = await sql<Picked>`select n.id, n.number
    from number_pool_number as n
    where ${tx.rows('numberPoolNumber').where('n')} and n.pool_id = ${id} and n.state = ${FREE}
    order by n.id limit ${count} for update skip locked`.execute(tx.db)
  return found.rows
}

/**
 * Those that may be given out. On record already, but for a void one of the tenant's own that its
 * pool's rule has made free again: void from now on.
 */
async function withoutKnown(tx: Tx, pool: Pool, picked: readonly Picked[]): Promise<Picked[]> {
  const known = await sql<{ number: string }>`select t.number from tracking_number as t
    where t.number = any(${picked.map(({ number }) => number)}::text[])
      and not (t.tenant_id = ${tx.principal.tenantId} and t.state = 2)`.execute(tx.db)
  if (known.rows.length === 0) return [...picked]
  const taken = new Set(known.rows.map(({ number }) => number))
  tx.log.warn({ pool: pool.code, count: taken.size }, 'numbers are taken')
  await sql`update number_pool_number as n set state = ${VOID}, voided_at = now()
    where ${tx.rows('numberPoolNumber').where('n')}
      and n.id = any(${picked.filter(({ number }) => taken.has(number)).map(({ id }) => id)}::bigint[])`.execute(
    tx.db,
  )
  return picked.filter(({ number }) => !taken.has(number))
}

async function assign(
  tx: Tx,
  pool: Pool,
  free: readonly Picked[],
  owners: readonly Owner[],
): Promise<void> {
  if (free.length === 0) return
  const parcelIds = owners.slice(0, free.length).map(({ parcelId }) => parcelId)
  await sql`update number_pool_number as n
    set state = ${USED}, parcel_id = x.parcel_id, taken_at = now(), voided_at = null,
      reserved_until = null, reserved_by = null, reserved_for = null
    from unnest(${free.map(({ id }) => id)}::bigint[], ${parcelIds}::bigint[]) as x(id, parcel_id)
    where ${tx.rows('numberPoolNumber').where('n')} and n.id = x.id`.execute(tx.db)
  const entered = await sql<{ number: string }>`insert into tracking_number
      (number, tenant_id, parcel_id, courier_code, third_id, third_mark)
    select x.number, ${tx.principal.tenantId}::bigint, x.parcel_id, x.courier, q.third_id,
      q.third_mark
    from unnest(${free.map(({ number }) => number)}::text[], ${parcelIds}::bigint[],
      ${owners.slice(0, free.length).map(({ courierCode }) => courierCode)}::text[])
      as x(number, parcel_id, courier)
      join ${tx.rows('numberPoolNumber').as('q')} on q.tenant_id = ${tx.principal.tenantId}
        and q.number = x.number
    order by x.number
    on conflict (number) do update set parcel_id = excluded.parcel_id,
      third_id = excluded.third_id, third_mark = excluded.third_mark,
      courier_code = excluded.courier_code, segment_id = null, state = 1, visible = true,
      issued_at = now(), voided_at = null, leg = 1, handed_at = null, stopped_at = null,
      polled_at = null, pushed_at = null, poll_failures = 0
      where tracking_number.tenant_id = excluded.tenant_id and tracking_number.state = 2
    returning number`.execute(tx.db)
  // One of them was entered between our read and our write: the whole call is tried again.
  if (entered.rows.length !== free.length) fail('number.taken', { segment: pool.code })
}

/** Numbers of pools that parcels had are void, whatever becomes of their order. */
export async function voidOfParcels(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  await sql`update number_pool_number as n set state = ${VOID}, voided_at = now()
    where ${tx.rows('numberPoolNumber').where('n')} and n.parcel_id = any(${parcelIds}::bigint[])
      and n.state = ${USED}`.execute(tx.db)
}
