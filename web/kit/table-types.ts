import type { ReactNode } from 'react'
import type { Sort } from './list-state.ts'
import type { Selection } from './use-selection.ts'

export interface Column<R> {
  key: string
  title: ReactNode
  /** Default: the row's value under `key`. */
  render?: (row: R) => ReactNode
  width?: number
  align?: 'left' | 'right' | 'center'
  sort?: boolean
  /** On a phone: `title` heads the card, `hidden` is left out. */
  card?: 'title' | 'hidden'
}
export interface Identified { id: string }

export interface DataTableProps<R extends Identified> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
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

/** Rows beyond this are drawn only where they are seen. */
export const PLAIN_ROWS = 100
