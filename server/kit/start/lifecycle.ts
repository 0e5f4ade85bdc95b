import type { Deps } from '../runtime/deps.ts'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import { databaseReachable, openDatabase, serverVersion, type Database } from '../db/database.ts'
import {
  DatabaseStartError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../runtime/embedded-postgres.ts'
import { loadEnv, SettingsError, type Env } from '../runtime/env.ts'
import { startHealthServer, PortError } from '../runtime/startup-health-server.ts'
import { migrate, MigrationError } from '../db/migrate.ts'
import { PoolerError, requireSessions, requireSettings } from './pooler.ts'
import { sourceStack } from '../runtime/source-stack.ts'

export type Lifecycle = {
  /** True from the first sign of a stop: readiness answers no, long work should come to an end. */
  readonly draining: boolean
  /**
   * Runs once the address answers; the lines it returns are printed under it (the first sign-in).
   */
  afterListen(hook: (address: string) => string[] | void | Promise<string[] | void>): void
}

export interface AppDeps extends Deps {
  readonly log: Logger
  readonly lifecycle: Lifecycle
}

/** What of a Fastify instance is needed here; everything it owns must end in its onClose hooks. */
export type App = {
  ready(): PromiseLike<unknown>
  listen(at: { port: number; host: string }): Promise<string>
  close(): PromiseLike<unknown>
  server: Server
}

const APPLICATION = 'application'
const root = join(import.meta.dirname, '..', '..', '..')
// A statement ends after 10 s, the requests under way after these, the process after those.
const drainFor = 12_000
const hardExitAfter = 30_000

/**
 * The life of the process: settings, database, migrations, application, address; then the way back
 * on SIGTERM or SIGINT. Exits with 0 after a clean stop, 1 after a failure, 2 for a setting that
 * cannot be used.
 */
export async function run(
  buildApp: (deps: AppDeps) => Promise<App>,
  source: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  let env: Env
  try {
    env = loadEnv(source)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
  const log = pino({
    level: env.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: shownError },
  })
  const life = new Life(env, log)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => life.stop(signal))
  // The script in front of us was killed without a chance to signal us.
  if (process.connected)
    process.once('disconnect', () => life.stop('the end of the parent process'))
  process.on('uncaughtException', (error) => life.crash(error, 'uncaught exception'))
  process.on('unhandledRejection', (error) => life.crash(error, 'unhandled rejection'))
  await life.start(buildApp)
}

class Life {
  #env: Env
  #log: Logger
  #starting: Promise<void> = Promise.resolve()
  #stopping: Promise<void> | undefined
  #closers: { name: string; patience: number; close: () => PromiseLike<unknown> }[] = []
  #hooks: Parameters<Lifecycle['afterListen']>[0][] = []
  #embedded: EmbeddedPostgres | undefined

  constructor(env: Env, log: Logger) {
    this.#env = env
    this.#log = log
  }

