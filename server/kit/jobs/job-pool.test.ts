import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type pg from 'pg'
import { openJobPool } from './job-pool.ts'

let pool: pg.Pool
beforeAll(() => {
  pool = openJobPool(inject('databaseUrl'))
})
afterAll(() => pool.end())
const codeOf = (requested: Promise<unknown>) =>
  requested.then(
    () => 'fine',
    (error: unknown) => (error as { code?: string }).code,
  )

test('a lost connection is something to try again, and the process lives', async () => {
  const client = await pool.connect()
  const asleep = codeOf(client.query('select pg_sleep(20)'))
  const {
    rows: [own],
  } = await pool.query<{ killed: boolean }>(
    `select pg_terminate_backend(pid) as killed from pg_stat_activity
      where query like 'select pg_sleep(20)%' and application_name = 'parcelyard-jobs'
        and pid <> pg_backend_pid()`,
  )
  expect(own?.killed).toBe(true)
  expect(await asleep).toBe('57P03')
  expect(await codeOf(client.query('select 1'))).toBe('57P03')
  client.release(true)
  const again = await pool.connect()
  expect((await again.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await codeOf(again.query('select 1 / 0'))).toBe('22012')
  again.release()
})

test('a server that is not there is something to try again', async () => {
  const nowhere = openJobPool('postgres://nobody@127.0.0.1:9/none')
  expect(await codeOf(nowhere.connect())).toBe('57P03')
  await nowhere.end()
})
