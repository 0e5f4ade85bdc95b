import { sql } from 'kysely'
import { stockArrived } from '#contracts/orders/stock/stock.events.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { ensureBalances, lockBalances, post } from './ledger.ts'

/** Goods of a return that go back into a customer's stock. */
interface Restock {
  customerId: string
  depotId: string
  placeId: string
  ref: { id: string; no: string }
  lines: readonly { sku: string; quantity: number }[]
}

/**
 * Puts returned pieces on a place in stock, once per return and balance. Refuses codes the customer
 * has no SKU for, and a place of another depot.
 */
export async function restockReturned(tx: Tx, wish: Restock): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const place = await sql`select 1 from ${tenant.rows('stockPlace').as('p')}
    where p.id = ${wish.placeId} and p.depot_id = ${wish.depotId}`.execute(tx.db)
  if (place.rows.length === 0) failFields([{ path: 'placeId', code: 'field.ref' }])
  const skus = await sql<{ id: string; sku: string }>`select k.id, k.sku
    from ${tenant.rows('stockSku').as('k')} where k.customer_id = ${wish.customerId}
      and k.sku = any(${wish.lines.map(({ sku }) => sku)}::text[])`.execute(tx.db)
  const ids = new Map(skus.rows.map(({ id, sku }) => [sku, id]))
  const sums = new Map<string, number>()
  for (const { sku, quantity } of wish.lines) {
    const id = ids.get(sku) ?? fail('stock.unknownSku', { list: sku })
    sums.set(id, (sums.get(id) ?? 0) + quantity)
  }
  const moved = [...sums].filter(([, quantity]) => quantity > 0)
  const balances = await ensureBalances(
    tx,
    moved.map(([skuId]) => ({
      customerId: wish.customerId,
      depotId: wish.depotId,
      skuId,
      lot: null,
      expiryDate: null,
      placeId: wish.placeId,
    })),
  )
  await lockBalances(tx, balances)
  await post(
    tx,
    moved.map(([, quantity], at) => ({
      balanceId: balances[at]!,
      kind: 'returned' as const,
      quantity,
    })),
    { kind: 'return', ...wish.ref },
  )
  await tx.emit(stockArrived, {
    customerId: wish.customerId,
    depotId: wish.depotId,
    skuIds: moved.map(([skuId]) => skuId),
  })
}
