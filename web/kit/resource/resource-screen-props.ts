import { type ReactNode } from 'react'
import type { Method } from '#contracts/kit/endpoint.ts'
import type { Page } from '#contracts/kit/page.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { Callable } from '../http/api.ts'
import { type DataTableProps } from '../table/data-table.tsx'
import { type FilterItem } from '../list/filters/filter-bar.tsx'
import { type ListFilter } from '../list/list-state.ts'
import type { Inputs } from './resource-form.tsx'
import { type RowAction } from '../table/row-actions.tsx'
import { type List } from '../list/list.ts'
import { type Selection } from '../list/use-selection.ts'

export interface SlotProps<Row> {
  row: Row | null
  id: string | null
  close: () => void
}

export interface ResourceScreenProps<R extends Crud, Row extends { id: string } = RowOf<R>> {
  of: R
  /** Own cells and inputs by field key; a key that is no field makes a column of its own. */
  cells?: Readonly<Partial<Record<string, (row: Row) => ReactNode>>>
  inputs?: Inputs
  /** Column keys in order. */
  columns?: readonly string[]
  /** Buttons next to "new", with the list they act on. */
  toolbar?: (list: List<Row>) => ReactNode
  /** The screen's own button that makes a row: last, as "new" is on all lists. */
  newButton?: ReactNode
  /** Buttons of the bar over chosen rows. */
  actions?: (selection: Selection<Row>, list: List<Row>) => ReactNode
  rowActions?: (row: Row) => readonly RowAction[]
  /** How many of them are buttons; two where it is not set. */
  atHand?: number
  /** Where a row has a page of its own: opens it in place of the drawers; a new one is made there. */
  page?: { open: (row: Row) => void; add: () => void }
  /** The list shows all there is of a row: none opens. */
  closed?: true
  /** What the form of a new row begins with. */
  start?: Readonly<Record<string, unknown>>
  /** A row that was just made is opened: its number and what follows from it are read there. */
  opensNew?: boolean
  /** In place of the generated form or detail; `aside` is below the detail. */
  form?: (slot: SlotProps<Row>) => ReactNode
  detail?: (row: Row) => ReactNode
  /** An own detail that leaves the row's actions to the drawer. */
  detailActs?: true
  aside?: (row: Row) => ReactNode
  /** Filters in addition to those of the fields. */
  moreFilters?: readonly (ListFilter & FilterItem)[]
  /** What the filter of a field calls the items of its dictionary, as `cells` does. */
  words?: Readonly<Record<string, (value: string) => string>>
  /** Days the list answers for where none is chosen, by parameter: its filter shows them. */
  usual?: Readonly<Record<string, string>>
  /** Sent with every list call and every new row (`{ dictId }`). */
  fixed?: Record<string, string>
  /** Between filters and table: tabs of views, a band. */
  top?: ReactNode | ((list: List<Row>) => ReactNode)
  title?: string
  /** Another name for its views and columns where two screens show one resource. */
  name?: string
  /** Fields added up below the page and over chosen rows. */
  sums?: readonly string[]
  /** Rows whose summed fields count against the others: shown and added with a minus. */
  minus?: (row: Row) => boolean
  /** The column that heads a card on a phone and the drawer, where that is not the entity's label. */
  cardTitle?: string
  /** How wide its drawer is, where 640 px do not show what people work in. */
  detailSize?: number
  /** Columns of `cells` that hold numbers. */
  figures?: readonly string[]
  /** Text filters that take up to five hundred pasted numbers. */
  numbers?: readonly string[]
  rowTone?: DataTableProps<Row>['rowTone']
  /** False inside a drawer or a tab of another screen. */
  header?: boolean
}

/**
 * A resource's list call with its rows by name: the schema, made at run time, is looser than they
 * are.
 */
export function listOf<R extends Crud>(
  of: R,
): Callable<unknown, Page<RowOf<R>>> & { also: readonly Method[] } {
  return {
    method: of.endpoints.list.method,
    path: of.endpoints.list.path,
    also: of.endpoints.list.also,
  }
}
