import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { shipmentImportFinished } from '#contracts/orders/shipment-imports.events.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import {
  loadReferences,
  storeOrders,
  type References,
} from '#server/features/orders/shipments/index.ts'
import { sumMoney } from '#contracts/kit/money.ts'
import { limitsOf, type SubLimits } from '#server/features/platform/users/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { Refusal, type Failure } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import {
  validateImportedOrder,
  type CellError,
  type ValidatedImportOrder,
} from './validate-imported-order.ts'
import { moneyOf, storedOf, type StoredTotal } from './totals.ts'
import { readOrderFile, type FileOrder, type OrderFile } from './read-file.ts'

interface Import {
  id: string
  customerId: string
  fileName: string
  file: Buffer
  dryRun: boolean
  status: string
  done: number
  totals: readonly StoredTotal[]
  createBy: string | null
}
type Accepted = Extract<ValidatedImportOrder, { ok: true }>

const BATCH = 1_000
/** Requests of others, and the batch on its way, get their turn after so many orders. */
const AT_ONCE = 20

/**
 * Takes an order file. Orders go in batches; a batch's orders, its refused cells and the progress
 * are one transaction, so a process that dies goes on where the last batch ended: nothing lost,
 * nothing twice.
 */
export async function runImport(ctx: Ctx, id: string): Promise<void> {
  const found =
    await sql<Import>`select id, customer_id, file_name, file, dry_run, status, done, totals,
        create_by from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
  const task = found.rows[0]
  if (!task || task.status === 'done' || task.status === 'failed') return
  let file: OrderFile
  try {
    file = await readOrderFile(task.file, task.fileName)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return endFailed(ctx, id, error)
  }
  await sql`update shipment_import as i
    set status = 'running',
      total = ${file.orders.length} where ${ctx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(
    ctx.db,
  )
  const known = await loadReferences(ctx, task.customerId, {
    limits: await importerLimits(ctx, task),
  })
  const seen = new Set(file.orders.slice(0, task.done).map((order) => order.reference))
  // While the database takes one batch the next is judged: each has a processor of its own.
  let storing: Promise<void> = Promise.resolve()
  for (let at = task.done; at < file.orders.length; at += BATCH) {
    const batch = file.orders.slice(at, at + BATCH)
    const taken = await existing(ctx, task.customerId, batch)
    const validated: ValidatedImportOrder[] = []
    for (const order of batch) {
      const one = validateImportedOrder(
        order,
        file,
        known,
        taken.has(order.reference) ? taken : seen,
      )
      validated.push(one)
      // A file is meant as a whole: what goes beyond the cap with the orders above it is refused.
      if (one.ok) plan(known, one.order.quote.total, one.order.quote.currency)
      if (order.reference !== '') seen.add(order.reference)
      if (validated.length % AT_ONCE === 0) await breathe()
    }
    await storing
    storing = inTx(ctx, (tx) => storeBatch(tx, task, validated, batch, at + batch.length))
    // Told where it is waited for, which may be a while after.
    storing.catch(() => {})
  }
  await storing
  await end(ctx, id, sql`status = 'done'`)
}

export function endFailed(ctx: Ctx, id: string, { code, data }: Failure): Promise<void> {
  return end(
    ctx,
    id,
    sql`status = 'failed', failure = ${code}, failure_data = ${JSON.stringify(data)}::jsonb`,
  )
}

function end(ctx: Ctx, id: string, outcome: RawBuilder<unknown>): Promise<void> {
  return inTx(ctx, async (tx) => {
    await sql`update shipment_import as i set ${outcome}, finished_at = now()
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.emit(shipmentImportFinished, { importId: id })
  })
}

/**
 * What a sub-account that sent the file is held to; orders of the file taken before count as spent.
 */
async function importerLimits(ctx: Ctx, task: Import): Promise<SubLimits | null> {
  const limits = task.createBy === null ? null : await limitsOf(ctx, task.createBy)
  const cap = limits?.cap
  if (cap)
    for (const { currency, minor } of moneyOf(task.totals))
      if (currency === cap.currency) cap.spent += minor
  return limits
}

function plan({ limits }: References, amount: bigint, currency: string): void {
  if (limits?.cap?.currency === currency) limits.cap.spent += amount
}

/** References of this batch that orders of the customer already bear. */
async function existing(
  ctx: Ctx,
  customerId: string,
  batch: readonly FileOrder[],
): Promise<Set<string>> {
  const references = batch.map((order) => order.reference).filter((reference) => reference !== '')
  const found = await sql<{
    reference: string
  }>`select reference
    from ${ctx.rows('shipment').as('s')} where s.customer_id = ${customerId} and s.reference = any(${references}::text[])`.execute(
    ctx.db,
  )
  return new Set(found.rows.map((row) => row.reference))
}

async function storeBatch(
  tx: Tx,
  task: Import,
  validated: readonly ValidatedImportOrder[],
  batch: readonly FileOrder[],
  done: number,
): Promise<void> {
  // Should another process have gone on with this import meanwhile, this one stops before it counts
  // anything twice.
  const locked = await sql<{
    done: number
    totals: readonly StoredTotal[]
  }>`select done, totals from shipment_import as i
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id} for update`.execute(tx.db)
  const before = locked.rows[0]
  if (before?.done !== done - batch.length)
    throw new Error(`import ${task.id} is run by somebody else`)
  const good = validated.filter((one): one is Accepted => one.ok)
  const errors = validated.flatMap((one) => (one.ok ? [] : one.errors))
  let accepted = good
  if (!task.dryRun) {
    const ids = await storeOrders(
      tx,
      good.map((one) => one.order),
      { orderMethod: '3', importId: task.id, createBy: task.createBy },
    )
    // Somebody entered the same reference between our look and our write.
    for (const [at, id] of ids.entries())
      if (id === null)
        errors.push({
          row: good[at]!.row,
          reference: good[at]!.order.reference,
          column: 'reference',
          code: 'reference.duplicate',
          data: null,
        })
    accepted = good.filter((_, at) => ids[at] !== null)
    const stored = ids.filter((id) => id !== null)
    if (stored.length > 0) await tx.emit(shipmentAdded, { shipmentIds: stored })
  }
  if (errors.length > 0) await storeErrors(tx, task.id, errors)
  const totals = sumMoney([
    ...moneyOf(before.totals),
    ...accepted.map(({ order: { quote } }) => ({ minor: quote.total, currency: quote.currency })),
  ])
  await sql`update shipment_import as i
    set done = ${done}, accepted = accepted + ${accepted.length},
      refused = refused + ${batch.length - accepted.length}, totals = ${storedOf(totals)}::jsonb
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id}`.execute(tx.db)
}

async function storeErrors(tx: Tx, importId: string, errors: readonly CellError[]): Promise<void> {
  const column = <T>(pick: (error: CellError) => T) => errors.map(pick)
  await sql`insert into shipment_import_error (tenant_id, import_id, seq, row_no, reference,
      column_name, code, data)
    select ${tx.principal.tenantId}, ${importId},
      x.n + (select count(*) from shipment_import_error e
        where e.tenant_id = ${tx.principal.tenantId} and e.import_id = ${importId}), x.row_no,
        x.reference, x.col, x.code, x.data::jsonb
    from unnest(${column((error) => error.row)}::int[],
      ${column((error) => error.reference)}::text[], ${column((error) => error.column)}::text[],
      ${column((error) => error.code)}::text[],
      ${column((error) => (error.data ? JSON.stringify(error.data) : null))}::text[]) with ordinality as x(row_no,
      reference, col, code, data, n)`.execute(tx.db)
}
