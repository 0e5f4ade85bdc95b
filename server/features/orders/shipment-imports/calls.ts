import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { importMappings, type ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { DEFAULT_KIND, isKind, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { customerOf, requireKind } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { readLayout, type Layout } from './reading/choose-mapping.ts'
import { takeMended } from './commit-import.ts'
import { dismissImport } from './dismiss-import.ts'
import { exportLines } from './exporting/export-lines.ts'
import { exportErrors } from './mending/export-errors.ts'
import { importTemplate } from './reading/import-template.ts'
import { importableKinds, kindOfCustomer } from './kind-of-customer.ts'
import { deleteMapping, editMapping, listMappings, saveMapping } from './reading/mappings.ts'
import { editAll, takeBackAll } from './mending/edit-all.ts'
import {
  checkAnew,
  lockImport,
  mendRows,
  requireMendable,
  type MendedImport,
} from './mending/mend-rows.ts'
import { missingFields, type FileReading } from './reading/read-file.ts'
import { rereadImport } from './reading/reread-import.ts'
import { columnTitle, isRetryable, listImports, readImport } from './read-import.ts'
import { readRows } from './mending/read-rows.ts'
import { endFailed, runImport } from './run-import.ts'

const importFile = job('shipmentImport.run', z.object({ id: idText }))

/** A minute and a half until work that throws each time has failed. */
const ATTEMPTS = 5
/** Orders of an import that was taken are checked within the call, so many at most. */
const AT_ONCE = 5_000
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
    layout: readLayout,
    map: mapImport,
    reread: rereadImport,
    rows: readRows,
    mend: mendRows,
    mendAll,
    undoAll,
    commit: commitImport,
    dismiss: dismissImport,
    retry: retryImport,
    exportErrors,
    exportLines,
    template: importTemplate,
  })
}

/** Mappings saved for a customer's files. */
export function importMappingCalls() {
  return bindEndpoints(importMappings, {
    list: listMappings,
    edit: editMapping,
    delete: deleteMapping,
  })
}

/** Keeps the file and queues the work in one transaction; the answer is the id to ask after. */
async function startImport(ctx: Ctx): Promise<{ id: string }> {
  const { name, bytes, fields } =
    (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  for (const path of ['dryRun', 'review'] as const)
    if (fields[path] !== undefined && !['true', 'false'].includes(fields[path]))
      failFields([{ path, code: 'field.bool' }])
  const customerId = await customerOf(ctx, { customerId: fields.customerId?.trim() || null })
  const kind = fields.shipmentResource?.trim() || (await kindOfCustomer(ctx, customerId))
  if (!isKind(kind)) failFields([{ path: 'shipmentResource', code: 'shipmentResource.unknown' }])
  requireKind(ctx, 'import', kind)
  return inTx(ctx, (tx) =>
    queue(tx, {
      kind,
      customerId,
      name,
      bytes,
      dryRun: fields.dryRun === 'true',
      review: fields.review === 'true',
    }),
  )
}

/**
 * Takes for real what a dry run looked at, without a second upload; of an import that was taken,
 * the orders mended since.
 */
function commitImport(
  ctx: Ctx,
  { id, whole }: In<typeof shipmentImports.commit>,
): Promise<{ id: string }> {
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    requireKind(tx, 'import', task.kind ?? DEFAULT_KIND)
    if (task.status !== 'done') fail('import.notDryRun')
    if (!task.dryRun) {
      if (task.dismissed) fail('import.dismissed')
      await takeMended(tx, task)
      return { id }
    }
    // Taken before, by another click or another user: the answer is what was made then.
    if (task.takenAs !== null) return { id: task.takenAs }
    if (task.dismissed) fail('import.dismissed')
    const found = await sql<{
      file: Buffer
      refused: number
      reading: FileReading | null
    }>`select i.file, i.refused, i.reading
      from ${tx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(tx.db)
    const { file, refused, reading } = found.rows[0]!
    if (whole && refused > 0) fail('import.notWhole', { count: refused })
    const made = await queue(tx, {
      kind: task.kind ?? DEFAULT_KIND,
      customerId: task.customerId,
      name: task.fileName,
      bytes: file,
      dryRun: false,
      mapping: task.mapping,
      reading,
      dryRunId: id,
    })
    await sql`insert into shipment_import_row (tenant_id, import_id, row_no, order_no, cells, faults,
        edits)
      select r.tenant_id, ${made.id}::bigint, r.row_no, r.order_no, r.cells, r.faults, r.edits
      from ${tx.rows('shipmentImportRow').as('r')}
      where r.import_id = ${id} and r.edits is not null`.execute(tx.db)
    return made
  })
}

interface Sent {
  kind: KindCode
  customerId: string
  name: string
  bytes: Buffer
  dryRun: boolean
  review?: boolean
  mapping?: ImportMapping | null
  reading?: FileReading | null
  /** The dry run it is taken from. */
  dryRunId?: string
}

async function queue(tx: Tx, file: Sent): Promise<{ id: string }> {
  const layout = JSON.stringify({ headings: [], samples: [], kinds: importableKinds(tx) })
  const done = await sql<{
    id: string
  }>`insert into shipment_import (tenant_id, customer_id, file_name, file, dry_run, review, mapping,
      create_by, shipment_resource, layout, dry_run_id, reading)
    values (${tx.principal.tenantId}, ${file.customerId}, ${file.name}, ${file.bytes},
      ${file.dryRun}, ${file.review ?? false},
      ${file.mapping ? JSON.stringify(file.mapping) : null}::jsonb,
      ${tx.principal.username}, ${file.kind}, ${layout}::jsonb, ${file.dryRunId ?? null},
      ${file.reading ? JSON.stringify(file.reading) : null}::jsonb) returning id`.execute(tx.db)
  const { id } = done.rows[0]!
  await tx.audit('shipment_import', id, 'add', null, {
    fileName: file.name,
    dryRun: file.dryRun,
    customerId: file.customerId,
    bytes: file.bytes.length,
  })
  await queueRun(tx, id)
  return { id }
}

const queueRun = (tx: Tx, id: string): Promise<void> =>
  tx.job(importFile, { id }, { queue: `import-${tx.principal.tenantId}`, maxAttempts: ATTEMPTS })

/** A dry run from its first row: what users have put into its rows stays. */
async function beginAnew(tx: Tx, id: string): Promise<void> {
  await sql`delete from shipment_import_error as e
    where ${tx.rows('shipmentImportError').where('e')} and e.import_id = ${id}`.execute(tx.db)
  await sql`delete from shipment_import_row as r
    where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${id}
      and r.edits is null`.execute(tx.db)
  await sql`update shipment_import as i
    set status = 'queued', total = 0, done = 0, accepted = 0, refused = 0, warned = 0,
      totals = '[]', failure = null, failure_data = null, finished_at = null
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
  await queueRun(tx, id)
}

/** One value for a column of all rows still refused. */
function mendAll(
  ctx: Ctx,
  { id, ...change }: In<typeof shipmentImports.mendAll>,
): Promise<Out<typeof shipmentImports.mendAll>> {
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    requireMendable(task)
    const changed = await editAll(tx, id, change)
    if (change.count) return { rows: changed.rows }
    return checkChanged(tx, task, changed, change)
  })
}

