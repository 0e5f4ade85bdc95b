import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { autonomousConnection } from '#server/kit/db/database.ts'
import type { CallDeps } from './call.ts'

/**
 * The turns of an account of a tenant, one after the other over all processes. Each is taken at once
 * and on a connection of its own: a caller that is rolled back has asked all the same.
 */
export function turnOf(ctx: Ctx, account: string): CallDeps['turn'] {
  const { tenantId } = ctx.principal
  const taken = ctx.rows('carrierTurn').as('c')
  const db = autonomousConnection(ctx.db)
  return async (intervalMs, withinMs) => {
    const [interval, within] = [intervalMs / 1000, withinMs / 1000]
    const { rows } = await sql<{ wait: number }>`with turn as (
        insert into carrier_turn as t (tenant_id, account, next_at)
        values (${tenantId}::bigint, ${account}::text,
          clock_timestamp() + make_interval(secs => ${interval}::float8))
        on conflict (tenant_id, account) do update set next_at =
            greatest(t.next_at, clock_timestamp()) + make_interval(secs => ${interval}::float8)
          where t.next_at < clock_timestamp() + make_interval(secs => ${within}::float8)
        returning next_at - make_interval(secs => ${interval}::float8) as at)
      select extract(epoch from coalesce((select at from turn), (select c.next_at
        from ${taken} where c.account = ${account}::text))
        - clock_timestamp())::float8 * 1000 as wait`.execute(db)
    return Math.max(0, rows[0]?.wait ?? withinMs)
  }
}
