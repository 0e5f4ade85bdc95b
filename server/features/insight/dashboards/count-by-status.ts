import { sql } from 'kysely'
import { BY_STATUS } from '#contracts/insight/dashboards.measures.ts'
import { returnKey, RETURNS } from '#contracts/insight/returns.measures.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { kindCondition } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countBy } from '#server/kit/resource/measure.ts'
import { lookIn, ofKind } from './look-in.ts'

const STATUSES = [...Object.values(PARCEL), CLOSED_MIXED]

/**
 * Orders by status, as many as the caller's list shows for each. Read from the running sums, which
 * follow the orders in the same transaction; a role's rule may ask for columns the sums do not
 * keep, so its holders have theirs counted.
 */
export async function countByStatus(
  ctx: Ctx,
  { shipmentResource }: { shipmentResource?: string | undefined },
): Promise<Record<string, number>> {
  const ruled = ctx.principal.rules.some((rule) => rule.table === 'shipment')
  const counts = ruled
    ? await countBy(ctx, ofKind(BY_STATUS, shipmentResource), await lookIn(ctx))
    : await fromSums(ctx, shipmentResource)
  return {
    ...Object.fromEntries(STATUSES.map((status) => [String(status), 0])),
    ...counts,
    // A return has no kind of order.
    ...(shipmentResource ? {} : await returnsByState(ctx)),
  }
}

async function returnsByState(ctx: Ctx): Promise<Record<string, number>> {
  const look = await lookIn(ctx)
  const mine = RETURNS.filter(({ perm }) => ctx.can(perm))
  const found = await Promise.all(mine.map(({ measure }) => countBy(ctx, measure, look)))
  return Object.fromEntries(
    found.flatMap((counts) => Object.entries(counts).map(([state, n]) => [returnKey(state), n])),
  )
}

async function fromSums(ctx: Ctx, kind: string | undefined): Promise<Record<string, number>> {
  const found = await sql<{
    status: number
    n: number
  }>`select shipment_status as status, sum(n)::int as n from ${ctx.rows('shipmentTally').as('s')}
    where ${kind ? sql`s.shipment_resource = ${kind}` : sql`true`}
      and ${kindCondition(ctx, 's')} group by 1`.execute(ctx.db)
  return Object.fromEntries(found.rows.map((row) => [String(row.status), row.n]))
}
