import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { pgErrorKind } from './pg-error.ts'
import type { Database } from '../runtime/deps.ts'
import { kitTypes } from './pg-types.ts'
import type { DB } from './generated/schema.ts'
import { openTransaction } from './open-transaction.ts'
import { isStaleStatement, CamelCaseNames, PreparedStatementCache } from './prepared-statements.ts'

export type { Database } from '../runtime/deps.ts'

export type DatabaseOptions = {
  /** Connections at most; default 20. */
  max?: number
  applicationName?: string
  /** Called for idle connections that broke. They are replaced; nothing has to be done. */
  onLostConnection?: (error: Error) => void
  /**
   * Given the error of code that takes a connection of the pool inside a transaction; without it
   * the error is thrown.
   */
  onSecondConnection?: (error: Error) => void
  /** Times all deadlines: tests share a busy machine. */
  patience?: number
}

/**
 * One pool for the process, with deadlines everywhere: 5 s to get a connection, first come first
 * served, 3 s for a lock, 10 s for a statement, 15 s for an idle transaction. Times, int8 and
 * numeric come out as strings (see pg-types).
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { patience = 1 } = options
  const statementTimeout = 10_000 * patience
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: options.applicationName ?? 'parcelyard',
    max: options.max ?? 20,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000 * patience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeout,
    lock_timeout: 3_000 * patience,
    idle_in_transaction_session_timeout: 15_000 * patience,
    // The client's own deadline, for a connection whose other end vanished: the server cannot
    // cancel then.
    query_timeout: statementTimeout + 5_000,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601',
    types: kitTypes,
  }
  const pool = new OneEachPool(settings, options.onSecondConnection)
  // Few and only for moments: who holds a connection of the pool may wait for one of these, never
  // the other way round.
  const autonomous = new pg.Pool({ ...settings, max: 2 })
  const lost = options.onLostConnection ?? (() => {})
  // Without a listener of its own a checked-out client ends the process when the database dies.
  for (const one of [pool, autonomous])
    one.on('connect', (client) => client.on('error', () => {})).on('error', lost)

  const names = new CamelCaseNames()
  const over = (from: pg.Pool) =>
    new Kysely<DB>({
      dialect: new PostgresDialect({ pool: pooledClients(from, names) }),
      plugins: [names],
    })
  const kysely = over(pool)
  autonomousPools.set(kysely, over(autonomous))
  let closing: Promise<void> | undefined
  return {
    pool,
    kysely,
    url,
    close: () => (closing ??= Promise.all([pool.end(), autonomous.end()]).then(() => {})),
  }
}

/**
 * A transaction has one connection. Who asks for another while holding the first waits, when all do
 * so, for the others' first ones, until the deadline ends them all.
 */
class OneEachPool extends pg.Pool {
  readonly #report: ((error: Error) => void) | undefined

  constructor(settings: pg.PoolConfig, report: ((error: Error) => void) | undefined) {
    super(settings)
    this.#report = report
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (openTransaction()) {
      const error = new Error('a second connection of the pool is taken inside a transaction')
      if (!this.#report) throw error
      this.#report(error)
    }
    return callback ? super.connect(callback) : super.connect()
  }
}

const autonomousPools = new WeakMap<object, Kysely<DB>>()

/**
 * Connections other than that of the open transaction, for a statement whose lock must not last
 * until its commit (counters all callers take from). What is written there stays when the
 * transaction is rolled back.
 */
export function autonomousConnection(executor: object): Kysely<DB> {
  const found = autonomousPools.get(executor)
  if (!found) throw new Error('this executor was not opened by openDatabase or inTx')
  return found
}

/** Lets a transaction find the connections outside it. */
export function autonomousTransaction(transaction: object, executor: object): void {
  autonomousPools.set(transaction, autonomousConnection(executor))
}

/**
 * The pool as kysely sees it: statements that keep coming back are prepared, and a client that ran
 * into its deadline is closed, not handed to the next query.
 */
function pooledClients(pool: pg.Pool, names: CamelCaseNames) {
  const statements = new PreparedStatementCache()
  const known = new WeakMap<pg.PoolClient, GuardedClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async (): Promise<PostgresPoolClient> => {
      const client = await pool.connect()
      const guarded = known.get(client) ?? new GuardedClient(client, names, statements)
      known.set(client, guarded)
      return guarded.checkedOut(client)
    },
  }
}

class GuardedClient implements PostgresPoolClient {
  #client: pg.PoolClient
  /** Why the connection is closed after this use. */
  #spent: Error | undefined
  /** Whether a transaction was asked for that the server has not heard of yet. */
  #begins = false
  readonly #names: CamelCaseNames
  readonly #statements: PreparedStatementCache

  constructor(client: pg.PoolClient, names: CamelCaseNames, statements: PreparedStatementCache) {
    this.#client = client
    this.#names = names
    this.#statements = statements
  }

  checkedOut(client: pg.PoolClient): this {
    this.#client = client
    this.#begins = false
    return this
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(cursor: never): never
  async query<R>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> {
    if (this.#spent) throw this.#spent
    if (sql === 'begin') {
      this.#begins = true
      return nothing(sql)
    }
    if (this.#begins) {
      this.#begins = false
      // Nothing was asked for inside it.
      if (sql === 'commit' || sql === 'rollback') return nothing(sql)
      await this.#run('begin', [], undefined)
    }
    return await this.#named<R>(sql, parameters)
  }

  async #named<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // Without values it is one of kysely's own words (begin, commit), which the server takes
    // without preparing anything.
    const name = parameters.length > 0 ? this.#statements.nameOf(sql) : undefined
    try {
      return await this.#run<R>(sql, parameters, name)
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') this.#spent = error
      if (name === undefined || !isStaleStatement(error)) throw error
      this.#spent = error as Error
      // Inside a transaction this fails as well, and the first error has the reason.
      return this.#run<R>(sql, parameters, undefined).catch(() => {
        throw error
      })
    }
  }

  async #run<R>(
    text: string,
    parameters: readonly unknown[],
    name: string | undefined,
  ): Promise<PostgresQueryResult<R>> {
    const { command, rowCount, rows, fields } = await this.#client.query<unknown[]>({
      text,
      values: [...parameters],
      rowMode: 'array',
      ...(name === undefined ? {} : { name }),
    })
    return {
      command,
      rowCount,
      rows: fields.length > 0 ? this.#names.toRows(fields, rows) : [],
    } as PostgresQueryResult<R> & { rowCount: number }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#spent !== undefined)
  }
}

const nothing = <R>(command: string): PostgresQueryResult<R> =>
  ({ command: command.toUpperCase(), rowCount: 0, rows: [] }) as unknown as PostgresQueryResult<R>

/** Major version of the server behind the pool, e.g. 18. */
export async function serverVersion(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

/** Waits until the database answers; gives up with its last error after `ms`. */
export async function databaseReachable(db: Database, ms: number): Promise<void> {
  for (const until = Date.now() + ms; ;) {
    try {
      await db.pool.query('select 1')
      return
    } catch (error) {
      // A pooler that does not take what our connections ask for never will.
      const refused = error instanceof Error && /startup parameter/.test(error.message)
      if (refused || pgErrorKind(error) !== 'unavailable' || Date.now() > until) throw error
      await new Promise((wake) => setTimeout(wake, 250))
    }
  }
}
