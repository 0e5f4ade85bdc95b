import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import { shipmentImports } from '#contracts/orders/shipment-imports.ts'
import { customerOf } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { exportErrors, importTemplate } from './export-errors.ts'
import { isRetryable, listImports, readImport } from './read-import.ts'
import { endFailed, runImport } from './run-import.ts'

const importFile = job('shipmentImport.run', z.object({ id: idText }))

/** A minute and a half until work that throws each time has failed. */
const ATTEMPTS = 5
defineJob(
  importFile,
  (ctx, { id }) => runImport(ctx, id),
  (ctx, { id }, failure) => endFailed(ctx, id, failure),
)

/** Order files: sent, looked at, taken, and what was refused sent back. */
export function shipmentImportCalls() {
  return bindEndpoints(shipmentImports, {
    importExcel: startImport,
    queryById: readImport,
    list: listImports,
    commit: commitImport,
    retry: retryImport,
    exportErrors,
    template: importTemplate,
  })
}

/** Keeps the file and queues the work in one transaction; the answer is the id to ask after. */
async function startImport(ctx: Ctx): Promise<{ id: string }> {
  const { name, bytes, fields } =
    (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  if (fields.dryRun !== undefined && !['true', 'false'].includes(fields.dryRun))
    failFields([{ path: 'dryRun', code: 'field.bool' }])
  const customerId = await customerOf(ctx, { customerId: fields.customerId?.trim() || null })
  return queue(ctx, { customerId, name, bytes, dryRun: fields.dryRun === 'true' })
}

/** Takes for real what a dry run looked at, without a second upload. */
async function commitImport(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const found = await sql<{
    customerId: string
    fileName: string
    file: Buffer
    dryRun: boolean
    status: string
  }>`select customer_id, file_name, file, dry_run, status
    from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
  const dry = found.rows[0] ?? failMissing()
  if (!dry.dryRun || dry.status !== 'done') fail('import.notDryRun')
  return queue(ctx, {
    customerId: dry.customerId,
    name: dry.fileName,
    bytes: dry.file,
    dryRun: false,
  })
}

function queue(
  ctx: Ctx,
  file: { customerId: string; name: string; bytes: Buffer; dryRun: boolean },
): Promise<{ id: string }> {
  return inTx(ctx, async (tx) => {
    const done = await sql<{
      id: string
    }>`insert into shipment_import (tenant_id, customer_id, file_name, file, dry_run, create_by)
      values (${tx.principal.tenantId}, ${file.customerId}, ${file.name}, ${file.bytes},
        ${file.dryRun}, ${tx.principal.username}) returning id`.execute(tx.db)
    const { id } = done.rows[0]!
    await tx.audit('shipment_import', id, 'add', null, {
      fileName: file.name,
      dryRun: file.dryRun,
      customerId: file.customerId,
      bytes: file.bytes.length,
    })
    await queueRun(tx, id)
    return { id }
  })
}

const queueRun = (tx: Tx, id: string): Promise<void> =>
  tx.job(importFile, { id }, { queue: `import-${tx.principal.tenantId}`, maxAttempts: ATTEMPTS })

/** Orders stored before the work broke stay; it goes on with the next batch. */
function retryImport(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{
      status: string
      failure: string | null
    }>`select i.status, i.failure from shipment_import as i
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id} for update`.execute(tx.db)
    const before = found.rows[0] ?? failMissing()
    if (before.status !== 'failed' || !isRetryable(before.failure)) fail('import.notRetryable')
    await sql`update shipment_import as i
      set status = 'queued', failure = null, failure_data = null, finished_at = null
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.audit('shipment_import', id, 'edit', before, { status: 'queued', failure: null })
    await queueRun(tx, id)
    return null
  })
}
