import { sql } from 'kysely'
import { isOpenTo } from '#server/features/platform/users/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { LockedOrder } from '../parcels/lock-order.ts'

/** Refuses an order whose service is no longer in use, or no longer open to its customer. */
export async function requireServiceOpen(
  tx: Tx,
  { serviceId, serviceCode, customerId }: LockedOrder,
): Promise<void> {
  const found = await sql<{
    open: boolean
  }>`select ${isOpenTo(tx, 's', customerId)}::boolean as open
    from ${asSystem(tx, tx.principal.tenantId).rows('deliveryService').as('s')}
    where s.id = ${serviceId}`.execute(tx.db)
  if (!found.rows[0]?.open) fail('service.closed', { value: serviceCode })
}
