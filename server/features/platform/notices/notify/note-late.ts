import { sql } from 'kysely'
import type { parcelsLate, parcelsOnTime } from '#contracts/tracking/alerts.events.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'

/** Late parcels are noted by cause, and reported together a few minutes later. */
export const noteLate: EventHandler<typeof parcelsLate> = async (ctx, { cause, at, parcelIds }) => {
  await sql`insert into notify_occasion (tenant_id, event, subject, parcel_id)
    select p.tenant_id, 'parcelLate', concat_ws(':', ${cause}::text, p.id, ${at}::text), p.id
    from ${ctx.rows('parcel').as('p')} where p.id = any(${parcelIds}::bigint[])
    on conflict do nothing`.execute(ctx.db)
}

/** What went on before anyone heard of it is no news. */
export const forgetLate: EventHandler<typeof parcelsOnTime> = async (ctx, { cause, parcelIds }) => {
  await sql`delete from notify_occasion as n where ${ctx.rows('notifyOccasion').where('n')}
    and n.parcel_id = any(${parcelIds}::bigint[]) and n.event = 'parcelLate'
    and n.subject like ${`${cause}:%`} and n.sent_at is null`.execute(ctx.db)
}
