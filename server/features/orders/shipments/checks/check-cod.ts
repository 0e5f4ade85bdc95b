import { sql } from 'kysely'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { codLimitsOf } from '#contracts/money/cod/cod-limits.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { LockedOrder } from '../parcels/lock-order.ts'

/**
 * Cash on delivery is something the kind and the service can do, in one of the service's currencies
 * and within its limit. Confirmed it stays: the label has what the carrier collects.
 */
export async function requireCod(tx: Tx, order: LockedOrder): Promise<void> {
  const found = await sql<{
    amount: string
    currency: string | null
    service: string
    limits: string | null
  }>`select s.cod_amount as amount, s.cod_currency as currency, v.code as service,
      v.cod_limits as limits
    from ${tx.rows('shipment').as('s')}
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
    where s.id = ${order.id} and s.cod_amount is not null`.execute(tx.db)
  const wish = found.rows[0]
  if (!wish) return
  const { service, currency } = wish
  if (!kindOf(order.kind).can.takesCod) fail('cod.notForKind')
  const limits = codLimitsOf(wish.limits)
  if (!limits || limits.size === 0) fail('cod.notOffered', { service })
  const limit = limits.get(currency ?? '')
  if (currency === null || limit === undefined)
    fail('cod.currency', { service, currency: currency ?? '', open: [...limits.keys()].join(', ') })
  const money = parseMoney(wish.amount, currency, 'positive')
  if (!money) fail('cod.positive')
  if (money.minor > limit)
    fail('cod.overLimit', { service, currency, limit: formatMoney({ minor: limit, currency }) })
}
