import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { IMPORT_FIELDS, importField } from '#contracts/orders/imports/import-fields.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

const PARCEL = IMPORT_FIELDS.filter(({ level }) => level === 'parcel').map(({ name }) => name)

interface Changed {
  rows: number
  orders: number[]
}
const changedIn = ({ rows }: { rows: readonly { order: number }[] }): Changed => ({
  rows: rows.length,
  orders: [...new Set(rows.map(({ order }) => order))],
})

/**
 * Puts a value into a column of rows that are still refused; answers how many rows and which orders.
 * What is an order's is put into its first row, what is a parcel's into rows that begin one:
 * elsewhere it would begin another. Right cells are left alone unless all are asked for.
 */
export async function editAll(
  tx: Tx,
  importId: string,
  { field, find, cells, value, count }: Omit<In<typeof shipmentImports.mendAll>, 'id'>,
): Promise<Changed> {
  const now = sql`coalesce(r.edits->>${field}, r.cells->>${field}, '')`
  const { level } = importField(field)
  const place =
    level === 'order'
      ? sql`r.row_no = r.order_no`
      : level === 'parcel'
        ? sql`(r.row_no = r.order_no or r.cells ?| ${PARCEL}::text[])`
        : sql`true`
  const refused = sql`exists (select 1 from ${tx.rows('shipmentImportError').as('e')}
    where e.import_id = r.import_id and e.row_no = r.row_no and e.column_name = ${field}
      and not e.warning)`
  const open = cells === 'all' ? sql`true` : sql`(${now} = '' or ${refused})`
  const hit = !find
    ? find === ''
      ? sql`${now} = ''`
      : sql`${now} <> ${value} and ${open}`
    : sql`strpos(${now}, ${find}) > 0`
  const which = sql`r.import_id = ${importId} and not r.ready and ${place} and ${hit}`
  if (count)
    return changedIn(
      await sql<{ order: number }>`select r.order_no as "order"
        from ${tx.rows('shipmentImportRow').as('r')} where ${which}`.execute(tx.db),
    )
  const next = find ? sql`left(replace(${now}, ${find}, ${value}), 500)` : sql`${value}::text`
  // Only the last change of many rows is taken back.
  await sql`update shipment_import_row as r set replaced = null
    where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${importId}
      and r.replaced is not null`.execute(tx.db)
  return changedIn(
    await sql<{ order: number }>`update shipment_import_row as r
      set replaced = jsonb_build_object('field', ${field}::text, 'value', r.edits->>${field}),
        edits = coalesce(r.edits, '{}') || jsonb_build_object(${field}::text, ${next})
      where ${tx.rows('shipmentImportRow').where('r')} and ${which}
      returning r.order_no as "order"`.execute(tx.db),
  )
}

/** Puts back what the last change of many rows replaced. */
export async function takeBackAll(tx: Tx, importId: string): Promise<Changed> {
  return changedIn(
    await sql<{ order: number }>`update shipment_import_row as r
      set edits = nullif(case when r.replaced->>'value' is null
            then r.edits - (r.replaced->>'field')
            else r.edits || jsonb_build_object(r.replaced->>'field', r.replaced->>'value') end,
          '{}'::jsonb),
        replaced = null
      where ${tx.rows('shipmentImportRow').where('r')} and r.import_id = ${importId}
        and r.replaced is not null
      returning r.order_no as "order"`.execute(tx.db),
  )
}
