import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { userDepots } from '#contracts/parties/user-depot-calls.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { change } from '#server/kit/db/change.ts'

/**
 * Gives codes to another customer, within the caller's reach. Orders made before keep the code; the
 * new customer chooses a default of its own.
 */
export async function moveUserDepots(
  ctx: Ctx,
  { ids, customerId }: In<typeof userDepots.move>,
): Promise<BulkResult> {
  const target = await sql`select 1 from ${ctx.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(ctx.db)
  if (target.rows.length === 0) failFields([{ path: 'customerId', code: 'field.ref' }])
  return eachRow(ctx, ids, async (tx, id, name) => {
    const found = await sql<{ code: string; depotId: string; customerId: string }>`select
        u.depot_code as code, u.depot_id, u.customer_id
      from user_depot as u where ${tx.rows('userDepot').where('u')} and u.id = ${id}
      for update`.execute(tx.db)
    const row = found.rows[0] ?? failMissing()
    name(row.code)
    if (row.customerId === customerId) fail('userDepot.sameCustomer')
    const has = await sql`select 1 from ${tx.rows('userDepot').as('u')}
      where u.customer_id = ${customerId} and u.depot_id = ${row.depotId}`.execute(tx.db)
    if (has.rows.length > 0) fail('userDepot.hasOne')
    await change(tx, 'userDepot', { id }, { customerId, izDefault: false })
    return row.code
  })
}
