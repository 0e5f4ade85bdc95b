import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** Orders of one kind, or of all. */
export const ofKind = (alias: string, kind: string | undefined): RawBuilder<SqlBool> =>
  kind ? sql<SqlBool>`${sql.ref(`${alias}.shipment_resource`)} = ${kind}` : sql<SqlBool>`true`

const STATUSES = [...Object.values(PARCEL), CLOSED_MIXED]

/**
 * Orders by status, as many as the caller's list shows for each. Read from the running sums, which follow the orders
 * in the same transaction; a role's rule may ask for columns the sums do not keep, so its holders have theirs counted.
 */
export async function countByStatus(
  ctx: Ctx,
  { shipmentResource }: { shipmentResource?: string | undefined },
): Promise<Record<string, number>> {
  const ruled = ctx.principal.rules.some((rule) => rule.table === 'shipment')
  const kind = sql`where ${ofKind('s', shipmentResource)}`
  const found = await (
    ruled
      ? sql<{
          status: number
          n: number
        }>`select shipment_status as status, count(*)::int as n from ${ctx.rows('shipment').as('s')} ${kind} group by 1`
      : sql<{
          status: number
          n: number
        }>`select shipment_status as status, sum(n)::int as n from ${ctx.rows('shipmentTally').as('s')} ${kind} group by 1`
  ).execute(ctx.db)
  return {
    ...Object.fromEntries(STATUSES.map((status) => [String(status), 0])),
    ...Object.fromEntries(found.rows.map((row) => [String(row.status), row.n])),
  }
}
