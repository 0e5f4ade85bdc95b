import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { outBatches } from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { Refusal } from '#server/kit/runtime/errors.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { confirmed, openOutBatch, outboundScan, pieces } from '../inbound/depot.fixture.ts'
import { AT_ONCE, shipSome } from './ship-parcels.ts'

/** A long batch is closed by a job; in a database of its own, where its parts may break. */
let world: World
let staff: Client
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await ownDatabase() })
  staff = await world.as('manager')
})
afterAll(() => world.close())

const COUNT = AT_ONCE * 2 + 20
const sqlRows = async <R extends object>(text: string, values: unknown[]): Promise<R[]> =>
  (await world.db.pool.query<R>(text, values)).rows

/** A batch of many parcels, as so many scans would leave it. */
async function longBatch(): Promise<{ id: string; no: string; ids: string[] }> {
  const batch = await openOutBatch(world)
  const order = await confirmed(world, pieces(COUNT))
  const ids = order.parcels.map(({ id }) => id)
  await sqlRows(
    'update parcel set parcel_status = $3 where tenant_id = $1 and id = any($2::bigint[])',
    [world.tenantId, ids, PARCEL.BAGGED],
  )
  await sqlRows(
    `insert into out_batch_parcel (tenant_id, batch_id, parcel_id)
      select $1, $2, x.id from unnest($3::bigint[]) x(id)`,
    [world.tenantId, batch.id, ids],
  )
  return { id: batch.id, no: batch.no, ids }
}
const read = (id: string) => staff.call(outBatches.queryById, { id })
const statesOf = (ids: readonly string[]) =>
  sqlRows<{ state: number; count: number }>(
    `select parcel_status as state, count(*)::int as count from parcel
      where tenant_id = $1 and id = any($2::bigint[]) group by 1 order by 1`,
    [world.tenantId, ids],
  )

