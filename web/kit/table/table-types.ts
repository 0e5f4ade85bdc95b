import type { ReactNode } from 'react'
import type { ColumnState } from '../list/column-state.ts'
import type { Sort } from '../list/list-state.ts'
import type { Summable } from './sums.ts'
import type { List } from '../list/list.ts'
import type { Identified, Selection } from '../list/use-selection.ts'

export interface Column<R> extends Summable<R> {
  key: string
  title: ReactNode
  /** The title as plain text where `title` is more than that: for the choice of columns. */
  name?: string
  /** Default: the row's value under `key`. */
  render?: (row: R) => ReactNode
  width?: number
  align?: 'left' | 'right' | 'center'
  sort?: boolean
  /** Shown wholly or not at all, as numbers are: half a date is another date. */
  whole?: boolean
  /** An amount, of which the column shows all digits however wide it must be. */
  amount?: (row: R) => { text: string | null; currency: string | null }
  /** What must be seen whole, as it reads: the column is as wide as the longest of the page. */
  fits?: (row: R) => string | null
  /** On a phone: `title` heads the card, `hidden` is left out. */
  card?: 'title' | 'hidden'
  /** Not shown until the user switches it on. */
  optional?: boolean
  /** Stays in sight at the left by the person's choice; the first column always does. */
  pinned?: boolean
}
export interface DataTableProps<R extends Identified> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<R>[]
  /**
   * The list it shows: gives rows, sort and progress, and lets people choose its columns. Without
   * one they are given singly.
   */
  list?: List<R>
  rows?: readonly R[]
  loading?: boolean
  /** Rows are of the question before: dimmed. */
  stale?: boolean
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  selection?: Selection<R>
  onOpen?: (row: R) => void
  /** The row whose drawer is open. */
  openId?: string | null
  actions?: (row: R) => ReactNode
  actionsWidth?: number
  rowTone?: (row: R) => 'warning' | 'bad' | undefined
  empty?: ReactNode
  footer?: ReactNode
  /** j/k, Enter, Space. Off for a second table on the page. */
  keys?: boolean
}

export interface ChosenColumn {
  key: string
  title: ReactNode
  name?: string
  width?: number
  optional?: boolean
  hidden: boolean
  pinned: boolean
}
/** How the columns of a list are chosen; null where they cannot be. */
export interface ColumnTools {
  all: readonly ChosenColumn[]
  choice: ColumnState
  change(edit: (now: ColumnState) => ColumnState): void
  reset(): void
}
/** A table's props with its rows, and its columns as the person wants them. */
export type TableParts<R extends Identified> = Omit<DataTableProps<R>, 'rows'> & {
  rows: readonly R[]
  tools: ColumnTools | null
}

/**
 * Rows beyond this are drawn only where they are seen: a hundred whole ones keep a page from
 * listening for a tenth of a second when its tab comes back.
 */
export const PLAIN_ROWS = 50
