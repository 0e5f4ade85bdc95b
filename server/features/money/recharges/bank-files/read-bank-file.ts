import type { BankMapping } from '#contracts/money/bank-files.ts'
import { BANK_FILE_BYTES, BankFileError } from './bank-line.ts'
import type { BankFile } from './bank-line.ts'
import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'
import { readTable, type TableRow } from './read-table.ts'
import { rowsOf } from './table-rows.ts'

/** A table whose columns are not mapped yet: its headings and first rows. */
export interface UnmappedTable {
  format: 'TABLE'
  rows: readonly TableRow[]
}
const SHOWN = 12

/** What a bank delivered, by its content: CAMT.053, MT940, or a table by its mapping. */
export async function readBankFile(
  bytes: Buffer,
  { name, currency, mapping }: { name: string; currency: string; mapping: BankMapping | null },
): Promise<BankFile | UnmappedTable> {
  if (bytes.length > BANK_FILE_BYTES) throw new BankFileError('bank.tooMany')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const head = text.slice(0, 4_096).trimStart()
  if (head.startsWith('<')) return readCamt(decoded(bytes, text))
  if (/^(?:\{1:|:20:|:940:)/.test(head) || /(?:^|\n):20:[^\n]*\r?\n(?:.*\n)*?:60[FM]:/.test(head))
    return readMt940(text.includes('\uFFFD') ? bytes.toString('latin1') : text)
  const rows = await rowsOf(bytes, name)
  return mapping
    ? readTable(
        rows.filter(({ line }) => line > mapping.heading),
        mapping,
        currency,
      )
    : { format: 'TABLE', rows: rows.slice(0, SHOWN) }
}

/** Banks still deliver ISO-8859-1 and name it in the first line. */
function decoded(bytes: Buffer, text: string): string {
  const named = /^<\?xml[^>]*encoding=["']([A-Za-z0-9._-]{1,20})["']/.exec(text)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes)
  } catch {
    throw new BankFileError('bank.broken')
  }
}
