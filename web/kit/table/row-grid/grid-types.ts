import type { ReactNode } from 'react'
import type { Line } from '../../form/lines/lines.ts'

export interface GridChoice {
  value: string
  label: string
  /** What else it is typed or pasted by. */
  names?: readonly string[]
}
/** A column of a row grid. Cells are texts; the form that owns the rows brings them to the wire. */
export interface GridColumn<L extends Line> {
  key: keyof L & string
  title: string
  /** Pixels. */
  width: number
  /** Digits: right-aligned, and brought into the wire's form when the cell is left. */
  numeric?: boolean
  /** Characters; a longer text stays whole and is marked. */
  max?: number
  required?: boolean
  /** One of these: typed or pasted by value or label. */
  choices?: readonly GridChoice[]
  readOnly?: boolean
  /** Other headings of this column in a pasted sheet. */
  aliases?: readonly string[]
  /** What is wrong with a text that is otherwise fine, in the user's words. */
  check?: (text: string, line: L) => string | undefined
}
export interface Cell {
  readonly row: number
  readonly col: number
}
/** A rectangle of cells, its borders included. */
export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}
export interface RowGridProps<L extends Line> {
  /** The id of the field that has the focus: a summary of refusals jumps to it. */
  id: string
  label: string
  columns: readonly GridColumn<L>[]
  rows: readonly L[]
  onChange: (rows: readonly L[]) => void
  /** A new line with its own key. */
  blank: () => L
  /** A repeated line: gives it its key and clears what belongs to one line only. */
  copy?: (line: L) => L
  /** Rows at most; what is pasted beyond is left out and counted. */
  max: number
  /** Refusals by `<row>.<column>` or, with `path`, by `<path>.<row>.<column>`. */
  issues?: Readonly<Record<string, string>>
  path?: string
  /** Goes to the first refused cell whenever the server refused more than before. */
  showsRefusals?: boolean
  /** Rows stay as many as they are, as where a file gave them. */
  fixedRows?: boolean
  /** Rows changed from outside, by a button next to the grid, are a step that can be taken back. */
  undoesOutside?: boolean
  disabled?: boolean
  /** Pixels of the visible part; less where there are fewer rows. */
  height?: number
  /** What stays in sight at a row's left edge in place of its number, as a heading of the row. */
  rowLabel?: (line: L) => string
  /** What is odd but taken, by `<row>.<column>`: marked, not counted as wrong. */
  warnings?: Readonly<Record<string, string>>
  /** More tools; they change the selected cells, all of them where one is selected. */
  tools?: (change: ChangeCells<L>) => ReactNode
}
/** Gives cells another text; the same text where one stays as it is. */
export type ChangeCells<L extends Line> = (
  text: (now: string, column: GridColumn<L>) => string,
) => void

/**
 * A cell being changed. `over`: what is typed takes the place of what was there. `wrote`: the rows
 * have it already.
 */
export interface Editing {
  before: string
  text: string
  over: boolean
  wrote: boolean
  pick: number
}

/** The message of the last action; texts of row-grid.json. */
export interface GridNote {
  key: 'note.pasted' | 'note.left' | 'note.repeated' | 'note.removed' | 'note.readOnly'
  count: number
}

export const ROW_PX = 30
export const HEAD_PX = 32
export const GUTTER_PX = 48

export const textOf = <L extends Line>(line: L | undefined, key: keyof L & string): string => {
  const text = line?.[key]
  return typeof text === 'string' ? text : ''
}
export const rangeOf = (a: Cell, b: Cell): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.col, b.col),
  right: Math.max(a.col, b.col),
})
