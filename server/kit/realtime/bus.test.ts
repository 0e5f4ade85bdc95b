import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest'
import { Client, openWorld, useWorld, type World } from '#test/harness.ts'
import { CHANNEL, broadcast } from './bus.ts'
import { openBus, type Bus, type BusEvent } from './bus-listener.ts'
import { jobCtx } from '../jobs/jobs.ts'
import { inTx } from '../db/tx.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const until = async (what: () => boolean | Promise<boolean>) => {
  for (let turn = 0; turn < 400; turn++) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect.fail('it did not happen')
}

describe('what one process broadcasts', () => {
  const world = useWorld()
  let buses: Bus[] = []
  afterEach(async () => {
    for (const bus of buses) await bus.stop()
    buses = []
  })
  const listen = async () => {
    const received: BusEvent[] = []
    const bus = openBus(inject('databaseUrl'), silent)
    bus.subscribe((one) => received.push(one))
    await bus.start()
    buses.push(bus)
    return { received, bus }
  }
  const ctx = () => jobCtx(world().deps, world().tenantId)
  const mark = () => ({
    kind: 'notice' as const,
    tenantId: world().tenantId,
    userIds: ['1', '2'],
    noticeId: randomUUID(),
  })

  test('all receive it, and only once it is committed', async () => {
    const [one, other] = [await listen(), await listen()]
    const message = mark()
    const never = mark()
    await expect(
      inTx(ctx(), async (tx) => {
        await broadcast(tx, never)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await inTx(ctx(), (tx) => broadcast(tx, message))
    await until(() =>
      [one, other].every(({ received }) =>
        received.some((found) => 'noticeId' in found && found.noticeId === message.noticeId),
      ),
    )
    expect(one.received).toContainEqual(message)
    for (const { received } of [one, other])
      expect(
        received.some((found) => 'noticeId' in found && found.noticeId === never.noticeId),
      ).toBe(false)
  })

  test('too many to name count as all users of the tenant', async () => {
    const { received } = await listen()
    const message = {
      ...mark(),
      userIds: Array.from({ length: 3_000 }, (_, n) => String(1_000_000 + n)),
    }
    await broadcast(ctx(), message)
    await until(() =>
      received.some((found) => 'noticeId' in found && found.noticeId === message.noticeId),
    )
    expect(received).toContainEqual({ ...message, userIds: null })
  })

  test('an unreadable message counts as missed, and a failing handler does not stop the others', async () => {
    const { received, bus } = await listen()
    const after: BusEvent[] = []
    bus.subscribe(() => {
      throw new Error('this one fails')
    })
    bus.subscribe((one) => after.push(one))
    for (const payload of [
      '',
      '{',
      'null',
      '[]',
      '{"kind":"authz"}',
      '{"kind":"other","tenantId":"1","userIds":null}',
      '{"kind":"authz","tenantId":"1","userIds":[1]}',
    ]) {
      received.length = 0
      after.length = 0
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(world().db.kysely)
      await until(() => after.some(({ kind }) => kind === 'missed'))
      expect(
        received.some(({ kind }) => kind === 'missed'),
        payload,
      ).toBe(true)
    }
  })

  test('after a break messages arrive again, and possibly missed ones are reported', async () => {
    const { received } = await listen()
    const killer = new pg.Client({ connectionString: inject('databaseUrl') })
    await killer.connect()
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parcelyard-bus' and datname = current_database()`,
    )
    await killer.end()
    await until(() => received.some(({ kind }) => kind === 'missed'))
    const message = mark()
    await broadcast(ctx(), message)
    await until(() =>
      received.some((found) => 'noticeId' in found && found.noticeId === message.noticeId),
    )
  })
})

describe('two processes on one database', () => {
  let here: World
  let there: World
  beforeAll(async () => {
    here = await openWorld()
    there = await openWorld()
  })
  afterAll(async () => {
    await here.close()
    await there.close()
  })
  /** The same person at the other process, whose answer is now known there for a while. */
  const across = async (role: Parameters<World['as']>[0]) => {
    const client = new Client(there.base, (await here.as(role)).token)
    expect((await client.get('/erp/depot/list')).status).toBe(200)
    return client
  }
  const idOf = async (role: Parameters<World['username']>[0]) =>
    (
      await here.db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
        here.username(role),
      ])
    ).rows[0]!.id
  const notify = (message: { userIds: string[] | null; ended?: boolean }) =>
    broadcast(jobCtx(here.deps, here.tenantId), {
      kind: 'authz',
      tenantId: here.tenantId,
      ...message,
    })
  // Principals are cached by this clock: while it does not advance, only a broadcast drops them.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()))
  afterEach(() => void vi.restoreAllMocks())

  test('a right taken away here is gone there', async () => {
    const client = await across('manager')
    await here.db.pool.query(`delete from sys_user_role where user_id = $1`, [
      await idOf('manager'),
    ])
    expect(
      (await client.get('/erp/depot/list')).status,
      'from the cache, without an announcement',
    ).toBe(200)
    await notify({ userIds: [await idOf('manager')] })
    await until(async () => (await client.get('/erp/depot/list')).status === 403)
  })

  test('a user frozen here is signed out there', async () => {
    const client = await across('service')
    await here.db.pool.query('update sys_user set status = 2 where id = $1', [
      await idOf('service'),
    ])
    await notify({ userIds: [await idOf('service')], ended: true })
    await until(async () => (await client.get('/erp/depot/list')).status === 401)
  })
})
