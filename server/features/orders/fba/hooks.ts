import { sql } from 'kysely'
import type { ListQuery } from '#contracts/kit/page.ts'
import { fbaOrderList } from '#contracts/orders/fba/fba-orders.ts'
import type { fbaWarehouses } from '#contracts/orders/fba/fba-warehouses.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { conditions } from '#server/kit/resource/list-query.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { seenCondition } from './require-seen.ts'

const READY = sql`(t.delivery_state = 'PENDING' and fba_ready(t.tenant_id, t.id))`
const only = (query: ListQuery, name: string): ListQuery => ({
  pageNo: 1,
  pageSize: 1,
  [name]: query[name],
})

/** Orders of the kinds the caller may see, in the list and one by one. */
export const fbaOrderHooks: Hooks<typeof fbaOrderList> = {
  listQuery: (ctx, query, verb) => [
    seenCondition(ctx, 't.id', verb),
    ...conditions(fbaOrderList.filters!, only(query, 'ready'), () => READY),
  ],
}

/** Codes are written in capitals, as on labels; slots are entered in a zone there is. */
export const fbaWarehouseHooks: Hooks<typeof fbaWarehouses> = {
  beforeSave: async (tx, draft) => {
    if (draft.code) draft.code = draft.code.toUpperCase()
    if (!draft.timeZone) return
    const known = await sql`select 1 from pg_timezone_names where name = ${draft.timeZone}`.execute(
      tx.db,
    )
    if (known.rows.length === 0) failFields([{ path: 'timeZone', code: 'fba.zone' }])
  },
}
