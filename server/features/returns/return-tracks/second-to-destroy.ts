import { requireSecondUser } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { fail } from '#server/kit/http/errors.ts'
import { noteStep, type Track } from './track.ts'

/**
 * Two persons destroy: false where this user is the first, true where a second one agrees. The same
 * person in another session, or a delegate, is no second one.
 */
export async function secondToDestroy(
  tx: Tx,
  track: Track,
  reason: string | null,
): Promise<boolean> {
  const { username, userId, actor } = tx.principal
  if (track.destroyBy === null) {
    const first = await change(tx, 'returnTrack', track, {
      destroyBy: username,
      destroyUserId: userId,
      destroyActorId: actor?.userId ?? null,
    })
    await noteStep(tx, first, 'destroyFirst', first.state, reason)
    return false
  }
  if (track.destroyBy === username) fail('returns.twoUsers', { label: track.no })
  await requireSecondUser(tx, { userId: track.destroyUserId!, actorId: track.destroyActorId })
  return true
}
