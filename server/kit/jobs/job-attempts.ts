import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from 'graphile-worker'
import type pg from 'pg'
import type { Ctx, Log } from '../access/ctx.ts'
import { failureOf, Refusal, type Failure } from '../http/errors.ts'
import { pgErrorKind } from '../db/pg-error.ts'
import { LOST_TOO_OFTEN } from './job-lease.ts'

const AGAIN_FIRST_MS = 100
const AGAIN_MAX_MS = 5_000

export interface Attempts {
  /** Runs one attempt of a job; after the last one that fails `onFailed` gets the reason. */
  count(
    job: Job,
    ctx: Ctx,
    work: () => Promise<void>,
    onFailed: (failure: Failure) => Promise<void> | undefined,
  ): Promise<void>
  /** A job that lost its process too often has failed without another attempt. */
  endLost(job: Job): Promise<void>
  /** After the runner has stopped: what was cut off by that has not failed. */
  stop(): Promise<void>
}

/**
 * The runner counts an attempt when it takes a job. Only work that threw by itself has used it up:
 * where the database was lost or busy, or the process was stopped, the attempt is given back and
 * the job comes again.
 */
export function keepAttempts(pool: pg.Pool, log: Log): Attempts {
  const running = new Set<string>()
  let stopped = false

  const giveBack = async (ids: readonly string[]): Promise<void> => {
    for (let wait = AGAIN_FIRST_MS; ; wait = Math.min(2 * wait, AGAIN_MAX_MS)) {
      try {
        await pool.query(
          'update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1) where id = any($1::bigint[])',
          [ids],
        )
        return
      } catch (error) {
        if (stopped || pgErrorKind(error) !== 'unavailable') throw error
        await sleep(wait)
      }
    }
  }

  const failed: (
    job: Job,
    ctx: Ctx,
    error: unknown,
    onFailed: (failure: Failure) => Promise<void> | undefined,
  ) => Promise<void> = async (job, ctx, error, onFailed) => {
    const kind = pgErrorKind(error)
    if (kind === 'unavailable' || kind === 'poolBusy' || kind === 'diskFull') {
      await giveBack([job.id])
      return
    }
    if (job.attempts < job.max_attempts) return
    log.error({ err: error, job: job.task_identifier, requestId: ctx.requestId }, 'job failed')
    try {
      await onFailed(failureOf(error, ctx.requestId))
    } catch (second) {
      // Its failure would not be visible anywhere, so it is retried.
      log.error({ err: second, job: job.task_identifier, requestId: ctx.requestId }, 'failed job')
      await giveBack([job.id])
    }
  }

  return {
    async count(job, ctx, work, onFailed) {
      running.add(job.id)
      try {
        await work()
      } catch (error) {
        await failed(job, ctx, error, onFailed)
        throw error
      } finally {
        running.delete(job.id)
      }
    },
    async endLost(job) {
      if (!job.flags?.[LOST_TOO_OFTEN]) return
      await pool.query(
        'update graphile_worker._private_jobs set attempts = max_attempts where id = $1::bigint',
        [job.id],
      )
      job.attempts = job.max_attempts
      throw new Refusal('job.lost')
    },
    stop: async () => {
      stopped = true
      if (running.size > 0)
        await giveBack([...running]).catch((error: unknown) =>
          log.warn({ err: error, jobs: [...running] }, 'job attempts'),
        )
    },
  }
}
