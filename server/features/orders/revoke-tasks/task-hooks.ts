import { sql } from 'kysely'
import type { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { kindCondition, kindsSeen, requireKind } from '#server/features/orders/shipments/index.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Tasks of orders of the kinds the caller sees. */
export const revokeTaskHooks: Hooks<typeof revokeTaskList> = {
  listQuery: (ctx, _query, verb) =>
    kindsSeen(ctx, verb) === null
      ? []
      : [
          sql`exists (select 1 from ${ctx.rows('shipment').as('s')}
            where s.id = t.shipment_id and ${kindCondition(ctx, 's', verb)})`,
        ],
  beforeRead: async (ctx, id) => {
    const found = await sql<{ kind: string }>`select s.shipment_resource as kind
      from ${ctx.rows('revokeTask').as('t')}
        join ${ctx.rows('shipment').as('s')} on s.id = t.shipment_id
      where t.id = ${id}`.execute(ctx.db)
    requireKind(ctx, 'list', found.rows[0]?.kind ?? failMissing())
  },
}
