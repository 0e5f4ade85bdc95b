import { sql } from 'kysely'
import { interceptChanged } from '#contracts/depot/scans.events.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { OPEN, RETURN } from '#contracts/returns/return-tracks.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { returnsToMatch } from '#contracts/returns/returns.events.ts'
import { liesApart } from '#server/features/depot/intercepts/index.ts'
import { findParcels } from '#server/features/depot/scans/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { giveOwner } from './give-owner.ts'
import { matchBox, reasonsOf } from './match-track.ts'
import { addTrack } from './receive.ts'
import type { Candidate } from './matching/score-owners.ts'
import { moveTrack, tracksIn, type Track } from './track.ts'

subscribe(returnsToMatch, 'returns.onToMatch', (ctx) => rematch(ctx))
subscribe(interceptChanged, 'returns.onIntercept', (ctx, intercept) =>
  intercept.status === INTERCEPT.intercepted
    ? takeOver(ctx, intercept)
    : intercept.status === INTERCEPT.released
      ? letGo(ctx, intercept.id)
      : Promise.resolve(),
)

/** At most so many unconfirmed tracks are matched again at once, the newest first. */
const MOST = 2000

/** Asks again who unconfirmed tracks belong to; who is certain by now is the owner. */
export async function rematch(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string }>`select t.id
    from ${ctx.rows('returnTrack').as('t')} where t.state = ${RETURN.UNCONFIRMED}
    order by t.id desc limit ${MOST}`.execute(ctx.db)
  for (const { id } of rows) await inTx(ctx, (tx) => matchAgain(tx, id))
}

async function matchAgain(tx: Tx, id: string): Promise<void> {
  const track = await tracksIn(tx)
    .where('id', '=', id)
    .where('state', '=', RETURN.UNCONFIRMED)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!track) return
  const { certain, suggestions } = await matchBox(tx, {
    trackNo: track.trackNo,
    senderText: track.senderText,
    senderPostalCode: track.senderPostalCode,
    skus: [],
  })
  // Taken back by a person it is not given to the same owner again.
  const isOpen = (await undoneBefore(tx, id)) || (await announcedAfter(tx, track, certain))
  if (certain && !isOpen) {
    await giveOwner(tx, track, {
      customerId: certain.customerId,
      shipmentId: certain.shipmentId,
      predictedId: certain.predictedId,
      score: certain.score,
      matchReason: reasonsOf(tx, certain.evidence).join('; ').slice(0, 400),
      notify: true,
    })
    return
  }
  const score = suggestions[0]?.score ?? null
  if (score !== track.score && (score ?? 0) > (track.score ?? 0))
    await change(tx, 'returnTrack', track, {
      suggestions: suggestions as never,
      score,
    })
}

/** Who announces what lies here already may have read its number: a person decides. */
async function announcedAfter(tx: Tx, track: Track, certain: Candidate | null): Promise<boolean> {
  if (!certain?.predictedId) return false
  const { rows } = await sql`select 1 from ${tx.rows('predictedReturn').as('p')}
    where p.id = ${certain.predictedId} and p.create_time > ${track.arrivedAt}::timestamptz`.execute(
    tx.db,
  )
  return rows.length > 0
}

async function undoneBefore(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${tx.rows('returnStep').as('p')}
    where p.track_id = ${id} and p.verb = 'undoDistribute' limit 1`.execute(tx.db)
  return rows.length > 0
}

/** What came back lies apart as well; what was stopped on its way in has not left yet. */
async function isComingIn(tx: Tx, no: string): Promise<boolean> {
  const [found = []] = await findParcels(asSystem(tx, tx.principal.tenantId), [no])
  return found.some(
    ({ parcelStatus }) => parcelStatus >= PARCEL.DRAFT && parcelStatus < PARCEL.OUTBOUND,
  )
}

/**
 * An intercept that lies apart is a return that was not announced, unless it is a parcel of an order
 * that was stopped: its customer is known, and released it is received.
 */
async function takeOver(
  ctx: Ctx,
  { id, no, depotId }: { id: string; no: string; depotId: string },
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { rows } = await sql`select 1 from ${tx.rows('returnTrack').as('t')}
      where t.intercept_id = ${id} or (t.track_no = ${no} and t.state = any(${OPEN}::int[]))`.execute(
      tx.db,
    )
    if (rows.length > 0 || !(await liesApart(tx, id)) || (await isComingIn(tx, no))) return
    const { suggestions } = await matchBox(tx, {
      trackNo: no,
      senderText: null,
      senderPostalCode: null,
      skus: [],
    })
    await addTrack(tx, {
      trackNo: no,
      depotId,
      place: 'INTERCEPT',
      arrivedAt: nowIso(),
      interceptId: id,
      carrier: null,
      senderText: null,
      senderPostalCode: null,
      goods: null,
      weight: null,
      length: null,
      width: null,
      height: null,
      suggestions,
    })
  })
}

/** Released by the depot, it is no return any more. */
async function letGo(ctx: Ctx, id: string): Promise<void> {
  await inTx(ctx, async (tx) => {
    const track = await tracksIn(tx)
      .where('interceptId', '=', id)
      .where('state', '=', RETURN.UNCONFIRMED)
      .forUpdate()
      .executeTakeFirst()
    if (track)
      await moveTrack(tx, track, {
        step: 'refuse',
        to: RETURN.REJECTED,
        patch: { dueStep: null, dueAt: null },
        note: 'intercept released',
      })
  })
}
