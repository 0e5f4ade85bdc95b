import { z } from 'zod'
import { isoAfter } from '#server/kit/runtime/clock.ts'
import {
  chooseSources,
  claimLabels,
  keyOf,
  lastLabels,
  liveLabels,
  wantAgain,
  wantLabels,
  type LabelRow,
  type WantedLabel,
} from '#server/features/orders/label-sources/index.ts'
import { requirePaid } from '#server/features/orders/charging/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { idText } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { askSources, LEASE_SECONDS } from './ask-sources.ts'
import { recordMade } from './answer-labels.ts'
import {
  findPrintable,
  named,
  printRows,
  refuseRevoking,
  type PrintRequest,
  type PrintRow,
} from '../find-printable.ts'
import { wantedLabel } from './wanted-label.ts'

/** Ends what a call left open: a lost process, an answer that did not come or comes later. */
export const finishLabels = job('labels.finish', z.object({ parcelIds: z.array(idText) }))
const SLOWEST_MS = 3_600_000

/**
 * The labels of those parcels whose service's labels another source makes, asked for where there is
 * none; empty, and nothing asked, where all are ours. A refusal or a label that is still to come
 * refuses the print.
 */
export async function labelsOfOthers(
  ctx: Ctx,
  rows: readonly PrintRow[],
  request: PrintRequest,
): Promise<ReadonlyMap<string, LabelRow>> {
  const sources = await chooseSources(ctx, rows.map(serviceOf))
  const foreign = rows.filter((row) => sources.get(row.serviceId)?.kind === 'called')
  if (foreign.length === 0) return new Map()
  const ids = foreign.map(({ id }) => id)
  let labels = await liveLabels(ctx, ids)
  if (foreign.some(({ id }) => !labels.has(id))) {
    await inTx(ctx, async (tx) => {
      await lockParcels(tx, ids)
      // What was cancelled meanwhile gets no label.
      await findPrintable(tx, request)
      // Before the label is bought: it is charged whatever there is then.
      await requirePaid(tx, ids)
      await wantLabels(
        tx,
        foreign.map(({ id, serviceId }) => ({
          parcelId: id,
          source: sources.get(serviceId)!.code,
        })),
      )
      await tx.job(finishLabels, { parcelIds: ids }, { runAt: after(LEASE_SECONDS * 1_000) })
    })
    labels = await liveLabels(ctx, ids)
  }
  if (foreign.some(({ id }) => labels.get(id)?.state !== 'made')) await askForWanted(ctx, ids)
  return refuseUnmade(foreign, await lastLabels(ctx, ids))
}

/**
 * Labels asked for without a print, each parcel with an outcome of its own: one that may not have a
 * label keeps none of the others back. The last word on each.
 */
export async function buyParcels(
  ctx: Ctx,
  wanted: readonly { parcelId: string; source: string }[],
): Promise<ReadonlyMap<string, Pick<LabelRow, 'state' | 'reason'>>> {
  const unpaid = new Map<string, Pick<LabelRow, 'state' | 'reason'>>()
  const live = await liveLabels(
    ctx,
    wanted.map(({ parcelId }) => parcelId),
  )
  const fresh = wanted.filter(({ parcelId }) => !live.has(parcelId))
  const refusal = await wantPaid(ctx, fresh)
  for (const one of refusal ? fresh : []) {
    const own = await wantPaid(ctx, [one])
    if (own) unpaid.set(one.parcelId, { state: 'refused', reason: own })
  }
  const ids = wanted.map(({ parcelId }) => parcelId).filter((id) => !unpaid.has(id))
  await askForWanted(ctx, ids)
  return new Map([...(await lastLabels(ctx, ids)), ...unpaid])
}

/** Why none of them may be bought, or null where they are wanted now. */
async function wantPaid(
  ctx: Ctx,
  wanted: readonly { parcelId: string; source: string }[],
): Promise<string | null> {
  if (wanted.length === 0) return null
  const parcelIds = wanted.map(({ parcelId }) => parcelId)
  try {
    await inTx(ctx, async (tx) => {
      await lockParcels(tx, parcelIds)
      await requirePaid(tx, parcelIds)
      refuseRevoking(await wantLabels(tx, wanted))
      await tx.job(finishLabels, { parcelIds }, { runAt: after(LEASE_SECONDS * 1_000) })
    })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return translateError(ctx.lang, error.code, error.data)
  }
}

