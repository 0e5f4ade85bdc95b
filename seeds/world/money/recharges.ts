import type { ClientBase } from 'pg'
import { rechargeReference } from '#contracts/money/recharge-reference.ts'

type State = 'draft' | 'paid' | 'rejected'
interface Planned {
  /** Place of the customer by code. */
  customer: number
  daysAgo: number
  /** Minor units. */
  amount: number
  state: State
}

/** Recharges nothing came of yet; those that were paid are part of each customer's history. */
const PLANNED: readonly Planned[] = [
  { customer: 0, daysAgo: 24, amount: 30_000, state: 'rejected' },
  { customer: 3, daysAgo: 9, amount: 50_000, state: 'rejected' },
  { customer: 0, daysAgo: 1, amount: 150_000, state: 'paid' },
  { customer: 0, daysAgo: 0, amount: 80_000, state: 'draft' },
  { customer: 1, daysAgo: 0, amount: 200_000, state: 'draft' },
]
/** Far above what the counter of recharges gives in the life of a demo. */
const FIRST_NO = 90_000_000n
const HOUR = 11

interface Customer {
  id: string
  currency: string
  name: string
  accountId: string
}

/** Recharges of the demo that wait or were rejected. Safe to repeat. */
export async function seedRecharges(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from recharge where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rows.length > 0) return
  await client.query(
    `insert into recharge_limit (tenant_id, currency, amount)
      values ($1, 'EUR', 500000), ($1, 'CNY', 3000000) on conflict do nothing`,
    [tenantId],
  )
  const { rows: customers } = await client.query<Customer>(
    `select c.id, c.currency, c.name, a.id as "accountId" from customer c
      join receiving_account a on a.tenant_id = c.tenant_id and a.currency = c.currency
        and a.is_default
      where c.tenant_id = $1 order by c.code limit 6`,
    [tenantId],
  )
  for (const [at, plan] of PLANNED.entries()) {
    const customer = customers[plan.customer]
    if (!customer) continue
    await client.query(
      `insert into recharge (tenant_id, reference, customer_id, currency, amount, channel,
          receiving_account_id, status, payer, paid_on, reason, create_by, create_time)
        select $1, $2, $3, $4, $5, 'BANK', $6, $7, $8,
          case when $7 <> 'draft' then d.day::date end,
          case when $7 = 'rejected' then '银行未查到该笔款项' end, 'customer', d.day
        from (select date_trunc('day', now()) - make_interval(days => $9::int)
          + make_interval(hours => case when $9::int = 0 then 0 else $10::int end) as day) d`,
      [
        tenantId,
        rechargeReference(FIRST_NO + BigInt(at)),
        customer.id,
        customer.currency,
        plan.amount,
        customer.accountId,
        plan.state,
        customer.name,
        plan.daysAgo,
        HOUR,
      ],
    )
  }
}
