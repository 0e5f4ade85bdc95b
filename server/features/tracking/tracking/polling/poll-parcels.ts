import { sql } from 'kysely'
import type { TrackResult } from '#server/features/carriers/carriers/index.ts'
import {
  callsLeft,
  carrierAccount,
  logCalls,
  type CarrierAccount,
} from '#server/features/carriers/carriers/index.ts'
import { noteAsked } from '#server/features/commercial/numbers/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { mappingsOf } from '../mapping/mappings.ts'
import { storeEvents, type TrackingUpdate } from '../events/store-events.ts'
import { normaliseEvent } from '../events/normalise-event.ts'
import { takeTurns } from './take-turns.ts'

export interface Due {
  id: string
  number: string
  courier: string
  failures: number
}

const CLAIM = 500
/** A process that dies while asking leaves its parcels to the next after this. */
const LEASE = '10 minutes'
const RUN_MS = 45_000
/** What an answer of a carrier without an interval takes. */
const ANSWER_MS = 450

/**
 * For how many parcels one run asks: as many as the carrier's interval (in milliseconds, 0 = none)
 * lets through in its time, one at least. The simulator answers at once.
 */
export function parcelsPerRun(simulated: boolean, minIntervalMs: number): number {
  if (simulated) return CLAIM
  return Math.max(1, Math.floor(RUN_MS / Math.max(minIntervalMs, ANSWER_MS)))
}

/**
 * Every minute: asks the carriers for the parcels that are due, several tenants at once, each in
 * turns.
 */
export async function pollDue(ctx: Ctx): Promise<void> {
  const tenants = await sql<{
    tenantId: string
  }>`select distinct tenant_id
    from (select tenant_id from parcel where next_poll_at <= ${nowIso()} order by next_poll_at
      limit 20000) as due`.execute(ctx.db)
  const until = performance.now() + RUN_MS
  await takeTurns(
    tenants.rows.map(({ tenantId }) => tenantId),
    async (tenantId) => {
      try {
        return (await pollTenant(asSystem(ctx, tenantId))) && performance.now() < until
      } catch (error) {
        ctx.log.error({ err: error, tenantId }, 'polling')
        return false
      }
    },
  )
}

/** One turn of a tenant: the parcels of one claim. True where more may be due. */
export async function pollTenant(ctx: Ctx): Promise<boolean> {
  const { numbers, full } = await claim(ctx)
  await askCarriers(ctx, numbers)
  return full
}

/**
 * Takes parcels that are due for this process alone, by putting their time off; two claims never
 * share a row.
 */
async function claim(ctx: Ctx): Promise<{ numbers: Due[]; full: boolean }> {
  const found = await sql<{ id: string }>`with due as (
      select p.id from parcel as p
      where ${ctx.rows('parcel').where('p')} and p.next_poll_at <= ${nowIso()} order by p.next_poll_at
      limit ${CLAIM} for update skip locked)
    update parcel as p set next_poll_at = ${nowIso()}::timestamptz + ${LEASE}::interval from due
    where ${ctx.rows('parcel').where('p')} and p.id = due.id
    returning p.id`.execute(ctx.db)
  const ids = found.rows.map(({ id }) => id)
  const numbers = await dueNumbers(ctx, ids)
  const heard = new Set(numbers.map(({ id }) => id))
  await stopPolling(
    ctx,
    ids.filter((id) => !heard.has(id)),
  )
  return { numbers, full: ids.length === CLAIM }
}

/** What the carriers are asked for: every number of the parcels that is followed, leg by leg. */
export async function dueNumbers(ctx: Ctx, parcelIds: readonly string[]): Promise<Due[]> {
  if (parcelIds.length === 0) return []
  const found = await sql<Due>`select p.id, n.number, n.courier_code as courier,
      p.poll_failures as failures
    from ${ctx.rows('parcel').as('p')}
      join tracking_number as n on n.tenant_id = p.tenant_id and n.parcel_id = p.id
      join courier as c on c.tenant_id = n.tenant_id and c.code = n.courier_code and c.enabled
        and c.polling and c.adapter <> 'none'
    where p.id = any(${parcelIds}::bigint[]) and n.state = 1 and n.stopped_at is null
    order by p.id, n.leg`.execute(ctx.db)
  return found.rows
}

/** Asks for parcels wherever they belong, and stores what comes back. */
export async function askCarriers(ctx: Ctx, parcels: readonly Due[]): Promise<void> {
  for (const [courier, group] of Map.groupBy(parcels, (one) => one.courier)) {
    const account = await carrierAccount(ctx, courier)
    const polled =
      account &&
      (
        await sql`select 1
          from ${ctx.rows('courier').as('c')} where c.id = ${account.id} and c.polling`.execute(
          ctx.db,
        )
      ).rows.length > 0
    if (!account?.adapter.track || !polled) {
      await stopPolling(
        ctx,
        group.map(({ id }) => id),
      )
      continue
    }
    const left = await callsLeft(ctx, account)
    const batch = group.slice(
      0,
      Math.min(
        parcelsPerRun(account.simulated, account.adapter.capabilities().minIntervalMs),
        left ?? group.length,
      ),
    )
    // The others keep their place in the queue; a plan that is used up rests for an hour.
    await putOff(
      ctx,
      group.slice(batch.length).map(({ id }) => id),
      left !== null && left <= batch.length ? '1 hour' : '1 minute',
    )
    if (batch.length > 0) await ask(ctx, account, batch)
  }
}

async function ask(ctx: Ctx, account: CarrierAccount, parcels: readonly Due[]): Promise<void> {
  try {
    const results = (await account.adapter.track?.(parcels.map(({ number }) => number))) ?? []
    const mappings = await mappingsOf(ctx, account.code)
    const updates = results.map((result, at): TrackingUpdate => ({
      parcelId: parcels[at]!.id,
      ...outcomeOf(result, parcels[at]!.failures),
      events:
        result.outcome === 'found'
          ? result.events.map((event) => normaliseEvent(event, mappings))
          : [],
    }))
    await inTx(ctx, async (tx) => {
      await storeEvents(tx, updates)
      await noteAsked(
        tx,
        updates.flatMap(({ polled }, at) =>
          polled ? [{ number: parcels[at]!.number, at: polled.at, failures: polled.failures }] : [],
        ),
      )
    })
  } finally {
    await logCalls(ctx, account)
  }
}

function outcomeOf(result: TrackResult, before: number): Pick<TrackingUpdate, 'polled'> {
  if (result.outcome !== 'failed') return { polled: { at: nowIso(), failures: 0 } }
  const { retryAfterMs } = result.error
  return {
    polled: {
      at: null,
      failures: Math.min(before + 1, 1_000),
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    },
  }
}

/**
 * There is nothing to ask: a courier without an adapter, or one that is not polled. Pushes are read all the
 * same.
 */
async function stopPolling(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update parcel as p set next_poll_at = null
    where ${ctx.rows('parcel').where('p')} and p.id = any(${ids}::bigint[])`.execute(ctx.db)
}

async function putOff(ctx: Ctx, ids: readonly string[], wait: string): Promise<void> {
  if (ids.length === 0) return
  await sql`update parcel as p set next_poll_at = ${nowIso()}::timestamptz + ${wait}::interval
    where ${ctx.rows('parcel').where('p')} and p.id = any(${ids}::bigint[])`.execute(ctx.db)
}
