import { replayLater, type replayEvents } from './mapping-hooks.ts'
import type { z } from 'zod'
import { sql } from 'kysely'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { OWN } from '../events/normalise-event.ts'
import { mapEvent } from './map-event.ts'
import { mappingsOf } from './mappings.ts'
import { storeEvents } from '../events/store-events.ts'

interface Row {
  id: string
  parcelId: string
  rawCode: string | null
  rawReason: string | null
  rawText: string | null
  effect: string
  status: number | null
  sub: string | null
  unmapped: boolean
  visible: boolean
  visibleSet: boolean
}

const BATCH = 500

/**
 * Reads a courier's stored events again by its mapping table as it is now, parcel by parcel in id
 * order, and folds those whose meaning changed. `codes` limits it to the codes a saved row speaks
 * of. Killed midway it is begun again: what is read already changes nothing a second time. Of two
 * that read all, the later takes over: it covers what the other had left.
 */
export async function replayMapping(
  ctx: Ctx,
  { courier, codes }: z.output<typeof replayEvents.payload>,
): Promise<void> {
  if (courier === OWN) return
  const only = codes?.map((code) => code.toUpperCase()) ?? null
  const isWhole = only === null
  const run = isWhole ? await begin(ctx, courier) : null
  for (let after = '0'; ;) {
    const found = await sql<{
      id: string
    }>`select distinct e.parcel_id as id from ${ctx.rows('trackingEvent').as('e')}
      where e.courier = ${courier} and e.parcel_id > ${after} and (${only}::text[] is null
        or upper(e.raw_code) = any(${only}::text[])) order by e.parcel_id limit ${BATCH}`.execute(
      ctx.db,
    )
    const ids = found.rows.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) break
    await replayParcels(ctx, courier, ids)
    if (run !== null && !(await progress(ctx, courier, run, ids.length))) return
    after = last
  }
  if (run !== null) await endReplay(ctx, { courier }, run)
}

/** Over, done or given up: it can be begun again. A run ends itself only, not one that took over. */
export async function endReplay(
  ctx: Ctx,
  { courier }: { courier: string },
  run: number | null = null,
): Promise<void> {
  await sql`update mapping_replay as r set finished_at = ${nowIso()}
    where ${ctx.rows('mappingReplay').where('r')} and r.courier = ${courier}
      and r.finished_at is null and (${run}::int is null or r.run = ${run})`.execute(ctx.db)
}

/** Refused while one runs: it would begin again from the start. */
export async function replayAll(tx: Tx, courier: string): Promise<null> {
  const running = await sql`select 1 from ${tx.rows('mappingReplay').as('r')}
    where r.courier = ${courier} and r.finished_at is null`.execute(tx.db)
  if (running.rows.length > 0) fail('map.replayRuns')
  await replayLater(tx, courier, null)
  return null
}

/**
 * What is to be read is counted first: the courier's page shows how far it is. Answers the number of
 * the run; null where the courier is gone.
 */
async function begin(ctx: Ctx, courier: string): Promise<number | null> {
  const begun = await sql<{ run: number }>`insert into mapping_replay as r
      (tenant_id, courier, parcels, started_at)
    select c.tenant_id, c.code, (select count(distinct e.parcel_id)
        from ${ctx.rows('trackingEvent').as('e')} where e.courier = ${courier}), ${nowIso()}
    from ${ctx.rows('courier').as('c')} where c.code = ${courier}
    on conflict (tenant_id, courier) do update set parcels = excluded.parcels, done = 0,
      run = r.run + 1, started_at = excluded.started_at, finished_at = null
    returning r.run`.execute(ctx.db)
  return begun.rows[0]?.run ?? null
}

/** False where another run took over. */
async function progress(ctx: Ctx, courier: string, run: number, parcels: number): Promise<boolean> {
  const noted =
    await sql`update mapping_replay as r set done = least(r.parcels, r.done + ${parcels})
    where ${ctx.rows('mappingReplay').where('r')} and r.courier = ${courier} and r.run = ${run}
    returning 1`.execute(ctx.db)
  return noted.rows.length > 0
}

function replayParcels(ctx: Ctx, courier: string, parcelIds: readonly string[]): Promise<void> {
  return inTx(ctx, async (tx) => {
    await lockParcels(tx, parcelIds)
    // As it is now: a row saved meanwhile has been read again for these parcels, or will be.
    const mappings = await mappingsOf(tx, courier)
    const found =
      await sql<Row>`select e.id, e.parcel_id, e.raw_code, e.raw_reason, e.raw_text, e.effect,
          e.status, e.sub, e.unmapped, e.visible, e.visible_set
      from ${tx.rows('trackingEvent').as('e')} where e.courier = ${courier}
      and e.parcel_id = any(${parcelIds}::bigint[])`.execute(tx.db)
    const changed = found.rows.flatMap((row) => {
      const to = mapEvent(
        { courier, rawCode: row.rawCode, reasonCode: row.rawReason, rawText: row.rawText ?? '' },
        mappings,
      )
      const visible = row.visibleSet ? row.visible : to.visibleToPublic
      const same =
        row.effect === to.effect &&
        row.status === to.status &&
        row.sub === to.sub &&
        row.unmapped === to.unmapped &&
        row.visible === visible
      return same ? [] : [{ row, to, visible }]
    })
    if (changed.length === 0) return
    await sql`update tracking_event as e
      set effect = x.effect, status = x.status, sub = x.sub, unmapped = x.unmapped,
        visible = x.visible
      from unnest(${changed.map(({ row }) => row.id)}::bigint[],
        ${changed.map(({ to }) => to.effect)}::text[],
        ${changed.map(({ to }) => to.status)}::smallint[],
        ${changed.map(({ to }) => to.sub)}::text[],
        ${changed.map(({ to }) => to.unmapped)}::boolean[],
        ${changed.map(({ visible }) => visible)}::boolean[]) as x(id, effect, status, sub, unmapped,
        visible)
      where ${tx.rows('trackingEvent').where('e')} and e.id = x.id`.execute(tx.db)
    await storeEvents(
      tx,
      [...new Set(changed.map(({ row }) => row.parcelId))].map((parcelId) => ({
        parcelId,
        events: [],
        recompute: true,
      })),
    )
  })
}
