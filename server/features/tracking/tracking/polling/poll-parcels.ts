import { sql } from 'kysely'
import type { TrackResult } from '#server/features/carriers/carriers/index.ts'
import {
  callsLeft,
  carrierAccount,
  logCalls,
  type CarrierAccount,
} from '#server/features/carriers/carriers/index.ts'
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
  const due = await claim(ctx)
  await askCarriers(ctx, due)
  return due.length === CLAIM
}

/**
 * Takes parcels that are due for this process alone, by putting their time off; two claims never
 * share a row.
 */
async function claim(ctx: Ctx): Promise<Due[]> {
  const found = await sql<Due & { courier: string | null }>`with due as (
      select p.id from parcel as p
      where ${ctx.rows('parcel').where('p')} and p.next_poll_at <= ${nowIso()} order by p.next_poll_at
      limit ${CLAIM} for update skip locked)
    update parcel as p set next_poll_at = ${nowIso()}::timestamptz + ${LEASE}::interval from due
    where ${ctx.rows('parcel').where('p')} and p.id = due.id
    returning p.id, p.track_no as number, p.poll_failures as failures,
      (select n.courier_code from tracking_number as n
        where n.number = p.track_no and n.tenant_id = p.tenant_id
          and n.state = 1) as courier`.execute(ctx.db)
  const silent = found.rows.filter(({ courier }) => courier === null).map(({ id }) => id)
  if (silent.length > 0) await stopPolling(ctx, silent)
  return found.rows.filter(({ courier }) => courier !== null)
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
    await inTx(ctx, (tx) => storeEvents(tx, updates))
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
  await sql`update parcel as p set next_poll_at = null
    where ${ctx.rows('parcel').where('p')} and p.id = any(${ids}::bigint[])`.execute(ctx.db)
}

async function putOff(ctx: Ctx, ids: readonly string[], wait: string): Promise<void> {
  if (ids.length === 0) return
  await sql`update parcel as p set next_poll_at = ${nowIso()}::timestamptz + ${wait}::interval
    where ${ctx.rows('parcel').where('p')} and p.id = any(${ids}::bigint[])`.execute(ctx.db)
}
