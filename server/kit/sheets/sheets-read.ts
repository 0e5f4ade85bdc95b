import { readCsv, type TextReading } from './sheets-csv.ts'
import { SheetError } from './sheets-model.ts'
import type { SheetLimits, SheetRow } from './sheets-model.ts'
import { readXlsx } from './sheets-xlsx.ts'

const ZIP = 0x04034b50
const OLE = 0xe011cfd0

/**
 * What the user picks is checked by name first; what is inside decides (an .xls is often a CSV or
 * an xlsx by another name).
 */
const tables = /\.(?:csv|txt|tsv|xlsx|xlsm|xls)$/i

export type SheetKind = 'csv' | 'xlsx'

/** Which reader a file needs, by its first bytes; refuses what no reader takes. */
export function sheetKind(bytes: Buffer, name: string, limits: SheetLimits): SheetKind {
  if (bytes.length > limits.fileBytes)
    throw new SheetError('sheet.tooLarge', { limit: limits.fileBytes })
  if (bytes.length === 0) throw new SheetError('sheet.empty')
  if (!tables.test(name)) throw new SheetError('sheet.notATable')
  const magic = bytes.length >= 4 ? bytes.readUInt32LE(0) : 0
  if (magic === ZIP) return 'xlsx'
  // Excel before 2007, and what Excel wraps around a workbook with a password.
  if (magic === OLE)
    throw new SheetError(
      bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
        ? 'sheet.encrypted'
        : 'sheet.oldFormat',
    )
  return 'csv'
}

/** Reads in this thread. Callers take `readSheet`, which knows when to leave it. */
export async function* readHere(
  bytes: Buffer,
  kind: SheetKind,
  limits: SheetLimits,
  {
    sheet,
    marksNumbers,
    ...text
  }: TextReading & { sheet?: string | undefined; marksNumbers?: boolean | undefined } = {},
): AsyncGenerator<SheetRow[]> {
  if (kind === 'xlsx') yield* readXlsx(bytes, limits, sheet, marksNumbers)
  else yield* readCsv(bytes, limits, text)
}
