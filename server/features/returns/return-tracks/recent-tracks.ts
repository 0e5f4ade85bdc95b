import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { returnStation } from '#contracts/returns/return-station.ts'
import type { ReturnState } from '#contracts/returns/return-tracks.states.ts'
import { byHour, depotDay, leadsDepot, type HourRow } from '#server/features/depot/scans/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { removeFilesOf } from '#server/kit/files/stored-files.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { giveFeesBack } from './fees.ts'
import { TRACK_FILES } from './names.ts'
import { awaitBox } from './predicted/predicted-returns.ts'
import { lockTrack, moveTrack, type Track } from './track.ts'

/** Seconds in which a receiving can be taken back by who did it. */
const UNDO_SECONDS = 600
const SHOWN = 20

/** What the caller received last, and how much of it today. */
export async function recentTracks(
  ctx: Ctx,
  { depotId }: In<typeof returnStation.recent>,
): Promise<Out<typeof returnStation.recent>> {
  const { rows } = await sql<{
    id: string
    no: string
    trackNo: string | null
    state: number
    place: string | null
    customerName: string | null
    arrivedAt: string
    actionBy: string | null
    customerId: string | null
    predictedId: string | null
    touched: boolean
    announced: number | null
  }>`select t.id, t.no, t.track_no, t.state, t.place, c.name as customer_name, t.arrived_at,
      t.action_by, t.customer_id, t.predicted_id, ${touchedSince(ctx)} as touched,
      ${announcedFrom(ctx)} as announced
    from ${ctx.rows('returnTrack').as('t')}
      left join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
    where ${receivedBy(ctx)} and t.arrived_at is not null
      and (${depotId ?? null}::bigint is null or t.depot_id = ${depotId ?? null}::bigint)
    order by t.arrived_at desc, t.id desc limit ${SHOWN}`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const hours = byHour(await receivedToday(ctx, depotId ?? null))
  const own = hours.people.find((one) => one.username === ctx.principal.username)
  return {
    today: own?.total ?? 0,
    hours,
    rows: rows.map((row) => ({
      id: row.id,
      no: row.no,
      trackNo: row.trackNo,
      state: row.state,
      state_dictText: texts('return_state', String(row.state)),
      customerName: row.customerName,
      place: row.place,
      at: row.arrivedAt,
      mayUndo: mayUndo(row),
    })),
  }
}

/** Boxes received today, by who received them last and the hour on the depot's clock. */
async function receivedToday(ctx: Ctx, depotId: string | null): Promise<HourRow[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { zone, since } = await depotDay(ctx, depotId)
  const { rows } =
    await sql<HourRow>`select p.create_by as username, coalesce(u.realname, p.create_by) as name,
      extract(hour from t.arrived_at at time zone ${zone}::text)::int as hour, count(*)::int as count
    from ${ctx.rows('returnTrack').as('t')}
      cross join lateral (select s.create_by from ${tenant.rows('returnStep').as('s')}
        where s.track_id = t.id and s.verb in ('scan', 'receive') order by s.id desc limit 1) p
      left join ${ctx.rows('sysUser').as('u')} on u.username = p.create_by
    where t.arrived_at >= ${since}::timestamptz
      and (${leadsDepot(ctx)} or p.create_by = ${ctx.principal.username})
      and (${depotId}::bigint is null or t.depot_id = ${depotId}::bigint)
    group by 1, 2, 3 order by 2, 3`.execute(ctx.db)
  return rows
}

type UndoFacts = Pick<Track, 'arrivedAt' | 'actionBy' | 'customerId' | 'predictedId'> & {
  touched: boolean
  announced: number | null
}

/**
 * Shortly after, with nothing done and nothing decided by the owner. Where two customers came into
 * question, who announced it is not in the track any more.
 */
const mayUndo = ({
  touched,
  arrivedAt,
  actionBy,
  announced,
  customerId,
  predictedId,
}: UndoFacts): boolean =>
  !touched &&
  isFresh(arrivedAt) &&
  actionBy !== 'customer' &&
  (announced === null || (customerId !== null && predictedId !== null))

