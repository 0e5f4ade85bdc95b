import { sql } from 'kysely'
import type { scheduledJobs } from '#contracts/platform/operations/scheduled-jobs.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PAGE_MAX } from '#contracts/kit/page.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { jobTypes } from '#server/kit/jobs/job-types.ts'
import { countRows, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { cronIssue, nextRuns } from './cron.ts'
import { ownTenantOnly } from './job-reach.ts'
import { readJob } from './jobs.ts'

type Page = Out<typeof scheduledJobs.runs>

export async function readRuns(
  ctx: Ctx,
  { id, ...page }: In<typeof scheduledJobs.runs>,
): Promise<Page> {
  await readJob(ctx, id)
  const query = {
    pageNo: Math.max(1, Number(page.pageNo ?? 1)),
    pageSize: Math.min(PAGE_MAX, Math.max(1, Number(page.pageSize ?? 10))),
  }
  const tenantId = ownTenantOnly(ctx)
  const from = sql`from sys_job_run r
    where r.job_id = ${id} and r.tenant_id is not distinct from ${tenantId}`
  const { offset, limit } = paging(query)
  const found = await sql<
    Page['records'][number] & { errorData: Record<string, unknown> | null }
  >`select r.id, r.job_id, r.job_class_name, r.slot, r.outcome, r.actor, r.attempts, r.queued_at,
      r.started_at, r.ended_at,
    (extract(epoch from r.ended_at - r.started_at) * 1000)::int as ms, r.counts, r.error,
    r.error_data ${from} order by r.id desc limit ${limit} offset ${offset}`.execute(ctx.db)
  const records = found.rows.map(({ errorData, ...run }) => ({
    ...run,
    error: run.error && translateError(ctx.lang, run.error, errorData ?? {}),
  }))
  return pageResult(records, await countRows(ctx, from), query)
}

/** What can be timed, with words in the caller's language. */
export function readTypes(ctx: Ctx): Promise<Out<typeof scheduledJobs.types>> {
  const tenantId = ownTenantOnly(ctx)
  const known =
    tenantId === null ? jobTypes() : jobTypes().filter(({ reach }) => reach === 'tenants')
  const t = (key: string) => translate(ctx.lang, 'scheduled-jobs', key)
  return Promise.resolve(
    known.map((type) => ({
      jobClassName: type.name,
      name: t(`type.${type.name}`),
      help: t(`type.${type.name}.help`),
      reach: type.reach,
      params: Object.entries(type.params).map(([name, spec]) => ({
        name,
        label: t(`param.${name}`),
        help: null,
        type: spec.type === 'int' || spec.type === 'bool' ? spec.type : ('text' as const),
        min: spec.min,
        max: spec.max,
        initial:
          typeof spec.initial === 'number' ||
          typeof spec.initial === 'boolean' ||
          typeof spec.initial === 'string'
            ? spec.initial
            : null,
      })),
      counts: Object.fromEntries(COUNTS.map((name) => [name, t(`count.${name}`)])),
    })),
  )
}
const COUNTS = [
  'sessions',
  'captchas',
  'failures',
  'keys',
  'runs',
  'bodies',
  'secrets',
  'messages',
  'parcels',
  'skipped',
  'exchanges',
]

export function previewCron(
  ctx: Ctx,
  { cronExpression, timeZone = 'UTC' }: In<typeof scheduledJobs.nextRuns>,
): Promise<Out<typeof scheduledJobs.nextRuns>> {
  const issue = cronIssue(cronExpression, timeZone, now())
  return Promise.resolve({
    runs: issue ? [] : nextRuns(cronExpression, timeZone, now(), 5),
    error: issue && translateError(ctx.lang, issue),
  })
}
