import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useWorld, type Answer } from '#test/harness.ts'

const world = useWorld()
const ROWS = 60

/** Suppliers, and what became of them. */
async function suppliers(prefix: string): Promise<string[]> {
  const made = await world().db.pool.query<{ id: string }>(
    `insert into supplier (tenant_id, code, name, currency) select $1, $2 || n, $2 || n, 'EUR'
      from generate_series(1, $3) as n returning id`,
    [world().tenantId, prefix, ROWS],
  )
  return made.rows.map(({ id }) => id)
}
const left = async (ids: readonly string[]) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from supplier where tenant_id = $1 and id = any($2) order by id',
      [world().tenantId, ids],
    )
  ).rows.map(({ id }) => id)
/** How often each row was deleted, by the data log. */
const deletions = async (ids: readonly string[]) =>
  (
    await world().db.pool.query<{ n: number }>(
      `select count(*)::int as n from data_log
        where tenant_id = $1 and table_name = 'supplier' and action = 'delete' and row_id = any($2)
        group by row_id`,
      [world().tenantId, ids],
    )
  ).rows.map(({ n }) => n)
const result = (answer: Answer): BulkResult => {
  if (!answer.success) throw new Error(`${answer.status} ${answer.error} ${answer.message}`)
  return answer.result as BulkResult
}
const path = '/erp/supplier/deleteBatch'
const keyed = () => ({ 'Idempotency-Key': randomUUID() })

/**
 * Waits until a connection of the product waits for a lock that `holder` has; answers its process.
 */
async function blockedBy(holder: number): Promise<number> {
  for (;;) {
    const { rows } = await world().db.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
      [holder],
    )
    if (rows[0]) return rows[0].pid
  }
}

test('a call whose connection is cut in the middle goes on where it stood under the same key', async () => {
  const admin = await world().as('tenantAdmin')
  const ids = await suppliers('cut-')
  const headers = keyed()
  const lock = await world().db.pool.connect()
  const { rows } = await lock.query<{ pid: number }>('select pg_backend_pid() as pid')
  await lock.query('begin')
  await lock.query('select 1 from supplier where tenant_id = $1 and id = $2 for update', [
    world().tenantId,
    ids[39],
  ])
  const first = admin.delete(path, { ids: ids.join(',') }, headers)
  const pid = await blockedBy(rows[0]!.pid)
  await lock.query('select pg_terminate_backend($1)', [pid])
  expect(await first).toMatchObject({ success: false, status: 503 })
  await lock.query('rollback')
  lock.release()
  // The rows of the transaction that was cut are all there, those of the ones before are gone.
  const remaining = await left(ids)
  expect(remaining).toContain(ids[39])
  expect(remaining.length).toBeGreaterThan(20)
  expect(remaining.length).toBeLessThan(ROWS)
  expect(remaining).toEqual(ids.slice(ROWS - remaining.length))

  const again = await admin.delete(path, { ids: ids.join(',') }, headers)
  expect(result(again)).toMatchObject({ done: ROWS, failed: 0 })
  expect(result(again).rows.map((row) => row.id)).toEqual(ids)
  expect(await left(ids)).toEqual([])
  expect(await deletions(ids)).toEqual(ids.map(() => 1))
  const third = await admin.delete(path, { ids: ids.join(',') }, headers)
  expect(third.bytes.toString()).toBe(again.bytes.toString())
  expect(third.headers.get('idempotent-replayed')).toBe('true')
})

test('callers with one key at the same time: each row once, and one answer for all', async () => {
  const admin = await world().as('tenantAdmin')
  const ids = await suppliers('same-')
  const headers = keyed()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin.delete(path, { ids: ids.join(',') }, headers)),
  )
  expect(answers.map((answer) => result(answer).done)).toEqual([ROWS, ROWS, ROWS, ROWS])
  expect(new Set(answers.map((answer) => answer.bytes.toString())).size).toBe(1)
  expect(await deletions(ids)).toEqual(ids.map(() => 1))
})

test('a refused row stays refused under its key, and a row sent twice is one', async () => {
  const admin = await world().as('tenantAdmin')
  const ids = await suppliers('twice-')
  const never = '9223372036854775807'
  for (const headers of [keyed(), {}]) {
    const three = ids.splice(0, 3)
    const sent = [...three, never, three[0]!]
    const answer = result(await admin.delete(path, { ids: sent.join(',') }, headers))
    expect(answer).toMatchObject({ done: 3, failed: 1 })
    expect(answer.rows.map((row) => [row.id, row.code])).toEqual([
      ...three.map((id) => [id, null]),
      [never, 'row.missing'],
    ])
  }
})

test('the key with other rows is refused, also while the first call is not finished', async () => {
  const admin = await world().as('tenantAdmin')
  const [one, two] = await suppliers('other-')
  const headers = keyed()
  result(await admin.delete(path, { ids: one }, headers))
  expect((await admin.delete(path, { ids: two }, headers)).error).toBe('request.idempotencyReused')
  // As a call leaves it that broke off after its first rows.
  await world().db.pool.query('update idempotency set body = null where key = $1', [
    headers['Idempotency-Key'],
  ])
  expect((await admin.delete(path, { ids: two }, headers)).error).toBe('request.idempotencyReused')
  expect(await left([two!])).toEqual([two])
  expect(result(await admin.delete(path, { ids: one }, headers))).toMatchObject({ done: 1 })
})
