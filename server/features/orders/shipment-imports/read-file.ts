import { IMPORT_COLUMNS, type ImportColumn } from '#contracts/orders/shipment-imports.ts'
import type { OrderDraft, DraftParcel, DraftProduct } from '#contracts/orders/shipments.draft.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { fail } from '#server/kit/http/errors.ts'
import { readSheet, type SheetRow } from '#server/kit/sheets/sheets.ts'
import { translate } from '#server/kit/http/texts.ts'

/** Neighbouring rows with one reference: one order. `rows` are numbered as the sheet shows them. */
export interface FileOrder {
  reference: string
  rows: SheetRow[]
}
export interface OrderFile {
  columns: ReadonlyMap<ImportColumn, number>
  header: string[]
  orders: FileOrder[]
}

const REQUIRED: readonly ImportColumn[] = [
  'reference',
  'service',
  'depot',
  'consigneeName',
  'country',
  'city',
  'street',
  'weightKg',
]

/**
 * Reads an order file whole: its header, then its rows grouped into orders. Throws a refusal for
 * what is no order file.
 */
export async function readOrderFile(bytes: Uint8Array, name: string): Promise<OrderFile> {
  let header: string[] | null = null
  let columns: ReadonlyMap<ImportColumn, number> = new Map()
  const orders: FileOrder[] = []
  for await (const batch of readSheet(bytes, name)) {
    for (const row of batch) {
      if (header === null) {
        header = row.cells
        columns = columnsOf(row.cells)
        continue
      }
      const reference = cell(row, columns, 'reference') ?? ''
      const last = orders.at(-1)
      if (last && reference !== '' && last.reference === reference) last.rows.push(row)
      else orders.push({ reference, rows: [row] })
    }
  }
  if (header === null || orders.length === 0) fail('import.noOrders')
  return { columns, header, orders }
}

/**
 * Finds each column by its name, or by its title in either language; columns we do not know are
 * left alone.
 */
function columnsOf(header: readonly string[]): ReadonlyMap<ImportColumn, number> {
  const names = new Map(
    IMPORT_COLUMNS.flatMap((column) =>
      [column, ...LANGS.map((lang) => translate(lang, 'shipment-imports', `column.${column}`))].map(
        (title) => [plain(title), column] as const,
      ),
    ),
  )
  const found = new Map<ImportColumn, number>()
  for (const [at, title] of header.entries()) {
    const column = names.get(plain(title))
    if (column && !found.has(column)) found.set(column, at)
  }
  if (header.every((title) => title.trim() === '')) fail('sheet.empty')
  const missing = REQUIRED.filter((column) => !found.has(column))
  if (missing.length > 0) fail('import.missingColumns', { columns: missing.join(', ') })
  return found
}

const plain = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*（）()-]/g, '')

/**
 * A cell's text, null where empty. A neutralised formula (`'=1+1`) loses the apostrophe we put
 * there ourselves.
 */
export function cell(
  row: SheetRow,
  columns: ReadonlyMap<ImportColumn, number>,
  column: ImportColumn,
): string | null {
  const at = columns.get(column)
  const text = at === undefined ? '' : (row.cells[at] ?? '').trim()
  if (text === '') return null
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

export interface DraftOrigin {
  draft: OrderDraft
  /** Sheet row of each parcel, and of each product in it. */ parcelRows: number[]
  productRows: number[][]
}

/**
 * An order's rows as a draft. A row that repeats the parcel reference of the row before adds
 * contents to that parcel.
 */
export function draftOf(
  order: FileOrder,
  columns: ReadonlyMap<ImportColumn, number>,
  ids: { serviceId: string | null; depotId: string | null },
): DraftOrigin {
  const first = order.rows[0]!
  const read = (row: SheetRow, column: ImportColumn) => cell(row, columns, column)
  const parcels: DraftParcel[] = []
  const parcelRows: number[] = []
  const productRows: number[][] = []
  for (const row of order.rows) {
    const parcelReference = read(row, 'parcelReference')
    const last = parcels.at(-1)
    if (!last || parcelReference === null || last.reference !== parcelReference) {
      parcels.push({
        reference: parcelReference,
        weightKg: read(row, 'weightKg'),
        lengthCm: read(row, 'lengthCm'),
        widthCm: read(row, 'widthCm'),
        heightCm: read(row, 'heightCm'),
        remark: read(row, 'remark'),
        products: [],
      })
      parcelRows.push(row.row)
      productRows.push([])
    }
    const product = productOf(row, read)
    if (!product) continue
    parcels.at(-1)!.products.push(product)
    productRows.at(-1)!.push(row.row)
  }
  const draft: OrderDraft = {
    reference: order.reference === '' ? null : order.reference,
    customerId: null,
    serviceId: ids.serviceId,
    depotId: ids.depotId,
    shipperId: null,
    sender: null,
    consignee: {
      name: read(first, 'consigneeName'),
      company: read(first, 'consigneeCompany'),
      phone: read(first, 'phone'),
      email: read(first, 'email'),
      taxNumber: read(first, 'taxNumber'),
      country: read(first, 'country'),
      state: read(first, 'state'),
      city: read(first, 'city'),
      postalCode: read(first, 'postalCode'),
      street: read(first, 'street'),
      house: read(first, 'house'),
      address2: read(first, 'address2'),
    },
    currency: null,
    remark: read(first, 'remark'),
    parcels,
  }
  return { draft, parcelRows, productRows }
}

const PRODUCT: readonly ImportColumn[] = [
  'sku',
  'hscodeCn',
  'hscodeForeign',
  'nameCn',
  'nameEn',
  'quantity',
  'unitWeightKg',
  'unitPrice',
]

/** Null where the row says nothing about contents: documents travel without. */
function productOf(
  row: SheetRow,
  read: (row: SheetRow, column: ImportColumn) => string | null,
): DraftProduct | null {
  if (PRODUCT.every((column) => read(row, column) === null)) return null
  return {
    sku: read(row, 'sku'),
    hscodeCn: read(row, 'hscodeCn'),
    hscodeForeign: read(row, 'hscodeForeign'),
    nameCn: read(row, 'nameCn'),
    nameEn: read(row, 'nameEn'),
    quanlity: read(row, 'quantity'),
    unitWeightKg: read(row, 'unitWeightKg'),
    unitPrice: read(row, 'unitPrice'),
    currency: read(row, 'currency'),
    remark: null,
  }
}
