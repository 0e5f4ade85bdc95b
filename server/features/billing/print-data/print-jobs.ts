import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import { PRINT_RECORDS_MAX, type PrintKind, type printJobs } from '#contracts/billing/print-jobs.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText, isId } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessSpan } from '#server/kit/db/business-day.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { bytesOf, filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { fail, failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { LimitedThread } from '#server/kit/runtime/limited-thread.ts'
import type { JoinOrder, JoinReply } from './join-worker.ts'
import { paperOf } from './papers.ts'
import { maySee, setsInReach } from './print-reach.ts'

const PRINT_FILES = 'print_job'
/** Bytes of the papers of one set. */
const BYTES_MAX = 150 * 1024 * 1024
const FILE_BYTES = 200 * 1024 * 1024

const thread = new LimitedThread<JoinOrder, JoinReply>(
  new URL('./join-worker.ts', import.meta.url),
  {
    ms: 120_000,
    waitMs: 300_000,
    megabytes: 1_024,
    growth: 1_500,
    waiting: 20,
    first: { title: '', papers: [] },
  },
)
const makeJob = job('printJobs.make', z.object({ jobId: idText }))
defineJob(
  makeJob,
  (ctx, { jobId }) => makePrint(ctx, jobId),
  (ctx, { jobId }) => endPrint(ctx, jobId, 'tooMuch'),
)

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<{ id: string; name: string }>`select j.id, j.name
    from ${ctx.rows('printJob').as('j')}
    where j.id = any(${known}::bigint[]) and ${setsInReach(ctx, 'j')}`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
offerFileOwner({
  kind: PRINT_FILES,
  kinds: {},
  readable: (ctx, ids) =>
    ctx.can('bill:print:list') ? named(ctx, ids) : Promise.resolve(new Map<string, string>()),
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})

interface Wanted {
  id: string
  label: string
}
/** What is in a set: within the caller's reach, in the order of delivery. */
function wantedOf(
  ctx: Ctx,
  kind: PrintKind,
  { from, to, customerId }: In<typeof printJobs.add>,
  { first, next }: { first: string; next: string },
): RawBuilder<Wanted> {
  const customer = customerId ?? null
  switch (kind) {
    case 'pods':
      return sql<Wanted>`select p.id, coalesce(p.track_no, p.fba_code, p.serial_number) as label
        from ${ctx.rows('pod').as('p')}
        where p.file_id is not null and p.delivered_at >= ${first}
          and p.delivered_at < ${next}
          and (${customer}::bigint is null or p.customer_id = ${customer}::bigint)
        order by p.delivered_at, p.id limit ${PRINT_RECORDS_MAX + 1}`
    case 'invoices':
      return sql<Wanted>`select i.id, i.number as label from ${ctx.rows('invoice').as('i')}
        where i.number is not null and i.issued_on between ${from}::date and ${to}::date
          and (${customer}::bigint is null or i.customer_id = ${customer}::bigint)
        order by i.issued_on, i.number limit ${PRINT_RECORDS_MAX + 1}`
    case 'statements':
      return sql<Wanted>`select a.id, c.name || ' ' || a.currency as label
        from ${ctx.rows('ledgerAccount').as('a')}
          join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
        where a.kind = 'customer'
          and (${customer}::bigint is null or a.customer_id = ${customer}::bigint)
        order by c.name, a.currency, a.id limit ${PRINT_RECORDS_MAX + 1}`
    case 'manifests':
      return sql<Wanted>`select b.id, b.batch_no as label from ${ctx.rows('carrierBatch').as('b')}
        where b.manifested_at is not null and b.day between ${from}::date and ${to}::date
        order by b.day, b.id limit ${PRINT_RECORDS_MAX + 1}`
  }
}