const serviceOf = ({ serviceId: id, serviceCode: code, courierCode }: PrintRow) => ({
  id,
  code,
  courierCode,
})
const after = (ms: number): string => isoAfter(ms)

function refuseUnmade(
  rows: readonly PrintRow[],
  labels: ReadonlyMap<string, LabelRow>,
): ReadonlyMap<string, LabelRow> {
  const not = rows.filter(({ id }) => labels.get(id)?.state !== 'made')
  if (not.length === 0) return labels
  const refused = not.filter(({ id }) => labels.get(id)?.state === 'refused')
  const parcels = not.map(({ id, orderNo }) => ({
    id,
    orderNo,
    state: labels.get(id)?.state ?? 'wanted',
    reason: labels.get(id)?.reason ?? null,
  }))
  if (refused.length > 0)
    throw new Refusal('label.refused', {
      data: {
        orders: named(refused.map(({ id, orderNo }) => `${orderNo} (${labels.get(id)?.reason})`)),
      },
      result: { parcels },
    })
  throw new Refusal('label.pending', {
    data: { orders: named(not.map(({ orderNo }) => orderNo)) },
    result: { parcels },
  })
}

/** Asks for labels that were not asked for yet: each is claimed before its source is called. */
async function askForWanted(ctx: Ctx, parcelIds: readonly string[]): Promise<void> {
  const claimed = await claimLabels(ctx, parcelIds, 'wanted', 0)
  if (claimed.length === 0) return
  const wanted = await wantedLabels(ctx, claimed)
  await recordMade(
    ctx,
    await askSources(ctx, claimed, (source, some, signal) =>
      source.make(
        ctx,
        some.flatMap(({ parcelId }) => wanted.get(parcelId) ?? []),
        signal,
      ),
    ),
  )
}

async function wantedLabels(
  ctx: Ctx,
  labels: readonly LabelRow[],
): Promise<ReadonlyMap<string, WantedLabel>> {
  const rows = await printRows(
    ctx,
    labels.map(({ parcelId }) => parcelId),
  )
  const keys = new Map(labels.map((label) => [label.parcelId, keyOf(ctx, label)]))
  return new Map(rows.map((row) => [row.id, wantedLabel(row, keys.get(row.id)!)]))
}

/**
 * Finds out about labels that are open: what a source knows is taken from there, what it never
 * heard of is asked for again, under the same key.
 */
export async function finishOpen(
  ctx: Ctx,
  parcelIds: readonly string[],
  leaseSeconds = LEASE_SECONDS,
): Promise<void> {
  const claimed = await claimLabels(ctx, parcelIds, 'open', leaseSeconds)
  const found = await askSources(ctx, claimed, (source, some, signal) =>
    source.find(
      ctx,
      some.map((one) => keyOf(ctx, one)),
      signal,
    ),
  )
  const absent = found.filter(([, { state }]) => state === 'absent').map(([{ id }]) => id)
  if (absent.length > 0) await wantAgain(ctx, absent)
  await recordMade(
    ctx,
    found.flatMap(([label, answer]) =>
      answer.state === 'absent' ? [] : [[label, answer] as const],
    ),
  )
  await askForWanted(ctx, parcelIds)
}

defineJob(finishLabels, async (ctx, { parcelIds }) => {
  await finishOpen(ctx, parcelIds)
  const open = [...(await liveLabels(ctx, parcelIds)).values()].filter(
    ({ state, voidState }) => state !== 'made' && voidState === null,
  )
  if (open.length === 0) return
  const asked = Math.min(...open.map((label) => label.asked))
  const wait = Math.min(SLOWEST_MS, LEASE_SECONDS * 1_000 * 2 ** Math.min(asked, 10))
  await inTx(ctx, (tx) =>
    tx.job(
      finishLabels,
      { parcelIds: open.map(({ parcelId }) => parcelId) },
      { runAt: after(wait) },
    ),
  )
})
