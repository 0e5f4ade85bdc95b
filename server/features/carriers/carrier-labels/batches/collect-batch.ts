import type { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CarrierError, type CollectionResult } from '#server/features/carriers/carriers/index.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { change } from '#server/kit/db/change.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { withAccount } from '../accounts/with-account.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { openAccounts } from '../buying/buy-labels.ts'
import { carrierLabels } from '../buying/label-rows.ts'
import { partyOf, planParcels, type PlannedParcel } from '../buying/plan-parcels.ts'
import { reachedBatch, type BatchRow } from './batch-rows.ts'

/** Where it is not known whether the carrier has the order: it is not asked again by itself. */
const LOST = new Set<CarrierError['kind']>(['network', 'timeout', 'server', 'badReply', 'aborted'])

/**
 * Has the carrier fetch a batch's parcels at their depot. The batch is taken before the carrier is
 * asked, so that two presses order once; an order that was turned down sets it free again.
 */
export async function collectBatch(
  ctx: Ctx,
  { id, day, comment }: In<typeof carrierBatches.collect>,
): Promise<Out<typeof carrierBatches.collect>> {
  const batch = await reachedBatch(ctx, id, 'manifest')
  if (day < (await businessDay(ctx))) failFields([{ path: 'day', code: 'carrierBatch.pastDay' }])
  const { account, plans, first } = await whatIsFetched(ctx, batch)
  const { adapter, row } = account
  if (!adapter.collect)
    fail('carrierBatch.noCollections', { carrier: account.carrier.title[ctx.lang] })
  await setCollection(ctx, batch, { collectionState: 'sent', collectionDay: day }, [
    null,
    'cancelled',
  ])
  const free = { collectionState: null, collectionDay: null, collectionNo: null }
  const answer = await withAccount(ctx, account, async (): Promise<CollectionResult> => {
    try {
      return await adapter.collect!({
        date: day,
        parcels: plans.length,
        weightG: plans.reduce((total, { grams }) => total + grams, 0),
        product: first.product ?? '',
        account: row.billing[first.product ?? ''] ?? '',
        place: partyOf(first.depot),
        comment: comment || null,
      })
    } catch (error) {
      const isLost = error instanceof CarrierError && LOST.has(error.kind)
      await setCollection(ctx, batch, isLost ? { collectionState: 'unknown' } : free, ['sent'])
      throw error
    }
  })
  if (!answer.ok) {
    await setCollection(ctx, batch, free, ['sent'])
    return fail('carrierBatch.collectionRefused', { label: batch.batchNo, reason: answer.reason })
  }
  const { date, collectionNo } = answer
  await setCollection(
    ctx,
    batch,
    { collectionState: 'ordered', collectionDay: date, collectionNo },
    ['sent'],
  )
  return { day: date, collectionNo }
}

/** One order is for one account and one depot. */
async function whatIsFetched(
  ctx: Ctx,
  batch: BatchRow,
): Promise<{ account: OpenAccount; plans: PlannedParcel[]; first: PlannedParcel }> {
  const labels = (await carrierLabels(ctx, { batchIds: [batch.id] })).filter(
    ({ state, voidState }) => state === 'bought' && voidState !== 'void',
  )
  const planned = await planParcels(
    ctx,
    labels.map(({ parcelId }) => parcelId),
  )
  const plans = [...planned.values()]
  const [first] = plans
  if (!first) return fail('carrierBatch.nothingToFetch', { label: batch.batchNo })
  const accounts = [...(await openAccounts(ctx, labels)).values()]
  const [account] = accounts
  if (accounts.length > 1 || plans.some(({ depotId }) => depotId !== first.depotId))
    return fail('carrierBatch.mixedCollection', { label: batch.batchNo })
  if (!account) return failMissing()
  if (account.row.stoppedAt !== null)
    return fail('carrierBatch.accountStopped', { name: account.row.name })
  return { account, plans, first }
}

type State = 'sent' | 'ordered' | 'unknown' | 'cancelled' | null

const setCollection = (
  ctx: Ctx,
  { id, batchNo }: BatchRow,
  set: { collectionState: State; collectionDay?: string | null; collectionNo?: string | null },
  from: readonly State[],
): Promise<unknown> =>
  inTx(ctx, (tx) =>
    change(asSystemTx(tx, tx.principal.tenantId), 'carrierBatch', id, set, {
      if: (row) => {
        if (!from.includes(row.collectionState as State))
          fail(
            row.collectionState === null || row.collectionState === 'cancelled'
              ? 'carrierBatch.noCollection'
              : 'carrierBatch.isFetched',
            { label: batchNo },
          )
      },
    }),
  )

/** Taken back at the carrier; one that was never confirmed is only noted so, as a person found out. */
export async function cancelCollection(
  ctx: Ctx,
  { id }: In<typeof carrierBatches.cancelCollection>,
): Promise<Out<typeof carrierBatches.cancelCollection>> {
  const batch = await reachedBatch(ctx, id, 'cancel')
  const { collectionNo, collectionState } = batch
  if (collectionState !== 'ordered' && collectionState !== 'unknown')
    fail('carrierBatch.noCollection', { label: batch.batchNo })
  let pending = false
  if (collectionState === 'ordered') {
    const { account } = await whatIsFetched(ctx, batch)
    const { adapter } = account
    if (!adapter.cancelCollection || collectionNo === null)
      return fail('carrierBatch.cancelByPhone', { carrier: account.carrier.title[ctx.lang] })
    const answer = await withAccount(ctx, account, () => adapter.cancelCollection!(collectionNo))
    if (answer.outcome === 'refused')
      return fail('carrierBatch.collectionRefused', {
        label: batch.batchNo,
        reason: answer.reason,
      })
    pending = answer.outcome === 'pending'
  }
  await setCollection(ctx, batch, { collectionState: 'cancelled', collectionNo: null }, [
    collectionState,
  ])
  return { pending }
}
