import { testEnv } from '#test/settings.ts'
import { z } from 'zod'
import pino from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { defineJob, migrateJobs, startJobs } from './jobs.ts'

const log = pino({ level: 'silent' })

test('a job that runs is not taken from a living process', async () => {
  const db = openDatabase(inject('databaseUrl'))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let started = () => {}
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  const job = `test.lease.${process.pid}.${Date.now()}`
  defineJob({ name: job, payload: z.object({}) }, async () => {
    started()
    await finished
  })
  await migrateJobs(db)
  const jobs = await startJobs({ env: testEnv(), db, log })
  try {
    await db.pool.query('select graphile_worker.add_job($1, $2::json)', [job, '{}'])
    await running
    // What another process asks before it sets a job free: can I have the lock of who holds it?
    await vi.waitFor(
      async () => {
        const requested = await db.pool.query(
          `select pg_try_advisory_xact_lock(hashtextextended(j.locked_by, 7)) as free
            from graphile_worker._private_jobs j
            join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
          [job],
        )
        expect(requested.rows).toEqual([{ free: false }])
      },
      { timeout: 90_000 },
    )
  } finally {
    finish()
    await jobs.stop()
    await db.close()
  }
})
