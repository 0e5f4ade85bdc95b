import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shipmentImports, type ImportState } from '#contracts/orders/imports/shipment-imports.ts'
import { startJobs } from '#server/kit/jobs/jobs.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'

/**
 * Imports whose process was killed, and imports whose work breaks: in a database whose jobs no other process
 * else takes.
 */
let world: World
let customer: Client
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await ownDatabase() })
  customer = await world.as('customer')
})
afterAll(() => world.close())

const file = readFileSync(new URL('../../../../test/fixtures/orders-1000.csv', import.meta.url))
const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world.db.pool.query<R>(text, values)).rows
async function send(): Promise<string> {
  const sent = await customer.upload('/erp/shipment/importExcel', 'orders.csv', file, {
    dryRun: 'false',
  })
  return (sent.result as { id: string }).id
}
const read = (id: string) => customer.call(shipmentImports.queryById, { id })
async function ended(id: string): Promise<ImportState> {
  await vi.waitUntil(
    async () => {
      // Without waiting for the pause after a failed attempt.
      await rows(
        `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
          from graphile_worker.jobs where locked_at is null and run_at > now()`,
      )
      return ['done', 'failed'].includes((await read(id)).status)
    },
    { timeout: 90_000, interval: 100 },
  )
  return read(id)
}
const count = async (id: string) =>
  (
    await rows<{ n: number }>('select count(*)::int as n from shipment where import_id = $1', [id])
  )[0]!.n

test('an import whose process was killed goes on and is finished', async () => {
  // Its queue is locked by an invented worker, so none begins it before it looks as a kill
  // leaves it.
  await rows(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)
      values ($1, now(), 'killed')
     on conflict (queue_name) do update set locked_at = now(), locked_by = 'killed'`,
    [`import-${world.tenantId}`],
  )
  const id = await send()
  await rows(`update shipment_import set status = 'running', total = 1001 where id = $1`, [id])
  await rows(
    `update graphile_worker._private_jobs
      set attempts = max_attempts, locked_at = now(), locked_by = 'killed'
      where payload::jsonb ->> 'id' = $1`,
    [id],
  )
  // Another process starts and looks for jobs of the dead.
  const other = await startJobs(world.deps)
  try {
    expect(await ended(id)).toMatchObject({
      status: 'done',
      done: 1001,
      accepted: 951,
      refused: 50,
    })
    expect(await count(id)).toBe(951)
  } finally {
    await other.stop()
  }
})

test('work that throws each time fails with a reason in the reader’s language and is retried', async () => {
  await rows(
    `create function test_break() returns trigger language plpgsql
      as $$ begin raise exception 'broken on purpose'; end $$`,
  )
  await rows(
    `create trigger test_break before insert on shipment_import_error for each row execute function test_break()`,
  )
  const id = await send()
  const failed = await ended(id)
  expect(failed).toMatchObject({
    status: 'failed',
    done: 0,
    failure: { code: 'job.broken', retryable: true },
  })
  expect(failed.failure!.message).toMatch(/^Stopped by an error in the program.*job-[\w-]{36}$/)
  customer.lang = 'zh_CN'
  expect((await read(id)).failure!.message).toMatch(/^程序出错.*job-[\w-]{36}$/)
  customer.lang = 'en_US'
  await rows('drop trigger test_break on shipment_import_error')
  const [retried, twice] = [
    await customer.post('/erp/shipmentImport/retry', { id }),
    await customer.post('/erp/shipmentImport/retry', { id }),
  ]
  expect(retried.success).toBe(true)
  expect(twice.error).toBe('import.notRetryable')
  expect(await ended(id)).toMatchObject({ status: 'done', done: 1001, failure: null })
})

test('a file that cannot be read is not retried, nor is another’s import', async () => {
  const sent = await customer.upload('/erp/shipment/importExcel', 'a.csv', 'just some words', {
    dryRun: 'false',
  })
  const { id } = sent.result as { id: string }
  expect((await ended(id)).failure).toMatchObject({ retryable: false })
  expect((await customer.post('/erp/shipmentImport/retry', { id })).error).toBe(
    'import.notRetryable',
  )
  const stranger = await world.as('otherCustomer')
  expect((await stranger.post('/erp/shipmentImport/retry', { id })).status).toBe(404)
})
