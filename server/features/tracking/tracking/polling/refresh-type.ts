import { sql } from 'kysely'
import { int } from '#contracts/kit/field.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'

/** Puts the carriers' next look at parcels under way forward to now: before a report, or after a carrier was silent. The daily plans of calls hold as ever. */
offerJob({
  name: 'tracking.refreshActive',
  reach: 'tenants',
  timeoutSeconds: 300,
  params: { maxAgeDays: int({ min: 1, max: 180, initial: 30 }) },
  run: async (ctx, { maxAgeDays }) => {
    const moved =
      await sql`update parcel as p set next_poll_at = ${nowIso()} where ${ctx.rows('parcel').where('p')} and p.next_poll_at > ${nowIso()}::timestamptz
      and coalesce(p.watched_since, p.create_time) > ${nowIso()}::timestamptz - ${`${maxAgeDays} days`}::interval`.execute(
        ctx.db,
      )
    return { parcels: Number(moved.numAffectedRows ?? 0n) }
  },
})
