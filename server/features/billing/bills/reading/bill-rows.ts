import { createHash } from 'node:crypto'
import type { BillMapping } from '#contracts/billing/bill-files.ts'
import { readSheet, type SheetRow } from '#server/kit/sheets/sheets.ts'
import { xmlRows } from './xml-rows.ts'
import { readBillRow, type BillOf, type ReadLine, type ReadRow } from './read-bill.ts'

const MIB = 1024 * 1024
export const BILL_FILE_BYTES = 64 * MIB
/** A million lines and their heading. */
const LIMITS = { fileBytes: BILL_FILE_BYTES, unzippedBytes: 600 * MIB, rows: 1_010_000 } as const
const PATIENCE = 300_000

/** Rows of a bill's file, batch by batch, in the way its profile reads it. */
export function sheetRows(
  bytes: Uint8Array,
  name: string,
  mapping: Pick<BillMapping, 'sheet' | 'charset' | 'separator' | 'xml'> | null,
): AsyncGenerator<SheetRow[]> {
  if (mapping?.xml) return xmlRows(bytes, mapping.xml, LIMITS.rows)
  return readSheet(bytes, name, {
    ...LIMITS,
    marksNumbers: true,
    timeout: PATIENCE,
    sheet: mapping?.sheet ?? undefined,
    charset: mapping?.charset ?? undefined,
    separator: mapping?.separator ?? undefined,
  })
}

export type KeyedLine = ReadLine & { dedupe: string }
export type KeyedRow = Exclude<ReadRow, { line: ReadLine }> | { line: KeyedLine }

/**
 * Gives each line the key it is known again by in another file of its invoice: equal lines are
 * counted, so two stay two.
 */
export class BillReader {
  readonly #seen = new Map<string, number>()
  readonly #mapping: BillMapping
  readonly #of: BillOf
  constructor(mapping: BillMapping, of: BillOf) {
    this.#mapping = mapping
    this.#of = of
  }

  read(row: SheetRow): KeyedRow {
    const read = readBillRow(row, this.#mapping, this.#of)
    if (!('line' in read)) return read
    const { invoiceNo, key, chargeCode, currency, amount } = read.line
    const text = JSON.stringify([invoiceNo, key, chargeCode, currency, amount.toString()])
    const hash = createHash('sha256').update(text).digest('base64url')
    const count = (this.#seen.get(hash) ?? 0) + 1
    this.#seen.set(hash, count)
    return { line: { ...read.line, dedupe: `${hash}#${count}` } }
  }
}
