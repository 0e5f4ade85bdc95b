import { sql } from 'kysely'
import {
  asSystem,
  executorOf,
  makeCtx,
  systemPrincipal,
  type Ctx,
  type JobOptions,
  type Tx,
} from '../access/ctx.ts'
import { type Executor } from '../access/executor.ts'
import { dataLogInsert } from './data-log.ts'
import { autonomousTransaction } from './database.ts'
import { subscribersOf } from './subscribers.ts'
import { Refusal } from '../runtime/errors.ts'
import { asTransaction } from './open-transaction.ts'
import { isRetryable } from './pg-error.ts'
import { isStaleStatement } from './prepared-statements.ts'

const RETRIES = 3
/** What PostgreSQL answers to every statement of a transaction after the one that failed. */
const REFUSED_AFTER = '25P02'

type AfterCommit = (() => void | Promise<void>)[]

/** An open transaction: the parts open in it, and what it runs after its commit. */
interface Open {
  depth: number
  after: AfterCommit
}
const opened = new WeakMap<object, Open>()

/**
 * Runs `work` in a transaction. Inside a transaction it is a part of it, behind a savepoint: where
 * it throws, nothing of it remains and the caller may go on. A deadlock or serialization failure
 * repeats the whole transaction (at most three times); what was queued for after the commit runs
 * once, after it. Everything inside goes over `tx`: taking a second connection there is an error.
 */
export async function inTx<R>(ctx: Ctx, work: (tx: Tx) => Promise<R>): Promise<R> {
  if (isTx(ctx)) return inPart(ctx, work)
  for (let attempt = 1; ; attempt++) {
    const open: Open = { depth: 0, after: [] }
    try {
      const result = await executorOf(ctx)
        .transaction()
        .execute((trx) => {
          opened.set(trx, open)
          autonomousTransaction(trx, executorOf(ctx))
          return asTransaction(() => work(makeTx(ctx, trx, open.after)))
        })
      for (const run of open.after) {
        try {
          await run()
        } catch (error) {
          ctx.log.error({ err: error, requestId: ctx.requestId }, 'after commit')
        }
      }
      return result
    } catch (error) {
      if (attempt >= RETRIES || !(isRetryable(error) || isStaleStatement(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt + Math.random() * 20))
    }
  }
}

/**
 * Waits for statements of a transaction that do not wait for one another's answers, for all of them
 * even where one fails: none may be under way when the transaction ends. The reason is that of the first that
 * failed, not of those refused because of it.
 */
export async function together<T extends readonly unknown[]>(
  ...statements: { [K in keyof T]: Promise<T[K]> | T[K] }
): Promise<T> {
  const settled: PromiseSettledResult<unknown>[] = await Promise.allSettled(statements)
  const failed = settled
    .filter((one) => one.status === 'rejected')
    .map((one) => one.reason as unknown)
  if (failed.length > 0)
    throw failed.find((reason) => (reason as { code?: string }).code !== REFUSED_AFTER) ?? failed[0]
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as T
}

/**
 * Runs `work`, answers its result and takes back all it did, what it queued for after the commit
 * included.
 */
export async function dryRun<R>(ctx: Ctx, work: (tx: Tx) => Promise<R>): Promise<R> {
  const takenBack = new DryRun<R>()
  try {
    return await inTx(ctx, async (tx) => {
      takenBack.result = [await work(tx)]
      throw takenBack
    })
  } catch (error) {
    if (error === takenBack && takenBack.result) return takenBack.result[0]
    throw error
  }
}

class DryRun<R> extends Error {
  result: [R] | undefined
}

async function inPart<R>(tx: Tx, work: (tx: Tx) => Promise<R>): Promise<R> {
  const open = opened.get(executorOf(tx))
  if (!open) throw new Error('this transaction was not opened by inTx')
  const depth = ++open.depth
  const queued = open.after.length
  const savepoint = sql.id(`part_${depth}`)
  try {
    await sql`savepoint ${savepoint}`.execute(tx.db)
    const result = await work(tx)
    // A savepoint ends those opened after it: parts at the same time would end one another.
    if (open.depth !== depth) throw new Error('the parts of a transaction run one after another')
    await sql`release savepoint ${savepoint}`.execute(tx.db)
    return result
  } catch (error) {
    open.after.length = queued
    try {
      await sql`rollback to savepoint ${savepoint}`.execute(tx.db)
      await sql`release savepoint ${savepoint}`.execute(tx.db)
    } catch (broken) {
      // The transaction must not continue as if the part were undone.
      throw error instanceof Refusal ? broken : error
    }
    throw error
  } finally {
    open.depth = depth - 1
  }
}

export function isTx(ctx: Ctx): ctx is Tx {
  return 'inTransaction' in ctx
}

/** The same open transaction as the system inside another tenant. */
export function asSystemTx(tx: Tx, tenantId: string): Tx {
  const trx = executorOf(tx)
  const open = opened.get(trx)
  if (!open) throw new Error('this transaction was not opened by inTx')
  return makeTx(asSystem(tx, tenantId), trx, open.after)
}

/**
 * The same open transaction by the same user, with the reach of the whole tenant and no
 * permissions: for rows that are handed over, which the caller sees only before or after.
 */
export function acrossTenantTx(tx: Tx): Tx {
  const trx = executorOf(tx)
  const open = opened.get(trx)
  if (!open) throw new Error('this transaction was not opened by inTx')
  const { tenantId, userId, username, actor } = tx.principal
  const principal = systemPrincipal(tenantId, { userId, username, ...(actor ? { by: actor } : {}) })
  return makeTx(
    makeCtx({
      requestId: tx.requestId,
      lang: tx.lang,
      log: tx.log,
      deps: tx.deps,
      http: tx.http,
      executor: trx,
      principal,
    }),
    trx,
    open.after,
  )
}

function makeTx(ctx: Ctx, trx: Executor, after: AfterCommit): Tx {
  const base = makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    principal: ctx.principal,
    log: ctx.log,
    deps: ctx.deps,
    http: ctx.http,
    executor: trx,
  })
  const { principal } = ctx
  const addJob = async (name: string, payload: object, options: JobOptions = {}): Promise<void> => {
    const body = JSON.stringify({
      ...payload,
      tenantId: principal.tenantId,
      actorId: principal.userId,
      actor: principal.username,
      ...(principal.actor ? { byId: principal.actor.userId, by: principal.actor.username } : {}),
    })
    await sql`select graphile_worker.add_job(${name}, payload := ${body}::json,
        queue_name := ${options.queue ?? null},
      run_at := ${options.runAt ?? null}::timestamptz, max_attempts := ${options.maxAttempts ?? 8},
      job_key := ${options.key ?? null})`.execute(trx)
  }
  const auditMany: Tx['auditMany'] = async (table, action, rows) => {
    await dataLogInsert(ctx, table, action, rows)?.execute(trx)
  }
  return {
    ...base,
    inTransaction: true,
    job: ({ name }, payload, options) => addJob(name, payload, options),
    emit: async (event, payload) => {
      for (const name of subscribersOf(event)) await addJob(name, payload)
    },
    afterCommit: (run) => {
      after.push(run)
    },
    audit: (table, id, action, before, after_) =>
      auditMany(table, action, [{ id, before, after: after_ }]),
    auditMany,
  }
}
