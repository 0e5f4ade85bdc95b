import { sql } from 'kysely'
import { failDenied } from '#server/kit/http/errors.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { jobTypes } from '#server/kit/jobs/job-types.ts'
import type { WireRow } from '#server/kit/resource/resource-rows.ts'

/**
 * Null for the platform, which sees every job; else the tenant whose administrator asks: that one
 * sees and starts what works inside tenants, for the own tenant.
 */
export function ownTenantOnly({ principal }: Ctx): string | null {
  if (principal.dataScope === 'platform') return null
  if (principal.dataScope !== 'tenant' || principal.customerId !== null) failDenied()
  return principal.tenantId
}

/** Names of the jobs that work inside tenants. */
export const tenantTypes = (): string[] =>
  jobTypes().flatMap(({ name, reach }) => (reach === 'tenants' ? [name] : []))

/** Rows with their latest run in this tenant, in place of the latest over all tenants. */
export async function withOwnRuns(
  ctx: Ctx,
  tenantId: string,
  rows: readonly WireRow[],
): Promise<WireRow[]> {
  const found = await sql<{
    jobId: string
    outcome: string
    at: string | null
  }>`select distinct on (r.job_id) r.job_id, r.outcome, coalesce(r.started_at, r.queued_at) as at
    from sys_job_run r
    where r.tenant_id = ${tenantId} and r.job_id = any(${rows.map(({ id }) => id)}::bigint[])
    order by r.job_id, r.id desc`.execute(ctx.db)
  const latest = new Map(found.rows.map((run) => [run.jobId, run]))
  return rows.map((row) => {
    const run = latest.get(row.id)
    return { ...row, lastRunAt: run?.at ?? null, lastOutcome: run?.outcome ?? null }
  })
}