export async function addPrint(
  ctx: Ctx,
  sent: In<typeof printJobs.add>,
): Promise<Out<typeof printJobs.add>> {
  if (!maySee(ctx, sent.kind)) failDenied()
  if (sent.to < sent.from) failFields([{ path: 'to', code: 'print.span' }])
  const days = await businessSpan(ctx, sent.from, sent.to)
  const { rows } = await wantedOf(ctx, sent.kind, sent, days).execute(ctx.db)
  if (rows.length === 0) fail('print.nothing')
  if (rows.length > PRINT_RECORDS_MAX) fail('print.tooMany', { max: PRINT_RECORDS_MAX })
  return inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    const made = await sql<{ id: string }>`insert into print_job (tenant_id, name, kind, from_day,
        to_day, records, create_by)
      values (${tenantId}, ${sent.name}, ${sent.kind}, ${sent.from}, ${sent.to}, ${rows.length},
        ${username}) returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    await sql`insert into print_item (tenant_id, job_id, place, record_id, label)
      select ${tenantId}, ${id}, x.place, x.id, x.label
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.label)}::text[])
        with ordinality as x(id, label, place)`.execute(tx.db)
    await tx.audit('print_job', id, 'add', null, { name: sent.name, records: rows.length })
    await tx.job(makeJob, { jobId: id })
    return { id, records: rows.length }
  })
}

interface Printed {
  id: string
  name: string
  kind: PrintKind
  state: string
  fromDay: string
  toDay: string
  fileId: string | null
}

async function readJob(ctx: Ctx, id: string): Promise<Printed> {
  const set = await loadJob(ctx, id, setsInReach(ctx, 'j'))
  return set ?? failMissing()
}

async function loadJob(
  ctx: Ctx,
  id: string,
  reach: RawBuilder<SqlBool>,
): Promise<Printed | undefined> {
  const { rows } = await sql<Printed>`select j.id, j.name, j.kind, j.state,
      j.from_day::text as from_day, j.to_day::text as to_day, j.file_id
    from ${ctx.rows('printJob').as('j')} where j.id = ${id} and ${reach}`.execute(ctx.db)
  return rows[0]
}

/** Puts a set together; a paper that is missing or cannot be read is named on its cover. */
export async function makePrint(ctx: Ctx, jobId: string): Promise<void> {
  const set = await loadJob(ctx, jobId, sql<SqlBool>`true`)
  if (set?.state !== 'MAKING') return
  const { rows } = await sql<{ recordId: string; label: string }>`select i.record_id, i.label
    from ${ctx.rows('printItem').as('i')} where i.job_id = ${jobId} order by i.place`.execute(
    ctx.db,
  )
  const papers: { label: string; bytes: Uint8Array | null }[] = []
  let sum = 0
  for (const { recordId, label } of rows) {
    const bytes = await paperOf(ctx, set, recordId)
    sum += bytes?.length ?? 0
    if (sum > BYTES_MAX) return endPrint(ctx, jobId, 'tooLarge')
    papers.push({ label, bytes })
  }
  const whole = await thread.run({ title: set.name, papers }, ctx.principal.tenantId)
  if (!whole) return endPrint(ctx, jobId, 'tooMuch')
  await inTx(ctx, async (tx) => {
    const file = await storeFile(tx, {
      ownerKind: PRINT_FILES,
      ownerId: jobId,
      name: `${set.name}.pdf`,
      bytes: Buffer.from(whole.bytes),
      customerId: null,
      limits: { types: ['application/pdf'], bytes: FILE_BYTES },
    })
    await change(tx, 'printJob', jobId, (row) =>
      row.state === 'MAKING' ? { state: 'READY', pages: whole.pages, fileId: file.id } : {},
    )
  })
}

async function endPrint(ctx: Ctx, jobId: string, fault: 'tooLarge' | 'tooMuch'): Promise<void> {
  await inTx(ctx, (tx) =>
    change(tx, 'printJob', jobId, (row) =>
      row.state === 'MAKING' ? { state: 'FAILED', fault } : {},
    ),
  )
}

async function fileOf(ctx: Ctx, set: Printed): Promise<FileReply> {
  const [file] = await filesOf(ctx, PRINT_FILES, [set.id])
  if (!file || set.fileId === null) fail('print.notReady', { label: set.name })
  return new FileReply(file.name, file.type, await bytesOf(ctx, file))
}

export async function previewPrint(
  ctx: Ctx,
  { id }: In<typeof printJobs.preview>,
): Promise<FileReply> {
  return fileOf(ctx, await readJob(ctx, id))
}

/** Notes the print before the file is handed out; again only with a reason. */
export async function printSet(
  ctx: Ctx,
  { id, copies, reason }: In<typeof printJobs.print>,
): Promise<FileReply> {
  const file = await fileOf(ctx, await readJob(ctx, id))
  await inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    await change(
      tx,
      'printJob',
      id,
      { state: 'PRINTED', printedAt: nowIso(), printedBy: username },
      {
        if: (row) => {
          if (row.state === 'PRINTED' && !reason)
            failFields([{ path: 'reason', code: 'print.reason' }])
        },
        note: { copies, reason: reason ?? null },
      },
    )
    await sql`insert into print_note (tenant_id, job_id, copies, reason, create_by)
      values (${tenantId}, ${id}, ${copies}, ${reason || null}, ${username})`.execute(tx.db)
  })
  return file
}

export async function readLog(
  ctx: Ctx,
  { id }: In<typeof printJobs.log>,
): Promise<Out<typeof printJobs.log>> {
  await readJob(ctx, id)
  const { rows } = await sql<{
    id: string
    at: string
    printedBy: string | null
    copies: number
    reason: string | null
  }>`select n.id, n.create_time as at, n.create_by as printed_by, n.copies, n.reason
    from ${ctx.rows('printNote').as('n')} where n.job_id = ${id}
    order by n.id desc limit 200`.execute(ctx.db)
  return rows
}
