import { useEffect, useRef } from 'react'
import type { savedViews, SavedView } from '#contracts/platform/people/saved-views.ts'
import type { CallOf } from '../../http/api.ts'
import { isChosen, isColumnState, NO_CHOICE, type ColumnState } from '../column-state.ts'
import type { ListState, Sort } from '../list-state.ts'
import { useApi } from '../../http/query.ts'
import { isText } from '../../text/storage.ts'
import type { List } from '../list.ts'
import { settingNow, useSetting } from '../../platform/own/user-settings.ts'

// Written out: every list asks for its views, and none needs their schemas.
export const viewList: CallOf<typeof savedViews.list> = {
  method: 'GET',
  path: '/sys/userView/list',
}
export type { SavedView } from '#contracts/platform/people/saved-views.ts'

const NONE: readonly SavedView[] = []
const FRESH_MS = 300_000
/** The view a person's list opens with, by list. */
export const firstViewKey = (list: string): string => `view:${list}`
export const columnsKey = (list: string, view: string | null | undefined): string =>
  view ? `list:${list}:${view}` : `list:${list}`

function useViewList(
  list: string,
  enabled: boolean,
): { views: readonly SavedView[]; waiting: boolean } {
  const found = useApi(viewList, { list }, { enabled, quiet: true, staleTime: FRESH_MS })
  // Views are optional: an invalid answer must not take the list down.
  return { views: Array.isArray(found.data) ? found.data : NONE, waiting: found.isPending }
}

/**
 * A link that names nothing but a view, or an address with nothing about the list: then the
 * view, or the person's usual one, fills in its filters, once. True while the list must wait for
 * it.
 */
export function useFirstView(
  list: string | null,
  state: ListState,
  params: URLSearchParams,
  show: List<unknown>['show'],
): boolean {
  const requestedView = useRef<string | null | undefined>(undefined)
  if (requestedView.current === undefined)
    requestedView.current =
      list === null || Object.keys(state.filters).length > 0
        ? null
        : (state.view ?? (isEmptyAddress(params) ? usualView(list) : null))
  const id = requestedView.current
  const found = useViewList(list ?? '', id !== null)
  const view = found.views.find((one) => one.id === id)
  const open = useRef(show)
  open.current = show
  useEffect(() => {
    if (requestedView.current === null || found.waiting) return
    requestedView.current = null
    if (view) open.current({ filters: view.state.filters, sort: view.state.sort, view: view.id })
  }, [found.waiting, view])
  return (
    id !== null &&
    (found.waiting ||
      (view !== undefined &&
        Object.keys(view.state.filters).length > 0 &&
        Object.keys(state.filters).length === 0))
  )
}
const isEmptyAddress = (params: URLSearchParams): boolean =>
  !['pageNo', 'column'].some((name) => params.has(name)) &&
  [...params.keys()].every((name) => name.startsWith('_'))
function usualView(list: string): string | null {
  const found = settingNow(firstViewKey(list))
  return isText(found) ? found : null
}

export interface Views {
  all: readonly SavedView[]
  /** The view that is open. */
  active: SavedView | null
  /** The list is no longer as the open view has it. */
  changed: boolean
  /** The one the list opens with. */
  usual: string | null
  setUsual(id: string | null): void
  open(view: SavedView | null): void
  /**
   * Columns as they are now, and a way to choose others: in a view they are the view's until it is
   * saved.
   */
  columns: ColumnState
  setColumns(change: (now: ColumnState) => ColumnState): void
  resetColumns(): void
}

const isChoice = (value: unknown): value is ColumnState | null =>
  value === null || isColumnState(value)

/** The saved views of a list and the columns that go with them. */
export function useViews<R>(list: List<R>): Views {
  const { views: all } = useViewList(list.name, list.hasViews)
  const active = all.find((view) => view.id === list.state.view) ?? null
  const [usual, setUsual, dropUsual] = useSetting(firstViewKey(list.name), isText, '')
  const [own] = useSetting<ColumnState>(columnsKey(list.name, null), isColumnState, NO_CHOICE)
  const [chosen, setChosen, dropChosen] = useSetting<ColumnState | null>(
    columnsKey(list.name, active?.id),
    isChoice,
    null,
  )
  const columns = chosen ?? active?.state.columns ?? own
  return {
    all,
    active,
    columns,
    changed: active !== null && (chosen !== null || !sameState(active, list.state, list.usual)),
    usual: usual || null,
    setUsual: (id) => (id === null ? dropUsual() : setUsual(id)),
    open: (view) =>
      list.show(
        view
          ? { filters: view.state.filters, sort: view.state.sort, view: view.id }
          : { filters: {}, sort: null, view: null },
      ),
    setColumns: (change) => setChosen((now) => change(now ?? columns)),
    resetColumns: () => {
      // A view with columns of its own goes back to the definition's only when that is sent.
      if (active?.state.columns && isChosen(active.state.columns) && chosen === null)
        setChosen(NO_CHOICE)
      else dropChosen()
    },
  }
}

const sameSort = (one: Sort | null, other: Sort | null) =>
  one?.column === other?.column && one?.order === other?.order
function sameState(view: SavedView, state: ListState, usual: Sort | null): boolean {
  const [stored, now] = [view.state.filters, state.filters]
  const keys = Object.keys(stored)
  return (
    keys.length === Object.keys(now).length &&
    keys.every((key) => stored[key] === now[key]) &&
    sameSort(view.state.sort ?? usual, state.sort)
  )
}
