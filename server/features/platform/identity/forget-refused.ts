import { sql } from 'kysely'
import { REFUSED_DAYS } from '#contracts/platform/session/registration-terms.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'

schedule('identity.forgetRefused', '25 3 * * *', forgetRefused)

/**
 * Deletes the passwords of refused registrations once their applicants had time to learn of it: of
 * all tenants, those that are frozen or closed too.
 */
export async function forgetRefused(ctx: Ctx): Promise<void> {
  await sql`update registration set password_hash = null
    where state = 'refused' and password_hash is not null
      and decided_at < now() - make_interval(days => ${REFUSED_DAYS}::int)`.execute(ctx.db)
}
