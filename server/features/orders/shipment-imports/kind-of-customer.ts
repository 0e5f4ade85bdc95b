import { sql } from 'kysely'
import { DEFAULT_KIND, KIND_CODES } from '#contracts/orders/kinds/kinds.ts'
import { mayWithKind } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** What orders of a customer are where no kind is given. */
export async function kindOfCustomer(ctx: Ctx, customerId: string): Promise<string> {
  const found = await sql<{ kind: string }>`select shipment_resource as kind
    from ${ctx.rows('customer').as('c')} where c.id = ${customerId}`.execute(ctx.db)
  return found.rows[0]?.kind ?? DEFAULT_KIND
}

/** The kinds of orders the caller may import. */
export const importableKinds = (ctx: Ctx): string[] =>
  KIND_CODES.filter((code) => mayWithKind(ctx, 'import', code))
