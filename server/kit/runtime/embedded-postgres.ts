import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import pg from 'pg'
import { chooseAccount } from './postgres/account.ts'
import { claimDataDir, dataDirHolder } from './postgres/app-lock.ts'
import { DatabaseStartError, installedBinaries } from './postgres/binaries.ts'
import { CLOSED_FUNCTIONS } from './postgres/closed-functions.ts'
import type { Cluster } from './postgres/cluster.ts'
import { ensureCluster, freePort, passwordsIn, remember, remembered } from './postgres/cluster.ts'
import type { Postmaster, Settings } from './postgres/postmaster.ts'
import { adopt, launch, runningPostmaster, stopPostmaster } from './postgres/postmaster.ts'

export { DatabaseStartError } from './postgres/binaries.ts'

export type EmbeddedPostgres = {
  /** Address of the application's database, as a user that owns it and is no superuser. */
  url: string
  /** The postmaster's process id now; another one after it was killed and restarted. */
  readonly pid: number
  /** True when the server had outlived an earlier app and was taken over. */
  adopted: boolean
  /** Ends the server and gives the data directory free. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  settings?: Settings
  /** The data is thrown away with the process (tests): nothing waits for the disk. */
  disposable?: boolean
}

const standard: Settings = {
  // TCP alone: the path of a socket may be 107 bytes long, a data directory's may be longer.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '1GB',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A killed app must not keep its locks for as long as its last statement runs.
  client_connection_check_interval: '2s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %u ',
}

const withoutDurability: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * A PostgreSQL of our own inside `dataDir`, on a port of 127.0.0.1. Made on the first start, taken
 * over when it outlived a killed app, started again (with growing pauses) when it dies while the
 * app runs.
 * @throws DatabaseStartError with the reason in one line
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  disposable = false,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const release = claimDataDir(dataDir)
  try {
    const home = realpathSync(dataDir)
    const account = chooseAccount(installedBinaries(), home, (text) => log.warn(text))
    const cluster = await ensureCluster(home, account)
    const requested = { ...standard, ...(disposable ? withoutDurability : {}), ...settings }
    const found = await takeOver(cluster, JSON.stringify(requested), log)
    const start = async (preferred?: number): Promise<Postmaster> =>
      launch(cluster, account, preferred ?? (await freePort(undefined)), requested)
    let postmaster = found ?? (await startSomewhere(start, remembered(home)?.port))
    remember(home, { port: postmaster.port, settings: JSON.stringify(requested) })
    const { port } = postmaster
    try {
      await prepareDatabase(cluster, port, disposable)
    } catch (error) {
      await stopPostmaster(postmaster)
      throw error
    }

    let stopping = false
    const watch = async (): Promise<void> => {
      while (!stopping) {
        await postmaster.gone
        for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5_000)) {
          log.error(
            { pid: postmaster.pid },
            `the database server ended; starting it again in ${pause} ms`,
          )
          await sleep(pause)
          if (stopping) return
          try {
            postmaster = await start(port)
            log.warn({ pid: postmaster.pid }, 'the database server is back')
            break
          } catch (error) {
            log.error({ err: error }, 'the database server did not come back')
          }
        }
      }
    }
    const watching = watch()
    const stop = async (): Promise<void> => {
      stopping = true
      await stopPostmaster(postmaster)
      await watching
      // A restart that was under way when we were asked to stop.
      await stopPostmaster(postmaster)
      release()
    }
    let stopped: Promise<void> | undefined
    return {
      url: urlOf('parcelyard', cluster.passwords.parcelyard, port, 'parcelyard'),
      get pid() {
        return postmaster.pid
      },
      adopted: found !== undefined,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Address of the database a living process runs in this data directory, if one does. */
export function runningDatabase(dataDir: string): string | undefined {
  const port = remembered(dataDir)?.port
  if (dataDirHolder(dataDir) === undefined || port === undefined) return undefined
  return urlOf('parcelyard', passwordsIn(dataDir)?.parcelyard ?? '', port, 'parcelyard')
}

/** A server left by a killed app: kept if it runs as we would run it and answers, else ended. */
async function takeOver(
  cluster: Cluster,
  requested: string,
  log: EmbeddedOptions['log'],
): Promise<Postmaster | undefined> {
  const running = runningPostmaster(cluster.dir)
  if (!running) return undefined
  const postmaster = adopt(running)
  const fits = remembered(cluster.dataDir)?.settings === requested && running.ready
  if (fits && (await answers(cluster, running.port))) {
    log.info({ pid: running.pid }, 'took over the database server that was still running')
    return postmaster
  }
  log.warn({ pid: running.pid }, 'ending a database server left by an earlier start')
  await stopPostmaster(postmaster)
  return undefined
}

async function startSomewhere(
  start: (port?: number) => Promise<Postmaster>,
  preferred: number | undefined,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort(attempt === 1 ? preferred : undefined))
    } catch (error) {
      // Another program took the port after we had looked.
      const taken = error instanceof Error && /could not (bind|create any TCP)/.test(error.message)
      if (!taken || attempt === 10) throw error
    }
  }
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  return asSuperuser(
    cluster,
    port,
    async (client) => (await client.query('select 1')).rowCount === 1,
  ).catch(() => false)
}

/** The application's user and database, and proof that the server keeps what it acknowledges. */
async function prepareDatabase(cluster: Cluster, port: number, disposable: boolean): Promise<void> {
  await asSuperuser(cluster, port, async (client) => {
    const {
      rows: [state],
    } = await client.query<{ durable: boolean; role: boolean; database: boolean }>(`select
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on'
      and current_setting('full_page_writes') = 'on' as durable,
      exists (select from pg_roles where rolname = 'parcelyard') as role,
      exists (select from pg_database where datname = 'parcelyard') as database`)
    if (!state || (!state.durable && !disposable))
      throw new DatabaseStartError(
        'The embedded database runs without fsync, synchronous_commit or full_page_writes: an acknowledged write could be lost.',
      )
    const secret = client.escapeLiteral(cluster.passwords.parcelyard)
    // No superuser: even a hole in our SQL must not reach files or programs of the machine.
    if (!state.role)
      await client.query(
        `create role parcelyard login createdb createrole password ${secret}; grant pg_monitor to parcelyard`,
      )
    if (!state.database) await client.query('create database parcelyard owner parcelyard')
  })
  await asSuperuser(cluster, port, closeFunctions, 'parcelyard')
}

/**
 * What waits, locks, sets, signals or makes large objects is for the application alone: the role of
 * reports has no use for it. PostgreSQL gives all of it to every user.
 */
async function closeFunctions(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare one regprocedure;
    begin
      for one in select p.oid::regprocedure from pg_proc p
        where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '${CLOSED_FUNCTIONS}'
          and has_function_privilege('pg_monitor', p.oid, 'execute')
      loop
        execute format('revoke execute on function %s from public', one);
        execute format('grant execute on function %s to parcelyard', one);
      end loop;
    end $$`)
}
async function asSuperuser<T>(
  cluster: Cluster,
  port: number,
  work: (client: pg.Client) => Promise<T>,
  database = 'postgres',
): Promise<T> {
  const client = new pg.Client({
    connectionString: urlOf('postgres', cluster.passwords.postgres, port, database),
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}
