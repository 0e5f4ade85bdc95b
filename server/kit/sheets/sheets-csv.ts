import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { SEPARATORS, type Charset, type Separator } from '#contracts/kit/sheets/charsets.ts'
import { asUtf8, charsetOf } from './charset.ts'
import { SheetBatches, SheetError } from './sheets-model.ts'
import type { SheetLimits, SheetRow } from './sheets-model.ts'

/** PDF, pages, JSON, pictures with an ASCII head: files people pick by mistake. */
const otherFormat =
  /^\s*(?:%PDF|<\?xml|<!doctype|<html|<table|<svg|\{\s*"|\[\s*[{[]|\{\\rtf|GIF8|-----BEGIN)/i
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g

function checkText(text: string): void {
  const head = text.slice(0, 64 * 1024)
  if (head.includes('\0') || otherFormat.test(head)) throw new SheetError('sheet.notATable')
  // A stray control character happens; binary is full of them.
  if ((head.match(controls)?.length ?? 0) > head.length / 200)
    throw new SheetError('sheet.notATable')
}

/** How a text file is read where a user has chosen it; what is left out is guessed. */
export interface TextReading {
  charset?: Charset | undefined
  separator?: Separator | undefined
}

/** Excel's own hint; it shows no row for it. */
const ANNOUNCED = /^sep=([,;\t|])\r?\n/i

/** Records a delimiter is looked for in. */
const DELIMITER_RECORDS = 30

/**
 * The delimiter that parts most records into equally many cells; above a table banks put lines of
 * other forms. A single column reads with any.
 */
export function delimiterOf(text: string): Separator {
  const counts = SEPARATORS.map((): number[] => [0])
  let quoted = false
  for (const char of text.slice(0, 64 * 1024)) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) {
      if (counts[0]!.length >= DELIMITER_RECORDS) break
      for (const records of counts) records.push(0)
    } else if (!quoted) {
      const at = SEPARATORS.indexOf(char as Separator)
      if (at >= 0) counts[at]![counts[at]!.length - 1]!++
    }
  }
  let best: { delimiter: Separator; cells: number } = { delimiter: ',', cells: 0 }
  for (const [at, records] of counts.entries()) {
    const often = new Map<number, number>()
    for (const count of records) if (count > 0) often.set(count, (often.get(count) ?? 0) + 1)
    const cells = Math.max(0, ...[...often].map(([count, times]) => count * times))
    if (cells > best.cells) best = { delimiter: SEPARATORS[at]!, cells }
  }
  return best.delimiter
}

/** What is looked at of a text before it is read. */
const headOf = (utf8: Buffer): string => utf8.toString('utf8', 0, 256 * 1024)

/** How a text file is read, chosen or guessed. */
export function textReading(bytes: Buffer, wish: TextReading): Required<TextReading> {
  const charset = wish.charset ?? charsetOf(bytes)
  const text = headOf(asUtf8(bytes, charset))
  const separator =
    wish.separator ?? (ANNOUNCED.exec(text)?.[1] as Separator | undefined) ?? delimiterOf(text)
  return { charset, separator }
}

/** Text is handed to the parser in parts, between which its records are taken. */
const PART = 64 * 1024

/** Records of a text; in tab files a quote is a sign like others where it does not end its own cell. */
async function* recordsOf(
  text: Buffer,
  { delimiter, quoted, limits }: { delimiter: string; quoted: boolean; limits: SheetLimits },
): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    quote: quoted ? '"' : null,
    relax_quotes: delimiter !== '\t',
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A quote that is never closed ends here, long before the file does.
    max_record_size: limits.columns * limits.cellChars,
  })
  for await (const record of Readable.from(partsOf(text)).pipe(parser)) yield record as string[]
}

function* partsOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PART) yield text.subarray(at, at + PART)
}

/** Whether the quotes of a tab file are those of its cells: each begins one and ends it. */
async function isQuoted(text: Buffer, limits: SheetLimits): Promise<boolean> {
  if (!text.includes('"')) return true
  try {
    for await (const _record of recordsOf(text, { delimiter: '\t', quoted: true, limits }));
    return true
  } catch (error) {
    if (error instanceof CsvError) return false
    throw error
  }
}

/**
 * Rows of a CSV (RFC 4180, forgiving where Excel is). A row number counts records, not lines: that is
 * what Excel shows for a cell with a line break in it.
 */
export async function* readCsv(
  bytes: Buffer,
  limits: SheetLimits,
  { charset, separator: chosen }: TextReading = {},
): AsyncGenerator<SheetRow[]> {
  const whole = asUtf8(bytes, charset)
  const head = headOf(whole)
  checkText(head)
  const announced = ANNOUNCED.exec(head)
  const delimiter = chosen ?? announced?.[1] ?? delimiterOf(head)
  const text = whole.subarray(announced?.[0].length ?? 0)
  const quoted = delimiter !== '\t' || (await isQuoted(text, limits))
  const batches = new SheetBatches(limits)
  let row = 0
  try {
    for await (const cells of recordsOf(text, { delimiter, quoted, limits })) {
      batches.add(++row, cells)
      yield* batches.take()
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new SheetError('sheet.unclosedQuote', {
        row: row + 1,
        column: typeof error.column === 'number' ? error.column + 1 : 1,
      })
    throw error
  }
  yield* batches.finish()
}
