import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import { PREDICTED_BATCH, PREDICTED_ROW, whyNotPredicted } from '#contracts/depot/scans.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import type { PredictedAction } from '#contracts/depot/scans.states.ts'

export interface Batch {
  id: string
  no: string
  status: string
  customerId: string
  depotId: string
  version: number
}

/** An announced batch within the caller's reach on which `action` is open now. */
export async function openBatch(ctx: Ctx, id: string, action: PredictedAction): Promise<Batch> {
  const batch =
    (
      await sql<Batch>`select id, no, status, customer_id, depot_id, version
        from ${ctx.rows('predictedBatch').as('b')} where b.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  await refuseClosed(ctx, batch, action)
  return batch
}

/**
 * The same, locked: no other transaction finishes, edits or deletes it until this transaction ends.
 */
export async function lockBatch(
  tx: Tx,
  id: string,
  action: PredictedAction,
  how: 'share' | 'update' = 'update',
): Promise<Batch> {
  const lock = how === 'share' ? sql`for share` : sql`for update`
  const batch =
    (
      await sql<Batch>`select id, no, status, customer_id, depot_id, version
        from predicted_batch as b
        where ${tx.rows('predictedBatch').where('b')} and b.id = ${id} ${lock}`.execute(tx.db)
    ).rows[0] ?? failMissing()
  await refuseClosed(tx, batch, action)
  return batch
}

async function refuseClosed(ctx: Ctx, batch: Batch, action: PredictedAction): Promise<void> {
  const closed = whyNotPredicted(action, batch.status)
  if (!closed) return
  const texts = await dictTexts(ctx)
  fail(closed, { label: batch.no, status: texts('predicted_batch_status', batch.status) })
}

export interface PredictedRow {
  id: string
  batchId: string
  no: string
  waiting: boolean
}

/** Where a parcel is still expected; at most one unfinished batch has it. */
export async function predictedRow(ctx: Ctx, parcelId: string): Promise<PredictedRow | null> {
  const found = await sql<PredictedRow>`select r.id, r.batch_id, b.no,
      b.status = ${PREDICTED_BATCH.waiting} as waiting
    from ${ctx.rows('predictedParcel').as('r')} join ${ctx.rows('predictedBatch').as('b')} on b.id = r.batch_id
    where r.parcel_id = ${parcelId}
      and r.status in (${PREDICTED_ROW.expected}, ${PREDICTED_ROW.missing})
      and b.status <> ${PREDICTED_BATCH.finished}`.execute(ctx.db)
  return found.rows[0] ?? null
}

/**
 * The first scan opens a waiting batch. Both steps first try to write, then to share: two first
 * scans cannot block each other.
 */
export async function startBatch(tx: Tx, id: string): Promise<Batch> {
  const started = await sql<{
    id: string
  }>`update predicted_batch as b
    set status = ${PREDICTED_BATCH.inProgress}, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('predictedBatch').where('b')} and b.id = ${id}
      and b.status = ${PREDICTED_BATCH.waiting} returning id`.execute(tx.db)
  if (started.rows.length > 0)
    await tx.audit(
      'predicted_batch',
      id,
      'edit',
      { status: PREDICTED_BATCH.waiting },
      { status: PREDICTED_BATCH.inProgress },
    )
  return lockBatch(tx, id, 'receive', 'share')
}

export async function markReceived(tx: Tx, rowId: string, received: boolean): Promise<void> {
  await sql`update predicted_parcel as r
    set status = ${received ? PREDICTED_ROW.received : PREDICTED_ROW.expected},
      received_at = ${received ? sql`now()` : null},
      received_by = ${received ? tx.principal.username : null}
    where ${tx.rows('predictedParcel').where('r')} and r.id = ${rowId}`.execute(tx.db)
}

/**
 * A number not predicted and not known, scanned while a batch was received. The id is new only
 * where the row is.
 */
export async function addUnpredicted(tx: Tx, batchId: string, no: string): Promise<string | null> {
  const done = await sql<{
    id: string
  }>`insert into predicted_parcel (tenant_id, batch_id, no, status, received_at, received_by)
    values (${tx.principal.tenantId}, ${batchId}, ${no}, ${PREDICTED_ROW.extra}, now(),
      ${tx.principal.username}) on conflict (tenant_id, batch_id, no) do nothing
      returning id`.execute(tx.db)
  return done.rows[0]?.id ?? null
}

/** A number that was unknown is known now: batches that are open have it as extra no more. */
export async function dropUnpredicted(tx: Tx, no: string, depotId: string): Promise<void> {
  await sql`delete from predicted_parcel as r
    where ${tx.rows('predictedParcel').where('r')} and r.no = ${no}
      and r.status = ${PREDICTED_ROW.extra} and r.batch_id in (select b.id
        from predicted_batch as b
        where ${tx.rows('predictedBatch').where('b')} and b.depot_id = ${depotId}
          and b.status <> ${PREDICTED_BATCH.finished} order by b.id for share)`.execute(tx.db)
}

/** Rows that have not come are marked as missing, or are expected again; answers how many changed. */
export async function markMissing(
  tx: Tx,
  batchId: string,
  ids: readonly string[],
  missing: boolean,
): Promise<number> {
  const [from, to] = missing
    ? [PREDICTED_ROW.expected, PREDICTED_ROW.missing]
    : [PREDICTED_ROW.missing, PREDICTED_ROW.expected]
  const { rows } = await sql<{ no: string }>`update predicted_parcel as r set status = ${to}
    where ${tx.rows('predictedParcel').where('r')} and r.batch_id = ${batchId}
      and r.id = any(${ids}::bigint[]) and r.status = ${from} returning r.no`.execute(tx.db)
  if (rows.length > 0)
    await tx.audit(
      'predicted_batch',
      batchId,
      'edit',
      { [missing ? 'expected' : 'missing']: rows.map(({ no }) => no) },
      { [missing ? 'missing' : 'expected']: rows.map(({ no }) => no) },
    )
  return rows.length
}

type Counts = Out<typeof predictedBatches.counts>[string]
interface CountedBatch {
  id: string
  expected: number
  received: number
  missing: number
  extra: number
}

/**
 * Announced, arrived, missing (marked so, or not there as the batch was finished) and extra pieces,
 * per batch.
 */
export async function countPredicted(
  ctx: Ctx,
  { ids }: In<typeof predictedBatches.counts>,
): Promise<Record<string, Counts>> {
  const found = await sql<CountedBatch>`select b.id,
      count(r.id) filter (where r.status <> ${PREDICTED_ROW.extra})::int as expected,
      count(r.id) filter (where r.status = ${PREDICTED_ROW.received})::int as received,
      count(r.id) filter (where r.status = ${PREDICTED_ROW.missing}
        or (r.status = ${PREDICTED_ROW.expected}
          and b.status = ${PREDICTED_BATCH.finished}))::int as missing,
      count(r.id) filter (where r.status = ${PREDICTED_ROW.extra})::int as extra
    from ${ctx.rows('predictedBatch').as('b')} left join predicted_parcel r
      on r.tenant_id = b.tenant_id and r.batch_id = b.id where b.id = any(${ids}::bigint[])
      group by b.id`.execute(ctx.db)
  return Object.fromEntries(
    found.rows.map(({ id, expected, received, missing, extra }) => [
      id,
      { expected, received, missing, extra },
    ]),
  )
}

export async function countsOf(ctx: Ctx, id: string): Promise<Counts> {
  return (
    (await countPredicted(ctx, { ids: [id] }))[id] ?? {
      expected: 0,
      received: 0,
      missing: 0,
      extra: 0,
    }
  )
}
