import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../db/generated/schema.ts'
import type { Env } from './env.ts'

export type Database = {
  /** Hand-written SQL; columns come out as written (snake_case unless aliased). */
  pool: pg.Pool
  /** Typed queries; table and column names are camelCase here and snake_case in the database. */
  kysely: Kysely<DB>
  url: string
  close(): Promise<void>
}

export interface Log {
  info(data: object, message?: string): void
  warn(data: object, message?: string): void
  error(data: object, message?: string): void
}

/**
 * What an app is made with. One object per app: two apps in one process have nothing in common but
 * code.
 */
export interface Deps {
  readonly env: Env
  readonly db: Database
  readonly log: Log
}

/** Something there is once per app, such as a cache. */
export interface PerApp<T> {
  /** Made by the app's deps when it is first asked for. */
  of(deps: Deps): T
  /** For `app.ts`: what an area above has to offer in its place. */
  set(deps: Deps, value: T): void
}

export function perApp<T extends object>(make: (deps: Deps) => T): PerApp<T> {
  const made = new WeakMap<Deps, T>()
  return {
    of: (deps) => {
      const known = made.get(deps)
      if (known) return known
      const fresh = make(deps)
      made.set(deps, fresh)
      return fresh
    },
    set: (deps, value) => void made.set(deps, value),
  }
}
