import { NumbersAhead } from './warn-of-short-numbers.ts'
import { warnOfBlacklisted } from './warn-of-blacklisted.ts'
import { DEFAULT_KIND, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { shipmentImportFinished } from '#contracts/orders/imports/shipment-imports.events.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import {
  loadReferences,
  storeOrders,
  type ValidatedOrder,
} from '#server/features/orders/shipments/index.ts'
import { sumMoney } from '#contracts/kit/money.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { Refusal, type Failure } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { batchAt } from './batch-at.ts'
import { importerLimits, plan } from './importer-limits.ts'
import { takenReferences } from './taken-references.ts'
import { withAddress } from './reading/split-address.ts'
import {
  validateImportedOrder,
  type CellError,
  type ValidatedImportOrder,
} from './validate-imported-order.ts'
import { moneyOf, storedOf, type StoredTotal } from './totals.ts'
import { loadFileChecks, WARNINGS_MAX } from './reading/file-checks.ts'
import { chooseMapping, layoutIn, type Layout } from './reading/choose-mapping.ts'
import type { Edits, FileOrder } from './reading/file-order.ts'
import type { LeftOut } from './reading/left-out.ts'
import { currentMapping } from './reading/mappings.ts'
import {
  editsOf,
  storeRows,
  MENDABLE_ROWS,
  storeErrors,
  mendableRows,
} from './mending/stored-rows.ts'
import { missingFields, ordersOf, readFileSheet, type OrderFile } from './reading/read-file.ts'

export interface Import {
  id: string
  /** Null in imports of before there were kinds. */
  kind: KindCode | null
  customerId: string
  fileName: string
  file: Buffer
  dryRun: boolean
  review: boolean
  mapping: ImportMapping | null
  layout: Layout | null
  status: string
  done: number
  totals: readonly StoredTotal[]
  createBy: string | null
}
type Read = OrderFile & { edits: Edits }
type Accepted = Extract<ValidatedImportOrder, { ok: true }>

/** The order is taken, and its address is worth a look: it can be mended like a refused one. */
const isDoubt = ({ code }: CellError) => code === 'address.unsure' || code === 'city.differs'
const rowOf = ({ row }: Accepted) => row
/** Where a row that is no order is warned of. */
const AT_REFERENCE = { reference: null, column: 'reference', data: null, warning: true } as const
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
      review, mapping, layout, status,
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
  const known = await loadReferences(ctx, task.customerId, {
    kind: task.kind ?? DEFAULT_KIND,
    limits: await importerLimits(ctx, task),
  })
  const kinds = new Set([...(task.layout?.kinds ?? []), task.kind ?? DEFAULT_KIND])
  const checks = await loadFileChecks(ctx, task, orders)
  const seen = new Set(orders.slice(0, task.done).map(({ reference }) => reference))
  const ahead = new NumbersAhead(task.customerId)
  // While the database takes one batch the next is judged: each has a processor of its own.
  let storing: Promise<void> = Promise.resolve()
  for (let at = task.done, size = 0; at < orders.length; at += size) {
    size = batchAt(at - task.done, orders.length - at)
    const batch = orders.slice(at, at + size)
    const taken = await takenReferences(ctx, task.customerId, batch)
    const validated: ValidatedImportOrder[] = []
    for (const [place, given] of batch.entries()) {
      const order = (batch[place] = withAddress(given))
      const one = validateImportedOrder(order, known, taken.has(order.reference) ? taken : seen, {
        kinds,
        checks,
      })
      validated.push(one)
      // A file is meant as a whole: what goes beyond the cap with the orders above it is refused.
      if (one.ok) plan(known, one.order.quote.total, one.order.quote.currency)
      if (order.reference !== '') seen.add(order.reference)
      if (validated.length % AT_ONCE === 0) await breathe()
    }
    await storing
    storing = inTx(ctx, (tx) =>
      storeBatch(tx, task, {
        validated,
        batch,
        edits,
        ahead,
        leftOut: at === 0 ? leftOut : [],
        done: at + batch.length,
      }),
    )
    storing.catch(() => {})
  }
  await storing
  await end(ctx, id, sql`status = 'done'`)
}

