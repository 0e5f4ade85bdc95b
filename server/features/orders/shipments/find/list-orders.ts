import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { listRows } from '#server/kit/resource/resource-rows.ts'
import { nearIds } from '#server/kit/resource/search/search-rows.ts'
import { orderHooks } from '../rows/order-hooks.ts'

/** Fields whose words are read. */
const READ = ['consigneeName', 'company', 'city', 'phone', 'email'] as const

/**
 * The list of orders. Where a text filter leaves few, they are found by parts of their words: going
 * through all orders for a rare name takes longer with every order there is.
 */
export async function listOrders(
  ctx: Ctx,
  query: ListQuery,
): Promise<Out<typeof shipmentList.endpoints.list>> {
  const near = await nearOnes(ctx, query)
  return listRows(ctx, shipmentList, query, (...asked) => [
    ...(orderHooks.listQuery?.(...asked) ?? []),
    ...near,
  ])
}

/** The few orders that may have what is asked for; nothing where they are many or it is not known. */
export async function nearOnes(ctx: Ctx, query: ListQuery): Promise<RawBuilder<SqlBool>[]> {
  const texts = READ.flatMap((name) => contained(query[name]) ?? [])
  const near = await nearIds(ctx, shipmentList, texts)
  return near === null ? [] : [sql<SqlBool>`t.id = any(${[...near.few, ...near.fresh]}::bigint[])`]
}

/** The text that a filter's value must contain; null where it asks for something else. */
function contained(value: unknown): string | null {
  if (typeof value !== 'string' || value.includes(',') || value.startsWith('!')) return null
  return value.replace(/^\*/, '').replace(/\*$/, '')
}