function undoAll(
  ctx: Ctx,
  { id }: In<typeof shipmentImports.undoAll>,
): Promise<Out<typeof shipmentImports.undoAll>> {
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    requireMendable(task)
    return checkChanged(tx, task, await takeBackAll(tx, id), { undo: true })
  })
}

/** Checks what a change of many rows touched: of a dry run everything, else its orders. */
async function checkChanged(
  tx: Tx,
  task: MendedImport,
  { rows, orders }: { rows: number; orders: readonly number[] },
  about: object,
): Promise<{ rows: number }> {
  if (rows === 0) return { rows }
  await tx.audit('shipment_import', task.id, 'edit', null, { ...about, rows })
  if (task.dryRun) await beginAnew(tx, task.id)
  else if (orders.length > AT_ONCE) fail('import.tooManyAtOnce', { max: AT_ONCE })
  else await checkAnew(tx, task, orders)
  return { rows }
}

/** Which column is what: the dry run starts again with it. */
function mapImport(ctx: Ctx, { id, mapping, save }: In<typeof shipmentImports.map>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    if (!task.dryRun || task.status === 'queued' || task.status === 'running')
      fail('import.notMappable')
    if (task.takenAs !== null) fail('import.taken')
    if (task.dismissed) fail('import.dismissed')
    const found = await sql<{ layout: Layout | null }>`select i.layout
      from ${tx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(tx.db)
    const { headings } = found.rows[0]?.layout ?? fail('import.notMappable')
    if (headings.length === 0) fail('import.notMappable')
    const beyond = mapping.fields.findIndex(({ columns }) =>
      columns.some((column) => column >= headings.length),
    )
    if (beyond >= 0) failFields([{ path: `mapping.fields.${beyond}.columns`, code: 'field.ref' }])
    const missing = missingFields(mapping, task.kind)
    if (missing.length > 0)
      fail('import.missingColumns', {
        columns: missing.map((field) => columnTitle(ctx, field)).join(', '),
      })
    if (save) await saveMapping(tx, { customerId: task.customerId, headings, mapping, ...save })
    await sql`update shipment_import as i set mapping = ${JSON.stringify(mapping)}::jsonb
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await beginAnew(tx, id)
    await tx.audit('shipment_import', id, 'edit', null, { mapping })
    return null
  })
}

/** Orders stored before the work broke stay; it goes on with the next batch. */
function retryImport(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{
      status: string
      failure: string | null
      dismissed: boolean
    }>`select i.status, i.failure, i.dismissed_at is not null as dismissed from shipment_import as i
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id} for update`.execute(tx.db)
    const before = found.rows[0] ?? failMissing()
    if (before.dismissed) fail('import.dismissed')
    if (before.status !== 'failed' || !isRetryable(before.failure)) fail('import.notRetryable')
    await sql`update shipment_import as i
      set status = 'queued', failure = null, failure_data = null, finished_at = null
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.audit('shipment_import', id, 'edit', before, { status: 'queued', failure: null })
    await queueRun(tx, id)
    return null
  })
}
