import { NumbersAhead } from './warn-of-short-numbers.ts'
import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import { shipmentImportFinished } from '#contracts/orders/imports/shipment-imports.events.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { loadReferences } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { Refusal, type Failure } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { storeBatch, type Import } from './store-batch.ts'
import { importerLimits, plan } from './importer-limits.ts'
import { takenReferences } from './taken-references.ts'
import { withAddress } from './reading/split-address.ts'
import { validateImportedOrder, type ValidatedImportOrder } from './validate-imported-order.ts'
import { loadFileChecks } from './reading/file-checks.ts'
import { chooseMapping, layoutIn } from './reading/choose-mapping.ts'
import type { Edits } from './reading/file-order.ts'
import { currentMapping } from './reading/mappings.ts'
import { editsOf } from './mending/stored-rows.ts'
import { missingFields, ordersOf, readFileSheet, type OrderFile } from './reading/read-file.ts'

type Read = OrderFile & { edits: Edits }
const BATCH = { least: 100, most: 500 }
/**
 * Orders of the next batch: few at first, so that the database has work, and at the end, when
 * nothing is judged any more while it stores.
 */
const batchAt = (done: number, left: number): number =>
  Math.max(BATCH.least, Math.min(BATCH.most, done, Math.ceil(left / 2)))
/** Requests of others, and the batch on its way, get their turn after so many orders. */
const AT_ONCE = 20

/**
 * Takes an order file. Orders go in batches; a batch's orders, its refused cells and the progress
 * are one transaction, so a process that dies goes on where the last batch ended: nothing lost,
 * nothing twice.
 */
export async function runImport(ctx: Ctx, id: string): Promise<void> {
  const found =
    await sql<Import>`select id, shipment_resource as kind, customer_id, file_name, file, dry_run,
      review, mapping, layout, reading, status,
        done, totals, create_by from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(
      ctx.db,
    )
  const task = found.rows[0]
  if (!task || (task.status !== 'queued' && task.status !== 'running')) return
  let file: Read | null
  try {
    file = await readTask(ctx, task)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return endFailed(ctx, id, error)
  }
  if (!file) return
  const { orders, edits, leftOut } = file
  const total = orders.length
  const known = await loadReferences(ctx, task.customerId, {
    kind: task.kind ?? DEFAULT_KIND,
    limits: await importerLimits(ctx, task),
  })
  const kinds = new Set([...(task.layout?.kinds ?? []), task.kind ?? DEFAULT_KIND])
  const checks = await loadFileChecks(ctx, task, orders)
  // What was judged is let go: a large file and its orders are not all in memory at once.
  const seen = new Set(orders.splice(0, task.done).map(({ reference }) => reference))
  const ahead = new NumbersAhead(task.customerId)
  // While the database takes one batch the next is judged and its rows are sent: each has a
  // processor of its own. Batches end in their order.
  let storing: Promise<void> = Promise.resolve()
  let before: Promise<void> = storing
  for (let at = task.done, size = 0; at < total; at += size) {
    size = batchAt(at - task.done, total - at)
    const batch = orders.splice(0, size)
    const taken = await takenReferences(ctx, task.customerId, batch)
    const validated: ValidatedImportOrder[] = []
    for (const [place, given] of batch.entries()) {
      const order = (batch[place] = await withAddress(ctx, given))
      const one = validateImportedOrder(order, known, taken.has(order.reference) ? taken : seen, {
        kinds,
        checks,
      })
      validated.push(one)
      // A file is meant as a whole: what goes beyond the cap with the orders above it is refused.
      if (one.ok) plan(known, one.order)
      if (order.reference !== '') seen.add(order.reference)
      if (validated.length % AT_ONCE === 0) await breathe()
    }
    await before
    const last = (before = storing)
    storing = inTx(ctx, (tx) =>
      storeBatch(tx, task, {
        validated,
        batch,
        edits,
        ahead,
        leftOut: at === 0 ? leftOut : [],
        done: at + batch.length,
        before: last,
      }),
    )
    storing.catch(() => {})
  }
  await storing
  await end(ctx, id, sql`status = 'done'`)
}

/** The file's orders by its mapping, which is stored; null where a user has to choose it first. */
async function readTask(ctx: Ctx, task: Import): Promise<Read | null> {
  const sheet = await readFileSheet(task.file, task.fileName, task.reading)
  task.file = Buffer.alloc(0)
  const { mapping, isNew } = task.mapping
    ? { mapping: currentMapping(task.mapping), isNew: false }
    : await chooseMapping(ctx, sheet, { ...task, sender: task.createBy })
  const waits = isNew && task.review
  const store = (total: number) =>
    sql`update shipment_import as i set status = ${waits ? 'mapping' : 'running'},
        total = ${total}, mapping = ${JSON.stringify(mapping)}::jsonb,
        layout = ${JSON.stringify(layoutIn(sheet, task.layout?.kinds ?? []))}::jsonb
      where ${ctx.rows('shipmentImport').where('i')} and i.id = ${task.id}`.execute(ctx.db)
  if (waits) {
    await store(0)
    return null
  }
  const missing = missingFields(mapping, task.kind).length > 0
  if (missing) await store(0)
  const edits = await editsOf(ctx, task.id)
  const file = ordersOf(sheet, { mapping, kind: task.kind }, edits)
  await store(file.orders.length)
  return { ...file, edits }
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
