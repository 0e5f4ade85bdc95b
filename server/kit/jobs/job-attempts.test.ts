import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { testEnv } from '#test/settings.ts'
import { z } from 'zod'
import { job } from './job.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ownDatabase } from '#test/own-database.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { fail, type Failure } from '../http/errors.ts'
import { renewLease } from './job-lease.ts'
import { defineJob, migrateJobs, startJobs } from './jobs.ts'

const JOB = job('test.attempts', z.object({}))
let db: Database
let work: () => void | Promise<void> = () => {}
let failures: Failure[] = []
let runs = 0
defineJob(
  JOB,
  async () => {
    runs++
    await work()
  },
  (_ctx, _payload, failure) => {
    failures.push(failure)
    return Promise.resolve()
  },
)
beforeAll(async () => {
  db = openDatabase(await ownDatabase())
  await migrateJobs(db)
})
afterAll(() => db.close())
beforeEach(() => {
  failures = []
  runs = 0
})

const add = async (maxAttempts: number): Promise<string> =>
  (
    await db.pool.query<{ id: string }>(
      'select (graphile_worker.add_job($1, $2::json, max_attempts := $3)).id',
      [JOB.name, '{}', maxAttempts],
    )
  ).rows[0]!.id
const jobs = async () =>
  (await db.pool.query<{ attempts: number }>('select attempts from graphile_worker.jobs')).rows
/** Without waiting for the pause after a failed attempt. */
const hurry = () =>
  db.pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
      from graphile_worker.jobs where locked_at is null and run_at > now()`,
  )
async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const runner = await startJobs({ env: testEnv(), db, log: pino({ level: 'silent' }) })
  try {
    await vi.waitUntil(
      async () => {
        await hurry()
        return what()
      },
      { timeout: 90_000, interval: 50 },
    )
  } finally {
    await runner.stop()
  }
}
const gone = async () => (await jobs()).length === 0

/** What a killed process leaves behind: an attempt begun, and the lock of a worker that is gone. */
const lose = (id: string) =>
  db.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(),
      locked_by = 'killed' where id = $1`,
    [id],
  )
/** Until a process that has just started has found the lock of the dead one, without working. */
async function found(): Promise<void> {
  const lease = renewLease(db, new EventEmitter() as WorkerEvents, pino({ level: 'silent' }))
  // Its first look begins before it is stopped.
  await setImmediate()
  await lease.stop()
}

test('a job whose process was killed twice goes on', async () => {
  work = () => {}
  const id = await add(1)
  for (let kill = 1; kill <= 2; kill++) {
    await lose(id)
    await found()
  }
  await until(gone)
  expect(runs).toBe(1)
  expect(failures).toEqual([])
})

test('a job whose process was killed three times ends as failed, with its reason, unworked', async () => {
  work = () => {}
  const id = await add(8)
  for (let kill = 1; kill <= 3; kill++) {
    await lose(id)
    await found()
  }
  await until(() => failures.length > 0)
  expect(failures).toEqual([{ code: 'job.lost', data: {} }])
  expect(runs).toBe(0)
  expect(await jobs()).toEqual([{ attempts: 8 }])
  await db.pool.query(
    'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
  )
})

test('a lost database and a busy pool are no failed attempts', async () => {
  const errors = [
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
  ]
  work = () => {
    const error = errors.shift()
    if (error) throw error
  }
  await add(1)
  await until(gone)
  expect(runs).toBe(4)
  expect(failures).toEqual([])
})

test('work that throws each time has failed after its last attempt, once, with where to look for it', async () => {
  work = () => {
    throw new Error('broken each time')
  }
  await add(2)
  await until(() => failures.length > 0)
  expect(runs).toBe(2)
  expect(failures).toEqual([
    { code: 'job.broken', data: { requestId: expect.stringMatching(/^job-[\w-]{36}$/) as string } },
  ])
  expect(await jobs()).toContainEqual({ attempts: 2 })
  await db.pool.query(
    'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
  )
})

test('a refusal is reported with its own reason', async () => {
  work = () => fail('import.missingColumns', { columns: 'city' })
  await add(1)
  await until(() => failures.length > 0)
  expect(failures).toEqual([{ code: 'import.missingColumns', data: { columns: 'city' } }])
})

test('a payload is read by the shape of its job: extras are dropped, wrong values fail with a message', async () => {
  const shaped = job('test.shaped', z.object({ parcelIds: z.array(z.string()) }))
  const given: unknown[] = []
  defineJob(shaped, (_ctx, payload) => {
    given.push(payload)
    return Promise.resolve()
  })
  const queue = (payload: object) =>
    db.pool.query('select graphile_worker.add_job($1, $2::json, max_attempts := 1)', [
      shaped.name,
      JSON.stringify(payload),
    ])
  await queue({ parcelIds: ['1'], tenantId: '7', more: true })
  await until(() => given.length > 0)
  expect(given).toEqual([{ parcelIds: ['1'] }])
  await queue({ parcelId: '1' })
  const lastError = async () =>
    (
      await db.pool.query<{ lastError: string | null }>(
        'select last_error as "lastError" from graphile_worker.jobs where task_identifier = $1',
        [shaped.name],
      )
    ).rows[0]?.lastError
  await until(async () => typeof (await lastError()) === 'string')
  expect(await lastError()).toMatch(/payload of job test\.shaped has another shape[^]*parcelIds/)
  expect(given).toHaveLength(1)
  await db.pool.query(
    'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
  )
})
