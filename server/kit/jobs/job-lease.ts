import pg from 'pg'
import type { WorkerEvents } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import type { Log } from '../access/ctx.ts'

const EVERY = 30_000
/** Marks of a job by the processes it lost; with the last one it is not worked on any more. */
const LOST = ['lost1', 'lost2', 'lost3'] as const
export const LOST_TOO_OFTEN: string = LOST[2]

/**
 * Distinguishes running workers from dead ones. The id of this process's pool, under which its jobs
 * are locked, is an advisory lock on a connection of its own; a job locked by an id without such a
 * lock belongs to a process that died and is unlocked, instead of waiting the four hours the queue
 * would give it. A lost process is no failed attempt: the one it had begun is given back. A job
 * that lost its process so often that it may be the cause is marked, and ends as failed.
 */
export function renewLease(
  db: Database,
  events: WorkerEvents,
  log: Log,
): { stop(): Promise<void> } {
  const ids = new Set<string>()
  let client: pg.Client | null = null
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  const connected = async (): Promise<pg.Client> => {
    if (client) return client
    const fresh = new pg.Client({
      connectionString: db.url,
      application_name: 'parcelyard-lease',
      statement_timeout: 5_000,
    })
    fresh.on('error', () => {
      client = null
    })
    fresh.on('end', () => {
      client = null
    })
    await fresh.connect()
    for (const id of ids)
      await fresh.query('select pg_advisory_lock(hashtextextended($1, 7))', [id])
    client = fresh
    return fresh
  }
  const beat = async () => {
    if (stopped) return
    try {
      const own = await connected()
      const locked = await own.query<{ id: string }>(
        'select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null',
      )
      const dead: string[] = []
      for (const { id } of locked.rows) {
        if (ids.has(id)) continue
        const free = await own.query<{ got: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 7)) as got',
          [id],
        )
        if (!free.rows[0]?.got) continue
        dead.push(id)
        await own.query('select pg_advisory_unlock(hashtextextended($1, 7))', [id])
      }
      if (dead.length > 0) await setFree(own, dead)
    } catch (error) {
      client = null
      log.warn({ err: error }, 'job lease')
    }
  }
  const next = (work: () => Promise<void>) => (running = running.then(work))
  const hold = (id: string) => {
    // Known immediately: a check that is under way must not take our own job for a dead worker's.
    ids.add(id)
    return next(async () => {
      if (client)
        await client.query('select pg_advisory_lock(hashtextextended($1, 7))', [id]).catch(() => {
          client = null
        })
    })
  }
  events.on('pool:create', ({ workerPool }) => void hold(workerPool.id))
  void next(beat)
  const timer = setInterval(() => void next(beat), EVERY)
  timer.unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
      await client?.end().catch(() => {})
    },
  }
}

async function setFree(client: pg.Client, dead: readonly string[]): Promise<void> {
  await client.query('begin')
  try {
    await client.query(
      `update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1),
          flags = coalesce(flags, '{}') || jsonb_build_object(case when flags ? $2 then $3
            when flags ? $1 then $2 else $1 end, true)
        where locked_by = any($4::text[])`,
      [...LOST, dead],
    )
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
