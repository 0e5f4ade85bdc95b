import { sql } from 'kysely'
import { executorOf, makeCtx, type Ctx, type Executor, type Tx } from '../access/ctx.ts'
import { diffOf } from './audit.ts'
import { besides } from './database.ts'
import { subscribersOf } from '../jobs/jobs.ts'
import { isRetryable } from './pg-error.ts'
import { isOutdated } from './statements.ts'

const RETRIES = 3

/**
 * Runs `work` in a transaction, or joins the one already open. A deadlock or serialization failure is tried again
 * (at most three times); what the work queued for after the commit runs once, after it.
 */
export async function inTx<R>(ctx: Ctx, work: (tx: Tx) => Promise<R>): Promise<R> {
  if (isTx(ctx)) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    const after: (() => void | Promise<void>)[] = []
    try {
      const result = await executorOf(ctx)
        .transaction()
        .execute((trx) => work(makeTx(ctx, trx, after)))
      for (const run of after) {
        try {
          await run()
        } catch (error) {
          ctx.log.error({ err: error, requestId: ctx.requestId }, 'after commit')
        }
      }
      return result
    } catch (error) {
      if (attempt >= RETRIES || !(isRetryable(error) || isOutdated(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt + Math.random() * 20))
    }
  }
}

export function isTx(ctx: Ctx): ctx is Tx {
  return 'inTransaction' in ctx
}

function makeTx(ctx: Ctx, trx: Executor, after: (() => void | Promise<void>)[]): Tx {
  besides(trx, executorOf(ctx))
  const base = makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    who: ctx.who,
    log: ctx.log,
    http: ctx.http,
    executor: trx,
  })
  const { who } = ctx
  const addJob: Tx['job'] = async (name, payload, options = {}) => {
    const body = JSON.stringify({
      ...payload,
      tenantId: who.tenantId,
      actorId: who.userId,
      actor: who.username,
      ...(who.actor ? { byId: who.actor.userId, by: who.actor.username } : {}),
    })
    await sql`select graphile_worker.add_job(${name}, payload := ${body}::json, queue_name := ${options.queue ?? null},
      run_at := ${options.runAt ?? null}::timestamptz, max_attempts := ${options.maxAttempts ?? 8}, job_key := ${options.key ?? null})`.execute(
      trx,
    )
  }
  return {
    ...base,
    inTransaction: true,
    job: addJob,
    emit: async (event, payload) => {
      for (const job of subscribersOf(event)) await addJob(job, payload)
    },
    afterCommit: (run) => {
      after.push(run)
    },
    audit: async (table, id, action, before, after_) => {
      const diff = diffOf(before, after_)
      if (action === 'edit' && Object.keys(diff).length === 0) return
      const version = (after_ as { version?: number } | null)?.version ?? null
      await sql`insert into data_log (tenant_id, table_name, row_id, action, version, diff, actor_id, actor, behalf_id, behalf, request_id)
        values (${who.tenantId}, ${table}, ${id}, ${action}, ${version}, ${JSON.stringify(diff)}::jsonb,
          ${who.actor?.userId ?? who.userId}, ${who.actor?.username ?? who.username}, ${who.actor ? who.userId : null}, ${who.actor ? who.username : null}, ${ctx.requestId})`.execute(
        trx,
      )
    },
  }
}