  async start(buildApp: (deps: AppDeps) => Promise<App>): Promise<void> {
    this.#starting = this.#bringUp(buildApp)
    try {
      await this.#starting
    } catch (error) {
      if (this.#stopping) return
      const reported =
        error instanceof DatabaseStartError ||
        error instanceof MigrationError ||
        error instanceof PoolerError ||
        error instanceof PortError
      if (reported) process.stderr.write(`${error.message}\n`)
      else this.#log.fatal({ err: error }, 'the start failed')
      await this.#closeAll()
      process.exit(1)
    }
  }

  async #bringUp(buildApp: (deps: AppDeps) => Promise<App>): Promise<void> {
    const env = this.#env
    const startupServer = await startHealthServer(env)
    this.#closers.push({ name: 'early answers', patience: 1_000, close: startupServer.close })
    const url = env.databaseUrl ?? (await this.#embeddedUrl())
    const db = openDatabase(url, {
      onLostConnection: (error) => this.#log.warn(`lost a database connection: ${error.message}`),
      ...(env.production
        ? { onSecondConnection: (error) => this.#log.error({ err: error }, 'database connections') }
        : {}),
    })
    this.#closers.push({ name: 'database connections', patience: 3_000, close: db.close })
    await this.#checkDatabase(db)
    const applied = await migrate(db, join(root, 'migrations'), {
      onWait: (text) => this.#log.warn(text),
    })
    if (applied.length > 0)
      this.#log.info(`applied ${applied.length} migrations, up to ${applied.at(-1)}`)
    this.#goOn()

    const isDraining = (): boolean => this.#stopping !== undefined
    const lifecycle: Lifecycle = {
      get draining() {
        return isDraining()
      },
      afterListen: (hook) => void this.#hooks.push(hook),
    }
    const app = await buildApp({ env, db, log: this.#log, lifecycle })
    this.#closers.push({
      name: APPLICATION,
      patience: drainFor,
      close: () => drained(app, this.#log),
    })
    await app.ready()
    this.#goOn()
    await startupServer.close()
    await app.listen({ port: startupServer.port, host: env.host })
    await this.#announce(startupServer.port)
  }

  async #embeddedUrl(): Promise<string> {
    this.#embedded = await startEmbeddedPostgres({ dataDir: this.#env.dataDir, log: this.#log })
    this.#closers.push({ name: 'database server', patience: 15_000, close: this.#embedded.stop })
    this.#goOn()
    return this.#embedded.url
  }

  async #checkDatabase(db: Database): Promise<void> {
    const { host, pathname } = new URL(db.url)
    try {
      await databaseReachable(db, 30_000)
    } catch (error) {
      throw new DatabaseStartError(
        `The database ${pathname.slice(1)} at ${host} cannot be used: ${error instanceof Error ? error.message || String('code' in error ? error.code : error) : String(error)}.`,
      )
    }
    const version = await serverVersion(db)
    if (version < 15)
      throw new DatabaseStartError(
        `The database at ${host} is PostgreSQL ${version}; 15 or newer is needed.`,
      )
    if (this.#embedded) return
    await requireSettings(db.pool)
    await requireSessions(db.url)
  }

  async #announce(port: number): Promise<void> {
    const host = ['0.0.0.0', '::'].includes(this.#env.host) ? 'localhost' : this.#env.host
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const lines: string[] = []
    for (const hook of this.#hooks) lines.push(...((await hook(address)) ?? []))
    process.stdout.write(
      `\n  Parcelyard: ${address}\n${lines.map((line) => `  ${line}\n`).join('')}\n`,
    )
  }

  /** A stop asked for during the start takes effect between its steps. */
  #goOn(): void {
    if (this.#stopping) throw new Error('stopped while starting')
  }

  stop(reason: string): void {
    this.#stopping ??= this.#stop(reason)
  }

  async #stop(reason: string): Promise<void> {
    this.#log.info(`stopping after ${reason}`)
    const window = (this.#env.drainSeconds ?? 0) * 1_000
    setTimeout(() => {
      this.#log.fatal(`not stopped after ${(hardExitAfter + window) / 1000} s; leaving anyway`)
      process.exit(1)
    }, hardExitAfter + window)
    await this.#starting.catch(() => {})
    // Readiness has failed since; those who ask for it send their calls elsewhere before we close.
    if (window > 0 && this.#closers.some(({ name }) => name === APPLICATION)) await sleep(window)
    process.exit((await this.#closeAll()) ? 0 : 1)
  }

  /** Last opened, first closed; one that fails or takes too long does not keep the others open. */
  async #closeAll(): Promise<boolean> {
    let clean = true
    for (const { name, patience, close } of this.#closers.splice(0).reverse()) {
      try {
        const late = Symbol()
        // The timer must keep the process alive: what is waited for may hold no handle of its own.
        if ((await Promise.race([close(), sleep(patience, late)])) === late)
          throw new Error(`not closed after ${patience} ms`)
      } catch (error) {
        clean = false
        this.#log.error({ err: error }, `closing: ${name}`)
      }
    }
    return clean
  }

  crash(error: unknown, what: string): void {
    this.#log.fatal({ err: error }, what)
    try {
      // Asked to stop without waiting: the next start waits for it, and no server stays behind
      // without one.
      if (this.#embedded) process.kill(this.#embedded.pid, 'SIGINT')
    } catch {
      // It is gone already.
    }
    process.exit(1)
  }
}

function shownError(error: Error): object {
  const shown = pino.stdSerializers.err(error)
  return { ...shown, stack: sourceStack(shown.stack ?? '') }
}

/** Lets the requests under way finish, then cuts what is left just before patience ends. */
async function drained(app: App, log: Logger): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('cutting off what is still under way')
    app.server.closeAllConnections()
  }, drainFor - 1_000)
  // A connection whose last answer went out after the close began would be kept alive, and us with
  // it.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
    clearInterval(idle)
  }
}
