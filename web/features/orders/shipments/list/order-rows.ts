import type { Method } from '#contracts/kit/endpoint.ts'
import type { Page } from '#contracts/kit/page.ts'
import { ALL_ORDERS, KINDS } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { call, type Callable } from '../../../../kit/http/api.ts'
import { askListAhead, type ScreenPlace } from '../../../../kit/list/ask-ahead.ts'
import { ORDER_FILTERS } from './order-filters.ts'
import type { OrderRow } from './order-state.ts'

const ROWS_AT_ONCE = 200
export const listCall: Callable<unknown, Page<OrderRow>> & { also: readonly Method[] } = {
  method: shipmentList.endpoints.list.method,
  path: shipmentList.endpoints.list.path,
  also: shipmentList.endpoints.list.also,
}

type ListedKind = (typeof KINDS)[number]
/** The kind of orders a page lists; null: all the caller may see. */
export const kindAt = (pathname: string): ListedKind | null =>
  KINDS.find(({ screen }) => screen === pathname) ?? null

/** What the list of a kind is, wherever it is asked for. */
export const orderListOf = (kind: ListedKind | null) => ({
  filters: ORDER_FILTERS,
  fields: shipmentList.fields,
  texts: 'shipments',
  name: `erp${kind?.screen ?? ALL_ORDERS}`,
})
export const fixedOf = (kind: ListedKind | null): Record<string, string> =>
  kind ? { shipmentResource: kind.code } : {}

/** The first rows, while the page is still being put together. */
export function askOrdersAhead({ pathname, search }: ScreenPlace): void {
  const kind = kindAt(pathname)
  askListAhead(listCall, { ...orderListOf(kind), fixed: fixedOf(kind) }, search)
}

/** The rows of ids as they are now, in the order given. */
export async function rowsOf(ids: readonly string[]): Promise<OrderRow[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / ROWS_AT_ONCE) }, (_, at) =>
    ids.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
  const pages = await Promise.all(
    parts.map((part) =>
      call(listCall, { selections: part.join(','), pageNo: 1, pageSize: ROWS_AT_ONCE }),
    ),
  )
  const found = new Map(pages.flatMap((page) => page.records).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
