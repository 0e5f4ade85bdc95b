import { SheetBatches, SheetError } from './sheets-model.ts'
import type { SheetLimits, SheetRow } from './sheets-model.ts'

const decode = (bytes: Buffer, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Chinese text in GB18030 is pairs of high bytes, nearly all of them both ≥ 0xA1; Western text in
 * Windows-1252 has lone accented letters between ASCII. Counted over the beginning of the file.
 */
function looksChinese(bytes: Buffer): boolean {
  let [pairs, lone] = [0, 0]
  for (let i = 0; i < Math.min(bytes.length, 256 * 1024); i++) {
    if ((bytes[i] ?? 0) < 0x80) continue
    if ((bytes[i] ?? 0) >= 0xa1 && (bytes[i + 1] ?? 0) >= 0xa1) {
      pairs++
      i++
    } else lone++
  }
  return pairs > lone
}

/** UTF-16 without a mark: every second byte of the first kilobyte is zero. */
function zeroBytes(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 1024)
  let [even, odd] = [0, 0]
  head.forEach((byte, i) => {
    if (byte === 0) i % 2 === 0 ? even++ : odd++
  })
  const most = head.length / 4
  if (odd > most && even < most / 4) return 'utf-16le'
  if (even > most && odd < most / 4) return 'utf-16be'
  return undefined
}

/**
 * Text of a CSV as Excel, WPS and web shops write it: UTF-8, UTF-16, GB18030 (GBK), else
 * Windows-1252.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le') ?? refuse()
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be') ?? refuse()
  const wide = zeroBytes(bytes)
  if (wide) return decode(bytes, wide) ?? refuse()
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  return (
    (looksChinese(bytes) ? decode(bytes, 'gb18030') : undefined) ??
    decode(bytes, 'windows-1252') ??
    refuse()
  )
}

const refuse = (): never => {
  throw new SheetError('sheet.notATable')
}

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

const delimiters = [',', ';', '\t', '|'] as const

/**
 * The delimiter that occurs most often outside quotes in the first record; a single column reads
 * with any.
 */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const char of text.slice(0, 64 * 1024)) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

const [QUOTE, CR, LF] = [34, 13, 10]

/**
 * Rows of a CSV (RFC 4180, forgiving where Excel is: text behind a closing quote belongs to the
 * cell). A row number counts records, not lines: that is what Excel shows for a cell with a line
 * break in it.
 */
export function* readCsv(bytes: Buffer, limits: SheetLimits): Generator<SheetRow[]> {
  const text = decodeText(bytes)
  checkText(text)
  const announced = /^sep=([,;\t|])\r?\n/i.exec(text) // Excel's own hint; it shows no row for it
  const delimiter = announced?.[1] ?? delimiterOf(text)
  const separator = delimiter.charCodeAt(0)
  const batches = new SheetBatches(limits)
  let at = announced?.[0].length ?? 0
  let row = 0
  while (at < text.length) {
    const cells: string[] = []
    row++
    for (;;) {
      let cell = ''
      if (text.charCodeAt(at) === QUOTE) {
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
