import { sql } from 'kysely'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/**
 * Calls are kept to see how a carrier does, pushes to be read again when a mistake of ours is
 * found.
 */
const KEEP = { calls: '30 days', pushes: '90 days' }

/** Every night: forgets old calls and pushes that were read. */
export async function sweepLogs(ctx: Ctx): Promise<void> {
  const tenants = await sql<{ id: string }>`select id from ${ctx.rows('tenant').as('t')}`.execute(
    ctx.db,
  )
  for (const { id } of tenants.rows) {
    const inside = asSystem(ctx, id)
    await sql`delete from carrier_call as c
      where ${inside.rows('carrierCall').where('c')} and c.at < ${nowIso()}::timestamptz - ${KEEP.calls}::interval`.execute(
      inside.db,
    )
    await sql`delete from carrier_push as p
      where ${inside.rows('carrierPush').where('p')} and p.state <> 'new'
        and p.received_at < ${nowIso()}::timestamptz - ${KEEP.pushes}::interval`.execute(inside.db)
  }
}
