import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { LockedOrder } from '../parcels/lock-order.ts'

/**
 * Locks the channels of orders that take so many a day, in the order of their ids: of two orders at
 * once the second one counts the first.
 */
export async function lockChannels(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`select c.id from channel as c
    where ${tenant.rows('channel').where('c')} and c.daily_orders is not null
      and c.id in (select v.channel_id from ${tenant.rows('shipment').as('s')}
        join ${tenant.rows('deliveryService').as('v')} on v.id = s.service_id
        where s.id = any(${orderIds}::bigint[]))
    order by c.id for no key update of c`.execute(tx.db)
}

/** Refuses an order beyond those its channel takes on a day (UTC). */
export async function requireChannelRoom(
  tx: Tx,
  { id, serviceId }: Pick<LockedOrder, 'id' | 'serviceId'>,
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const limited = await sql<{ id: string; name: string; most: number }>`select c.id, c.name,
      c.daily_orders as most
    from ${tenant.rows('deliveryService').as('v')}
      join ${tenant.rows('channel').as('c')} on c.id = v.channel_id
    where v.id = ${serviceId} and c.daily_orders is not null`.execute(tx.db)
  const [channel] = limited.rows
  if (!channel) return
  await lockChannels(tx, [id])
  const taken = await sql<{ count: number }>`select count(*)::int as count
    from ${tenant.rows('shipment').as('s')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = s.service_id
    where v.channel_id = ${channel.id} and s.cancel_time is null
      and s.confirm_time >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`.execute(
    tx.db,
  )
  if ((taken.rows[0]?.count ?? 0) >= channel.most)
    fail('channel.dayFull', { name: channel.name, count: channel.most })
}
