import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { IMPORT_FIELDS, importField } from '#contracts/orders/imports/import-fields.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

const PARCEL = IMPORT_FIELDS.filter(({ level }) => level === 'parcel').map(({ name }) => name)

/**
 * Puts a value into a column of all rows that are still refused; answers how many rows and which
 * orders. What is an order's is put into its first row, what is a parcel's into rows that begin
 * one: elsewhere it would begin another.
 */
export async function editAll(
  tx: Tx,
  importId: string,
  { field, find, value }: Omit<In<typeof shipmentImports.mendAll>, 'id'>,
): Promise<{ rows: number; orders: number[] }> {
  const now = sql`coalesce(r.edits->>${field}, r.cells->>${field}, '')`
  const { level } = importField(field)
  const place =
    level === 'order'
      ? sql`r.row_no = r.order_no`
      : level === 'parcel'
        ? sql`(r.row_no = r.order_no or r.cells ?| ${PARCEL}::text[])`
        : sql`true`
  const hit = !find
    ? find === ''
      ? sql`${now} = ''`
      : sql`${now} <> ${value}`
    : sql`strpos(${now}, ${find}) > 0`
  const next = find ? sql`left(replace(${now}, ${find}, ${value}), 500)` : sql`${value}::text`
  const done = await sql<{ order: number }>`update shipment_import_row as r
    set edits = coalesce(r.edits, '{}') || jsonb_build_object(${field}::text, ${next})
    where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${importId}
      and not r.ready and ${place} and ${hit}
    returning r.order_no as "order"`.execute(tx.db)
  return { rows: done.rows.length, orders: [...new Set(done.rows.map(({ order }) => order))] }
}
