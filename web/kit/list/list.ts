import type { Fields } from '#contracts/kit/field.ts'
import type { Page } from '#contracts/kit/page.ts'
import type { ApiError } from '../http/api.ts'
import type { ListFilter, ListState, Sort } from './list-state.ts'

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
  /** The filters as they go over the wire, without paging: for exports. */
  wire: Record<string, string | number>
  name: string
  fields: Fields | null
  texts: string
  /** What its counts are cached under: the call and what is always sent. */
  scope: string
  usual: Sort | null
  /** Whether views of it can be stored. */
  hasViews: boolean
  /** Of the numbers pasted into a filter: those no row of the list has, on whatever page. */
  missing: readonly string[]
  refetch(): void
  setPage(page: number, size?: number): void
  setSort(sort: Sort | null): void
  /** Changes some filter parameters (null removes) and goes back to page one. */
  setFilters(change: Record<string, string | null>): void
  clearFilters(): void
  /** Filters, sort and view at once: a saved view is opened, or left (`view` null). */
  show(next: { filters: Record<string, string>; sort: Sort | null; view: string | null }): void
  /**
   * A page of the list as it is filtered and sorted now, or of other filters: for rows beyond the
   * screen, and for counts.
   */
  fetchPage(
    page: number,
    size: number,
    filters?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Page<R>>
}
