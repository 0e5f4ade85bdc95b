import { sql, type SqlBool } from 'kysely'
import type { labelRequestList } from '#contracts/orders/label-requests.ts'
import { ENDED } from '#contracts/orders/shipments.states.ts'
import { kindCondition, kindsSeen } from '#server/features/orders/shipments/index.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/**
 * Of the labels asked for those that are missing: not made, not given up, the last of their parcel,
 * of an order that goes on and of a kind the caller sees.
 */
export const labelRequestHooks: Hooks<typeof labelRequestList> = {
  listQuery: (ctx, _query, verb) => [
    sql<SqlBool>`t.state <> 'made' and (t.void_state is null or t.void_state = 'refused')`,
    sql<SqlBool>`not exists (select 1 from ${ctx.rows('parcelLabel').as('n')}
      where n.parcel_id = t.parcel_id and n.id > t.id)`,
    sql<SqlBool>`exists (select 1 from ${ctx.rows('parcel').as('p')}
      where p.id = t.parcel_id and p.parcel_status <> all(${[...ENDED]}::int[]))`,
    ...(kindsSeen(ctx, verb) === null
      ? []
      : [
          sql<SqlBool>`exists (select 1 from ${ctx.rows('shipment').as('s')}
            where s.id = t.shipment_id and ${kindCondition(ctx, 's', verb)})`,
        ]),
  ],
}
