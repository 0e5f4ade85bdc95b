import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { IMPORT_COLUMNS, type shipmentImports } from '#contracts/orders/shipment-imports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { sheetStream, type SheetColumn, type SheetFormat } from '#server/kit/sheets/sheets.ts'
import { translate } from '#server/kit/http/texts.ts'
import { errorsOf } from './read-import.ts'
import { readOrderFile } from './read-file.ts'

const TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const MANY = 1_000_000

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
        file: Buffer
        fileName: string
      }>`select i.file, i.file_name
        from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const reasons = new Map<number, string[]>()
  for (const error of await errorsOf(ctx, id, MANY))
    reasons.set(error.row, [...(reasons.get(error.row) ?? []), `${error.column}: ${error.message}`])
  const file =
    reasons.size > 0
      ? await readOrderFile(row.file, row.fileName)
      : { header: [...IMPORT_COLUMNS], orders: [] }
  const columns: SheetColumn[] = [
    ...file.header.map((title) => ({ title })),
    { title: translate(ctx.lang, 'shipment-imports', 'column.errors'), width: 60 },
  ]
  const rows = file.orders
    .filter((order) => order.rows.some((one) => reasons.has(one.row)))
    .flatMap((order) =>
      order.rows.map((one) => [
        ...file.header.map((_, at) => one.cells[at] ?? ''),
        (reasons.get(one.row) ?? []).join('; '),
      ]),
    )
  return new FileReply(
    `${row.fileName.replace(/\.\w+$/, '')}-errors.${format}`,
    TYPES[format],
    sheetStream({ columns, rows }, format),
  )
}

/** An empty order file with its header and one example row. */
export async function importTemplate(
  _ctx: Ctx,
  { format }: In<typeof shipmentImports.template>,
): Promise<FileReply> {
  const example: Record<string, string> = {
    reference: 'ORDER-0001',
    service: 'ECO-PARCEL',
    depot: 'FRA1',
    consigneeName: 'Erika Mustermann',
    phone: '+49 170 1234567',
    email: 'erika@example.com',
    country: 'DE',
    state: 'Hessen',
    city: 'Frankfurt am Main',
    postalCode: '60311',
    street: 'Zeil',
    house: '1',
    parcelReference: 'ORDER-0001-1',
    weightKg: '1.250',
    lengthCm: '30',
    widthCm: '20',
    heightCm: '10',
    sku: 'SKU-001',
    hscodeCn: '6109100010',
    hscodeForeign: '610910',
    nameCn: '棉质T恤',
    nameEn: 'Cotton T-shirt',
    quantity: '2',
    unitWeightKg: '0.180',
    unitPrice: '8.90',
    currency: 'EUR',
  }
  const table = {
    columns: IMPORT_COLUMNS.map((title) => ({ title })),
    rows: [IMPORT_COLUMNS.map((column) => example[column] ?? '')],
  }
  return new FileReply(`parcelyard-orders.${format}`, TYPES[format], sheetStream(table, format))
}
