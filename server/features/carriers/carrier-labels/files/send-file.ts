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
import { isoAfter, now, nowIso } from '#server/kit/runtime/clock.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { BATCH_FILES } from '../batches/batch-files.ts'
import { batchNote, type BatchNote } from '../batches/batch-notes.ts'
import type { BatchRow } from '../batches/batch-rows.ts'
import { keyOfBatch } from '../batches/run-batch.ts'
import { openAccounts } from '../buying/buy-labels.ts'
import { closings } from './closings.ts'
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
/** Longer than a file takes: what is running is being sent, or its process was lost before. */
const SENDING_MS = 300_000

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
    inTx(ctx, (tx) => stopBatch(tx, batchId, batchNote('failed', null, code))),
)

async function sendBatch(ctx: Ctx, batchId: string, rounds: number): Promise<void> {
  const found = await sql<FileBatch>`select b.id, b.batch_no, b.account_id, b.day::text as day,
      b.state
    from ${ctx.rows('carrierBatch').as('b')}
    where b.id = ${batchId} and b.kind = 'file'`.execute(ctx.db)
  const [batch] = found.rows
  if (!batch || batch.state === 'done') return
  const account = (await openAccounts(ctx, [batch])).get(batch.accountId)
  if (!account) return inTx(ctx, (tx) => stopBatch(tx, batchId, batchNote('accountDisabled', null)))
  if (!(await inTx(ctx, (tx) => takeToSend(tx, batchId, rounds)))) return
  try {
    const file = await fileOf(ctx, account, batch)
    const failed = await sendTo(ctx, account.row, file)
    await inTx(ctx, (tx) =>
      failed ? noteFailed(tx, batchId, failed, rounds) : noteSent(tx, batch),
    )
  } catch (error) {
    // Given back, so that its job counts this try and ends after the last.
    await inTx(ctx, (tx) =>
      changeMany(tx, 'carrierBatch', [batchId], ({ state }) =>
        state === 'running' ? { state: 'queued' } : null,
      ),
    )
    throw error
  }
}

/** One process at a time sends a file, and none of a batch that was opened again since. */
async function takeToSend(tx: Tx, id: string, rounds: number): Promise<boolean> {
  if (await hasReopened(tx, id)) {
    await stopBatch(tx, id, batchNote('reopened', null))
    return false
  }
  const taken = await changeMany(tx, 'carrierBatch', [id], (row) =>
    row.state === 'done' || isSending(row) ? null : { state: 'running' },
  )
  if (taken.length === 0)
    await tx.job(
      sendFile,
      { batchId: id, rounds },
      { ...keyOfBatch(id), runAt: isoAfter(SENDING_MS) },
    )
  return taken.length > 0
}

const isSending = (row: { state: string; updateTime: string | null }): boolean =>
  row.state === 'running' &&
  row.updateTime !== null &&
  now() - Date.parse(row.updateTime) < SENDING_MS

/** Its outbound batch is open again, or was closed again with a file of its own. */
async function hasReopened(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql<{ batchId: string; at: string }>`select
      split_part(b.source_key, '/', 1) as batch_id, split_part(b.source_key, '/', 2) as at
    from ${ctx.rows('carrierBatch').as('b')} where b.id = ${id} and b.source_key is not null`.execute(
    ctx.db,
  )
  const [closing] = rows
  if (!closing) return false
  return !(await closings.of(ctx.deps).isLast(ctx, closing.batchId, closing.at))
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
  id: string,
  { note, again, waitMs }: NotSent,
  rounds: number,
): Promise<void> {
  if (!again || rounds >= ROUNDS_MAX) return stopBatch(tx, id, note)
  await changeMany(tx, 'carrierBatch', [id], ({ state }) =>
    state === 'done' ? null : { state: 'queued', notes: [note] },
  )
  const pause = Math.max(Math.min(AGAIN_MS * 2 ** rounds, AGAIN_MAX_MS), waitMs)
  await tx.job(
    sendFile,
    { batchId: id, rounds: rounds + 1 },
    { ...keyOfBatch(id), runAt: isoAfter(pause) },
  )
}

/** From here on a person decides, who learns of it. */
async function stopBatch(tx: Tx, id: string, note: BatchNote): Promise<void> {
  const stopped = await changeMany(tx, 'carrierBatch', [id], ({ state }) =>
    state === 'done' ? null : { state: 'stopped', notes: [note] },
  )
  if (stopped.length === 0) return
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ id: string; carrier: string; name: string }>`select
      a.id, a.carrier, a.name
    from ${tx.rows('carrierBatch').as('b')}
      join ${tenant.rows('carrierAccount').as('a')} on a.id = b.account_id
    where b.id = ${id}`.execute(tx.db)
  for (const account of rows)
    await tx.emit(carrierAccountStopped, { ...account, at: nowIso(), why: 'file' })
}

/** Sent again by hand, at once. */
export async function resendFile(tx: Tx, { id, batchNo }: BatchRow): Promise<{ parcels: number }> {
  if (await hasReopened(tx, id)) fail('carrierBatch.reopened', { label: batchNo })
  await change(tx, 'carrierBatch', id, (row) => {
    if (row.state === 'done') fail('carrierBatch.fileSent', { label: batchNo })
    if (isSending(row)) fail('carrierBatch.fileUnderWay', { label: batchNo })
    return { state: 'queued' }
  })
  await tx.job(sendFile, { batchId: id }, keyOfBatch(id))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tx.rows('carrierBatchItem').as('i')} where i.batch_id = ${id}`.execute(tx.db)
  return { parcels: rows[0]?.count ?? 0 }
}
