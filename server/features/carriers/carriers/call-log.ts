import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { CarrierAccount } from './accounts.ts'

/**
 * Writes down the calls an account made: when, how long, how it ended. A record has no address, key
 * or body to leak.
 */
export async function logCalls(
  ctx: Ctx,
  account: Pick<CarrierAccount, 'takeCalls'>,
): Promise<void> {
  const calls = account.takeCalls()
  if (calls.length === 0) return
  await sql`insert into carrier_call (tenant_id, courier, operation, http_status, ms, error,
      request_id, at)
    select ${ctx.principal.tenantId}, x.*
    from unnest(${calls.map((call) => call.carrier)}::text[],
      ${calls.map((call) => call.operation)}::text[], ${calls.map((call) => call.status)}::int[],
      ${calls.map((call) => call.ms)}::int[], ${calls.map((call) => call.error)}::text[],
      ${calls.map((call) => call.requestId)}::text[],
      ${calls.map(() => nowIso())}::timestamptz[]) as x`.execute(ctx.db)
}

/** How many calls the account's plan still allows today; null where it is not limited. */
export async function callsLeft(ctx: Ctx, account: CarrierAccount): Promise<number | null> {
  const { callsPerDay } = account.adapter.capabilities()
  if (callsPerDay === null) return null
  const found = await sql<{
    made: number
  }>`select count(*)::int as made
    from ${ctx.rows('carrierCall').as('c')}
    where c.courier = ${account.code}
      and c.at > ${nowIso()}::timestamptz - interval '1 day'`.execute(ctx.db)
  return Math.max(0, callsPerDay - (found.rows[0]?.made ?? 0))
}
