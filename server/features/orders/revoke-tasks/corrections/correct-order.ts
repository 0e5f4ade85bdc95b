import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { corrections } from '#contracts/orders/corrections.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import {
  calledSource,
  labelSources,
  liveLabels,
  keyOf as labelKeyOf,
  wantVoids,
  type LabelRow,
} from '#server/features/orders/label-sources/index.ts'
import { voidLabels } from '#server/features/orders/labels/index.ts'
import {
  keyOf,
  lockOrderFor,
  lockOrdersToEnd,
  readOrder,
  seesPrice,
  visibleOrder,
  type LockedOrder,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { withoutMasks } from '#server/kit/http/personal.ts'
import { wordedIssues } from '#server/kit/http/texts.ts'
import { addTask, markRevoking, refuseSecond } from '../open-tasks.ts'
import { applyCorrection, type Corrected, type Correction, type Sum } from './apply-correction.ts'

/** Shows what a correction does, by doing it and taking it back. */
export function previewCorrection(
  ctx: Ctx,
  { id, version, ...sent }: In<typeof corrections.preview>,
): Promise<Out<typeof corrections.preview>> {
  return dryRun(ctx, async (tx) => {
    const { order, before } = await lockCorrectable(tx, id, version)
    const correction = withoutMasks(tx.principal, sent, before)
    const live = await liveLabels(tx, order.parcelIds)
    const done = await applyCorrection(tx, order, correction)
    if (done.relabels) requireVoidable(tx, await refusedVoids(tx, live))
    const texts = await dictTexts(tx)
    const own = labelSources.of(tx.deps).own.code
    return {
      key: previewKey(tx, before, correction, done),
      labels: before.parcels
        .filter(({ id: one }) => done.labels.includes(one))
        .map((parcel) => {
          const label = live.get(parcel.id)
          const source = label?.source ?? own
          return {
            parcel: parcel.serialNumber,
            number: label?.number ?? parcel.trackNo,
            source,
            source_dictText: texts('label_source', source),
            bought: label !== undefined,
          }
        }),
      price: seesPrice(tx) ? priceOf(done) : null,
      doubts: wordedIssues(tx.lang, done.doubts),
    }
  })
}

/**
 * Corrects an order at the price that was shown. Labels another source made are taken back first:
 * nothing is changed, charged or bought before it agreed, so that no parcel has two that are paid.
 */
export function correctOrder(
  ctx: Ctx,
  { id, version, key, ...sent }: In<typeof corrections.correct>,
): Promise<Out<typeof corrections.correct>> {
  return inTx(ctx, async (tx) => {
    const { order, before } = await lockCorrectable(tx, id, version)
    const correction = withoutMasks(tx.principal, sent, before)
    const planned = await dryRun(tx, (part) => applyCorrection(part, order, correction))
    if (previewKey(tx, before, correction, planned) !== key) fail('correction.priceChanged')
    const waits = planned.relabels && (await takeLabelsBack(tx, order, correction))
    if (!waits) await applyCorrection(tx, order, correction, planned.labels)
    const after = visibleOrder(tx, await readOrder(tx, id))
    return { state: waits ? ('waits' as const) : ('done' as const), order: after }
  })
}

async function lockCorrectable(
  tx: Tx,
  id: string,
  version: number,
): Promise<{ order: LockedOrder; before: OrderDetail }> {
  await lockOrdersToEnd(tx, [id])
  const order = await lockOrderFor(tx, id, 'correct')
  const before = await readOrder(tx, id)
  if (before.version !== version) failConflict('row.stale', visibleOrder(tx, before))
  await refuseSecond(tx, order)
  return { order, before }
}

/** Asks for labels of other sources back; false where there is none to wait for. */
async function takeLabelsBack(
  tx: Tx,
  order: LockedOrder,
  correction: Correction,
): Promise<boolean> {
  const live = await liveLabels(tx, order.parcelIds)
  if (live.size === 0) return false
  requireVoidable(tx, await refusedVoids(tx, live))
  await wantVoids(tx, [...live.keys()])
  const open = await liveLabels(tx, order.parcelIds)
  if (open.size === 0) return false
  const [{ source }] = open.values() as unknown as [LabelRow]
  const labelled = [...live.keys()].map((parcelId) => ({ id: parcelId }))
  await addTask(tx, order, { reason: null, source, waits: true, labelled, correction })
  await markRevoking(tx, order.id, true)
  await tx.job(voidLabels, { parcelIds: [...open.keys()] })
  return true
}

/** Why sources will not take labels back, as far as that is known without asking them. */
async function refusedVoids(tx: Tx, live: ReadonlyMap<string, LabelRow>): Promise<string[]> {
  const reasons: string[] = []
  for (const [code, labels] of Map.groupBy(live.values(), ({ source }) => source)) {
    const keys = labels.map((label) => labelKeyOf(tx, label))
    const known = (await calledSource(tx, code)?.whyNotVoid?.(tx, keys)) ?? []
    reasons.push(...known)
  }
  return [...new Set(reasons)]
}

function requireVoidable(tx: Tx, reasons: readonly string[]): void {
  if (reasons.length > 0) fail('correction.notVoid', { reason: reasons.join('; ') })
}

const previewKey = (
  tx: Tx,
  { id, version }: OrderDetail,
  { consignee, customs, goods }: Correction,
  { currency, after, adjusted }: Corrected,
): string =>
  keyOf(tx, [
    id,
    version,
    JSON.stringify([consignee, customs ?? null, goods ?? null]),
    currency,
    after?.gross,
    adjusted?.minor,
  ])

function priceOf({ currency, before, after, adjusted, charged }: Corrected) {
  if (!before || !after) return null
  const text = (minor: bigint) => formatMoney({ minor, currency })
  const wire = ({ net, gross }: Sum) => ({ net: text(net), gross: text(gross) })
  // What is charged already and is not adjusted costs what it did, whatever its price would be now.
  const stays = adjusted === null && charged
  const difference = stays
    ? { net: 0n, gross: 0n }
    : { net: after.net - before.net, gross: adjusted?.minor ?? after.gross - before.gross }
  return {
    currency,
    before: wire(before),
    after: wire(after),
    // What is booked, where that is less than what the prices differ by: a part was given back before.
    difference: wire(difference),
    how: adjusted
      ? adjusted.charged
        ? ('charged' as const)
        : ('held' as const)
      : difference.net === 0n && difference.gross === 0n
        ? ('none' as const)
        : ('later' as const),
  }
}
