import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'

/** The sums figures are read from, of each tenant; one that fails keeps no other. */
export function foldEarnings(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'earnings not added up', (tenant) => foldTenant(tenant))
}

/** All sums again, every night: what was corrected in the data by other means is in them too. */
export function foldWhole(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'earnings not added up', (tenant) => foldTenant(tenant, true))
}

/** Adds up what was posted since the last time: a second time comes to the same sums. */
export async function foldTenant(ctx: Ctx, whole = false): Promise<void> {
  const { tenantId } = ctx.principal
  await sql`select earning_fold(${tenantId}::bigint, ${whole}::boolean)`.execute(ctx.db)
}
