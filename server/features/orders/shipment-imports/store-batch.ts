import type { NumbersAhead } from './warn-of-short-numbers.ts'
import { warnOfBlacklisted } from './warn-of-blacklisted.ts'
import { type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { sql } from 'kysely'
import { storeOrders } from '#server/features/orders/shipments/index.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { type CellError, type ValidatedImportOrder } from './validate-imported-order.ts'
import { costOf, costsOf, storedOf, sumCosts, type Cost, type StoredTotal } from './totals.ts'
import { WARNINGS_MAX } from './reading/file-checks.ts'
import { type Layout } from './reading/choose-mapping.ts'
import type { Edits, FileOrder } from './reading/file-order.ts'
import type { FileReading } from './reading/read-file.ts'
import type { LeftOut } from './reading/left-out.ts'
import { storeRows, MENDABLE_ROWS, storeErrors, mendableRows } from './mending/stored-rows.ts'

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
  reading: FileReading | null
  status: string
  done: number
  totals: readonly StoredTotal[]
  createBy: string | null
}

type Accepted = Extract<ValidatedImportOrder, { ok: true }>

/** The order is taken, and its address is worth a look: it can be mended like a refused one. */
const isDoubt = ({ code }: CellError) => code === 'address.unsure' || code === 'city.differs'
const rowOf = ({ row }: Accepted) => row
/** Where a row that is no order is warned of. */
const AT_REFERENCE = { reference: null, column: 'reference', data: null, warning: true } as const
/** Judged orders of a file that are stored together. */
export interface Batch {
  validated: readonly ValidatedImportOrder[]
  batch: readonly FileOrder[]
  edits: Edits
  ahead: NumbersAhead
  leftOut: readonly LeftOut[]
  /** Orders done with this batch. */
  done: number
  /** Ends when the batch before this one is stored; this one is not stored where that one failed. */
  before: Promise<void>
}

/**
 * Stores the orders of a batch, what was refused of it and the progress: one transaction.
 */
export async function storeBatch(
  tx: Tx,
  task: Import,
  { validated, batch, edits, ahead, leftOut, done, before: last }: Batch,
): Promise<void> {
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
          data: { cell: good[at]!.order.reference },
          warning: false,
        })
    accepted = good.filter((_, at) => ids[at] !== null)
    const stored = ids.filter((id) => id !== null)
    if (stored.length > 0) await tx.emit(shipmentAdded, { shipmentIds: stored })
  }
  await last
  // Where another process went on with this import, this one stops before it counts twice. The
  // orders of the next batch refer to the row already, which this lock allows.
  const locked = await sql<{
    done: number
    totals: readonly StoredTotal[]
    mendable: number
    warned: number
  }>`select done, totals, warned,
      (select count(*)::int
        from ${tx.rows('shipmentImportRow').as('r')} where r.import_id = i.id) as mendable
    from shipment_import as i
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id}
    for no key update`.execute(tx.db)
  const before = locked.rows[0]
  if (before?.done !== done - batch.length)
    throw new Error(`import ${task.id} is run by another process`)
  await warnOfBlacklisted(tx, task.customerId, accepted)
  const warnings = await ahead.warn(tx, accepted)
  const most = Math.max(0, WARNINGS_MAX - before.warned)
  const noOrders = leftOut
    .slice(0, WARNINGS_MAX)
    .map(({ row, code }): CellError => ({ row, code, ...AT_REFERENCE }))
  await storeErrors(tx, task.id, [...errors, ...noOrders, ...warnings.slice(0, most)])
  const taken = new Set<ValidatedImportOrder>(accepted)
  const priced = await costsOf(
    tx,
    task.customerId,
    accepted.map(({ order }) => order),
  )
  const costs = new Map<FileOrder, Cost>(
    batch.flatMap((order, at) => {
      const one = validated[at]!
      return one.ok && taken.has(one) ? [[order, priced.get(one.order)!] as const] : []
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
  const totals = sumCosts([...before.totals.map(costOf), ...priced.values()])
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
    costs: ReadonlyMap<FileOrder, Cost>
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
