import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { rechargeReference } from '#contracts/money/recharge-reference.ts'

type State = 'draft' | 'paid' | 'confirmed' | 'rejected' | 'refunded'
interface Planned {
  /** Place of the customer by code. */
  customer: number
  daysAgo: number
  /** Minor units. */
  amount: number
  state: State
  /** What came, where it is not the amount; and what went back. */
  received?: number
  refunded?: number
}

/** Recharges of the last four months in every state; the first customers pay twice a month. */
const HISTORY: readonly Planned[] = [0, 1, 2, 3, 4, 5].flatMap((customer) =>
  [112, 97, 81, 66, 50, 35, 19, 6].map((daysAgo, at): Planned => ({
    customer,
    daysAgo: daysAgo - customer,
    amount: 100_000 + ((customer * 7 + at * 3) % 11) * 25_000,
    state: 'confirmed',
  })),
)
const OTHERS: readonly Planned[] = [
  { customer: 0, daysAgo: 1, amount: 150_000, state: 'paid' },
  { customer: 0, daysAgo: 0, amount: 80_000, state: 'draft' },
  { customer: 1, daysAgo: 0, amount: 200_000, state: 'draft' },
  { customer: 2, daysAgo: 2, amount: 120_000, state: 'paid', received: 70_000 },
  { customer: 3, daysAgo: 9, amount: 50_000, state: 'rejected' },
  { customer: 0, daysAgo: 24, amount: 30_000, state: 'rejected' },
  { customer: 4, daysAgo: 15, amount: 60_000, state: 'refunded', refunded: 60_000 },
  { customer: 0, daysAgo: 41, amount: 90_000, state: 'confirmed', refunded: 25_000 },
  { customer: 5, daysAgo: 12, amount: 40_000, state: 'confirmed', received: 45_000 },
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

/** Recharges of the demo, credited and given back through the ledger. Safe to repeat. */
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
  const planned = [...HISTORY, ...OTHERS].toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const [at, plan] of planned.entries()) {
    const customer = customers[plan.customer]
    if (customer) await putRecharge(client, tenantId, { plan, customer, no: FIRST_NO + BigInt(at) })
  }
}

async function putRecharge(
  client: ClientBase,
  tenantId: string,
  { plan, customer, no }: { plan: Planned; customer: Customer; no: bigint },
): Promise<void> {
  const { state, amount, daysAgo, refunded = 0 } = plan
  const credited = state === 'confirmed' || state === 'refunded'
  const received = plan.received ?? (credited ? amount : 0)
  const reference = rechargeReference(no)
  const tradeNo = received > 0 ? `KTO${no}` : null
  const { rows } = await client.query<{ id: string; day: string }>(
    `insert into recharge (tenant_id, reference, customer_id, currency, amount, channel,
        receiving_account_id, status, out_trade_no, received, refunded, payer, paid_on,
        confirmed_by, confirmed_at, reason, create_by, create_time)
      select $1, $2, $3, $4, $5, 'BANK', $6, $7, $8, $9, $10, $11,
        case when $7 <> 'draft' then d.day::date end,
        case when $9::bigint > 0 then 'finance' end,
        case when $9::bigint > 0 then d.day + interval '5 hours' end,
        case when $7 = 'rejected' then '银行未查到该笔款项'
          when $10::bigint > 0 then '客户申请退款' end,
        'customer', d.day
      from (select date_trunc('day', now()) - make_interval(days => $12::int)
        + make_interval(hours => case when $12::int = 0 then 0 else $13::int end) as day) d
      returning id, to_char(create_time, 'YYYY-MM-DD') as day`,
    [
      tenantId,
      reference,
      customer.id,
      customer.currency,
      amount,
      customer.accountId,
      state,
      tradeNo,
      received,
      refunded,
      customer.name,
      daysAgo,
      HOUR,
    ],
  )
  const { id, day } = rows[0]!
  const facts = { tenantId, id, customer, reference, tradeNo, day }
  if (received === 0) return
  const credit = await putPayment(client, facts, { kind: 'credit', amount: received, of: null })
  if (refunded > 0)
    await putPayment(client, facts, { kind: 'refund', amount: refunded, of: credit })
}

interface Facts {
  tenantId: string
  id: string
  customer: Customer
  reference: string
  tradeNo: string | null
  day: string
}
interface Credit {
  id: string
  transactionId: string
}

async function putPayment(
  client: ClientBase,
  { tenantId, id, customer, reference, tradeNo, day }: Facts,
  { kind, amount, of }: { kind: 'credit' | 'refund'; amount: number; of: Credit | null },
): Promise<Credit> {
  const key = kind === 'credit' ? `recharge:BANK:${tradeNo}` : `recharge:refund:${reference}`
  const minor = kind === 'credit' ? amount : -amount
  const { currency } = customer
  const trade = {
    trade_type: kind === 'credit' ? 'recharge' : 'refund',
    trade_item: 'recharge',
    payment_channel: 'BANK',
    out_trade_no: tradeNo,
    note: reference,
  }
  const body = {
    createBy: 'finance',
    userId: '0',
    key,
    kind: trade.trade_type,
    digest: createHash('sha256').update(key).digest('hex'),
    refusable: false,
    useCredit: false,
    on: day,
    ...(of ? { refundsId: of.transactionId, reason: '客户申请退款' } : {}),
    lines: [
      { kind: 'customer', party: customer.id, ref: '', currency, amount: String(minor), trade },
      {
        kind: 'cash',
        party: customer.id,
        ref: customer.accountId,
        currency,
        amount: String(-minor),
      },
    ],
    log: {},
  }
  const posted = await client.query<{ outcome: string; transactionId: string }>(
    `select outcome, transaction_id as "transactionId" from ledger_post($1::bigint, $2::jsonb)`,
    [tenantId, JSON.stringify(body)],
  )
  const { outcome, transactionId } = posted.rows[0]!
  if (outcome !== 'posted') throw new Error(`the ledger answered ${outcome} to ${key}`)
  const made = await client.query<{ id: string }>(
    `insert into recharge_payment (tenant_id, recharge_id, kind, amount, channel, out_trade_no,
        transaction_id, refunds_id, create_by, create_time)
      values ($1, $2, $3, $4, 'BANK', $5, $6, $7, 'finance', $8::date) returning id`,
    [tenantId, id, kind, amount, tradeNo, transactionId, of?.id ?? null, day],
  )
  return { id: made.rows[0]!.id, transactionId }
}
