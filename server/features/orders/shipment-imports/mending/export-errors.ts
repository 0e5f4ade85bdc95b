import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { type ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import { IMPORT_COLUMNS, type shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import {
  sheetStream,
  type SheetColumn,
  type SheetFormat,
  type SheetRow,
} from '#server/kit/sheets/sheets.ts'
import { translate } from '#server/kit/http/texts.ts'
import { hiddenCells } from '../hidden-cells.ts'
import { currentMapping } from '../reading/mappings.ts'
import { ordersOf, readFileSheet, type FileReading, type FileSheet } from '../reading/read-file.ts'
import { columnTitle, errorsOf } from '../read-import.ts'
import { editsOf } from './stored-rows.ts'

export const SHEET_TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * The refused orders' rows as they came, with the reasons in a last column: correct and send again.
 */
export async function exportErrors(
  ctx: Ctx,
  { id, format }: In<typeof shipmentImports.exportErrors>,
): Promise<FileReply> {
  const row =
    (
      await sql<{
        createBy: string | null
        file: Buffer
        fileName: string
        mapping: ImportMapping | null
        kind: KindCode | null
        reading: FileReading | null
      }>`select i.create_by, i.file, i.file_name, i.mapping, i.shipment_resource as kind, i.reading
        from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const reasons = new Map<number, string[]>()
  for (const error of await errorsOf(ctx, id, {}))
    if (!error.warning)
      reasons.set(error.row, [
        ...(reasons.get(error.row) ?? []),
        `${columnTitle(ctx, error.column)}: ${error.message}`,
      ])
  const sheet =
    reasons.size > 0 && row.mapping
      ? await badRows(ctx, id, await readFileSheet(row.file, row.fileName, row.reading), {
          mapping: currentMapping(row.mapping),
          kind: row.kind,
        })
      : { headings: [...IMPORT_COLUMNS], rows: [] }
  const hide = hiddenCells(ctx, { ...row, mapping: row.mapping && currentMapping(row.mapping) })
  const columns: SheetColumn[] = [
    ...sheet.headings.map((title) => ({ title })),
    { title: translate(ctx.lang, 'shipment-imports', 'column.errors'), width: 60 },
  ]
  const rows = sheet.rows
    .filter((order) => order.some((one) => reasons.has(one.row)))
    .flatMap((order) =>
      order.map((one) => [
        ...hide(sheet.headings.map((_, at) => one.cells[at] ?? '')),
        (reasons.get(one.row) ?? []).join('; '),
      ]),
    )
  return new FileReply(
    `${row.fileName.replace(/\.\w+$/, '')}-errors.${format}`,
    SHEET_TYPES[format],
    sheetStream({ columns, rows }, format),
  )
}

/** The file's own rows by order, with what was mended in the columns it belongs to. */
async function badRows(
  ctx: Ctx,
  id: string,
  sheet: FileSheet,
  of: { mapping: ImportMapping; kind: KindCode | null },
): Promise<{ headings: string[]; rows: SheetRow[][] }> {
  const edits = await editsOf(ctx, id)
  const file = ordersOf(sheet, of, edits)
  const byNumber = new Map(sheet.rows.map((row) => [row.row, row]))
  const mended = ({ row, cells }: SheetRow): SheetRow => {
    const values = edits.get(row)
    if (!values) return { row, cells }
    const next = [...cells]
    for (const { field, columns } of of.mapping.fields) {
      const value = values[field]
      if (value !== undefined && columns.length === 1) next[columns[0]!] = value
    }
    return { row, cells: next.map((cell) => cell ?? '') }
  }
  return {
    headings: sheet.headings,
    rows: file.orders.map((order) => order.rows.map(({ row }) => mended(byNumber.get(row)!))),
  }
}
