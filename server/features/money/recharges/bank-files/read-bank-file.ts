import type { BankMapping, TableGuess } from '#contracts/money/bank-files.ts'
import { BANK_FILE_BYTES, BANK_LINES_MAX, BankFileError } from './bank-line.ts'
import type { BankFile } from './bank-line.ts'
import { BANK_WORDS, guessTable, layoutAt } from './guess-table.ts'
import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'
import { readTable, type TableRow } from './read-table.ts'
import { rowsOf } from './table-rows.ts'
import {
  decodeText,
  SheetError,
  sheetLimits,
  unzip,
  zipEntries,
} from '#server/kit/sheets/sheets.ts'

/** A table whose columns are not mapped yet: its headings and first rows. */
export interface UnmappedTable {
  format: 'TABLE'
  rows: readonly TableRow[]
  guess: TableGuess
}
const SHOWN = 12

interface How {
  name: string
  currency: string
  mapping: BankMapping | null
  /** The mapping a table was read by before; asked where none is sent. */
  before?: (rows: readonly TableRow[]) => Promise<BankMapping | null>
}

/** What a bank delivered, by its content: CAMT.053, MT940, an archive of them, or a table. */
export async function readBankFile(bytes: Buffer, how: How): Promise<BankFile | UnmappedTable> {
  if (bytes.length > BANK_FILE_BYTES) throw new BankFileError('bank.tooMany')
  const parts = await archived(bytes)
  if (parts === null) return readPart(bytes, how)
  const files: BankFile[] = []
  for (const { name, bytes: part } of parts) {
    const read = await readPart(part, { ...how, name })
    if (!('lines' in read)) {
      if (parts.length === 1) return read
      throw new BankFileError('bank.format')
    }
    files.push(read)
  }
  const [first] = files
  // One mapping was chosen for the columns of one table: others are read by themselves.
  if (how.mapping && files.some(({ layout }) => layout !== first?.layout))
    throw new BankFileError('bank.format')
  if (!first) throw new BankFileError('bank.format')
  const lines = files.flatMap((file) => file.lines)
  if (lines.length > BANK_LINES_MAX) throw new BankFileError('bank.tooMany')
  return {
    format: first.format,
    lines,
    issues: files.flatMap(({ issues }) => issues),
    pending: files.reduce((sum, { pending }) => sum + pending, 0),
    ...(first.layout === undefined ? {} : { layout: first.layout }),
  }
}

const PARTS_MAX = 200

/** Files of an archive by their names; null of what is none, as a workbook is. */
async function archived(bytes: Buffer): Promise<{ name: string; bytes: Buffer }[] | null> {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) return null
  const limits = { ...sheetLimits, entries: PARTS_MAX, unzippedBytes: 4 * BANK_FILE_BYTES }
  try {
    const entries = await zipEntries(bytes, limits)
    if (entries.has('[Content_Types].xml')) return null
    const found: { name: string; bytes: Buffer }[] = []
    for (const [name, entry] of [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (name.endsWith('/') || /(?:^|\/)(?:\.|__MACOSX\/)/.test(name)) continue
      const chunks: Buffer[] = []
      for await (const chunk of unzip(entry)) chunks.push(chunk)
      found.push({ name, bytes: Buffer.concat(chunks) })
    }
    return found
  } catch (error) {
    if (error instanceof SheetError) throw new BankFileError('bank.broken')
    throw error
  }
}

/** How a statement by MT940 begins, whatever envelope stands above it. */
const STATEMENT = /(?:^|[\r\n}]):(?:20|21|25|28C?|940|NS):/
const BALANCE = /[\r\n]:60[FM]:/
const HEAD = 8_192

async function readPart(
  bytes: Buffer,
  { name, currency, mapping: sent, before }: How,
): Promise<BankFile | UnmappedTable> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const head = text.slice(0, HEAD)
  if (head.trimStart().startsWith('<')) return readCamt(decoded(bytes, text))
  const begins = /^[\u0000-\u001f]*(?:\{1:|:20:|:940:)/.test(head)
  if (begins || (STATEMENT.test(head) && BALANCE.test(head))) return readMt940(decodeText(bytes))
  const rows = await rowsOf(bytes, name)
  const mapping = sent ?? (await before?.(rows))
  if (!mapping)
    return { format: 'TABLE', rows: rows.slice(0, SHOWN), guess: guessTable(rows, BANK_WORDS) }
  const below = rows.filter(({ line }) => line > mapping.heading)
  return { ...readTable(below, mapping, currency), layout: layoutAt(rows, mapping.heading) }
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
