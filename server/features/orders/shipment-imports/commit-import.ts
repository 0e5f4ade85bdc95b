import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import { sql } from 'kysely'
import { shipmentAdded } from '#contracts/orders/shipments.events.ts'
import { loadReferences, storeOrders } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { importableKinds } from './kind-of-customer.ts'
import { clearErrors, type MendedImport } from './mending/mend-rows.ts'
import { loadFileChecks } from './reading/file-checks.ts'
import type { FileOrder } from './reading/file-order.ts'
import { importerLimits } from './importer-limits.ts'
import { takenReferences } from './taken-references.ts'
import { storedColumns, storeErrors, type StoredRow } from './mending/stored-rows.ts'
import { costOf, costsOf, storedOf, sumCosts } from './totals.ts'
import { editedOrders } from './reading/split-address.ts'
import { validateImportedOrder, type CellError } from './validate-imported-order.ts'

/**
 * Takes the orders of an import that were refused and have no error any more. They are checked
 * once more: prices and stock of references may have changed since they were mended.
 */
export async function takeMended(tx: Tx, task: MendedImport): Promise<void> {
  const found = await sql<StoredRow>`select ${storedColumns}
    from ${tx.rows('shipmentImportRow').as('r')}
    where r.import_id = ${task.id} and r.ready order by r.row_no`.execute(tx.db)
  const orders = await editedOrders(tx, found.rows)
  const known = await loadReferences(tx, task.customerId, {
    kind: task.kind ?? DEFAULT_KIND,
    limits: await importerLimits(tx, task),
  })
  const taken = await takenReferences(tx, task.customerId, orders)
  const kinds = new Set(importableKinds(tx))
  const checks = {
    ...(await loadFileChecks(tx, task, orders)),
    warn: () => [],
  }
  const checked = orders.map((order) => ({
    order,
    result: validateImportedOrder(order, known, taken, { kinds, checks }),
  }))
  const good = checked.flatMap(({ order, result }) => (result.ok ? [{ order, result }] : []))
  const ids = await storeOrders(
    tx,
    good.map(({ result }) => result.order),
    { orderMethod: '3', importId: task.id, createBy: task.createBy },
  )
  const stored = good.filter((_, at) => ids[at] !== null)
  const refused = new Map<FileOrder, CellError[]>(
    checked.flatMap(({ order, result }) => (result.ok ? [] : [[order, result.errors] as const])),
  )
  for (const [at, { order, result }] of good.entries())
    if (ids[at] === null) refused.set(order, [duplicate(result.row, order.reference)])
  await clearErrors(tx, task.id, found.rows)
  await storeErrors(tx, task.id, [...refused.values()].flat())
  await dropRows(
    tx,
    task.id,
    stored.map(({ order }) => order),
    [...refused.keys()],
  )
  const costs = await costsOf(
    tx,
    task.customerId,
    stored.map(({ result }) => result.order),
  )
  const totals = sumCosts([...task.totals.map(costOf), ...costs.values()])
  await sql`update shipment_import as i
    set accepted = accepted + ${stored.length}::int, refused = refused - ${stored.length}::int,
      totals = ${storedOf(totals)}::jsonb, version = version + 1
    where ${tx.rows('shipmentImport').where('i')} and i.id = ${task.id}`.execute(tx.db)
  const added = ids.filter((id) => id !== null)
  if (added.length > 0) await tx.emit(shipmentAdded, { shipmentIds: added })
}

const duplicate = (row: number, reference: string): CellError => ({
  row,
  reference,
  column: 'reference',
  code: 'reference.duplicate',
  data: { cell: reference },
  warning: false,
})

const rowsIn = (orders: readonly FileOrder[]): number[] =>
  orders.flatMap((order) => order.rows.map(({ row }) => row))

/** Rows of stored orders go; those refused again have errors again. */
async function dropRows(
  tx: Tx,
  id: string,
  stored: readonly FileOrder[],
  refused: readonly FileOrder[],
): Promise<void> {
  await sql`delete from shipment_import_row as r
    where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${id}
      and r.row_no = any(${rowsIn(stored)}::int[])`.execute(tx.db)
  await sql`update shipment_import_row as r set ready = false, amount = null, currency = null,
      net = null, gross = null
    where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${id}
      and r.row_no = any(${rowsIn(refused)}::int[])`.execute(tx.db)
}
