import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { gatherParcels } from './gather-parcels.ts'
import { NOTIFIED_FIELDS } from '../notice-hooks.ts'
import { sendWaiting } from './send-waiting.ts'

/**
 * Every few minutes, tenant by tenant: what was gathered is sent, and what is due goes out. One
 * tenant that fails does not keep the others.
 */
export function notifyScheduled(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'news not sent', notifyTenant)
}

export async function notifyTenant(inside: Ctx): Promise<void> {
  // More than one turn gathers is rare; the rest is sent at once rather than in five minutes.
  while ((await gatherParcels(inside)) > 0);
  await sendWaiting(inside)
  await sql`delete from notify_occasion as n
    where ${inside.rows('notifyOccasion').where('n')} and n.sent_at < now() - interval '30 days'`.execute(
    inside.db,
  )
  // News of parcels and imports is old after a season; in small bites, the next turn goes on.
  await sql`delete from sys_announcement as a
    where ${inside.rows('sysAnnouncement').where('a')} and a.id in (select o.id
      from ${inside.rows('sysAnnouncement').as('o')}
    where o.bus_type = any(${NOTIFIED_FIELDS.filter((event) => event !== 'security')}::text[])
      and o.origin is not null and o.send_time < now() - interval '90 days' order by o.id
      limit 1000)`.execute(inside.db)
}
