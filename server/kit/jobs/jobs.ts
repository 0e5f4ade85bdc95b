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
import { z } from 'zod'
import type { EventType, Payload } from '#contracts/kit/events.ts'
import { DEFAULT_LANG } from '#contracts/kit/envelope.ts'
import type { Failure } from '../http/errors.ts'
import type { Job } from './job.ts'
import { keepAttempts } from './job-attempts.ts'
import { startReleased } from './held-jobs.ts'
import { renewLease } from './job-lease.ts'
import { openJobPool } from './job-pool.ts'
import { makeCtx, systemPrincipal, type Ctx, type Deps } from '../access/ctx.ts'
import { noteSubscriber } from '../db/subscribers.ts'

/**
 * What does a job: a ctx of the system inside the tenant that queued it, and the payload by its
 * shape.
 */
export type JobHandler<J extends Job> = (ctx: Ctx, payload: z.output<J['payload']>) => Promise<void>

/** Does what follows from an event. */
export type EventHandler<E extends EventType> = (ctx: Ctx, payload: Payload<E>) => Promise<void>

/** Notes with the job's record that it has failed permanently, and why. */
type FailureHandler<J extends Job> = (
  ctx: Ctx,
  payload: z.output<J['payload']>,
  failure: Failure,
) => Promise<void>

interface Attempt {
  run(): Promise<void>
  onFailed(failure: Failure): Promise<void> | undefined
}
/**
 * One attempt of a job with the payload as it was stored; throws where it has not the job's shape.
 */
type Begin = (ctx: Ctx, stored: unknown) => Attempt

const jobs = new Map<string, Begin>()
const schedules: { job: string; cron: string }[] = []

/**
 * Defines what a job does. Jobs run at least once: a handler must come to the same end when run
 * twice. `onFailed` is called when the last attempt has thrown; a lost process or database is no
 * failed attempt.
 */
export function defineJob<S extends z.ZodObject>(
  { name, payload: shape }: Job<S>,
  handler: JobHandler<Job<S>>,
  onFailed?: FailureHandler<Job<S>>,
): void {
  if (jobs.has(name)) throw new Error(`job ${name} is defined twice`)
  jobs.set(name, (ctx, stored) => {
    const parsed = shape.safeParse(stored)
    if (!parsed.success)
      throw new Error(
        `the payload of job ${name} has another shape: ${z.prettifyError(parsed.error)}`,
      )
    return {
      run: () => handler(ctx, parsed.data),
      onFailed: (failure) => onFailed?.(ctx, parsed.data, failure),
    }
  })
}

/**
 * Handles an event of another feature: `subscribe(shipmentConfirmed,
 * 'tracking.onShipmentConfirmed', …)`.
 */
export function subscribe<S extends z.ZodObject>(
  event: EventType<S>,
  name: string,
  handler: EventHandler<EventType<S>>,
): void {
  defineJob({ name, payload: event.payload }, handler)
  noteSubscriber(event, name)
}

/** Runs a job by the clock, once per slot over all processes; `cron` has five fields, UTC. */
export function schedule(name: string, cron: string, handler: (ctx: Ctx) => Promise<void>): void {
  defineJob({ name, payload: z.object({}) }, handler)
  schedules.push({ job: name, cron })
}

/** The ctx of work not requested over HTTP. `tenantId` 0 reaches global tables only. */
export function jobCtx(
  deps: Deps,
  tenantId: string,
  actor: Parameters<typeof systemPrincipal>[1] = {},
): Ctx {
  return makeCtx({
    requestId: `job-${randomUUID()}`,
    lang: DEFAULT_LANG,
    log: deps.log,
    deps,
    http: null,
    executor: deps.db.kysely,
    principal: systemPrincipal(tenantId, actor),
  })
}

/**
 * Starts the worker on the pool, after a restore once an operator has released it; jobs of a process
 * that died are taken up again within a minute.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  return startReleased(deps, () => startWorker(deps))
}

async function startWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, log } = deps
  // A pool of our own, so that we know when its last connection is gone: the runner reports that it
  // has stopped a moment earlier.
  const pgPool = openJobPool(db.url)
  const attempts = keepAttempts(pgPool, log)
  const taskList: TaskList = {}
  for (const [name, begin] of jobs) {
    taskList[name] = async (payload, { job }) => {
      const body = (payload ?? {}) as Record<string, unknown>
      const ctx = jobCtx(
        deps,
        typeof body.tenantId === 'string' ? body.tenantId : '0',
        actorOf(body),
      )
      let attempt: Attempt | null = null
      await attempts.count(
        job,
        ctx,
        async () => {
          attempt = begin(ctx, body)
          await attempts.endLost(job)
          await attempt.run()
        },
        (failure) => attempt?.onFailed(failure),
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
