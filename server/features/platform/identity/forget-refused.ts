import { sql } from 'kysely'
import { REFUSED_DAYS } from '#contracts/platform/session/registration-terms.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'

schedule('identity.forgetRefused', '25 3 * * *', (ctx) =>
  inEachTenant(ctx, 'passwords of refused registrations not deleted', forgetRefused),
)

/** Deletes the passwords of refused registrations once their applicants had time to learn of it. */
export async function forgetRefused(ctx: Ctx): Promise<void> {
  await sql`update registration as r set password_hash = null
    where ${ctx.rows('registration').where('r')} and r.state = 'refused'
      and r.password_hash is not null
      and r.decided_at < now() - make_interval(days => ${REFUSED_DAYS}::int)`.execute(ctx.db)
}
