import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { DONE_BY, type ReturnAction } from '#contracts/returns/return-tracks.states.ts'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import type { returnStation } from '#contracts/returns/return-station.ts'
import { restockReturned } from '#server/features/orders/stock/index.ts'
import { termsOf, type ReturnTerms } from '#server/features/returns/return-terms/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { chargeFee, FEE_OF, storageFee } from './fees.ts'
import { forwardTrack } from './forward-track.ts'
import { photosOf } from './names.ts'
import { readTrack } from './read-track.ts'
import { secondToDestroy } from './second-to-destroy.ts'
import { lockTrack, moveTrack, type Track } from './track.ts'

/**
 * Carries a locked return's instruction out: stock, order or proof first, then the state, last the
 * fees. What is destroyed above the limit needs a second user, and always a photo.
 */
export function finishTrack(
  ctx: Ctx,
  { id, version, placeId, note }: In<typeof returnStation.finish>,
): Promise<TrackDetail> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, 'finish', version)
    const action = track.action as Exclude<ReturnAction, 'ask'>
    const terms = await termsOf(tx, track.customerId, track.depotId)
    let forwardId: string | null = null
    if (action === 'restock') await restock(tx, track, placeId ?? null)
    if (action === 'forward') forwardId = await forwardTrack(tx, track)
    if (action === 'destroy' && !(await mayDestroy(tx, track, terms))) return readTrack(tx, { id })
    const done = await moveTrack(tx, track, {
      step: 'finish',
      to: DONE_BY[action],
      patch: { doneAt: nowIso(), dueStep: null, dueAt: null, forwardId },
      note: note ?? null,
    })
    await chargeFee(tx, done, action, BigInt(terms[FEE_OF[action]]), terms.currency)
    await chargeFee(tx, done, 'storage', storageFee(done, terms), terms.currency)
    return readTrack(tx, { id })
  })
}

async function restock(tx: Tx, track: Track, placeId: string | null): Promise<void> {
  if (track.grade === null) fail('returns.gradeFirst', { label: track.no })
  if (placeId === null) failFields([{ path: 'placeId', code: 'field.required' }])
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ sku: string; quantity: number }>`select i.sku, i.quantity
    from ${tenant.rows('returnItem').as('i')}
    where i.track_id = ${track.id} and i.quantity > 0 order by i.id`.execute(tx.db)
  if (rows.length === 0) fail('returns.noItems', { label: track.no })
  await restockReturned(tx, {
    customerId: track.customerId!,
    depotId: track.depotId!,
    placeId,
    ref: { id: track.id, no: track.no },
    lines: rows,
  })
}

/** True where it may be destroyed now; false where this user was the first of two. */
async function mayDestroy(tx: Tx, track: Track, terms: ReturnTerms): Promise<boolean> {
  if ((await photosOf(tx, track.id)) === 0) fail('returns.photoNeeded', { label: track.no })
  // A value that is not known, of another currency or entered by the same user is above every limit.
  const isLow =
    track.value !== null &&
    track.currency === terms.currency &&
    BigInt(track.value) <= BigInt(terms.destroyLimit) &&
    (await gradedBy(tx, track.id)) !== tx.principal.username
  return isLow || secondToDestroy(tx, track, null)
}

async function gradedBy(tx: Tx, trackId: string): Promise<string | null> {
  const { rows } = await sql<{ createBy: string | null }>`select p.create_by
    from ${tx.rows('returnStep').as('p')}
    where p.track_id = ${trackId} and p.verb = 'grade' order by p.id desc limit 1`.execute(tx.db)
  return rows[0]?.createBy ?? null
}
