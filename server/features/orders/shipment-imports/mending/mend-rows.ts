import { DEFAULT_KIND, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { loadReferences, type References } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { importableKinds } from '../kind-of-customer.ts'
import { loadFileChecks, type FileChecks } from '../reading/file-checks.ts'
import type { FileOrder, Values } from '../reading/file-order.ts'
import { currentMapping } from '../reading/mappings.ts'
import { ordersOf, readFileSheet, type FileReading } from '../reading/read-file.ts'
import { importRows } from './read-rows.ts'
import { importerLimits } from '../importer-limits.ts'
import { takenReferences } from '../taken-references.ts'
import {
  editsOf,
  storeRows,
  costOfRow,
  mendableRows,
  mappedOf,
  storedColumns,
  storeErrors,
  type StoredRow,
} from './stored-rows.ts'
import {
  costOf,
  costsOf,
  minus,
  storedOf,
  sumCosts,
  type Cost,
  type StoredTotal,
} from '../totals.ts'
import { editedOrders } from '../reading/split-address.ts'
import { validateImportedOrder } from '../validate-imported-order.ts'

export interface MendedImport {
  id: string
  /** Null in imports of before there were kinds. */
  kind: KindCode | null
  customerId: string
  fileName: string
  dryRun: boolean
  status: string
  totals: readonly StoredTotal[]
  mapping: ImportMapping | null
  createBy: string | null
  /** What is left of it was given up. */
  dismissed: boolean
  /** The import a dry run was taken as. */
  takenAs: string | null
}

/**
 * Puts other values into cells of refused orders and checks these orders again. In a dry run its
 * figures follow; orders of an import wait until they are taken.
 */
export function mendRows(
  ctx: Ctx,
  { id, rows }: In<typeof shipmentImports.mend>,
): Promise<Out<typeof shipmentImports.mend>> {
  return inTx(ctx, async (tx) => {
    const task = await lockImport(tx, id)
    requireMendable(task)
    const before = await checkAnew(tx, task, await editRows(tx, id, rows))
    return {
      rows: await importRows(
        tx,
        id,
        before.map(({ row }) => row),
      ),
    }
  })
}

/** Checks orders again after values of theirs were changed; answers their rows as they were. */
export async function checkAnew(
  tx: Tx,
  task: MendedImport,
  touched: readonly number[],
): Promise<StoredRow[]> {
  const { id } = task
  const before = await rowsOfOrders(tx, id, touched)
  const orders = await editedOrders(tx, before)
  const known = await loadReferences(tx, task.customerId, {
    kind: task.kind ?? DEFAULT_KIND,
    limits: await importerLimits(tx, task),
  })
  const taken = await takenReferences(tx, task.customerId, orders)
  const kinds = new Set(importableKinds(tx))
  const checks = await loadFileChecks(tx, task, orders)
  const others = await otherReferences(tx, task, orders, before)
  const checked = orders.map((order) => check(order, known, taken, others, { kinds, checks }))
  await clearErrors(tx, id, before)
  await storeErrors(
    tx,
    id,
    checked.flatMap((one) => (one.ok ? one.warnings : one.errors)),
  )
  const original = new Map(before.map((row) => [row.row, mappedOf(row)]))
  const costs = await costsOf(
    tx,
    task.customerId,
    checked.flatMap((one) => (one.ok ? [one.order] : [])),
  )
  await storeRows(
    tx,
    id,
    orders.flatMap((order, at) => {
      const one = checked[at]!
      return mendableRows(order, one.ok ? costs.get(one.order)! : null).map((one) => ({
        ...one,
        row: original.get(one.row.row)!,
      }))
    }),
  )
  await countAnew(tx, task, before, orders.length, [...costs.values()])
  return before
}

/** Several orders of what is mended may have one reference: the first one has it. */
function check(
  order: FileOrder,
  known: References,
  taken: ReadonlySet<string>,
  others: Set<string>,
  { kinds, checks }: { kinds: ReadonlySet<string>; checks: FileChecks },
) {
  const one = validateImportedOrder(order, known, taken.has(order.reference) ? taken : others, {
    kinds,
    checks,
  })
  if (order.reference !== '') others.add(order.reference)
  return one
}

export async function lockImport(tx: Tx, id: string): Promise<MendedImport> {
  const found = await sql<Omit<MendedImport, 'takenAs'>>`select i.id,
      i.shipment_resource as kind, i.customer_id, i.file_name, i.dry_run, i.status, i.totals,
      i.mapping, i.create_by, i.dismissed_at is not null as dismissed
    from shipment_import as i
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${id} for update`.execute(tx.db)
  const task = found.rows[0] ?? failMissing()
  // Asked once the lock is held: the statement that waited for it sees what was there before.
  const taken = await sql<{ takenAs: string | null }>`select (select t.id from shipment_import t
      where t.tenant_id = i.tenant_id and t.dry_run_id = i.id) as taken_as
    from ${tx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(tx.db)
  return { ...task, takenAs: taken.rows[0]?.takenAs ?? null }
}

/** Cells are changed where they are: in an import that has ended and is still worked on. */
export function requireMendable({ status, takenAs, dismissed }: MendedImport): void {
  if (status !== 'done') fail('import.notDone')
  if (takenAs !== null) fail('import.taken')
  if (dismissed) fail('import.dismissed')
}

/** Stores the values; answers the orders they are in. */
async function editRows(
  tx: Tx,
  id: string,
  rows: In<typeof shipmentImports.mend>['rows'],
): Promise<number[]> {
  const numbers = rows.map(({ row }) => row)
  const twice = numbers.findIndex((row, at) => numbers.indexOf(row) < at)
  if (twice >= 0) failFields([{ path: `rows.${twice}.row`, code: 'field.duplicate' }])
  const found = await sql<{
    row: number
    order: number
    edits: Values | null
  }>`select r.row_no as row,
      r.order_no as "order", r.edits
    from ${tx.rows('shipmentImportRow').as('r')}
    where r.import_id = ${id} and r.row_no = any(${numbers}::int[])`.execute(tx.db)
  const known = new Map(found.rows.map((row) => [row.row, row]))
  const unknown = rows.findIndex(({ row }) => !known.has(row))
  if (unknown >= 0) failFields([{ path: `rows.${unknown}.row`, code: 'field.ref' }])
  const edits = rows.map(({ row, cells }) => {
    const next: Values = { ...known.get(row)!.edits }
    for (const [field, value] of Object.entries(cells) as [ImportColumn, string | null][])
      if (value === null) delete next[field]
      else next[field] = value
    return Object.keys(next).length > 0 ? JSON.stringify(next) : null
  })
  await sql`update shipment_import_row as r set edits = x.edits::jsonb
    from unnest(${numbers}::int[], ${edits}::text[]) as x(row_no, edits)
    where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${id}
      and r.row_no = x.row_no`.execute(tx.db)
  return [...new Set(found.rows.map(({ order }) => order))]
}

async function rowsOfOrders(tx: Tx, id: string, orders: readonly number[]): Promise<StoredRow[]> {
  const found = await sql<StoredRow>`select ${storedColumns}
    from ${tx.rows('shipmentImportRow').as('r')}
    where r.import_id = ${id} and r.order_no = any(${orders}::int[]) order by r.row_no`.execute(
    tx.db,
  )
  return found.rows
}

/**
 * References of the file's other orders. The file is read again only where a reference was changed
 * or had been refused.
 */
async function otherReferences(
  tx: Tx,
  task: MendedImport,
  orders: readonly FileOrder[],
  rows: readonly StoredRow[],
): Promise<Set<string>> {
  const numbers = rows.map(({ row }) => row)
  const doubted = await sql<{ one: number }>`select 1 as one
    from ${tx.rows('shipmentImportError').as('e')}
    where e.import_id = ${task.id} and e.code = 'reference.duplicate'
      and e.row_no = any(${numbers}::int[]) limit 1`.execute(tx.db)
  const changed = rows.some(({ edits }) => edits?.reference !== undefined)
  if (!task.mapping || (!changed && doubted.rows.length === 0)) return new Set()
  const stored = await sql<{ file: Buffer; reading: FileReading | null }>`select i.file, i.reading
    from ${tx.rows('shipmentImport').as('i')} where i.id = ${task.id}`.execute(tx.db)
  const { file: bytes, reading } = stored.rows[0]!
  const sheet = await readFileSheet(bytes, task.fileName, reading)
  const file = ordersOf(
    sheet,
    { mapping: currentMapping(task.mapping), kind: task.kind },
    await editsOf(tx, task.id),
  )
  const own = new Set(orders.flatMap((order) => order.rows.map(({ row }) => row)))
  return new Set(
    file.orders.filter((order) => !own.has(order.rows[0]!.row)).map(({ reference }) => reference),
  )
}

export async function clearErrors(
  tx: Tx,
  id: string,
  rows: readonly { row: number }[],
): Promise<void> {
  await sql`delete from shipment_import_error as e
    where ${tx.rows('shipmentImportError').where('e')} and e.import_id = ${id}
      and e.row_no = any(${rows.map(({ row }) => row)}::int[])`.execute(tx.db)
}

/**
 * Figures after some orders were checked again. Those of an import count what is taken, which mended
 * orders are not yet.
 */
async function countAnew(
  tx: Tx,
  task: MendedImport,
  before: readonly StoredRow[],
  orders: number,
  /** Of those without an error. */
  good: readonly Cost[],
): Promise<void> {
  const more = orders - new Set(before.map(({ order }) => order)).size
  if (!task.dryRun) {
    await sql`update shipment_import as i
      set total = total + ${more}::int, done = done + ${more}::int,
        refused = refused + ${more}::int
      where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id}`.execute(tx.db)
    return
  }
  const ordersBefore = new Set(before.map(({ order }) => order)).size
  const readyBefore = new Set(before.filter(({ ready }) => ready).map(({ order }) => order)).size
  const totals = sumCosts([
    ...task.totals.map(costOf),
    ...before.flatMap((row) => {
      const cost = costOfRow(row)
      return cost ? [minus(cost)] : []
    }),
    ...good,
  ]).filter(({ minor }) => minor !== 0n)
  await sql`update shipment_import as i
    set total = total + ${more}::int, done = done + ${more}::int,
      accepted = accepted + ${good.length - readyBefore}::int,
      refused = refused + ${orders - good.length - (ordersBefore - readyBefore)}::int,
      totals = ${storedOf(totals)}::jsonb, version = version + 1
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id}`.execute(tx.db)
}
