import { glyphOf, measure } from './fonts.ts'

/** A line that is sure to fit: `size` is the em in mm, `width` what it really takes. */
export interface FittedLine {
  text: string
  bold: boolean
  size: number
  width: number
}

export interface LineSpec {
  text: string
  bold: boolean
  /** Em in mm, when there is room. */
  size: number
}

const ELLIPSIS = '…'
/** Two hundredths of a millimetre against rounding in the printed coordinates. */
const SLACK = 0.02
/** Rounding of what a box was measured by. */
const EDGE = 0.001

/**
 * Shrinks a line down to `min` (em in mm), then cuts it with an ellipsis: never wider than `width`.
 */
export function fitLine(requested: LineSpec, width: number, min: number): FittedLine {
  const { text, bold } = requested
  const em = measure(text, bold)
  if (em * requested.size <= width) return { ...requested, width: em * requested.size }
  const size = Math.floor((width / em) * 1000) / 1000
  if (size >= min) return { text, bold, size, width: em * size }
  const available = (width - SLACK) / min - measure(ELLIPSIS, bold)
  let fitted = ''
  let used = 0
  for (const char of text) {
    const advance = glyphOf(char.codePointAt(0) ?? 0, bold).advance
    if (used + advance > available) break
    fitted += char
    used += advance
  }
  const cut = available < 0 ? '' : fitted.trimEnd() + ELLIPSIS
  return { text: cut, bold, size: min, width: measure(cut, bold) * min }
}

const isCjk = (code: number): boolean => (code >= 0x2e80 && code <= 0xffef) || code >= 0x20000

/**
 * Breaks at spaces, after hyphens and between Chinese characters; a word longer than the line is
 * broken anywhere.
 */
export function wrap(requested: LineSpec, width: number): FittedLine[] {
  const { text, bold, size } = requested
  const em = measure(text, bold)
  if (em * size <= width) return [{ text, bold, size, width: em * size }]
  const available = (width - SLACK) / size
  const rows: FittedLine[] = []
  const push = (row: string): void => {
    const clean = row.trim()
    if (clean) rows.push({ text: clean, bold, size, width: measure(clean, bold) * size })
  }
  let row = ''
  let used = 0
  let breakAt = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    const advance = glyphOf(code, bold).advance
    if (row && (char === ' ' || isCjk(code))) breakAt = row.length
    if (row && used + advance > available) {
      const cut = breakAt > 0 ? breakAt : row.length
      push(row.slice(0, cut))
      row = row.slice(cut).trimStart()
      used = measure(row, bold)
      breakAt = 0
    }
    row += char
    used += advance
    if (char === '-' || char === '/' || isCjk(code)) breakAt = row.length
  }
  push(row)
  return rows
}

/** Line pitch in em: Noto's ascent and descent just fit without touching. */
export const LEADING = 1.2

const heightOf = (rows: readonly FittedLine[]): number =>
  rows.reduce((sum, row) => sum + row.size * LEADING, 0)

/** How far text is made smaller before it is cut. */
export const SMALLEST = 0.6
const scales = [1, 0.92, 0.85, 0.78, 0.7, SMALLEST, 0.52, 0.45, 0.38, 0.32, 0.26, 0.2]

/**
 * One text that is too long even when small: as many rows as there is room for, the last cut with
 * an ellipsis.
 */
function cutRows(requested: LineSpec, width: number, height: number): FittedLine[] {
  const rows = wrap(requested, width)
  const available = Math.floor(height / (requested.size * LEADING) + 0.001)
  const last = rows[Math.min(available, rows.length) - 1]
  if (!last) return []
  const rest = {
    ...requested,
    text: `${last.text}${rows
      .slice(available)
      .map((row) => row.text)
      .join('')}`,
  }
  // A single sign may be wider than the box.
  const first = rows
    .slice(0, available - 1)
    .map((row) => (row.width > width + EDGE ? fitLine(row, width, row.size) : row))
  return [...first, fitLine(rest, width, requested.size)]
}

export interface FittedBox {
  rows: FittedLine[]
  /** Not all of it found room: a row ends in an ellipsis, or is left out. */
  cut: boolean
}

/**
 * Sets several lines into a box: first wrapped at full size, then smaller, at last each on one row
 * with an ellipsis. The result is never higher than `height` nor wider than `width` (mm); rows that
 * find no room at all are left out. `smallest`: how far they are made smaller; `most`: rows; `whole`:
 * words are made smaller before they are broken.
 */
export function fitBox(
  lines: readonly LineSpec[],
  width: number,
  height: number,
  {
    smallest = SMALLEST,
    most = Infinity,
    whole = false,
  }: { smallest?: number; most?: number; whole?: boolean } = {},
): FittedBox {
  const tried = [...scales.filter((scale) => scale > smallest), smallest]
  const widest = whole ? Math.max(...lines.map(widestWord)) : 0
  for (const scale of tried) {
    if (widest * scale > width) continue
    const found = fitting(lines, width, height, scale, most)
    if (found) return found
  }
  for (const scale of widest > 0 ? tried : []) {
    const found = fitting(lines, width, height, scale, most)
    if (found) return found
  }
  const small = lines.map((line) => ({ ...line, size: line.size * smallest }))
  const [only] = small
  if (only && small.length === 1)
    return { rows: cutRows(only, width, Math.min(height, most * only.size * LEADING)), cut: true }
  const rows: FittedLine[] = []
  let used = 0
  for (const line of small) {
    const row = fitLine(line, width, line.size)
    used += row.size * LEADING
    if (used > height || rows.length === most) break
    rows.push(row)
  }
  return { rows, cut: true }
}

/** What `wrap` does not break where it has another choice, at full size. */
const widestWord = ({ text, bold, size }: LineSpec): number =>
  Math.max(0, ...text.split(WORDS).map((word) => measure(word, bold) * size))
const WORDS = /(?<=[-/])|\s+|[\u2e80-\uffef\u{20000}-\u{3ffff}]/u

function fitting(
  lines: readonly LineSpec[],
  width: number,
  height: number,
  scale: number,
  most: number,
): FittedBox | null {
  const rows: FittedLine[] = []
  for (const line of lines) {
    const scaled = scale === 1 ? line : { ...line, size: line.size * scale }
    for (const row of wrap(scaled, width)) {
      // A single sign may be wider than the box.
      if (row.width > width + EDGE) return null
      rows.push(row)
    }
  }
  return rows.length <= most && heightOf(rows) <= height + EDGE ? { rows, cut: false } : null
}

/** `fitBox` where the rows alone count. */
export const fitBlock = (lines: readonly LineSpec[], width: number, height: number): FittedLine[] =>
  fitBox(lines, width, height).rows
