import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Method } from '#contracts/kit/endpoint.ts'
import type { Fields } from '#contracts/kit/field.ts'
import type { Page } from '#contracts/kit/page.ts'
import { call, type Callable } from '../http/api.ts'
import {
  inner,
  readState,
  SUPER,
  wireFilters,
  wireQuery,
  withInner,
  writeState,
  type ListDefaults,
  type ListFilter,
  type ListState,
  type Sort,
} from './list-state.ts'
import { readable } from '../http/long-query.ts'
import { keyOf, useApi } from '../http/query.ts'
import { useAddress } from './use-address.ts'
import { useFirstView } from './views/use-views.ts'
import { type List } from './list.ts'

export interface ListOptions {
  filters?: readonly ListFilter[]
  sort?: Sort
  size?: number
  /** Parameters that are always sent and never in the address (`{ dictId }`). */
  fixed?: Record<string, string | number>
  enabled?: boolean
  /**
   * Under this name a person's views and columns are stored; by default the call's path. Two
   * screens over one call need two names.
   */
  name?: string
  /** Fields of the entity behind it: they make the advanced filter. */
  fields?: Fields
  /** Label namespace of those fields. */
  texts?: string
  /**
   * A list inside another screen: its parameters are in the address under this prefix, and it has
   * no saved views.
   */
  within?: string
}

const NO_FILTERS: readonly ListFilter[] = []
const NO_ROWS: readonly never[] = []

/**
 * A list whose page, size, sort, filters and view live in the address. Old rows stay while new ones
 * load.
 */
export function useList<R>(
  endpoint: Callable<unknown, Page<R>> & { also?: readonly Method[] },
  options: ListOptions = {},
): List<R> {
  const { sort, size = 20, fixed, enabled = true, within, fields } = options
  const name = options.name ?? endpoint.path.replace(/^\/|\/list$/g, '')
  const filters = useMemo(
    () => [...(options.filters ?? NO_FILTERS), ...(fields ? SUPER : NO_FILTERS)],
    [options.filters, fields],
  )
  const client = useQueryClient()
  const [address, setAddress] = useAddress()
  const { column, order } = sort ?? {}
  const defaults = useMemo<ListDefaults>(
    () => ({ size, sort: column && order ? { column, order } : null }),
    [size, column, order],
  )
  const params = useMemo(() => (within ? inner(address, within) : address), [address, within])
  const state = useMemo(() => readState(params, filters, defaults), [params, filters, defaults])

  const change = useCallback(
    (edit: (state: ListState) => ListState) => {
      setAddress(
        (now) => {
          const own = within ? inner(now, within) : now
          const next = writeState(own, edit(readState(own, filters, defaults)), filters, defaults)
          return within ? withInner(now, within, next) : next
        },
        { replace: true },
      )
    },
    [setAddress, filters, defaults, within],
  )
  const show: List<R>['show'] = (next) =>
    change((now) => ({
      page: 1,
      size: now.size,
      sort: next.sort ?? defaults.sort,
      filters: next.filters,
      ...(next.view ? { view: next.view } : {}),
    }))

  const waiting = useFirstView(within ? null : name, state, params, show)
  const listQuery = readable(endpoint, { ...fixed, ...wireQuery(state, filters) })
  const query = useApi(listQuery.endpoint, listQuery.input, {
    keepPrevious: true,
    enabled: enabled && !waiting,
  })
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
    wire: {
      ...fixed,
      ...wireFilters(state, filters),
      ...(state.sort ? { column: state.sort.column, order: state.sort.order } : {}),
    },
    name,
    fields: fields ?? null,
    texts: options.texts ?? 'common',
    scope: `${endpoint.path} ${JSON.stringify(fixed ?? {})}`,
    usual: defaults.sort,
    hasViews: !within,
    missing: page?.missing ?? NO_ROWS,
    refetch: () => void query.refetch(),
    setPage: (next, nextSize) =>
      change((now) => ({ ...now, page: next, size: nextSize ?? now.size })),
    setSort: (next) => change((now) => ({ ...now, page: 1, sort: next })),
    setFilters: (some) =>
      change((now) => ({ ...now, page: 1, filters: merged(now.filters, some) })),
    clearFilters: () => change(({ view: _, ...now }) => ({ ...now, page: 1, filters: {} })),
    show,
    fetchPage: async (next, nextSize, narrowing, signal) => {
      const at = readable(endpoint, {
        ...fixed,
        ...wireQuery(
          { ...state, page: next, size: nextSize, filters: narrowing ?? state.filters },
          filters,
        ),
      })
      // Asked for under its own key: turning to that page does not ask again.
      if (!narrowing)
        return await client.fetchQuery({
          queryKey: keyOf(at.endpoint, at.input),
          queryFn: () => call(at.endpoint, at.input, { quiet: true }),
        })
      return await call(at.endpoint, at.input, { quiet: true, ...(signal ? { signal } : {}) })
    },
  }
}

function merged(
  filters: Record<string, string>,
  some: Record<string, string | null>,
): Record<string, string> {
  const next = { ...filters }
  for (const [key, value] of Object.entries(some)) {
    if (value === null || value === '') delete next[key]
    else next[key] = value
  }
  return next
}
