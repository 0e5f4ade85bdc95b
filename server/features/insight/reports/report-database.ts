import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CLOSED_FUNCTIONS } from '#server/kit/runtime/postgres/closed-functions.ts'
import { perApp, type Deps } from '#server/kit/runtime/deps.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { failUnavailable } from '#server/kit/http/errors.ts'

/** As many reports run at once in a process; others wait a moment and are then refused. */
const CONNECTIONS = 4
const WAIT_MS = 5_000
export const STATEMENT_MS = 10_000
const LOCK = 7_230_014

const settings = {
  max: CONNECTIONS,
  connectionTimeoutMillis: WAIT_MS,
  idleTimeoutMillis: 10_000,
  statement_timeout: STATEMENT_MS + 5_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 30_000,
  query_timeout: STATEMENT_MS + 10_000,
  // All as text: a report's cells are shown, never reckoned with.
  types: { getTypeParser: () => (text: unknown) => text } as unknown as pg.CustomTypesConfig,
} satisfies pg.PoolConfig

const options = (path: string): string =>
  `-c search_path=${path} -c default_transaction_read_only=on -c TimeZone=UTC -c DateStyle=ISO`

/** Connections to a server other than ours, for reports on a data source. */
export const sourcePool = (config: pg.PoolConfig): pg.Pool =>
  quiet(new pg.Pool({ ...settings, max: 1, ...config, options: options('pg_catalog') }))

/** The role of reports could do more than read its views: no report runs. */
class TooMuch extends Error {}

/** Reports of one tenant that run at once: those of others always find a connection. */
const OF_TENANT = CONNECTIONS / 2
const LOOK_AGAIN_MS = 50

/**
 * The connections reports run on, apart from those of the product: as a role that owns nothing,
 * goes past no policy, and sees the views of the schema `report`.
 */
class ReportDatabase {
  readonly #deps: Deps
  #opening: Promise<pg.Pool> | null = null
  readonly #running = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws Refusal `report.off` where the role cannot be had, or could do more than it should. */
  async pool(): Promise<pg.Pool> {
    const opening = (this.#opening ??= this.#open())
    try {
      return await opening
    } catch (error) {
      if (this.#opening === opening) this.#opening = null
      this.#deps.log.error({ err: error }, 'reports are off: their role could not be prepared')
      return failUnavailable(error instanceof TooMuch ? 'report.tooMuch' : 'report.off', 30)
    }
  }

  /**
   * Runs a report when fewer of its tenant run than may: others wait as long as for a connection.
   * @throws Refusal `report.busy`.
   */
  async inTurn<R>(tenantId: string, work: () => Promise<R>): Promise<R> {
    const until = now() + WAIT_MS
    const running = () => this.#running.get(tenantId) ?? 0
    while (running() >= OF_TENANT) {
      if (now() > until) failUnavailable('report.busy', 5)
      await pause(LOOK_AGAIN_MS)
    }
    this.#running.set(tenantId, running() + 1)
    try {
      return await work()
    } finally {
      const left = running() - 1
      if (left > 0) this.#running.set(tenantId, left)
      else this.#running.delete(tenantId)
    }
  }

  /** At the start, on a database of the operator's: the log has the reason where no report may run. */
  async look(): Promise<void> {
    if (this.#deps.env.databaseUrl === undefined) return
    await this.pool().catch(() => null)
  }

  async close(): Promise<void> {
    const pool = await this.#opening?.catch(() => null)
    this.#opening = null
    await pool?.end()
  }

  async #open(): Promise<pg.Pool> {
    const url = new URL(await this.#prepare())
    const pool = quiet(
      new pg.Pool({
        ...settings,
        connectionString: url.href,
        application_name: 'parcelyard reports',
        options: options('report'),
      }),
    )
    try {
      const { rows } = await pool.query<{ excess: string }>(EXCESS, [CLOSED_FUNCTIONS])
      if (rows[0]?.excess !== '') throw new TooMuch(`the role of reports ${rows[0]?.excess}`)
      return pool
    } catch (error) {
      await pool.end()
      throw error
    }
  }

  /** Makes the role, gives it the views and the columns they read, and answers its address. */
  async #prepare(): Promise<string> {
    const { env, db } = this.#deps
    const url = new URL(env.reportDatabaseUrl ?? db.url)
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '30s'; set local statement_timeout = '60s'`)
      await client.query('select pg_advisory_xact_lock($1)', [LOCK])
      if (env.reportDatabaseUrl === undefined) {
        const found = await client.query<{ name: string }>('select current_database() as name')
        const database = found.rows[0]!.name
        url.username = `${database.slice(0, 55)}_report`
        url.password = createHmac('sha256', env.secretKey)
          .update(`report role of ${database}`)
          .digest('hex')
        await makeRole(client, url.username, url.password)
      }
      await grant(client, pg.escapeIdentifier(decodeURIComponent(url.username)))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
    return url.href
  }
}

const quiet = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})

async function makeRole(client: pg.PoolClient, name: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const known = await client.query('select 1 from pg_roles where rolname = $1', [name])
  if (known.rowCount === 0) await client.query(`create role ${role}`)
  await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`)
}

async function grant(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(distinct column_name::text) as columns
    from information_schema.view_column_usage
    where view_schema = 'report' and table_schema = 'public' group by 1`,
  )
  await client.query(`grant usage on schema report to ${role}`)
  await client.query(`grant select on all tables in schema report to ${role}`)
  for (const { table, columns } of rows)
    await client.query(
      `grant select (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})
      on public.${pg.escapeIdentifier(table)} to ${role}`,
    )
}

/** What a role of reports may not be; empty for a good one. */
const EXCESS = `select concat_ws(', ',
    case when rolsuper then 'is a superuser' end,
    case when rolbypassrls then 'may bypass row security' end,
    case when rolcreaterole or rolcreatedb then 'may create roles or databases' end,
    case when exists (select from pg_class c where c.relowner = r.oid) then 'owns tables' end,
    case when exists (select from pg_auth_members m where m.member = r.oid)
      then 'is a member of other roles' end,
    (select 'may call ' || string_agg(distinct p.proname::text, ', ') from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where has_schema_privilege(r.oid, n.oid, 'usage')
        and has_function_privilege(r.oid, p.oid, 'execute')
        and case when n.nspname = 'pg_catalog' then p.proname ~ $1 else p.prosecdef end)) as excess
  from pg_roles r where r.rolname = current_user`

export const reportDatabase = perApp((deps) => new ReportDatabase(deps))
