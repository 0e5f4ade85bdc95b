import { runOne } from './run-job.ts'
import { sql } from 'kysely'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { nextRuns } from './cron.ts'

interface Due {
  id: string
  jobClassName: string
  cronExpression: string
  timeZone: string
  parameter: string | null
  nextRunAt: string
}

/**
 * Every minute: puts what is due into the queue. A slot's row is unique and is written with its
 * job, so that however many processes look at the clock there is one run per slot; slots missed
 * while nothing ran become one run.
 */
export function tick(ctx: Ctx): Promise<number> {
  return inTx(ctx, async (tx) => {
    // Waits for a row rather than passing it over: a run that notes its end must not cost a slot.
    const due =
      await sql<Due>`select j.id, j.job_class_name, j.cron_expression, j.time_zone, j.parameter,
          j.next_run_at
      from ${sql.table('sys_quartz_job')} as j
      where j.status = '0' and j.next_run_at <= ${nowIso()} order by j.id for update`.execute(tx.db)
    for (const job of due.rows) {
      await queueRun(tx, job, job.nextRunAt, null)
      await sql`update sys_quartz_job
        set next_run_at = ${nextRuns(job.cronExpression, job.timeZone, now(), 1)[0] ?? null}
        where id = ${job.id}`.execute(tx.db)
    }
    // What was put in by a migration, or moved from a stopped house, has no time yet.
    const fresh = await sql<
      Pick<Due, 'id' | 'cronExpression' | 'timeZone'>
    >`select j.id, j.cron_expression, j.time_zone from ${sql.table('sys_quartz_job')} as j
      where j.status = '0' and j.next_run_at is null order by j.id for update`.execute(tx.db)
    for (const job of fresh.rows) {
      const next = nextRuns(job.cronExpression, job.timeZone, now(), 1)[0]
      if (next)
        await sql`update sys_quartz_job set next_run_at = ${next} where id = ${job.id}`.execute(
          tx.db,
        )
    }
    return due.rows.length
  })
}

/**
 * A run's row with the job behind it; null where the slot was taken. Runs of one job follow each
 * other. `tenantId`: for this tenant alone, as its administrator asked.
 */
export async function queueRun(
  tx: Tx,
  job: { id: string; jobClassName: string; parameter: string | null },
  slot: string | null,
  actor: string | null,
  tenantId: string | null = null,
): Promise<string | null> {
  const made = await sql<{
    id: string
  }>`insert into sys_job_run (job_id, job_class_name, parameter, slot, actor, tenant_id,
      queued_at)
    values (${job.id}, ${job.jobClassName}, ${job.parameter}, ${slot}, ${actor}, ${tenantId},
      ${nowIso()})
    on conflict (job_id, slot) do nothing returning id`.execute(tx.db)
  const id = made.rows[0]?.id ?? null
  if (id !== null)
    await tx.job(
      runOne,
      { runId: id },
      { queue: `jobs.run/${job.id}`, key: `jobs.run/${id}`, maxAttempts: 3 },
    )
  return id
}
