import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BulkRow } from '#contracts/kit/envelope.ts'
import { executorOf, makeCtx, type Ctx, type RowProgress, type Tx } from '../access/ctx.ts'
import { fail, failFields } from './errors.ts'
import type { Upload } from './http-side.ts'
import { inTx } from '../db/tx.ts'

/** Rows a bulk call with a key does in one transaction: others wait for its locks. */
const ROWS_AT_ONCE = 25

export interface KeyedCall {
  route: string
  key: string
  /** What was asked for; the same key with another request is refused. */
  request: unknown
  /** The file and the fields that came with it are part of the request. */
  upload: Upload | undefined
  onReplay(): void
}

interface Claim extends KeyedCall {
  tenantId: string
  userId: string
  hash: Buffer
}

/**
 * One effect per Idempotency-Key (security.md §6.3). The key's row is written in the transaction of
 * the effect: a second caller with the same key waits on it and gets the stored answer; a refusal
 * rolls both back, so the key may be used again. The same key with other content is refused.
 */
export async function idempotent(
  ctx: Ctx,
  call: KeyedCall,
  work: (tx: Tx) => Promise<string>,
): Promise<string> {
  const claim = claimOf(ctx, call)
  return inTx(ctx, async (tx) => {
    const stored = await lockKey(tx, claim)
    if (stored !== null) return replay(claim, stored)
    const body = await work(tx)
    await storeBody(tx, claim, body)
    return body
  })
}

/**
 * `idempotent` for a bulk call: its rows are done in several transactions, each storing what became
 * of its rows. The same call goes on where one before it broke off; two at the same time take
 * turns, and both get the whole answer.
 */
export async function idempotentRows(
  ctx: Ctx,
  call: KeyedCall,
  work: (ctx: Ctx) => Promise<string>,
): Promise<string> {
  const claim = claimOf(ctx, call)
  const before = await storedOf(ctx, claim)
  if (before && before.body !== null) return replay(claim, before.body)
  let used = false
  const progress: RowProgress = {
    each: (ids, one, lock) => {
      if (used) throw new Error(`${call.route} does its rows twice`)
      used = true
      return doRows(ctx, claim, ids, one, lock)
    },
  }
  const body = await work(
    makeCtx({
      requestId: ctx.requestId,
      lang: ctx.lang,
      principal: ctx.principal,
      log: ctx.log,
      deps: ctx.deps,
      http: ctx.http,
      executor: executorOf(ctx),
      progress,
    }),
  )
  if (!used) throw new Error(`${call.route} is a bulk call and does not use eachRow`)
  return inTx(ctx, async (tx) => {
    const stored = await lockKey(tx, claim)
    if (stored !== null) return replay(claim, stored)
    await storeBody(tx, claim, body)
    return body
  })
}

/**
 * The rows of one transaction are done by id, whatever order they were asked in: calls with rows in
 * common lock them in the same order. `lock` comes first, for rows that lock something they share
 * (a number segment) on their way.
 */
async function doRows(
  ctx: Ctx,
  claim: Claim,
  ids: readonly string[],
  one: (tx: Tx, id: string) => Promise<BulkRow>,
  lock: (tx: Tx, ids: readonly string[]) => Promise<void>,
): Promise<BulkRow[]> {
  for (;;) {
    const all = await inTx(ctx, async (tx) => {
      await lockKey(tx, claim)
      const outcomes = await outcomesOf(tx, claim)
      const rest = ids.filter((id) => !outcomes.has(id))
      const next = rest.slice(0, ROWS_AT_ONCE).toSorted(byId)
      if (next.length > 0) await lock(tx, next)
      const done: BulkRow[] = []
      for (const id of next) done.push(await one(tx, id))
      if (done.length > 0) await storeOutcomes(tx, claim, done)
      if (done.length < rest.length) return null
      for (const row of done) outcomes.set(row.id, row)
      return ids.map((id) => outcomes.get(id)!)
    })
    if (all) return all
  }
}

const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1)

function claimOf(ctx: Ctx, call: KeyedCall): Claim {
  if (!/^[\x21-\x7e]{8,100}$/.test(call.key))
    failFields([{ path: 'Idempotency-Key', code: 'request.idempotencyKey' }])
  const hash = createHash('sha256').update(JSON.stringify(call.request))
  if (call.upload) {
    const fields = Object.entries(call.upload.fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    hash.update(JSON.stringify(fields)).update(call.upload.bytes)
  }
  return {
    ...call,
    tenantId: ctx.principal.tenantId,
    userId: ctx.principal.userId,
    hash: hash.digest(),
  }
}

function replay(claim: Claim, body: string): string {
  claim.onReplay()
  return body
}

const where = ({ tenantId, userId, route, key }: Claim) =>
  sql`tenant_id = ${tenantId} and user_id = ${userId} and route = ${route} and key = ${key}`

/**
 * The stored answer of the key's call. Where there is none yet, the key's row is made and locked
 * until the commit.
 */
async function lockKey(tx: Tx, claim: Claim): Promise<string | null> {
  const { tenantId, userId, route, key, hash } = claim
  const made = await sql`insert into idempotency (tenant_id, user_id, route, key, request_hash)
    values (${tenantId}, ${userId}, ${route}, ${key}, ${hash}) on conflict do nothing`.execute(
    executorOf(tx),
  )
  if (made.numAffectedRows === 1n) return null
  // A finished call needs no lock: those who only want its answer do not wait for one another.
  const stored = await storedOf(tx, claim)
  if (stored && stored.body !== null) return stored.body
  return (await storedOf(tx, claim, sql`for update`))?.body ?? null
}

/** The key's row as it is stored; refuses another request under the same key. */
async function storedOf(
  ctx: Ctx,
  claim: Claim,
  lock = sql``,
): Promise<{ body: string | null } | null> {
  const { rows } = await sql<{
    requestHash: Buffer
    body: string | null
  }>`select request_hash, body from idempotency where ${where(claim)} ${lock}`.execute(
    executorOf(ctx),
  )
  const [row] = rows
  if (row && !row.requestHash.equals(claim.hash)) fail('request.idempotencyReused')
  return row ?? null
}

async function storeBody(tx: Tx, claim: Claim, body: string): Promise<void> {
  await sql`update idempotency set status = 200, body = ${body} where ${where(claim)}`.execute(
    executorOf(tx),
  )
}

async function outcomesOf(tx: Tx, claim: Claim): Promise<Map<string, BulkRow>> {
  const { rows } = await sql<{
    outcome: BulkRow
  }>`select outcome from idempotency_row where ${where(claim)}`.execute(executorOf(tx))
  return new Map(rows.map(({ outcome }) => [outcome.id, outcome]))
}

async function storeOutcomes(tx: Tx, claim: Claim, rows: readonly BulkRow[]): Promise<void> {
  const { tenantId, userId, route, key } = claim
  await sql`insert into idempotency_row (tenant_id, user_id, route, key, row_id, outcome)
    select ${tenantId}, ${userId}, ${route}, ${key}, (r.outcome ->> 'id')::bigint, r.outcome
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r (outcome)`.execute(
    executorOf(tx),
  )
}
