import { sql } from 'kysely'
import { keepLoaded } from './keep-loaded.ts'
import { now } from '../runtime/clock.ts'
import { perApp } from '../runtime/deps.ts'
import { boundsOf, lookFrom, wallClock } from '#contracts/kit/zone-days.ts'
import { executorOf, type Ctx, type Tx } from '../access/ctx.ts'

/** What days and sums of a tenant go by. */
export interface CompanyTerms {
  /** An IANA name. */
  timeZone: string
  currency: string
}

/** As long as another process may still go by the zone before. */
const KEEP_MS = 10_000
const caches = perApp(() =>
  keepLoaded<CompanyTerms>({ name: 'company', max: 10_000, freshMs: KEEP_MS }),
)

/** Zone and currency of the caller's tenant. */
export function companyTerms(ctx: Ctx): Promise<CompanyTerms> {
  const { tenantId } = ctx.principal
  return caches.of(ctx.deps).get(tenantId, async () => {
    const { rows } = await sql<CompanyTerms>`select t.time_zone, t.currency from tenant t
      where t.id = ${tenantId}`.execute(executorOf(ctx))
    return rows[0] ?? { timeZone: 'UTC', currency: 'EUR' }
  })
}
/** After a change of them: read again once it is committed. */
export function forgetCompanyTerms(tx: Tx): void {
  tx.afterCommit(() => caches.of(tx.deps).forget((key) => key === tx.principal.tenantId))
}

/** The day it is for the tenant, as `2026-12-01`; `at`: milliseconds since 1970. */
export async function businessDay(ctx: Ctx, at = now()): Promise<string> {
  const { timeZone } = await companyTerms(ctx)
  return lookFrom(timeZone, at)!.today
}

/** What the tenant's clock shows, in the UTC parts of a moment. */
export async function businessClock(ctx: Ctx): Promise<Date> {
  return wallClock((await companyTerms(ctx)).timeZone, now())
}

/** The first and last moment of a tenant's day (or of the days to `to`), as ISO UTC. */
export async function businessSpan(
  ctx: Ctx,
  from: string,
  to = from,
): Promise<{ first: string; last: string; next: string }> {
  const { timeZone } = await companyTerms(ctx)
  const { last } = boundsOf(to, timeZone)
  const next = new Date(Date.parse(last) + 1).toISOString()
  return { first: boundsOf(from, timeZone).first, last, next }
}

/**
 * The moments (ISO 8601, UTC) of times as a place's clock shows them: `2026-03-01 08:30`, also with
 * a T or as a day alone, which is its first minute. An hour the clock leaves out in spring is the
 * one after, one it shows twice in autumn the first, as PostgreSQL has it. `timeZone` must be an IANA
 * name.
 */
export async function momentsIn<K extends string>(
  ctx: Ctx,
  timeZone: string,
  times: Readonly<Record<K, string>>,
): Promise<Record<K, string>> {
  const given = Object.entries(times) as [K, string][]
  const { rows } = await sql<{ key: K; at: string }>`select x.key,
      (x.time::timestamp at time zone ${timeZone}) as at
    from unnest(${given.map(([key]) => key)}::text[],
      ${given.map(([, time]) => time.replace('T', ' '))}::text[]) as x(key, time)`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ key, at }) => [key, at])) as Record<K, string>
}
