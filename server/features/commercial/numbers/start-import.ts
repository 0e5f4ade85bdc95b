import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { In } from '#contracts/kit/endpoint.ts'
import { idText, isId } from '#contracts/kit/envelope.ts'
import type { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { endFailed, runImport } from './run-import.ts'

const importFile = job('numberPool.import', z.object({ id: idText }))
/** Attempts until work that throws each time has failed. */
const ATTEMPTS = 5

defineJob(
  importFile,
  (ctx, { id }) => runImport(ctx, id),
  (ctx, { id }, failure) => endFailed(ctx, id, failure),
)

/** Stores a file of numbers and queues the work; the answer is the id to ask after. */
export async function startImport(ctx: Ctx): Promise<{ id: string }> {
  const { name, bytes, fields } =
    (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  for (const path of ['dryRun', 'whole'] as const)
    if (fields[path] !== undefined && !['true', 'false'].includes(fields[path]))
      failFields([{ path, code: 'field.bool' }])
  const poolId = fields.poolId?.trim() ?? ''
  if (!isId(poolId)) failFields([{ path: 'poolId', code: 'field.required' }])
  return inTx(ctx, async (tx) => {
    const pool = await sql<{ status: string }>`select p.status
      from ${tx.rows('numberPool').as('p')} where p.id = ${poolId}`.execute(tx.db)
    const { status } = pool.rows[0] ?? failFields([{ path: 'poolId', code: 'field.ref' }])
    if (status === '3') fail('pool.closed')
    return queue(tx, {
      poolId,
      name,
      bytes,
      hash: createHash('sha256').update(bytes).digest('hex'),
      dryRun: fields.dryRun === 'true',
      whole: fields.whole === 'true',
      dryRunId: null,
    })
  })
}

/** Takes for real what a dry run looked at, without a second upload. */
export function takeImport(
  ctx: Ctx,
  { id, whole }: In<typeof poolNumbers.takeImport>,
): Promise<{ id: string }> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{
      poolId: string
      fileName: string
      file: Buffer | null
      hash: string
      dryRun: boolean
      status: string
      refused: number
      accepted: number
    }>`select i.pool_id, i.file_name, i.file, i.hash, i.dry_run, i.status, i.refused, i.accepted
      from number_import as i where ${tx.rows('numberImport').where('i')} and i.id = ${id}
      for update`.execute(tx.db)
    const task = found.rows[0] ?? failMissing()
    if (!task.dryRun || task.status !== 'done') fail('numberImport.notDryRun')
    // Taken before, by another click or another user: the answer is what was made then.
    const taken = await sql<{ id: string }>`select i.id from ${tx.rows('numberImport').as('i')}
      where i.dry_run_id = ${id}`.execute(tx.db)
    if (taken.rows[0]) return taken.rows[0]
    if (!task.file) fail('numberImport.expired')
    if (whole && task.refused > 0) fail('numberImport.notWhole', { count: task.refused })
    if (task.accepted === 0) fail('numberImport.nothing')
    return queue(tx, {
      poolId: task.poolId,
      name: task.fileName,
      bytes: task.file,
      hash: task.hash,
      dryRun: false,
      whole,
      dryRunId: id,
    })
  })
}

interface Sent {
  poolId: string
  name: string
  bytes: Buffer
  hash: string
  dryRun: boolean
  whole: boolean
  dryRunId: string | null
}

async function queue(tx: Tx, file: Sent): Promise<{ id: string }> {
  const made = await sql<{ id: string }>`insert into number_import (tenant_id, pool_id, file_name,
      file, hash, dry_run, whole, dry_run_id, create_by)
    values (${tx.principal.tenantId}, ${file.poolId}, ${file.name}, ${file.bytes}, ${file.hash},
      ${file.dryRun}, ${file.whole}, ${file.dryRunId}, ${tx.principal.username})
    returning id`.execute(tx.db)
  const { id } = made.rows[0]!
  await tx.audit('number_import', id, 'add', null, {
    poolId: file.poolId,
    fileName: file.name,
    dryRun: file.dryRun,
    whole: file.whole,
    bytes: file.bytes.length,
  })
  // One file of a tenant at a time: two would both find a number free.
  await tx.job(
    importFile,
    { id },
    { queue: `numbers-${tx.principal.tenantId}`, maxAttempts: ATTEMPTS },
  )
  return { id }
}
