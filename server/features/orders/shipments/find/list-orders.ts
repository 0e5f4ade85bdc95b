import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { listRows } from '#server/kit/resource/resource-rows.ts'
import { orderHooks } from '../rows/order-hooks.ts'
import { keysToFind } from './text-keys.ts'

/** Fields whose words are read. */
const READ = ['consigneeName', 'company', 'city'] as const
/** Of more orders the newest are found sooner one after the other. */
const FEW = 2_000
/** New orders that are looked through one by one until their words are read. */
const FRESH = 5_000

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
  const { tenantId } = ctx.principal
  const keys = READ.flatMap((name) => {
    const text = contained(query[name])
    return text === null ? [] : (keysToFind(tenantId, text) ?? [])
  })
  if (keys.length === 0) return []
  // Candidates only: the list itself narrows them to what the caller may see.
  const inside = asSystem(ctx, tenantId)
  const found = await sql<{ few: string[] | null; fresh: string[] | null }>`select
      (select array_agg(f.shipment_id::text) from (select w.shipment_id
        from ${inside.rows('shipmentWords').as('w')}
        where w.keys @> ${keys}::int[] limit ${FEW + 1}) as f) as few,
      (select array_agg(f.shipment_id::text) from (select u.shipment_id
        from ${inside.rows('shipmentUnread').as('u')} limit ${FRESH + 1}) as f) as fresh`.execute(
    ctx.db,
  )
  const { few, fresh } = found.rows[0] ?? { few: null, fresh: null }
  if ((few?.length ?? 0) > FEW || (fresh?.length ?? 0) > FRESH) return []
  return [sql<SqlBool>`t.id = any(${[...(few ?? []), ...(fresh ?? [])]}::bigint[])`]
}

/** The text that a filter's value must contain; null where it asks for something else. */
function contained(value: unknown): string | null {
  if (typeof value !== 'string' || value.includes(',') || value.startsWith('!')) return null
  return value.replace(/^\*/, '').replace(/\*$/, '')
}
