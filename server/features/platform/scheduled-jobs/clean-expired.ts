import { sql, type RawBuilder } from 'kysely'
import { int } from '#contracts/kit/field.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'

const BATCH = 5_000

/**
 * What is not needed any more: sessions and captchas that are over, failed sign-ins and answers kept
 * for retries that are old, and old run logs. Logs of people's doings are never among
 * it.
 */
offerJob({
  name: 'installation.cleanExpired',
  reach: 'house',
  timeoutSeconds: 900,
  params: {
    idempotencyDays: int({ min: 1, max: 90, initial: 7 }),
    runLogDays: int({ min: 1, max: 3_650, initial: 90 }),
  },
  run: async (ctx, { idempotencyDays, runLogDays }, signal) => {
    const tenants = await sql<{ id: string }>`select id from tenant order by id`.execute(ctx.db)
    let sessions = 0
    for (const { id } of tenants.rows) {
      const inside = asSystem(ctx, id)
      sessions += await emptied(
        inside,
        signal,
        sql`delete from sys_session as s
          where ${inside.rows('sysSession').where('s')} and s.token_hash in (select x.token_hash
            from ${inside.rows('sysSession').as('x')} where x.expires_at < now() limit ${BATCH})`,
      )
    }
    return {
      sessions,
      captchas: await emptied(
        ctx,
        signal,
        sql`delete from captcha
          where key in (select key from captcha where expires_at < now() limit ${BATCH})`,
      ),
      failures: await emptied(
        ctx,
        signal,
        sql`delete from login_failure
          where key in (select key from login_failure where last_at < now() - interval '1 day'
            limit ${BATCH})`,
      ),
      keys: await emptied(
        ctx,
        signal,
        sql`delete from idempotency
          where ctid in (select ctid from idempotency
            where created_at < now() - ${`${idempotencyDays} days`}::interval limit ${BATCH})`,
      ),
      runs: await emptied(
        ctx,
        signal,
        sql`delete from sys_job_run
          where id in (select id from sys_job_run
            where ended_at < now() - ${`${runLogDays} days`}::interval limit ${BATCH})`,
      ),
    }
  },
})

/** In small bites, so that no request waits for a long delete. */
async function emptied(
  ctx: Ctx,
  signal: AbortSignal,
  statement: RawBuilder<unknown>,
): Promise<number> {
  for (let gone = 0; ;) {
    const { numAffectedRows = 0n } = await statement.execute(ctx.db)
    gone += Number(numAffectedRows)
    if (Number(numAffectedRows) < BATCH || signal.aborted) return gone
  }
}
