import { newLineKey, type Line } from '../../form/lines/lines.ts'
import { plainDecimal } from '../../form/lines/paste-cells.ts'
import { textOf, type GridChoice, type GridColumn, type Range } from './grid-types.ts'

/** What changes of rows need to know of their grid. */
export interface GridShape<L extends Line> {
  columns: readonly GridColumn<L>[]
  blank: () => L
  max: number
  fixedRows?: boolean
}
/** The rows after a change, where it happened, and how many pasted rows found no place. */
export interface Pasted<L extends Line> {
  rows: readonly L[]
  range: Range
  left: number
}

/** A typed or pasted text as the cell keeps it. */
export function cleanText<L extends Line>(column: GridColumn<L>, text: string): string {
  const trimmed = text.trim()
  if (column.numeric) return plainDecimal(trimmed)
  if (!column.choices || trimmed === '') return trimmed
  const wanted = trimmed.toLowerCase()
  const same = (one: string) => one.toLowerCase() === wanted
  const found = column.choices.find(({ value, label, names = [] }) =>
    [value, label, ...names].some(same),
  )
  return found?.value ?? trimmed
}

/** What was typed narrows the choices; a cell opened unchanged offers all. */
export function choicesFor(
  choices: readonly GridChoice[],
  { before, text }: { before: string; text: string },
): readonly GridChoice[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' || text === before) return choices
  return choices.filter(({ value, label, names = [] }) =>
    [value, label, ...names].some((name) => name.toLowerCase().includes(wanted)),
  )
}

/** The line with a text in one cell; the same line where nothing changes. */
export function withText<L extends Line>(line: L, column: GridColumn<L>, text: string): L {
  return withTexts(line, [[column, text]])
}

/** The line with other texts, copied once; the same line where nothing changes. */
function withTexts<L extends Line>(
  line: L,
  texts: readonly (readonly [GridColumn<L>, string])[],
): L {
  const changed = texts.filter(
    ([column, text]) => !column.readOnly && textOf(line, column.key) !== text,
  )
  if (changed.length === 0) return line
  return { ...line, ...Object.fromEntries(changed.map(([{ key }, text]) => [key, text])) }
}

/** Gives every cell of the range the text `text` names; the same rows where nothing changes. */
function writeRange<L extends Line>(
  { columns }: GridShape<L>,
  rows: readonly L[],
  { top, bottom, left, right }: Range,
  text: (column: GridColumn<L>, row: number, col: number) => string,
): readonly L[] {
  const changed = columns.slice(left, right + 1)
  return rows.map((line, row) =>
    row < top || row > bottom
      ? line
      : withTexts(
          line,
          changed.map((column, at) => [column, text(column, row, left + at)]),
        ),
  )
}

export const clearCells = <L extends Line>(
  grid: GridShape<L>,
  rows: readonly L[],
  range: Range,
): readonly L[] => writeRange(grid, rows, range, () => '')

/** Every cell of the range with what `text` makes of it. */
export const changeCells = <L extends Line>(
  grid: GridShape<L>,
  rows: readonly L[],
  range: Range,
  text: (now: string, column: GridColumn<L>) => string,
): readonly L[] =>
  writeRange(grid, rows, range, (column, row) => text(textOf(rows[row], column.key), column))

/** The first row of the range in all of them; of one row, the row above it. */
export function fillDown<L extends Line>(
  grid: GridShape<L>,
  rows: readonly L[],
  range: Range,
): readonly L[] {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  const source = rows[from]
  return source ? writeRange(grid, rows, range, (column) => textOf(source, column.key)) : rows
}

/** The first column of the range in all of them; of one column, the column left of it. */
export function fillRight<L extends Line>(
  grid: GridShape<L>,
  rows: readonly L[],
  range: Range,
): readonly L[] {
  const source = grid.columns[range.left === range.right ? range.left - 1 : range.left]
  if (!source) return rows
  return writeRange(grid, rows, range, (column, row) =>
    cleanText(column, textOf(rows[row], source.key)),
  )
}

/** Which column each pasted column means, where the first row is headings; null where it is not. */
function headingsOf<L extends Line>(
  columns: readonly GridColumn<L>[],
  first: readonly string[],
): readonly number[] | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s*:：()（）_-]/g, '')
  const named = first.map((cell) => {
    const wanted = plain(cell)
    if (wanted === '') return -1
    return columns.findIndex(({ key, title, aliases = [] }) =>
      [key, title, ...aliases].some((name) => plain(name) === wanted),
    )
  })
  const found = named.filter((col) => col >= 0)
  return found.length >= 2 && new Set(found).size === found.length ? named : null
}

