import { fail } from '#server/kit/http/errors.ts'
import { SheetError, readSheet } from '#server/kit/sheets/sheets.ts'
import { BANK_FILE_BYTES, BankFileError } from './bank-line.ts'
import type { TableRow } from './read-table.ts'

/** The rows of a CSV or a workbook, with their numbers in the file. */
export async function rowsOf(bytes: Buffer, name: string): Promise<TableRow[]> {
  const rows: TableRow[] = []
  try {
    for await (const batch of readSheet(bytes, name))
      for (const { row, cells } of batch) rows.push({ line: row, cells })
  } catch (error) {
    if (error instanceof SheetError) throw new BankFileError('bank.format')
    throw error
  }
  return rows
}

/** The same for a table that is no bank's, refused as a bank's would be. */
export async function tableRowsOf(bytes: Buffer, name: string): Promise<TableRow[]> {
  if (bytes.length > BANK_FILE_BYTES) fail('bank.tooMany')
  try {
    return await rowsOf(bytes, name)
  } catch (error) {
    if (error instanceof BankFileError) fail(error.code)
    throw error
  }
}
