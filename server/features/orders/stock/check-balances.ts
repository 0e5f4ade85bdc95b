import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { stockBalances } from '#contracts/orders/stock/stock-balances.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'

const WRONG_MAX = 100

/** Compares every balance with the sum of its entries, and reservations with what is reserved. */
export async function checkBalances(ctx: Ctx): Promise<Out<typeof stockBalances.check>> {
  const found = await sql<{ balanceId: string; sku: string; place: string }>`select
      b.id as balance_id, k.sku, p.code as place
    from ${ctx.rows('stockBalance').as('b')}
      join stock_sku k on k.tenant_id = b.tenant_id and k.id = b.sku_id
      join stock_place p on p.tenant_id = b.tenant_id and p.id = b.place_id
      left join lateral (select
          coalesce(sum(e.quantity) filter (where e.kind not in ('reserved', 'picked')), 0) as there,
          coalesce(sum(e.quantity) filter (where e.kind = 'reserved'), 0) as reserved,
          coalesce(sum(e.quantity) filter (where e.kind = 'picked'), 0) as picked
        from stock_entry e where e.tenant_id = b.tenant_id and e.balance_id = b.id) as e on true
      left join lateral (select coalesce(sum(r.quantity - r.picked), 0) as reserved,
          coalesce(sum(r.picked), 0) as picked
        from stock_reservation r where r.tenant_id = b.tenant_id and r.balance_id = b.id) as r
        on true
    where b.on_hand <> e.there or b.reserved <> e.reserved or b.picked <> e.picked
      or b.reserved <> r.reserved or b.picked <> r.picked
    order by b.id limit ${WRONG_MAX}`.execute(ctx.db)
  const all = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('stockBalance').as('b')}`.execute(ctx.db)
  return { checked: all.rows[0]!.count, wrong: found.rows }
}

offerJob({
  name: 'stock.checkBalances',
  reach: 'tenants',
  params: {},
  timeoutSeconds: 300,
  run: async (ctx) => {
    const { checked, wrong } = await checkBalances(ctx)
    if (wrong.length > 0)
      throw new Error(`${wrong.length} stock balances differ from their entries`)
    return { checked }
  },
})
