import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { autonomousConnection } from '#server/kit/db/database.ts'
import type { OpenUntil } from './circuit.ts'

const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

/**
 * Until when an account of a tenant is not asked, over all processes; `opened` is called where it
 * was asked as usual before. Written at once and on a connection of its own, like a turn (`turnOf`).
 */
export function openUntil(
  ctx: Ctx,
  account: string,
  opened: () => Promise<void> = async () => undefined,
): OpenUntil {
  const { tenantId } = ctx.principal
  const db = autonomousConnection(ctx.db)
  const read = async (): Promise<number | null> => {
    const { rows } = await sql<{ until: number | null }>`select
        extract(epoch from c.open_until)::float8 * 1000 as until
      from ${ctx.rows('carrierTurn').as('c')} where c.account = ${account}`.execute(db)
    const until = rows[0]?.until ?? null
    return until === null ? null : Math.round(until)
  }
  return {
    read,
    open: async (until) => {
      const { rows: longer } = await sql`update carrier_turn as c set open_until = ${at(until)}
        where ${ctx.rows('carrierTurn').where('c')} and c.account = ${account} and c.open_until is not null
        returning 1 as one`.execute(db)
      if (longer.length > 0) return
      const { rows: fresh } = await sql`insert into carrier_turn as t
          (tenant_id, account, next_at, open_until)
        values (${tenantId}::bigint, ${account}, to_timestamp(0), ${at(until)})
        on conflict (tenant_id, account) do update set open_until = excluded.open_until
          where t.open_until is null
        returning 1 as one`.execute(db)
      if (fresh.length > 0) await opened()
    },
    close: async () => {
      await sql`update carrier_turn as c set open_until = null
        where ${ctx.rows('carrierTurn').where('c')} and c.account = ${account}`.execute(db)
    },
    claim: async (now, until) => {
      const { rows } = await sql`update carrier_turn as c set open_until = ${at(until)}
        where ${ctx.rows('carrierTurn').where('c')} and c.account = ${account} and c.open_until <= ${at(now)}
        returning 1 as one`.execute(db)
      return rows.length > 0
    },
  }
}
