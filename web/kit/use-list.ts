import { useCallback, useMemo } from 'react'
import type { Page } from '#contracts/kit/page.ts'
import type { ApiError, Callable } from './api.ts'
import { readState, wireFilters, wireQuery, writeState, type ListDefaults, type ListFilter, type ListState, type Sort } from './list-state.ts'
import { useApi } from './query.ts'
import { useAddress } from './use-address.ts'

export interface ListOptions {
  filters?: readonly ListFilter[]
  sort?: Sort
  size?: number
  /** Parameters that are always sent and never stand in the address (`{ dictId }`). */
  fixed?: Record<string, string | number>
  enabled?: boolean
}

export interface List<R> {
  rows: readonly R[]
  total: number
  /** `total` is the cap of a count, not the count. */
  capped: boolean
  state: ListState
  filters: readonly ListFilter[]
  /** No answer yet. */
  loading: boolean
  /** Rows on the screen are those of the question before. */
  stale: boolean
  fetching: boolean
  error: ApiError | null
  narrowed: boolean
  /** The filters as they go over the wire, without paging: for exports and "select all matching". */
  wire: Record<string, string | number>
  refetch(): void
  setPage(page: number, size?: number): void
  setSort(sort: Sort | null): void
  /** Changes some filter parameters (null removes) and goes back to page one. */
  setFilters(change: Record<string, string | null>): void
  clearFilters(): void
}

const NO_FILTERS: readonly ListFilter[] = []
const NO_ROWS: readonly never[] = []

/** A list whose page, size, sort and filters live in the address. Old rows stay while new ones load. */
export function useList<R>(endpoint: Callable<unknown, Page<R>>, options: ListOptions = {}): List<R> {
  const { filters = NO_FILTERS, sort, size = 20, fixed, enabled = true } = options
  const [params, setParams] = useAddress()
  const { column, order } = sort ?? {}
  const defaults = useMemo<ListDefaults>(() => ({ size, sort: column && order ? { column, order } : null }), [size, column, order])
  const state = useMemo(() => readState(params, filters, defaults), [params, filters, defaults])

  const change = useCallback((edit: (state: ListState) => ListState) => {
    setParams((now) => writeState(now, edit(readState(now, filters, defaults)), filters, defaults), { replace: true })
  }, [setParams, filters, defaults])

  const input = { ...fixed, ...wireQuery(state, filters) }
  const query = useApi(endpoint, input, { keepPrevious: true, enabled })
  const page = query.data

  return {
    rows: page?.records ?? NO_ROWS,
    total: page?.total ?? 0,
    capped: page?.capped ?? false,
    state,
    filters,
    loading: query.isPending && enabled,
    stale: query.isPlaceholderData,
    fetching: query.isFetching,
    error: query.error,
    narrowed: Object.keys(state.filters).length > 0,
    wire: { ...fixed, ...wireFilters(state, filters), ...(state.sort ? { column: state.sort.column, order: state.sort.order } : {}) },
    refetch: () => void query.refetch(),
    setPage: (next, nextSize) => change((now) => ({ ...now, page: next, size: nextSize ?? now.size })),
    setSort: (next) => change((now) => ({ ...now, page: 1, sort: next })),
    setFilters: (some) => change((now) => ({ ...now, page: 1, filters: merged(now.filters, some) })),
    clearFilters: () => change((now) => ({ ...now, page: 1, filters: {} })),
  }
}

function merged(filters: Record<string, string>, some: Record<string, string | null>): Record<string, string> {
  const next = { ...filters }
  for (const [key, value] of Object.entries(some)) {
    if (value === null || value === '') delete next[key]
    else next[key] = value
  }
  return next
}
