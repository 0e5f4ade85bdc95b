import type { QueryExecutorProvider } from 'kysely'
import type { z } from 'zod'
import type { BulkRow, Lang } from '#contracts/kit/envelope.ts'
import type { EventType } from '#contracts/kit/events.ts'
import type { Perm } from '#contracts/perms.ts'
import type { HttpSide } from './http-side.ts'
import type { Deps, Log } from '../runtime/deps.ts'
import { Rows, type TableName } from './rows.ts'
import { type Principal } from './principal.ts'
import { type Executor } from './executor.ts'

export type { Deps, Log } from '../runtime/deps.ts'

/** What became of a row; `data` stays on the server. */
export interface RowOutcome extends BulkRow {
  data?: Record<string, unknown>
}

/**
 * The progress of a bulk call with an Idempotency-Key: a row whose outcome is stored is not done
 * again.
 */
export interface RowProgress {
  each(
    ids: readonly string[],
    one: (tx: Tx, id: string) => Promise<RowOutcome>,
    lock: (tx: Tx, ids: readonly string[]) => Promise<void>,
  ): Promise<BulkRow[]>
}

/** What every verb is given: the caller, the language, and rows within the caller's reach. */
export interface Ctx {
  readonly requestId: string
  readonly lang: Lang
  readonly principal: Principal
  readonly log: Log
  /** What the app was made with. */
  readonly deps: Deps
  readonly http: HttpSide | null
  /** Null but for a bulk call with a key; `eachRow` goes by it. */
  readonly progress: RowProgress | null
  /** For hand-written SQL only: `sql\`…\`.execute(ctx.db)`, tables by `ctx.rows(…).as(…)`. */
  readonly db: QueryExecutorProvider
  rows<T extends TableName>(table: T): Rows<T>
  can(perm: Perm): boolean
  /** The same for a code read from a definition or a row. */
  holds(code: string): boolean
}

/** A ctx with a transaction inside. */
export interface Tx extends Ctx {
  readonly inTransaction: true
  /** Writes the data log: what changed in the row, in this transaction. Secrets are masked. */
  audit(
    table: string,
    id: string,
    action: 'add' | 'edit' | 'delete',
    before: object | null,
    after: object | null,
  ): Promise<void>
  /** The same for many rows of a table in one statement. */
  auditMany(
    table: string,
    action: 'add' | 'edit' | 'delete',
    rows: readonly AuditedRow[],
  ): Promise<void>
  /** Notifies subscribers: their jobs are enqueued in this transaction. */
  emit<S extends z.ZodObject>(event: EventType<S>, payload: z.input<S>): Promise<void>
  /** Enqueues one job in this transaction; `key` makes it unique while it waits. */
  job<S extends z.ZodObject>(job: Job<S>, payload: z.input<S>, options?: JobOptions): Promise<void>
  /** Runs after the commit; failures are logged and change nothing. */
  afterCommit(run: () => void | Promise<void>): void
}
export interface AuditedRow {
  id: string
  before: object | null
  after: object | null
}
/** A job: its name and the shape of its payload. */
export interface Job<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly payload: S
}
export interface JobOptions {
  key?: string
  runAt?: string
  queue?: string
  maxAttempts?: number
}

export interface CtxParts {
  requestId: string
  lang: Lang
  principal: Principal
  log: Log
  deps: Deps
  http: HttpSide | null
  executor: Executor
  progress?: RowProgress
}

export function makeCtx(parts: CtxParts): Ctx {
  const { executor, principal } = parts
  return {
    requestId: parts.requestId,
    lang: parts.lang,
    principal,
    log: parts.log,
    deps: parts.deps,
    http: parts.http,
    progress: parts.progress ?? null,
    db: executor,
    rows: (table) => new Rows(executor, principal, table),
    can: (perm) => principal.perms.has(perm),
    holds: (code) => principal.perms.has(code),
  }
}

/**
 * The executor behind a ctx: for the kit's own tables (sessions, logs, idempotency), never for
 * business rows.
 */
export function executorOf(ctx: Ctx): Executor {
  return ctx.db as Executor
}

const everything: ReadonlySet<string> = new Set<string>()

/**
 * The system, inside one tenant: jobs, seeds and the public look-up. Reaches all rows of that
 * tenant and no other.
 */
export function systemPrincipal(
  tenantId: string,
  actor: { userId?: string; username?: string; by?: NonNullable<Principal['actor']> } = {},
): Principal {
  return {
    userId: actor.userId ?? '0',
    username: actor.username ?? 'system',
    realname: actor.username ?? 'system',
    tenantId,
    orgCode: null,
    orgCodes: [],
    customerId: null,
    dataScope: 'tenant',
    depotIds: null,
    perms: everything,
    rules: [],
    ...(actor.by ? { actor: actor.by } : {}),
  }
}

/**
 * The same call acting inside `tenantId` as the system: for public look-ups and carrier hooks that
 * found their tenant.
 */
export function asSystem(ctx: Ctx, tenantId: string): Ctx {
  return makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    log: ctx.log,
    deps: ctx.deps,
    http: ctx.http,
    executor: executorOf(ctx),
    principal: systemPrincipal(tenantId),
  })
}
