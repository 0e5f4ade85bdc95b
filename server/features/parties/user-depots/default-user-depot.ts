import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** The code a customer's orders into its depot get where they name none. */
export async function defaultUserDepot(
  ctx: Ctx,
  customerId: string,
): Promise<{ id: string; depotId: string } | null> {
  const found = await sql<{ id: string; depotId: string }>`select u.id, u.depot_id
    from ${asSystem(ctx, ctx.principal.tenantId).rows('userDepot').as('u')}
    where u.customer_id = ${customerId} and u.iz_default`.execute(ctx.db)
  return found.rows[0] ?? null
}
