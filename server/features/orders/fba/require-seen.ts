import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { kindCondition, kindsSeen, requireKind } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** An order of a kind the caller does not see is missing, whatever is asked about its delivery. */
export async function requireSeen(ctx: Ctx, id: string): Promise<void> {
  const found = await sql<{ kind: string }>`select s.shipment_resource as kind
    from ${ctx.rows('shipment').as('s')} where s.id = ${id}`.execute(ctx.db)
  requireKind(ctx, 'list', found.rows[0]?.kind ?? failMissing())
}

/** The same as a condition on a column that names the order. */
export function seenCondition(
  ctx: Ctx,
  column: string,
  verb: 'list' | 'export' = 'list',
): RawBuilder<SqlBool> {
  return kindsSeen(ctx, verb) === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select 1 from ${ctx.rows('shipment').as('s')}
        where s.id = ${sql.ref(column)} and ${kindCondition(ctx, 's', verb)})`
}
