import type { Method } from '#contracts/kit/endpoint.ts'
import type { Page } from '#contracts/kit/page.ts'
import { call, type Callable } from '../http/api.ts'
import { readable } from '../http/long-query.ts'
import { keyOf, queryClient } from '../http/query.ts'
import { settingNow } from '../platform/own/user-settings.ts'
import { readState, SUPER, wireQuery } from './list-state.ts'
import type { ListOptions } from './use-list.ts'
import { firstViewKey } from './views/use-views.ts'

/** Where a screen is about to stand, and what the user may do. */
export interface ScreenPlace {
  pathname: string
  search: string
  may: (perm: string) => boolean
}

/** Asks for what a page will ask for with the same input once it is drawn. */
export function askAhead<I, O>(endpoint: Callable<I, O>, input: NoInfer<I>): void {
  void queryClient.prefetchQuery({
    queryKey: keyOf(endpoint, input),
    // What fails is asked for again, and reported, by the page itself.
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
  })
}

/** The same for the rows of a list at this address; a saved view is left to the list. */
export function askListAhead<R>(
  endpoint: Callable<unknown, Page<R>> & { also?: readonly Method[] },
  options: Pick<ListOptions, 'filters' | 'fields' | 'fixed' | 'sort' | 'size'> & { name: string },
  search: string,
): void {
  const filters = [...(options.filters ?? []), ...(options.fields ? SUPER : [])]
  const state = readState(new URLSearchParams(search), filters, {
    size: options.size ?? 20,
    sort: options.sort ?? null,
  })
  if (state.view || settingNow(firstViewKey(options.name)) !== undefined) return
  const at = readable(endpoint, { ...options.fixed, ...wireQuery(state, filters) })
  askAhead(at.endpoint, at.input)
}
