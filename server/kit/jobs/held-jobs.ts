import type pg from 'pg'
import type { Deps } from '../access/ctx.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Noted on the queue's schema: that travels in no archive, and a new queue has none. */
const HELD = 'held after a restore'
const LOOK_MS = 5_000

/** No job of this database runs until it is released: the copy must not send what was sent. */
export async function holdJobs(client: Client): Promise<void> {
  await client.query(`comment on schema graphile_worker is '${HELD}'`)
}

/** Lets the jobs of a restored database run. */
export async function releaseJobs(client: Client): Promise<void> {
  await client.query('comment on schema graphile_worker is null')
}

async function areHeld(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description(oid, 'pg_namespace') as note from pg_namespace
    where nspname = 'graphile_worker'`,
  )
  return rows[0]?.note === HELD
}

/** Starts the worker now, or as soon as its jobs are released. */
export async function startReleased(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  start: () => Promise<{ stop(): Promise<void> }>,
  lookMs = LOOK_MS,
): Promise<{ stop(): Promise<void> }> {
  if (!(await areHeld(db.pool))) return start()
  log.warn(
    { held: true },
    'restored from a backup: no job runs (mails, carriers, timed jobs) until "npm run restore -- --release"',
  )
  let worker: Promise<{ stop(): Promise<void> }> | null = null
  const look = async () => {
    if (worker || (await areHeld(db.pool))) return
    clearInterval(timer)
    worker ??= start()
    await worker
    log.info({ held: false }, 'jobs released')
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.error({ err: error }, 'held jobs'))
  }, lookMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await (await worker?.catch(() => null))?.stop()
    },
  }
}
