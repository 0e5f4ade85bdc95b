import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Database } from '../db/database.ts'
import { DEFAULT_LANG } from '#contracts/kit/envelope.ts'
import type { Failure } from '../http/errors.ts'
import { keepAttempts } from './job-attempts.ts'
import { renewLease } from './job-lease.ts'
import { openJobPool } from './job-pool.ts'
import { makeCtx, systemPrincipal, type Ctx, type Log } from '../access/ctx.ts'

/** What a job is given: a ctx of the house inside the tenant that queued it, and its payload. */
export type JobHandler = (ctx: Ctx, payload: Record<string, unknown>) => Promise<void>

/** Says where the work is looked at that it has failed for good, and why. */
export type FailureHandler = (
  ctx: Ctx,
  payload: Record<string, unknown>,
  failure: Failure,
) => Promise<void>

const handlers = new Map<string, { handler: JobHandler; onFailed: FailureHandler | undefined }>()
const subscribers = new Map<string, string[]>()
const schedules: { job: string; cron: string }[] = []

/**
 * Declares a job. Jobs run at least once: a handler must come to the same end when run twice. `onFailed` is called when
 * the last attempt has thrown; a lost process or database is no failed attempt.
 */
export function defineJob(name: string, handler: JobHandler, onFailed?: FailureHandler): void {
  if (handlers.has(name)) throw new Error(`job ${name} is defined twice`)
  handlers.set(name, { handler, onFailed })
}

/** Handles news of another feature: `on('shipment.confirmed', 'tracking.onShipmentConfirmed', …)`. */
export function on(event: string, job: string, handler: JobHandler): void {
  defineJob(job, handler)
  subscribers.set(event, [...(subscribers.get(event) ?? []), job])
}

/** Runs a job by the clock, once per slot over all processes; `cron` has five fields, UTC. */
export function schedule(job: string, cron: string, handler: JobHandler): void {
  defineJob(job, handler)
  schedules.push({ job, cron })
}

export function subscribersOf(event: string): readonly string[] {
  return subscribers.get(event) ?? []
}

/** The ctx of work nobody asked for over HTTP. `tenantId` 0 reaches global tables only. */
export function jobCtx(
  db: Database,
  log: Log,
  tenantId: string,
  actor: Parameters<typeof systemPrincipal>[1] = {},
): Ctx {
  return makeCtx({
    requestId: `job-${randomUUID()}`,
    lang: DEFAULT_LANG,
    log,
    http: null,
    executor: db.kysely,
    principal: systemPrincipal(tenantId, actor),
  })
}

/** Starts the worker on the pool; jobs of a process that died are taken up again within a minute. */
export async function startJobs(db: Database, log: Log): Promise<{ stop(): Promise<void> }> {
  // A pool of our own, so that we know when its last connection is gone: the runner says it has stopped a moment earlier.
  const pgPool = openJobPool(db.url)
  const attempts = keepAttempts(pgPool, log)
  const taskList: TaskList = {}
  for (const [name, { handler, onFailed }] of handlers) {
    taskList[name] = async (payload, { job }) => {
      const body = (payload ?? {}) as Record<string, unknown>
      const ctx = jobCtx(
        db,
        log,
        typeof body.tenantId === 'string' ? body.tenantId : '0',
        actorOf(body),
      )
      await attempts.count(
        job,
        ctx,
        () => handler(ctx, body),
        (failure) => onFailed?.(ctx, body, failure),
      )
    }
  }
  const events = new EventEmitter() as WorkerEvents
  const lease = renewLease(db, events, log)
  const runner = await run({
    pgPool,
    taskList,
    events,
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(
      schedules.map(({ job, cron }) => ({ task: job, match: cron, options: { maxAttempts: 3 } })),
    ),
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ worker: true }, message)
      else if (level === 'warning') log.warn({ worker: true }, message)
    }),
  })
  return {
    stop: async () => {
      await lease.stop()
      await runner.stop()
      await attempts.stop()
      await pgPool.end()
    },
  }
}

function actorOf(body: Record<string, unknown>): Parameters<typeof systemPrincipal>[1] {
  return {
    ...(typeof body.actorId === 'string' ? { userId: body.actorId } : {}),
    ...(typeof body.actor === 'string' ? { username: body.actor } : {}),
    ...(typeof body.byId === 'string' && typeof body.by === 'string'
      ? { by: { userId: body.byId, username: body.by } }
      : {}),
  }
}

/** The worker's own tables, before anything can queue a job. */
export async function migrateJobs(db: { url: string }): Promise<void> {
  await runMigrations({ connectionString: db.url })
}
