import { sql } from 'kysely'
import type { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { kindCondition, kindsSeen } from '#server/features/orders/shipments/index.ts'
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
}
