import { sql } from 'kysely'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { isBusy } from '#contracts/billing/bills.states.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { billRuns } from '#contracts/billing/bill-runs.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, type Failure } from '#server/kit/http/errors.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { lockSupplier } from '../reading/keep-draft.ts'
import { compareChunk } from './compare-chunk.ts'
import { matchChunk } from './match-chunk.ts'
import { postChunk } from './post-chunk.ts'
import {
  lockCompared,
  lockRun,
  postableLines,
  readRun,
  stepRun,
  wireRun,
  type BillRun,
} from './run-row.ts'
import { readFile } from './store-lines.ts'

const workOnBill = job('bills.run', z.object({ id: idText }))
const ATTEMPTS = 5

/**
 * Takes a run from state to state, chunk by chunk: what a chunk did and how far the work is are one
 * transaction, so a process that dies goes on where the last chunk ended.
 */
export async function runBill(ctx: Ctx, id: string): Promise<void> {
  for (;;) {
    const run = await readRun(ctx, id)
    if (run.state === 'reading') await readFile(ctx, run)
    else if (run.state === 'matching') await matchChunk(ctx, run)
    else if (run.state === 'comparing') await compareChunk(ctx, run)
    else if (run.state === 'posting') await postChunk(ctx, run)
    else return
  }
}

defineJob(
  workOnBill,
  (ctx, { id }) => runBill(ctx, id),
  (ctx, { id }, failure) => endFailed(ctx, id, failure),
)

function endFailed(ctx: Ctx, id: string, { code }: Failure): Promise<void> {
  return inTx(ctx, async (tx) => {
    const run = await lockRun(tx, id)
    if (isBusy(run.state))
      await stepRun(tx, run, { state: 'failed', resume: run.state, failure: code })
  })
}

const queue = (tx: Tx, id: string): Promise<void> =>
  tx.job(
    workOnBill,
    { id },
    { queue: `bills-${tx.principal.tenantId}`, maxAttempts: ATTEMPTS, key: `bill-${id}` },
  )

/** Gives a draft its place after the runs of its supplier started so far; null where it is none. */
export async function beginRun(tx: Tx, id: string): Promise<BillRun | null> {
  const { supplierId } = await readRun(tx, id)
  await lockSupplier(tx, supplierId)
  const run = await lockRun(tx, id)
  if (run.state !== 'draft') return null
  const { rows } = await sql<{ next: number }>`select coalesce(max(r.start_no), 0) + 1 as next
    from ${tx.rows('billRun').as('r')} where r.supplier_id = ${supplierId}`.execute(tx.db)
  return stepRun(tx, run, { state: 'reading', position: '0', startNo: rows[0]!.next })
}

/** Takes a dry run for real; started before, by another click or user, it is answered as it is. */
export function startBill(
  ctx: Ctx,
  { id }: In<typeof billRuns.start>,
): Promise<Out<typeof billRuns.start>> {
  return inTx(ctx, async (tx) => {
    if ((await beginRun(tx, id)) !== null) {
      await queue(tx, id)
    }
    return wireRun(tx, id)
  })
}

/** Goes on where the work broke. */
export function resumeBill(ctx: Ctx, { id }: In<typeof billRuns.resume>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const run = await lockRun(tx, id)
    if (run.state === 'failed') {
      const state = run.resume as 'reading' | 'matching' | 'comparing' | 'posting'
      await stepRun(tx, run, { state, resume: null, failure: null })
    } else if (!isBusy(run.state)) return null
    await queue(tx, id)
    return null
  })
}

/** Matches and compares again what no user has decided on. */
export function rematchBill(ctx: Ctx, { id }: In<typeof billRuns.rematch>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const run = await lockCompared(tx, id)
    await stepRun(tx, run, { state: 'matching', position: '0' })
    await queue(tx, id)
    return null
  })
}

/** Posts what was decided so far. */
export function postBill(ctx: Ctx, { id }: In<typeof billRuns.post>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const run = await lockCompared(tx, id)
    if ((await postableLines(tx, id)) === 0) fail('bill.nothingToPost', { label: run.invoiceNo })
    await stepRun(tx, run, { state: 'posting', position: '0' })
    await queue(tx, id)
    return null
  })
}