/**
 * Lays copied cells over the rows from the range's first cell on; missing rows are added. Headings
 * in the first row put each column where it belongs. A piece smaller than the range is repeated
 * where it fits a whole number of times.
 */
export function pasteInto<L extends Line>(
  grid: GridShape<L>,
  rows: readonly L[],
  range: Range,
  cells: readonly (readonly string[])[],
): Pasted<L> {
  const { columns, blank, max } = grid
  const headings = cells.length > 1 ? headingsOf(columns, cells[0] ?? []) : null
  const data = headings ? cells.slice(1) : cells
  const width = Math.max(1, ...data.map((row) => row.length))
  const times = (size: number, piece: number) => (size % piece === 0 ? size / piece : 1)
  const down = data.length * times(range.bottom - range.top + 1, data.length)
  const across = headings ? width : width * times(range.right - range.left + 1, width)
  const limit = Math.max(0, (grid.fixedRows ? rows.length : Math.max(max, rows.length)) - range.top)
  const taken = Math.min(down, limit)
  const places = Array.from({ length: across }, (_, at) => ({
    at: at % width,
    col: headings ? (headings[at] ?? -1) : range.left + at,
  })).filter(({ col }) => columns[col] !== undefined)

  const filled = [...rows]
  for (let row = 0; row < taken; row++) {
    const source = data[row % data.length] ?? []
    const texts = places.flatMap(({ at, col }) => {
      const column = columns[col]
      const text = source[at]
      return column && text !== undefined ? [[column, cleanText(column, text)] as const] : []
    })
    filled[range.top + row] = withTexts(filled[range.top + row] ?? blank(), texts)
  }
  const cols = places.map(({ col }) => col)
  return {
    rows: filled,
    left: down - taken,
    range: {
      top: range.top,
      bottom: Math.max(range.top, range.top + taken - 1),
      left: Math.min(range.left, ...cols),
      right: Math.max(range.left, ...cols),
    },
  }
}

/** The rows of the range `times` more, right behind them. */
export function repeatRows<L extends Line>(
  { max }: GridShape<L>,
  rows: readonly L[],
  { top, bottom }: Range,
  times: number,
  copy: (line: L) => L,
): Pasted<L> {
  const some = rows.slice(top, bottom + 1)
  const wanted = some.length * Math.max(0, times)
  const free = Math.min(wanted, Math.max(0, max - rows.length))
  const copies = Array.from({ length: free }, (_, at) => copy(some[at % some.length] as L))
  return {
    rows: rows.toSpliced(bottom + 1, 0, ...copies),
    left: wanted - free,
    range: { top: bottom + 1, bottom: bottom + Math.max(1, free), left: 0, right: 0 },
  }
}

export const removeRows = <L extends Line>(
  rows: readonly L[],
  { top, bottom }: Range,
): readonly L[] => rows.toSpliced(top, bottom - top + 1)

export const insertRow = <L extends Line>(
  { blank, max }: GridShape<L>,
  rows: readonly L[],
  at: number,
): readonly L[] => (rows.length < max ? rows.toSpliced(at, 0, blank()) : rows)

/** The rows of the range one place up or down; the same rows where there is no such place. */
export function moveRows<L extends Line>(
  rows: readonly L[],
  { top, bottom }: Range,
  by: 1 | -1,
): readonly L[] {
  if (top + by < 0 || bottom + by >= rows.length) return rows
  const some = rows.slice(top, bottom + 1)
  return rows.toSpliced(top, some.length).toSpliced(top + by, 0, ...some)
}

/** The range as spreadsheets take it: columns parted by tabs, rows by line breaks. */
export function copyText<L extends Line>(
  columns: readonly GridColumn<L>[],
  rows: readonly L[],
  { top, bottom, left, right }: Range,
): string {
  const quoted = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const shown = (line: L, { key, choices }: GridColumn<L>) => {
    const text = textOf(line, key)
    return quoted(choices?.find(({ value }) => value === text)?.label ?? text)
  }
  const some = columns.slice(left, right + 1)
  return rows
    .slice(top, bottom + 1)
    .map((line) => some.map((column) => shown(line, column)).join('\t'))
    .join('\n')
}

/** A repeated line where nothing in it belongs to one line only. */
export const sameLine = <L extends Line>(line: L): L => ({ ...line, lineKey: newLineKey() })
