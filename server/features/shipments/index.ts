import { sql } from 'kysely'
import { shipmentList, shipments } from '#contracts/shipments.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { feature } from '#server/kit/feature.ts'
import { columnsOn, conditions, ordering } from '#server/kit/list-query.ts'
import { addOrder } from './add-order.ts'
import { cancelOrders, confirmOrders, withdrawOrders } from './confirm-order.ts'
import { editOrder } from './edit-order.ts'
import { quoteOrder } from './quote-order.ts'
import { readOrder } from './read-order.ts'

export { followParcels, moveParcels, type ParcelPatch } from './move-parcels.ts'
export { takeSerials } from './serials.ts'
export { checkOrder } from './check-order.ts'
export { customerOf } from './add-order.ts'
export { loadReferences } from './references.ts'
export { storeOrders } from './store-orders.ts'
export type { Judged, OrderIssue, ReadyOrder, References } from './ready-order.ts'

const MATCHING_MAX = 1_000

/** Orders: written, priced, confirmed, withdrawn, cancelled. */
export function shipmentCalls() {
  return feature(shipments, {
    queryById: (ctx: Ctx, { id }: { id: string }) => readOrder(ctx, id),
    add: addOrder,
    edit: editOrder,
    quote: quoteOrder,
    confirm: confirmOrders,
    withdraw: withdrawOrders,
    cancel: cancelOrders,
    matchingIds,
  })
}

async function matchingIds(ctx: Ctx, query: ListQuery): Promise<{ ids: string[]; capped: boolean }> {
  const column = columnsOn('t', shipmentList.fields)
  const filters = conditions(shipmentList.fields, query, column)
  const found = await sql<{ id: string }>`select t.id from ${ctx.rows('shipment').as('t')} ${filters.length > 0 ? sql`where ${sql.join(filters, sql` and `)}` : sql``}
    order by ${ordering(shipmentList.fields, query, column)} limit ${MATCHING_MAX + 1}`.execute(ctx.db)
  return { ids: found.rows.slice(0, MATCHING_MAX).map((row) => row.id), capped: found.rows.length > MATCHING_MAX }
}
