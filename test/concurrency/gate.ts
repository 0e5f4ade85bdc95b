import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { World } from '#test/harness.ts'

/**
 * Deadlocks PostgreSQL has seen in the database. Connections report theirs at the latest when they
 * close.
 */
export async function deadlocksIn(databaseUrl: string): Promise<number> {
  const admin = new URL(databaseUrl)
  const name = admin.pathname.slice(1)
  admin.pathname = '/postgres'
  return await withClient(admin.href, async (client) => {
    for (;;) {
      const open = await client.query('select 1 from pg_stat_activity where datname = $1', [name])
      if (open.rowCount === 0) break
      await pause(10)
    }
    const found = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = $1',
      [name],
    )
    return Number(found.rows[0]!.deadlocks)
  })
}

async function withClient<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What a call came to; one that is refused is an outcome like any other. */
export type Verb<Case> = (at: Case) => Promise<unknown>

/**
 * Starts both verbs against a parcel that is locked here, each up to where it waits for a lock or
 * has answered, and then lets go: they meet in the order given, whatever the machine's load. Of two
 * verbs that lock order and parcel in different orders, one arrival order ends in a deadlock.
 */
export async function meet<Case>(
  world: World,
  parcelId: string,
  at: Case,
  pair: readonly [Verb<Case>, Verb<Case>],
): Promise<unknown[]> {
  const client = await world.db.pool.connect()
  const running: Promise<unknown>[] = []
  let answered = 0
  try {
    await client.query('begin')
    const pid = await pidOf(client)
    await client.query('select 1 from parcel where id = $1 for update', [parcelId])
    for (const verb of pair) {
      running.push(verb(at).finally(() => answered++))
      while (answered + (await blockedBy(world, pid)) < running.length) await pause(2)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return await Promise.all(running)
}

/** How many wait for the transaction of a connection, directly or for one another behind it. */
export async function blockedBy(world: World, pid: number): Promise<number> {
  const found = await world.db.pool.query<{ count: number }>(
    `with recursive behind(pid) as (select $1::int union select a.pid
        from pg_stat_activity a join behind b on b.pid = any(pg_blocking_pids(a.pid)))
     select count(*)::int - 1 as count from behind`,
    [pid],
  )
  return found.rows[0]!.count
}
export async function pidOf(client: pg.PoolClient): Promise<number> {
  const found = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return found.rows[0]!.pid
}

/** Until the background has nothing left to do: its locks would be taken for those of the pair. */
export async function idle(world: World): Promise<void> {
  for (;;) {
    const left = await world.db.pool.query(
      'select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1',
    )
    if (left.rowCount === 0) return
    await pause(10)
  }
}