const isFresh = (at: string | null): boolean =>
  at !== null && now() - Date.parse(at) <= UNDO_SECONDS * 1000

/** Whether the caller received `t`, announced or not. */
const receivedBy = (ctx: Ctx) => sql<SqlBool>`exists (
  select 1 from ${asSystem(ctx, ctx.principal.tenantId).rows('returnStep').as('p')}
  where p.track_id = t.id and p.verb in ('scan', 'receive')
    and p.create_by = ${ctx.principal.username}
    and not exists (select 1
      from ${asSystem(ctx, ctx.principal.tenantId).rows('returnStep').as('l')}
      where l.track_id = t.id and l.verb = 'undoReceive' and l.id > p.id))`

/** The state an announced `t` was received from; null where it was not announced. */
const announcedFrom = (ctx: Ctx) => sql<number | null>`(select p.from_state
  from ${asSystem(ctx, ctx.principal.tenantId).rows('returnStep').as('p')}
  where p.track_id = t.id and p.verb = 'receive' order by p.id desc limit 1)`

/** Whether anything but the receiving was done with `t`. */
const touchedSince = (ctx: Ctx) => sql`exists (
  select 1 from ${asSystem(ctx, ctx.principal.tenantId).rows('returnStep').as('p')}
  where p.track_id = t.id and p.create_time >= t.arrived_at - interval '1 minute'
    and (p.verb not in ('scan', 'receive', 'distribute', 'ask', 'instruct', 'undoReceive')
      or p.create_by <> ${ctx.principal.username}))`

/** As if it had not been scanned: fees are given back, the row and its photos are gone. */
export function undoScan(
  ctx: Ctx,
  { id }: In<typeof returnStation.undoScan>,
): Promise<Out<typeof returnStation.undoScan>> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, null)
    const { rows } = await sql<{
      touched: boolean
      mine: boolean
      announced: number | null
    }>`select ${touchedSince(tx)} as touched, ${receivedBy(tx)} as mine,
        ${announcedFrom(tx)} as announced
      from ${tx.rows('returnTrack').as('t')} where t.id = ${id}`.execute(tx.db)
    if (!rows[0]?.mine) fail('scan.notYours')
    if (!mayUndo({ ...track, ...rows[0] }))
      fail('returns.undoScanLate', { label: track.no, minutes: UNDO_SECONDS / 60 })
    const { announced } = rows[0]
    await (announced === null ? forget(tx, track) : awaitAgain(tx, track, announced))
    return { no: track.no }
  })
}

/** An announced box waits again, with nothing of what its receiving brought. */
async function awaitAgain(tx: Tx, track: Track, from: number): Promise<void> {
  const whole = acrossTenantTx(tx)
  await giveFeesBack(tx, track)
  await removeFilesOf(tx, TRACK_FILES, track.id, 'photo')
  await change(whole, 'predictedReturn', track.predictedId!, (before) =>
    before.state === '1' ? { state: '0' } : {},
  )
  await moveTrack(whole, track, {
    step: 'undoReceive',
    to: from as ReturnState,
    patch: {
      depotId: null,
      place: null,
      arrivedAt: null,
      weight: null,
      length: null,
      width: null,
      height: null,
      senderText: null,
      senderPostalCode: null,
      score: null,
      ownedAt: null,
      distributedBy: null,
      distributedFrom: null,
      action: null,
      actionBy: null,
      actionNote: null,
      dueStep: null,
      dueAt: null,
    },
  })
}

async function forget(tx: Tx, track: Track): Promise<void> {
  const whole = acrossTenantTx(tx)
  await giveFeesBack(tx, track)
  await removeFilesOf(tx, TRACK_FILES, track.id)
  const announced =
    track.predictedId &&
    (await change(whole, 'predictedReturn', track.predictedId, (before) =>
      before.state === '1' ? { state: '0' } : {},
    ))
  await sql`delete from return_track as t
    where ${whole.rows('returnTrack').where('t')} and t.id = ${track.id}`.execute(tx.db)
  // Its announced number is awaited again.
  if (announced && announced.state === '0') await awaitBox(whole, announced)
  await tx.audit('return_track', track.id, 'delete', { no: track.no, trackNo: track.trackNo }, null)
}