/** The file's orders by its mapping, which is stored; null where a user has to choose it first. */
async function readTask(ctx: Ctx, task: Import): Promise<Read | null> {
  const sheet = await readFileSheet(task.file, task.fileName)
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

interface Batch {
  validated: readonly ValidatedImportOrder[]
  batch: readonly FileOrder[]
  edits: Edits
  ahead: NumbersAhead
  leftOut: readonly LeftOut[]
  /** Orders done with this batch. */
  done: number
}

async function storeBatch(
  tx: Tx,
  task: Import,
  { validated, batch, edits, ahead, leftOut, done }: Batch,
): Promise<void> {
  // Where another process went on with this import, this one stops before it counts twice.
  const locked = await sql<{
    done: number
    totals: readonly StoredTotal[]
    mendable: number
    warned: number
  }>`select done, totals, warned,
      (select count(*)::int
        from ${tx.rows('shipmentImportRow').as('r')} where r.import_id = i.id) as mendable
    from shipment_import as i
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id} for update`.execute(tx.db)
  const before = locked.rows[0]
  if (before?.done !== done - batch.length)
    throw new Error(`import ${task.id} is run by another process`)
  const good = validated.filter((one): one is Accepted => one.ok)
  const errors = validated.flatMap((one) => (one.ok ? [] : one.errors))
  let accepted = good
  if (!task.dryRun) {
    const ids = await storeOrders(
      tx,
      good.map((one) => one.order),
      { orderMethod: '3', importId: task.id, createBy: task.createBy, lookedFor: true },
    )
    // The same reference was entered between our look and our write.
    for (const [at, id] of ids.entries())
      if (id === null)
        errors.push({
          row: good[at]!.row,
          reference: good[at]!.order.reference,
          column: 'reference',
          code: 'reference.duplicate',
          data: null,
          warning: false,
        })
    accepted = good.filter((_, at) => ids[at] !== null)
    const stored = ids.filter((id) => id !== null)
    if (stored.length > 0) await tx.emit(shipmentAdded, { shipmentIds: stored })
  }
  await warnOfBlacklisted(tx, task.customerId, accepted)
  const warnings = await ahead.warn(tx, accepted)
  const most = Math.max(0, WARNINGS_MAX - before.warned)
  const noOrders = leftOut
    .slice(0, WARNINGS_MAX)
    .map(({ row, code }): CellError => ({ row, code, ...AT_REFERENCE }))
  await storeErrors(tx, task.id, [...errors, ...noOrders, ...warnings.slice(0, most)])
  const taken = new Set<ValidatedImportOrder>(accepted)
  const costs = new Map<FileOrder, ValidatedOrder['quote']>(
    batch.flatMap((order, at) => {
      const one = validated[at]!
      return one.ok && taken.has(one) ? [[order, one.order.quote] as const] : []
    }),
  )
  const doubted = new Set(accepted.filter(({ warnings }) => warnings.some(isDoubt)).map(rowOf))
  await storeMendable(tx, task, {
    batch,
    costs,
    edits,
    doubted,
    room: MENDABLE_ROWS - before.mendable,
  })
  const totals = sumMoney([
    ...moneyOf(before.totals),
    ...accepted.map(({ order: { quote } }) => ({ minor: quote.total, currency: quote.currency })),
  ])
  await sql`update shipment_import as i
    set done = ${done}, accepted = accepted + ${accepted.length},
      refused = refused + ${batch.length - accepted.length}, totals = ${storedOf(totals)}::jsonb,
      warned = warned + ${accepted.filter(({ warnings }) => warnings.length > 0).length}
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id}`.execute(tx.db)
}

/** Keeps rows of refused orders while there is room, and in a dry run the mended ones. */
async function storeMendable(
  tx: Tx,
  task: Import,
  {
    batch,
    costs,
    edits,
    doubted,
    room,
  }: {
    batch: readonly FileOrder[]
    costs: ReadonlyMap<FileOrder, ValidatedOrder['quote']>
    edits: Edits
    /** First rows of orders whose address is to be looked at. */
    doubted: ReadonlySet<number>
    room: number
  },
): Promise<void> {
  const mended = ({ rows }: FileOrder) => edits.size > 0 && rows.some(({ row }) => edits.has(row))
  const refused = batch.filter((order) => !costs.has(order))
  const right = batch.filter((order) => costs.has(order) && mended(order))
  const looked = task.dryRun
    ? batch.filter(
        (order) =>
          costs.has(order) && (mended(order) || (room > 0 && doubted.has(order.rows[0]!.row))),
      )
    : []
  await storeRows(tx, task.id, [
    ...refused.flatMap((order) => mendableRows(order, null)).slice(0, Math.max(0, room)),
    ...looked.flatMap((order) => mendableRows(order, costs.get(order)!)),
  ])
  if (!task.dryRun && right.length > 0)
    await sql`delete from shipment_import_row as r
      where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${task.id}
        and r.row_no = any(${right.flatMap(({ rows }) => rows.map(({ row }) => row))}::int[])`.execute(
      tx.db,
    )
}
