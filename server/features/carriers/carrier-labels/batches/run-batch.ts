import { sql } from 'kysely'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { whyNot } from '#contracts/orders/shipments.states.ts'
import { CarrierError, logCalls } from '#server/features/carriers/carriers/index.ts'
import { buyParcels } from '#server/features/orders/labels/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'
import { stopAccount } from '../accounts/account-login.ts'
import { openAccounts } from '../buying/buy-labels.ts'
import { parcelToShip, planParcels } from '../buying/plan-parcels.ts'
import {
  messageOfError,
  ownMessage,
  storedMessages,
  type StoredMessage,
} from '../buying/wording.ts'

/**
 * Buys or checks some of a batch's parcels that still wait, after the item named, and goes on by a job
 * of its own: a process that is lost costs the part it was at, and does not end the batch.
 */
export const runBatch = job(
  'carriers.runBatch',
  z.object({ batchId: idText, after: idText.optional(), rounds: z.number().int().default(0) }),
)
type Part = z.output<typeof runBatch.payload>
const AT_A_TIME = 30
const [AGAIN_MS, AGAIN_MAX_MS] = [10_000, 600_000]

/** One job at a time works on a batch: what is queued for it takes the place of what waits. */
export const keyOfBatch = (batchId: string) => ({ key: `carrierBatch:${batchId}` })

interface Item {
  id: string
  parcelId: string
  parcelStatus: number
  cancelled: boolean
}

/** A batch whose job failed for good is stopped; Try again goes on with it. */
defineJob(runBatch, workOn, (ctx, { batchId }, { code }) =>
  inTx(ctx, async (tx) => {
    await changeMany(
      tx,
      'carrierBatch',
      [batchId],
      ({ state }) => (state === 'done' ? null : { state: 'stopped' }),
      { note: { failure: code } },
    )
  }),
)

async function workOn(ctx: Ctx, { batchId, after, rounds }: Part): Promise<void> {
  const found = await sql<{
    kind: string
    carrier: string
    state: string
  }>`select b.kind, b.carrier,
      b.state
    from ${ctx.rows('carrierBatch').as('b')} where b.id = ${batchId}`.execute(ctx.db)
  const [batch] = found.rows
  if (!batch) return
  if (after === undefined && batch.state !== 'running')
    await inTx(ctx, (tx) => change(tx, 'carrierBatch', batchId, { state: 'running' }))
  const items = await waiting(ctx, batchId, after ?? '0')
  if (batch.kind === 'validate') await checkSome(ctx, items)
  else if (items.length > 0) await buySome(ctx, batch.carrier, items)
  const last = items.at(-1)
  // What another process is buying, a carrier that is busy, or an account that is stopped, is looked
  // at again later, each time after a longer wait.
  const isOpen = last !== undefined || (await waiting(ctx, batchId, '0')).length > 0
  await inTx(ctx, async (tx) => {
    const key = keyOfBatch(batchId)
    if (last) await tx.job(runBatch, { batchId, after: last.id, rounds }, key)
    else if (isOpen)
      await tx.job(
        runBatch,
        { batchId, rounds: rounds + 1 },
        { ...key, runAt: isoAfter(Math.min(AGAIN_MS * 2 ** Math.min(rounds, 10), AGAIN_MAX_MS)) },
      )
    else await change(tx, 'carrierBatch', batchId, { state: 'done' })
  })
}

async function waiting(ctx: Ctx, batchId: string, after: string): Promise<Item[]> {
  const found = await sql<Item>`select i.id, i.parcel_id, p.parcel_status,
      s.cancel_time is not null as cancelled
    from ${ctx.rows('carrierBatchItem').as('i')}
      join ${ctx.rows('parcel').as('p')} on p.id = i.parcel_id
      join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
    where i.batch_id = ${batchId} and i.state = 'waiting' and i.id > ${after}
    order by i.id limit ${AT_A_TIME}`.execute(ctx.db)
  return found.rows
}

async function setItem(
  ctx: Ctx,
  { id }: Pick<Item, 'id'>,
  state: 'waiting' | 'done' | 'refused' | 'unknown',
  messages: readonly StoredMessage[],
): Promise<void> {
  await sql`update carrier_batch_item as i
    set state = ${state}, messages = ${JSON.stringify(messages)}::jsonb
    where ${asSystem(ctx, ctx.principal.tenantId).rows('carrierBatchItem').where('i')}
      and i.id = ${id} and i.state = 'waiting'`.execute(ctx.db)
}

/** Each parcel has its own outcome: one that may not be bought keeps none of the others back. */
async function buySome(ctx: Ctx, carrier: string, items: readonly Item[]): Promise<void> {
  const open = items.filter(
    ({ parcelStatus, cancelled }) => !cancelled && whyNot('print', parcelStatus) === null,
  )
  for (const item of items)
    if (!open.includes(item)) await setItem(ctx, item, 'refused', [ownMessage('request')])
  const results = await buyParcels(
    ctx,
    open.map(({ parcelId }) => ({ parcelId, source: carrier })),
  )
  for (const item of open) {
    const result = results.get(item.parcelId)
    if (result?.state === 'made') await setItem(ctx, item, 'done', [])
    else if (result?.state === 'refused')
      await setItem(ctx, item, 'refused', [ownMessage('request', result.reason ?? '')])
    else if (result?.state === 'unknown') await setItem(ctx, item, 'unknown', [])
  }
}

async function checkSome(ctx: Ctx, items: readonly Item[]): Promise<void> {
  const planned = await planParcels(
    ctx,
    items.map(({ parcelId }) => parcelId),
  )
  const accounts = await openAccounts(ctx, [...planned.values()])
  for (const item of items) {
    const plan = planned.get(item.parcelId)
    const account = plan?.accountId ? accounts.get(plan.accountId) : undefined
    if (!plan || !account || account.row.stoppedAt !== null) {
      await setItem(ctx, item, 'refused', [ownMessage('account', account?.row.name ?? '')])
      continue
    }
    try {
      const parcel = await parcelToShip(ctx, plan, account, plan.serialNumber)
      const { ok, issues } = await account.adapter.validate!(parcel)
      await setItem(ctx, item, ok ? 'done' : 'refused', storedMessages(account.carrier, issues))
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      await setItem(ctx, item, 'refused', [messageOfError(error.kind, error.message)])
      if (error.kind === 'auth') await stopAccount(ctx, account)
    } finally {
      await logCalls(ctx, account)
    }
  }
}