test('a long batch is closed part by part, goes on where it stood, and opens again with its parcels', async () => {
  const batch = await longBatch()
  // From the second part on it breaks, as a process that dies in the middle does.
  await world.db.pool.query(`create function test_break() returns trigger language plpgsql as $$
    begin
      if not new.open and (select count(*) from out_batch_parcel o
          where o.batch_id = new.batch_id and not o.open) >= ${AT_ONCE} then
        raise exception 'killed on purpose'; end if;
      return new; end $$`)
  await world.db.pool.query(`create trigger test_break before update on out_batch_parcel
    for each row execute function test_break()`)
  expect(await staff.call(outBatches.close, { id: batch.id })).toMatchObject({
    status: OUT_BATCH.closing,
    pieces: COUNT,
    closedAt: null,
    actions: { scan: 'outBatch.closing', remove: 'outBatch.closing', close: null },
  })
  await vi.waitUntil(async () => (await read(batch.id)).gone > 0, { timeout: 90_000 })
  for (const [path, body] of [
    [outBatches.scan.path, { batchId: batch.id, no: 'X1' }],
    [outBatches.remove.path, { batchId: batch.id, parcelId: batch.ids[0] }],
  ] as const)
    expect(await staff.post(path, body)).toMatchObject({ error: 'outBatch.closing' })
  expect(await staff.put(outBatches.reopen.path, { id: batch.id, reason: 'x' })).toMatchObject({
    error: 'outBatch.closing',
  })
  await vi.waitUntil(
    async () =>
      (
        await sqlRows(
          `select 1 from graphile_worker.jobs where task_identifier = 'outbound.shipBatch'
            and last_error is not null`,
          [],
        )
      ).length > 0,
    { timeout: 90_000 },
  )
  expect(await read(batch.id)).toMatchObject({ status: OUT_BATCH.closing, gone: AT_ONCE })
  expect(await staff.call(outBatches.progress, { id: batch.id })).toEqual({
    status: OUT_BATCH.closing,
    pieces: COUNT,
    gone: AT_ONCE,
  })
  expect(await statesOf(batch.ids)).toEqual([
    { state: PARCEL.BAGGED, count: COUNT - AT_ONCE },
    { state: PARCEL.OUTBOUND, count: AT_ONCE },
  ])
  // Taken out behind its back, a parcel stays where it is and is named.
  const stray = batch.ids.at(-1)!
  await sqlRows('update parcel set parcel_status = $3 where tenant_id = $1 and id = $2', [
    world.tenantId,
    stray,
    PARCEL.RECEIVED,
  ])
  await world.db.pool.query('drop trigger test_break on out_batch_parcel')
  // Asked for again, it goes on at once, by one job.
  await Promise.all([1, 2].map(() => staff.put(outBatches.close.path, { id: batch.id })))
  await vi.waitUntil(async () => (await read(batch.id)).status === OUT_BATCH.shipped, {
    timeout: 90_000,
    interval: 100,
  })
  expect(await read(batch.id)).toMatchObject({
    pieces: COUNT - 1,
    gone: COUNT - 1,
    closedBy: world.username('manager'),
    debtors: [{ parcelId: stray, message: expect.stringContaining('taken out') }],
  })
  expect(await statesOf(batch.ids)).toEqual([
    { state: PARCEL.RECEIVED, count: 1 },
    { state: PARCEL.OUTBOUND, count: COUNT - 1 },
  ])
  const events = () =>
    sqlRows<{ events: number; parcels: number }>(
      `select count(*)::int as events, count(distinct parcel_id)::int as parcels
        from tracking_event where tenant_id = $1 and parcel_id = any($2::bigint[])
          and source = 'scan' and status = $3 and not cancelled`,
      [world.tenantId, batch.ids, TRACK.OUTBOUND],
    )
  await vi.waitUntil(async () => (await events())[0]!.parcels === COUNT - 1, { timeout: 90_000 })
  expect(await events()).toEqual([{ events: COUNT - 1, parcels: COUNT - 1 }])
  expect(await staff.put(outBatches.close.path, { id: batch.id })).toMatchObject({
    error: 'outBatch.not.close',
  })

  const reopened = await staff.call(outBatches.reopen, { id: batch.id, reason: 'wrong lorry' })
  expect(reopened).toMatchObject({ status: OUT_BATCH.open, pieces: COUNT - 1, gone: 0 })
  expect(reopened.rows).toHaveLength(COUNT - 1)
  expect(reopened.debtors).toBeUndefined()
  expect(await outboundScan(staff, batch.id, 'NOBODY')).toMatchObject({ code: 1010 })
})

test('who would stay is asked without a lock: a scan goes on meanwhile', async () => {
  const batch = await openOutBatch(world)
  const client = await world.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from out_batch where tenant_id = $1 and id = $2 for update', [
      world.tenantId,
      batch.id,
    ])
    expect(await staff.call(outBatches.debtors, { id: batch.id })).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a parcel that is refused holds back itself, with the reason, and not the batch', async () => {
  const batch = await longBatch()
  await sqlRows('update out_batch set status = $3 where tenant_id = $1 and id = $2', [
    world.tenantId,
    batch.id,
    OUT_BATCH.closing,
  ])
  const refused = new Refusal('tax.noRate', { data: { label: 'DE' } })
  expect(
    await inTx(jobCtx(world.deps, world.tenantId), (tx) =>
      shipSome(tx, batch.id, { most: 1, refused }),
    ),
  ).toBe(true)
  await staff.put(outBatches.close.path, { id: batch.id })
  await vi.waitUntil(async () => (await read(batch.id)).status === OUT_BATCH.shipped, {
    timeout: 90_000,
    interval: 100,
  })
  const [first] = batch.ids
  expect(await read(batch.id)).toMatchObject({ pieces: COUNT - 1, debtors: [{ parcelId: first }] })
  expect(await statesOf(batch.ids)).toEqual([
    { state: PARCEL.RECEIVED, count: 1 },
    { state: PARCEL.OUTBOUND, count: COUNT - 1 },
  ])
})
