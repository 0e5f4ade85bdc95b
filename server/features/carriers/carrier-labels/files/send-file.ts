import { sql } from 'kysely'
import { z } from 'zod'
import { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import { idText } from '#contracts/kit/envelope.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { bytesOf, filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { fail } from '#server/kit/http/errors.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { isoAfter, nowIso } from '#server/kit/runtime/clock.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { BATCH_FILES } from '../batches/batch-files.ts'
import type { BatchRow } from '../batches/batch-rows.ts'
import { keyOfBatch } from '../batches/run-batch.ts'
import { openAccounts } from '../buying/buy-labels.ts'
import { sendTo, type NotSent } from './send-to.ts'
import { writeFile } from './write-file.ts'

/** Sends a batch's file, and again later where its carrier was not reached or was busy. */
export const sendFile = job(
  'carriers.sendFile',
  z.object({ batchId: idText, rounds: z.number().int().default(0) }),
)
const [AGAIN_MS, AGAIN_MAX_MS] = [30_000, 1_800_000]
/** Some four hours; from then on a person decides. */
const ROUNDS_MAX = 13

interface FileBatch {
  id: string
  batchNo: string
  accountId: string
  day: string
  state: string
}

defineJob(
  sendFile,
  (ctx, { batchId, rounds }) => sendBatch(ctx, batchId, rounds),
  (ctx, { batchId }, { code }) =>
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

async function sendBatch(ctx: Ctx, batchId: string, rounds: number): Promise<void> {
  const found = await sql<FileBatch>`select b.id, b.batch_no, b.account_id, b.day::text as day,
      b.state
    from ${ctx.rows('carrierBatch').as('b')}
    where b.id = ${batchId} and b.kind = 'file'`.execute(ctx.db)
  const [batch] = found.rows
  if (!batch || batch.state === 'done') return
  const account = (await openAccounts(ctx, [batch])).get(batch.accountId)
  if (!account) return
  if (batch.state !== 'running')
    await inTx(ctx, (tx) => change(tx, 'carrierBatch', batchId, { state: 'running' }))
  const file = await fileOf(ctx, account, batch)
  const failed = await sendTo(ctx, account.row, file)
  await inTx(ctx, (tx) =>
    failed ? noteFailed(tx, account, batch, failed, rounds) : noteSent(tx, batch),
  )
}

/** Written once: what is sent again is the same file. */
async function fileOf(
  ctx: Ctx,
  account: OpenAccount,
  batch: FileBatch,
): Promise<{ name: string; bytes: Buffer }> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const [known] = await filesOf(tenant, BATCH_FILES, [batch.id])
  if (known) return { name: known.name, bytes: await bytesOf(tenant, known) }
  const bytes = await writeFile(ctx, account, batch)
  const { name } = await storeFile(tenant, {
    ownerKind: BATCH_FILES,
    ownerId: batch.id,
    name: `${batch.batchNo}.csv`,
    bytes,
  })
  return { name, bytes }
}

async function noteSent(tx: Tx, { id }: FileBatch): Promise<void> {
  await change(tx, 'carrierBatch', id, { state: 'done', manifestedAt: nowIso(), notes: [] })
  await sql`update carrier_batch_item as i set state = 'done'
    where ${asSystem(tx, tx.principal.tenantId).rows('carrierBatchItem').where('i')}
      and i.batch_id = ${id}`.execute(tx.db)
}

async function noteFailed(
  tx: Tx,
  { row }: OpenAccount,
  { id }: FileBatch,
  { note, again }: NotSent,
  rounds: number,
): Promise<void> {
  const goesOn = again && rounds < ROUNDS_MAX
  await change(tx, 'carrierBatch', id, { state: goesOn ? 'running' : 'stopped', notes: [note] })
  if (goesOn)
    return tx.job(
      sendFile,
      { batchId: id, rounds: rounds + 1 },
      { ...keyOfBatch(id), runAt: isoAfter(Math.min(AGAIN_MS * 2 ** rounds, AGAIN_MAX_MS)) },
    )
  await tx.emit(carrierAccountStopped, {
    id: row.id,
    carrier: row.carrier,
    name: row.name,
    at: nowIso(),
    why: 'file',
  })
}

/** Sent again by hand, at once. */
export async function resendFile(
  tx: Tx,
  { id, batchNo, state }: BatchRow,
): Promise<{ parcels: number }> {
  if (state === 'done') fail('carrierBatch.fileSent', { label: batchNo })
  await change(tx, 'carrierBatch', id, { state: 'queued' })
  await tx.job(sendFile, { batchId: id }, keyOfBatch(id))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tx.rows('carrierBatchItem').as('i')} where i.batch_id = ${id}`.execute(tx.db)
  return { parcels: rows[0]?.count ?? 0 }
}
