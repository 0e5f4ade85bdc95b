import { testEnv } from '#test/settings.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { executorOf } from '../access/ctx.ts'
import { autonomousConnection, openDatabase } from './database.ts'
import { jobCtx } from '../jobs/jobs.ts'
import { pgErrorKind } from './pg-error.ts'
import { inTx } from './tx.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const reported: Error[] = []
const strict = openDatabase(inject('databaseUrl'), { max: 2 })
const lenient = openDatabase(inject('databaseUrl'), {
  max: 2,
  onSecondConnection: (error) => reported.push(error),
})
afterAll(() => Promise.all([strict.close(), lenient.close()]))
const outside = AsyncLocalStorage.snapshot()
const one = sql<{ one: number }>`select 1 as one`
const SECOND = 'a second connection of the pool is taken inside a transaction'

test('inside a transaction the pool hands out no second connection, by whichever way it is asked', async () => {
  const ctx = jobCtx({ env: testEnv(), db: strict, log: quiet }, '0')
  await inTx(ctx, async (tx) => {
    await one.execute(tx.db)
    await expect(one.execute(ctx.db)).rejects.toThrow(SECOND)
    await expect(inTx(ctx, () => one.execute(tx.db))).rejects.toThrow(SECOND)
    await expect((async () => strict.pool.query('select 1'))()).rejects.toThrow(SECOND)
    await expect((async () => strict.pool.connect())()).rejects.toThrow(SECOND)
    expect((await one.execute(autonomousConnection(executorOf(tx)))).rows).toEqual([{ one: 1 }])
    expect((await outside(() => one.execute(ctx.db))).rows).toEqual([{ one: 1 }])
  })
  expect((await one.execute(ctx.db)).rows).toEqual([{ one: 1 }])
})

test('what a transaction left running behind may take one when it is over', async () => {
  const ctx = jobCtx({ env: testEnv(), db: strict, log: quiet }, '0')
  const over = Promise.withResolvers<void>()
  const { later } = await inTx(ctx, () =>
    Promise.resolve({ later: over.promise.then(() => one.execute(ctx.db)) }),
  )
  over.resolve()
  expect((await later).rows).toEqual([{ one: 1 }])
})

test('in production it is reported and goes on', async () => {
  const ctx = jobCtx({ env: testEnv(), db: lenient, log: quiet }, '0')
  await inTx(ctx, () => one.execute(ctx.db))
  expect(reported.map(({ message }) => message)).toEqual([SECOND])
  expect(reported[0]!.stack).toContain('open-transaction.test.ts')
})

test('who waits longest for a connection is served first', async () => {
  const single = openDatabase(inject('databaseUrl'), { max: 1 })
  const locked = await single.pool.connect()
  const order: number[] = []
  const waiting = [1, 2, 3, 4].map(async (n) => {
    await one.execute(single.kysely)
    order.push(n)
  })
  locked.release()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3, 4])
  await single.close()
})

test('a connection that comes free too late is reported as a busy pool, not as a lost database', async () => {
  const single = openDatabase(inject('databaseUrl'), { max: 1 })
  const locked = await single.pool.connect()
  single.pool.options.connectionTimeoutMillis = 50
  const error = await one.execute(single.kysely).catch((thrown: unknown) => thrown)
  expect(pgErrorKind(error)).toBe('poolBusy')
  locked.release()
  await single.close()
})
