import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { labelVoidAnswered } from '#contracts/orders/labels.events.ts'
import type { VoidState } from '#contracts/orders/labels.states.ts'
import {
  claimVoids,
  keyOf,
  liveLabels,
  storeVoids,
  type LabelRow,
  type VoidAnswer,
} from '#server/features/orders/label-sources/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { isoAfter, nowIso } from '#server/kit/runtime/clock.ts'
import { askSources, LEASE_SECONDS, type Answered } from './ask-sources.ts'
import { finishOpen } from './make-labels.ts'

/** Asks the sources to take labels back, for which it was noted (`wantVoids`). */
export const voidLabels = job('labels.void', z.object({ parcelIds: z.array(idText) }))
const SLOWEST_MS = 6 * 3_600_000

/**
 * Asks sources to void what is to be void. A label that may not be made is looked for first: one
 * its source never heard of is void, for it will not be asked for again.
 */
export async function askVoids(
  ctx: Ctx,
  parcelIds: readonly string[],
  leaseSeconds = LEASE_SECONDS,
): Promise<void> {
  const unmade = [...(await liveLabels(ctx, parcelIds)).values()].filter(
    ({ state, voidState }) => voidState !== null && state !== 'made',
  )
  if (unmade.length > 0)
    await finishOpen(
      ctx,
      unmade.map(({ parcelId }) => parcelId),
      leaseSeconds,
    )
  const claimed = await claimVoids(ctx, parcelIds, leaseSeconds)
  const made = claimed.filter(({ state }) => state === 'made')
  const answered = await askSources(ctx, made, (source, some, signal) =>
    source.void(
      ctx,
      some.map((one) => ({ key: keyOf(ctx, one), number: one.number })),
      signal,
    ),
  )
  const unasked = claimed
    .filter(({ state }) => state !== 'made')
    .map((one): Answered<VoidAnswer>[number] => [
      one,
      one.state === 'wanted' ? { state: 'void' } : { state: 'unknown' },
    ])
  await recordVoided(ctx, [...answered, ...unasked])
}

/** Records what sources answered to voiding; what follows for the orders is done by the event. */
export async function recordVoided(ctx: Ctx, answered: Answered<VoidAnswer>): Promise<void> {
  if (answered.length === 0) return
  await inTx(ctx, async (tx) => {
    await lockParcels(
      asSystemTx(tx, tx.principal.tenantId),
      answered.map(([{ parcelId }]) => parcelId),
    )
    const changed = await storeVoids(
      tx,
      answered.map(([{ id }, answer]) => ({
        id,
        state: answer.state satisfies VoidState,
        reason: answer.state === 'refused' ? answer.reason.slice(0, 500) : null,
      })),
    )
    await tx.auditMany(
      'parcel_label',
      'edit',
      answered.map(([label, answer]) => ({
        id: label.id,
        before: { voidState: label.voidState },
        after: { voidState: answer.state },
      })),
    )
    if (changed.length > 0) await tx.emit(labelVoidAnswered, { parcelIds: changed, at: nowIso() })
  })
}

defineJob(voidLabels, async (ctx, { parcelIds }) => {
  await askVoids(ctx, parcelIds)
  const open = [...(await liveLabels(ctx, parcelIds)).values()].filter(isOpen)
  if (open.length === 0) return
  const asked = Math.min(...open.map((label) => label.voidAsked))
  const wait = Math.min(SLOWEST_MS, LEASE_SECONDS * 1_000 * 2 ** Math.min(asked, 10))
  await inTx(ctx, (tx) =>
    tx.job(
      voidLabels,
      { parcelIds: open.map(({ parcelId }) => parcelId) },
      { runAt: isoAfter(wait) },
    ),
  )
})

const isOpen = ({ voidState }: LabelRow): boolean =>
  voidState !== null && voidState !== 'void' && voidState !== 'refused'
