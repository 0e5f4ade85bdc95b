import { job } from '#server/kit/jobs/job.ts'
import { scheduledJobBroken } from '#contracts/platform/operations/scheduled-jobs.events.ts'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failureOf, Refusal, type Failure } from '#server/kit/http/errors.ts'
import { jobType, paramsSchema, type JobCounts, type JobType } from '#server/kit/jobs/job-types.ts'
import { inTx } from '#server/kit/db/tx.ts'

/** One run, by its row. */
export const runOne = job('jobs.run', z.object({ runId: idText }))

interface Run {
  id: string
  jobId: string
  jobClassName: string
  parameter: string | null
  tenantId: string | null
}

/**
 * One run, from its row. A run whose process died comes again under the same row; one that fails is
 * over, and the next slot has another go. What went wrong is kept by its kind, never with what it
 * was about.
 */
export async function runJob(ctx: Ctx, { runId }: z.output<typeof runOne.payload>): Promise<void> {
  const system = asSystem(ctx, '0')
  const taken = await sql<Run>`update sys_job_run
      set outcome = 'running', started_at = now(), attempts = attempts + 1
      where id = ${runId} and outcome in ('queued', 'running')
    returning id, job_id, job_class_name, parameter, tenant_id`.execute(system.db)
  const run = taken.rows[0]
  if (!run) return
  if (run.tenantId === null)
    await sql`update sys_quartz_job set last_run_at = now(), last_outcome = 'running'
      where id = ${run.jobId}`.execute(system.db)
  let counts: JobCounts | null = null
  let failure: Failure | null = null
  try {
    counts = await execute(system, run)
  } catch (thrown) {
    failure = failureOf(thrown, ctx.requestId)
    ctx.log.error(
      { err: thrown, job: run.jobClassName, runId: run.id, requestId: ctx.requestId },
      'scheduled job',
    )
  }
  await endRun(ctx, run.id, counts, failure)
}

/** Notes how a run ended; `failure` null: well. */
export function endRun(
  ctx: Ctx,
  runId: string,
  counts: JobCounts | null,
  failure: Failure | null,
): Promise<void> {
  const outcome = failure === null ? 'ok' : 'failed'
  return inTx(asSystem(ctx, '0'), async (tx) => {
    const ended = await sql<{
      jobId: string
      jobClassName: string
      tenantId: string | null
    }>`update sys_job_run
      set outcome = ${outcome}, ended_at = now(),
        counts = ${counts && JSON.stringify(counts)}::jsonb, error = ${failure?.code ?? null},
        error_data = ${failure && JSON.stringify(failure.data)}::jsonb
      where id = ${runId} returning job_id, job_class_name, tenant_id`.execute(tx.db)
    const run = ended.rows[0]
    // What a tenant started itself is its own matter.
    if (!run || run.tenantId !== null) return
    await sql`update sys_quartz_job set last_outcome = ${outcome} where id = ${run.jobId}`.execute(
      tx.db,
    )
    if (failure !== null)
      await tx.emit(scheduledJobBroken, {
        jobClassName: run.jobClassName,
        runId,
        hour: nowIso().slice(0, 13),
      })
  })
}

async function execute(system: Ctx, run: Run): Promise<JobCounts> {
  const type = jobType(run.jobClassName)
  if (!type) throw new Refusal('job.unknownType')
  const params = paramsSchema(type).parse(JSON.parse(run.parameter || '{}'))
  const limit = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      limit.abort()
      reject(new Refusal('job.tooLong'))
    }, type.timeoutSeconds * 1_000)
  })
  try {
    return await Promise.race([
      type.reach === 'house'
        ? type.run(system, params, limit.signal)
        : run.tenantId !== null
          ? type.run(asSystem(system, run.tenantId), params, limit.signal)
          : inTenants(system, run, type, params, limit.signal),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** A tenant's administrator reads what a run did there, and nothing of other tenants. */
async function noteInTenant(
  system: Ctx,
  run: Run,
  tenantId: string,
  counts: JobCounts | null,
  failure: Failure | null,
): Promise<void> {
  await sql`insert into sys_job_run (job_id, job_class_name, parameter, tenant_id, outcome,
      attempts, started_at, ended_at, counts, error, error_data)
    select r.job_id, r.job_class_name, r.parameter, ${tenantId},
      ${failure === null ? 'ok' : 'failed'}, 1, r.started_at, now(),
      ${counts && JSON.stringify(counts)}::jsonb, ${failure?.code ?? null},
      ${failure && JSON.stringify(failure.data)}::jsonb
    from sys_job_run r where r.id = ${run.id}`.execute(system.db)
}

/** One tenant that fails does not keep the others; the run has failed all the same. */
async function inTenants(
  system: Ctx,
  run: Run,
  type: JobType,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<JobCounts> {
  const tenants = await sql<{
    id: string
  }>`select id from tenant where status = 1 and id <> 0 order by id`.execute(system.db)
  const sum: Record<string, number> = {}
  let failed: unknown
  for (const { id } of tenants.rows) {
    if (signal.aborted) break
    try {
      const counts = await type.run(asSystem(system, id), params, signal)
      for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
      await noteInTenant(system, run, id, counts, null)
    } catch (error) {
      await noteInTenant(system, run, id, null, failureOf(error, system.requestId))
      system.log.error({ err: error, job: type.name, tenantId: id }, 'scheduled job')
      failed ??= error
    }
  }
  if (failed !== undefined) throw failed
  return sum
}
