import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { jobCtx } from '../jobs/jobs.ts'
import { cachedByConfigVersion, configVersion } from './config-version.ts'
import { inTx } from './tx.ts'

const world = useWorld()
const system = () => jobCtx(world().deps, world().tenantId)
const rename = (name: string) =>
  sql`update delivery_service
    set name = ${name} where tenant_id = ${world().tenantId} and code = 'ECO-PARCEL'`

/** As a caller that has nothing to do with the transaction under way. */
const outside = AsyncLocalStorage.snapshot()

let reads = 0
const nameOf = cachedByConfigVersion(async (ctx, code) => {
  reads++
  return (
    (
      await sql<{
        name: string
      }>`select name from ${ctx.rows('deliveryService').as('s')} where s.code = ${code}`.execute(
        ctx.db,
      )
    ).rows[0]?.name ?? null
  )
})
const ask = async (ctx = system()) => nameOf(ctx, 'ECO-PARCEL', await configVersion(ctx))

test('what is cached is read again after a change, in this process or another, and not before', async () => {
  await rename('one').execute(world().db.kysely)
  expect(await ask()).toBe('one')
  const before = reads
  expect([await ask(), await ask()]).toEqual(['one', 'one'])
  expect(reads).toBe(before)
  await rename('two').execute(world().db.kysely)
  expect(await ask()).toBe('two')
})

test('a change that is rolled back is seen by no other reader, not even later', async () => {
  await rename('stands').execute(world().db.kysely)
  const undone = inTx(system(), async (tx) => {
    await rename('passing').execute(tx.db)
    expect(await ask(tx)).toBe('passing')
    await rename('still passing').execute(tx.db)
    expect(await ask(tx)).toBe('still passing')
    expect(await outside(() => ask())).toBe('stands')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await ask()).toBe('stands')
  await rename('new').execute(world().db.kysely)
  expect(await ask()).toBe('new')
})

test('every table an order is checked against announces its changes', async () => {
  const found = await world().db.pool.query<{ name: string; n: number }>(
    `select c.relname as name, count(*)::int as n
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like 'config_%'
      group by 1 order by 1`,
  )
  expect(found.rows).toEqual(
    [
      'channel',
      'courier',
      'delivery_partition',
      'delivery_service',
      'depot',
      'embargo',
      'exchange_rate',
      'fba_warehouse',
      'fee',
      'fee_customer',
      'fee_version',
      'fuel_index',
      'fuel_rate',
      'partition_config',
      'pod_carrier',
      'postal_rule',
      'remote_list',
      'service_choice',
      'service_customer',
      'service_rule',
      'supplier',
      'sys_check_rule',
      'vague_word',
    ].map((name) => ({ name, n: 3 })),
  )
})
