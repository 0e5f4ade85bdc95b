import { sql } from 'kysely'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** Calls are kept to see how a carrier does. */
const KEEP_CALLS = '30 days'
/** Of a courier that is gone. */
const KEEP_DAYS = 90

/**
 * Every night: forgets old calls, and pushes that were read, each after the days its courier names:
 * until then they can be read again when a mistake of ours is found.
 */
export async function sweepLogs(ctx: Ctx): Promise<void> {
  const tenants = await sql<{ id: string }>`select id from ${ctx.rows('tenant').as('t')}`.execute(
    ctx.db,
  )
  for (const { id } of tenants.rows) await sweepTenant(asSystem(ctx, id))
}

/** The same of one tenant. */
export async function sweepTenant(ctx: Ctx): Promise<void> {
  const at = nowIso()
  await sql`delete from carrier_call as c
    where ${ctx.rows('carrierCall').where('c')}
      and c.at < ${at}::timestamptz - ${KEEP_CALLS}::interval`.execute(ctx.db)
  await sql`delete from carrier_push as p
    where ${ctx.rows('carrierPush').where('p')} and p.state <> 'new'
      and p.received_at < ${at}::timestamptz - make_interval(days => coalesce(
        (select o.keep_days from ${ctx.rows('courier').as('o')} where o.code = p.courier),
        ${KEEP_DAYS}::int))`.execute(ctx.db)
}
