import { sql } from 'kysely'
import type { Tx, Ctx } from '#server/kit/access/ctx.ts'
import type { CellFault, Edits, FileOrder, MappedRow, Values } from '../reading/file-order.ts'
import { costOf, grossOf, type Cost } from '../totals.ts'
import type { CellError } from '../validate-imported-order.ts'

/** Rows of an import that are stored to be mended: those of a whole file, all of them refused. */
export const MENDABLE_ROWS = 100_000

/** A row as it is stored, with the order it belongs to. */
export interface MendableRow {
  row: MappedRow
  order: number
  ready: boolean
  /** What its order costs, on the order's first row. */
  cost: Cost | null
}

/** An order's rows to be stored; `cost` where it has no error. */
export const mendableRows = ({ rows }: FileOrder, cost: Cost | null): MendableRow[] =>
  rows.map((row, at) => ({
    row,
    order: rows[0]!.row,
    ready: cost !== null,
    cost: at === 0 ? cost : null,
  }))

/** Keeps rows of refused orders, and of mended ones; values put in by a user stay. */
export async function storeRows(
  tx: Tx,
  importId: string,
  rows: readonly MendableRow[],
): Promise<void> {
  if (rows.length === 0) return
  const column = <T>(pick: (row: MendableRow) => T) => rows.map(pick)
  await sql`insert into shipment_import_row (tenant_id, import_id, row_no, order_no, cells, faults,
      ready, amount, net, gross, currency)
    select ${tx.principal.tenantId}, ${importId}, x.row_no, x.order_no, x.cells::jsonb,
      x.faults::jsonb, x.ready, x.amount, x.net, x.gross, x.currency
    from unnest(${column(({ row }) => row.row)}::int[], ${column(({ order }) => order)}::int[],
      ${column(({ row }) => JSON.stringify(row.values))}::text[],
      ${column(({ row }) => JSON.stringify(row.faults))}::text[],
      ${column(({ ready }) => ready)}::boolean[],
      ${column(({ cost }) => cost?.minor.toString() ?? null)}::bigint[],
      ${column(({ cost }) => cost?.net.toString() ?? null)}::bigint[],
      ${column(({ cost }) => (cost && grossOf(cost)?.toString()) ?? null)}::bigint[],
      ${column(({ cost }) => cost?.currency ?? null)}::text[])
      as x(row_no, order_no, cells, faults, ready, amount, net, gross, currency)
    on conflict (tenant_id, import_id, row_no) do update
      set order_no = excluded.order_no, cells = excluded.cells, faults = excluded.faults,
        ready = excluded.ready, amount = excluded.amount, net = excluded.net,
        gross = excluded.gross, currency = excluded.currency`.execute(tx.db)
}

export async function storeErrors(
  tx: Tx,
  importId: string,
  errors: readonly CellError[],
): Promise<void> {
  if (errors.length === 0) return
  const column = <T>(pick: (error: CellError) => T) => errors.map(pick)
  await sql`insert into shipment_import_error (tenant_id, import_id, seq, row_no, reference,
      column_name, code, data, warning)
    select ${tx.principal.tenantId}, ${importId},
      x.n + (select coalesce(max(e.seq), 0)
        from ${tx.rows('shipmentImportError').as('e')} where e.import_id = ${importId}),
        x.row_no, x.reference, x.col, x.code, x.data::jsonb, x.warning
    from unnest(${column((error) => error.row)}::int[],
      ${column((error) => error.reference)}::text[], ${column((error) => error.column)}::text[],
      ${column((error) => error.code)}::text[],
      ${column((error) => (error.data ? JSON.stringify(error.data) : null))}::text[],
      ${column((error) => error.warning)}::boolean[]) with ordinality as x(row_no,
      reference, col, code, data, warning, n)`.execute(tx.db)
}

/** Values users have put in place of a file's own. */
export async function editsOf(ctx: Ctx, importId: string): Promise<Edits> {
  const found = await sql<{ row: number; edits: Values }>`select e.row_no as row, e.edits
    from ${ctx.rows('shipmentImportRow').as('e')}
    where e.import_id = ${importId} and e.edits is not null`.execute(ctx.db)
  return new Map(found.rows.map(({ row, edits }) => [row, edits]))
}

export interface StoredRow {
  row: number
  order: number
  cells: Values
  faults: CellFault[]
  edits: Values | null
  ready: boolean
  amount: string | null
  net: string | null
  gross: string | null
  currency: string | null
}
export const storedColumns = sql`r.row_no as row, r.order_no as "order", r.cells, r.faults, r.edits,
  r.ready, r.amount, r.net, r.gross, r.currency`

/** What the order of its first row costs; null in rows of refused orders. */
export const costOfRow = ({ amount, net, gross, currency }: StoredRow): Cost | null =>
  amount === null || currency === null
    ? null
    : costOf({ currency, minor: amount, net: net ?? amount, gross })

export const mappedOf = ({ row, cells, faults }: StoredRow): MappedRow => ({
  row,
  values: cells,
  faults,
})
