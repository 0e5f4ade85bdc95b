import { sql, type SqlBool } from 'kysely'
import {
  scheduledJobList,
  type scheduledJobs,
} from '#contracts/platform/operations/scheduled-jobs.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failFields, failMissing, fail } from '#server/kit/http/errors.ts'
import { jobType, paramsSchema } from '#server/kit/jobs/job-types.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { exportRows } from '#server/kit/resource/resource-sheets.ts'
import { listRows, rowById, type WireRow } from '#server/kit/resource/resource-rows.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { cronIssue, nextRuns } from './cron.ts'
import { ownTenantOnly, tenantTypes, withOwnRuns } from './job-reach.ts'
import { queueRun } from './tick.ts'

type Row = Out<typeof scheduledJobs.queryById>
type Draft = In<typeof scheduledJobs.add>

export async function listJobs(ctx: Ctx, query: ListQuery): Promise<Page<WireRow>> {
  const tenantId = ownTenantOnly(ctx)
  if (tenantId === null) return await listRows(ctx, scheduledJobList, query, undefined)
  const page = await listRows(ctx, scheduledJobList, query, () => [
    sql<SqlBool>`t.job_class_name = any(${tenantTypes()}::text[])`,
  ])
  return { ...page, records: await withOwnRuns(ctx, tenantId, page.records) }
}
export async function exportJobs(ctx: Ctx, query: ListQuery): Promise<FileReply> {
  return await exportRows(ctx, scheduledJobList, query, undefined)
}

/** A job within the caller's reach; from a tenant without what it did in others. */
export async function readJob(ctx: Ctx, id: string, lock = false): Promise<WireRow & Row> {
  const tenantId = ownTenantOnly(ctx)
  const row = (await rowById(ctx, scheduledJobList, id, lock))?.wire ?? failMissing()
  if (tenantId === null) return row as WireRow & Row
  if (!tenantTypes().includes(String(row.jobClassName))) failMissing()
  return (await withOwnRuns(ctx, tenantId, [row]))[0] as WireRow & Row
}

export function addJob(ctx: Ctx, draft: Draft): Promise<Row> {
  const values = checked(draft)
  return inTx(ctx, async (tx) => {
    try {
      const made = await sql<{
        id: string
      }>`insert into sys_quartz_job (job_class_name, cron_expression, time_zone, parameter,
          description, status, next_run_at, create_by)
        values (${values.jobClassName}, ${values.cronExpression}, ${values.timeZone},
          ${values.parameter}, ${values.description}, ${values.status}, ${values.nextRunAt},
          ${tx.principal.username}) returning id`.execute(tx.db)
      return await noted(tx, made.rows[0]!.id, 'add', null)
    } catch (error) {
      throw duplicate(error)
    }
  })
}

export function editJob(ctx: Ctx, draft: In<typeof scheduledJobs.edit>): Promise<Row> {
  const values = checked(draft)
  return inTx(ctx, async (tx) => {
    const before = await readJob(tx, draft.id, true)
    if (before.version !== draft.version) failConflict('row.stale', before)
    try {
      await sql`update sys_quartz_job
        set job_class_name = ${values.jobClassName}, cron_expression = ${values.cronExpression},
          time_zone = ${values.timeZone}, parameter = ${values.parameter},
          description = ${values.description},
        status = ${values.status}, next_run_at = ${values.nextRunAt}, version = version + 1,
        update_by = ${tx.principal.username}, update_time = now() where id = ${draft.id}`.execute(
        tx.db,
      )
      return await noted(tx, draft.id, 'edit', before)
    } catch (error) {
      throw duplicate(error)
    }
  })
}

export function deleteJob(ctx: Ctx, id: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const before = await readJob(tx, id, true)
    await sql`delete from sys_quartz_job where id = ${id}`.execute(tx.db)
    await tx.audit('sys_quartz_job', id, 'delete', before, null)
    return String(before.jobClassName)
  })
}
export const deleteJobs = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> => {
  return eachRow(ctx, ids, (tx, id) => deleteJob(tx, id))
}

/**
 * Stands still, or goes on with the next slot from now: what passed meanwhile is not made up for.
 */
export function setRunning(
  ctx: Ctx,
  which: In<typeof scheduledJobs.pause>,
  status: '0' | '-1',
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{
      id: string
    }>`select id from sys_quartz_job
      where ${which.id === undefined ? sql`job_class_name = ${which.jobClassName}` : sql`id = ${which.id}`}`.execute(
      tx.db,
    )
    const before = await readJob(tx, found.rows[0]?.id ?? failMissing(), true)
    const next =
      status === '0'
        ? (nextRuns(String(before.cronExpression), String(before.timeZone), now(), 1)[0] ?? null)
        : null
    await sql`update sys_quartz_job
      set status = ${status}, next_run_at = ${next}, version = version + 1,
        update_by = ${tx.principal.username}, update_time = now() where id = ${before.id}`.execute(
      tx.db,
    )
    await noted(tx, before.id, 'edit', before)
    return null
  })
}

export function executeJob(ctx: Ctx, id: string): Promise<{ runId: string }> {
  return inTx(ctx, async (tx) => {
    const job = await readJob(tx, id, true)
    const runId =
      (await queueRun(
        tx,
        {
          id: job.id,
          jobClassName: String(job.jobClassName),
          parameter: job.parameter === null ? null : String(job.parameter),
        },
        null,
        tx.principal.username,
        ownTenantOnly(tx),
      )) ?? fail('row.duplicate')
    await tx.audit('sys_quartz_job', id, 'edit', { run: null }, { run: runId })
    return { runId }
  })
}

async function noted(
  tx: Tx,
  id: string,
  action: 'add' | 'edit',
  before: WireRow | null,
): Promise<Row> {
  const after = await readJob(tx, id)
  await tx.audit('sys_quartz_job', id, action, before, after)
  return after
}

function checked(draft: Draft): {
  jobClassName: string
  cronExpression: string
  timeZone: string
  parameter: string
  description: string | null
  status: string
  nextRunAt: string | null
} {
  const type =
    jobType(draft.jobClassName) ?? failFields([{ path: 'jobClassName', code: 'job.unknownType' }])
  const timeZone = draft.timeZone || 'UTC'
  const cronExpression = draft.cronExpression.replace(/\s+/g, ' ')
  const issue = cronIssue(cronExpression, timeZone, now())
  if (issue)
    failFields([{ path: issue === 'job.timeZone' ? 'timeZone' : 'cronExpression', code: issue }])
  let given: unknown
  try {
    given = JSON.parse(draft.parameter?.trim() || '{}')
  } catch {
    failFields([{ path: 'parameter', code: 'job.parameter' }])
  }
  const params = paramsSchema(type).safeParse(given)
  if (!params.success)
    failFields(
      issuesOf(params.error).map((one) => ({
        ...one,
        path: one.path === '' ? 'parameter' : `parameter.${one.path}`,
      })),
    )
  const status = draft.status ?? '0'
  return {
    jobClassName: type.name,
    cronExpression,
    timeZone,
    parameter: JSON.stringify(params.data),
    description: draft.description || null,
    status,
    nextRunAt: status === '0' ? (nextRuns(cronExpression, timeZone, now(), 1)[0] ?? null) : null,
  }
}

function duplicate(error: unknown): unknown {
  if (pgErrorKind(error) === 'unique') failConflict('job.duplicate')
  return error
}
