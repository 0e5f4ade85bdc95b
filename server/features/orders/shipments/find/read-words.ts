import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { arrayText } from '#server/kit/db/array-text.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { keysOf } from './text-keys.ts'

/** Orders of one transaction, and transactions of one minute and tenant at most. */
const AT_ONCE = 2_000
const ROUNDS = 60

schedule('orders.words', '* * * * *', readWords)

/** Reads the words of orders that are new or have other names, so that lists find them by parts. */
export async function readWords(ctx: Ctx): Promise<void> {
  const tenants = await sql<{ id: string }>`select t.id from tenant t order by t.id`.execute(ctx.db)
  for (const { id } of tenants.rows) {
    const inside = asSystem(ctx, id)
    for (let round = 0; round < ROUNDS; round++) if ((await readSome(inside, id)) < AT_ONCE) break
  }
}

/**
 * One that is being changed is left for the next minute: its names are not known yet. The orders
 * are locked first and none is waited for, so that no verb waits for this while this waits for it.
 */
function readSome(ctx: Ctx, tenantId: string): Promise<number> {
  return inTx(ctx, async (tx) => {
    const free = await sql<{ id: string }>`select s.id from shipment as s
      where ${tx.rows('shipment').where('s')} and s.id in (
        select u.shipment_id from ${tx.rows('shipmentUnread').as('u')}
        order by u.shipment_id limit ${AT_ONCE})
      order by s.id for key share of s skip locked`.execute(tx.db)
    const taken = await sql<{ shipmentId: string }>`delete from shipment_unread as u
      where ${tx.rows('shipmentUnread').where('u')} and u.shipment_id in (
        select w.shipment_id from ${tx.rows('shipmentUnread').as('w')}
        where w.shipment_id = any(${free.rows.map(({ id }) => id)}::bigint[])
        for update of w skip locked)
      returning u.shipment_id`.execute(tx.db)
    const ids = taken.rows.map(({ shipmentId }) => shipmentId)
    if (ids.length === 0) return 0
    const orders = await sql<{
      id: string
      consigneeName: string
      company: string | null
      city: string
    }>`select s.id, s.consignee_name, s.company, s.city from ${tx.rows('shipment').as('s')}
      where s.id = any(${ids}::bigint[]) order by s.id`.execute(tx.db)
    const keys = orders.rows.map(({ consigneeName, company, city }) => [
      ...new Set([consigneeName, company, city].flatMap((text) => keysOf(tenantId, text ?? ''))),
    ])
    await sql`insert into shipment_words as w (tenant_id, shipment_id, keys)
      select ${tenantId}::bigint, x.id, x.keys::int[]
      from unnest(${arrayText(orders.rows.map(({ id }) => id))}::bigint[],
        ${arrayText(keys.map((own) => `{${own.join(',')}}`))}::text[]) as x(id, keys)
      on conflict (tenant_id, shipment_id) do update set keys = excluded.keys`.execute(tx.db)
    return ids.length
  })
}
