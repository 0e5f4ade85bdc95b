import type { Method } from '#contracts/kit/endpoint.ts'
import type { Page } from '#contracts/kit/page.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { call, type Callable } from '../../../../kit/http/api.ts'
import type { OrderRow } from './order-state.ts'

const ROWS_AT_ONCE = 200
export const listCall: Callable<unknown, Page<OrderRow>> & { also: readonly Method[] } = {
  method: shipmentList.endpoints.list.method,
  path: shipmentList.endpoints.list.path,
  also: shipmentList.endpoints.list.also,
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
