import { SEPARATORS, type Charset, type Separator } from '#contracts/kit/charsets.ts'
import { charsetOf, decodeText } from './charset.ts'
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

/** How a text file is read, chosen or guessed. */
export function textReading(bytes: Buffer, wish: TextReading): Required<TextReading> {
  const charset = wish.charset ?? charsetOf(bytes)
  const text = decodeText(bytes, charset)
  const separator =
    wish.separator ?? (ANNOUNCED.exec(text)?.[1] as Separator | undefined) ?? delimiterOf(text)
  return { charset, separator }
}

const [QUOTE, CR, LF, TAB] = [34, 13, 10, 9]

/**
 * In tab files a quote is a sign like others, unless another one ends the same cell: in its line, or
 * before the next tab.
 */
function closesOwn(text: string, from: number): boolean {
  let [tab, line] = [false, false]
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === TAB) tab = true
    else if (code === LF || code === CR) line = true
    if (tab && line) return false
    if (code !== QUOTE) continue
    if (text.charCodeAt(at + 1) === QUOTE) {
      at++
      continue
    }
    const after = text.charCodeAt(at + 1)
    return Number.isNaN(after) || after === TAB || after === CR || after === LF
  }
  return false
}

/**
 * Rows of a CSV (RFC 4180, forgiving where Excel is: text behind a closing quote belongs to the
 * cell). A row number counts records, not lines: that is what Excel shows for a cell with a line
 * break in it.
 */
export function* readCsv(
  bytes: Buffer,
  limits: SheetLimits,
  { charset, separator: chosen }: TextReading = {},
): Generator<SheetRow[]> {
  const text = decodeText(bytes, charset)
  checkText(text)
  const announced = ANNOUNCED.exec(text)
  const delimiter = chosen ?? announced?.[1] ?? delimiterOf(text)
  const separator = delimiter.charCodeAt(0)
  const batches = new SheetBatches(limits)
  let at = announced?.[0].length ?? 0
  let row = 0
  while (at < text.length) {
    const cells: string[] = []
    row++
    for (;;) {
      let cell = ''
      if (text.charCodeAt(at) === QUOTE && (separator !== TAB || closesOwn(text, at))) {
        at++
        for (;;) {
          const close = text.indexOf('"', at)
          if (close < 0 || cell.length + close - at > limits.cellChars * 2)
            throw new SheetError('sheet.unclosedQuote', { row, column: cells.length + 1 })
          cell += text.slice(at, close)
          at = close + 1
          if (text.charCodeAt(at) !== QUOTE) break
          cell += '"'
          at++
        }
      }
      let end = at
      for (; end < text.length; end++) {
        const code = text.charCodeAt(end)
        if (code === separator || code === LF || code === CR) break
      }
      cell = cell === '' ? text.slice(at, end) : cell + text.slice(at, end)
      at = end + 1
      // Counted even when empty, so that a row of a million commas costs nothing.
      if (cells.length <= limits.columns || cell !== '') cells.push(cell)
      if (cells.length > limits.columns && cell !== '')
        throw new SheetError('sheet.tooManyColumns', { row, limit: limits.columns })
      if (end >= text.length || text.charCodeAt(end) !== separator) {
        if (text.charCodeAt(end) === CR && text.charCodeAt(at) === LF) at++
        break
      }
    }
    batches.add(row, cells)
    yield* batches.take()
  }
  yield* batches.finish()
}
