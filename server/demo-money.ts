import { sql } from 'kysely'
import { putAlarm } from './features/money/accounts/index.ts'
import {
  ensureAccount,
  post,
  prove,
  setAccount,
  type Posting,
} from './features/money/ledger/index.ts'
import { makeCtx, systemPrincipal, type Ctx, type Tx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import type { AppDeps } from './kit/runtime/lifecycle.ts'

type TradeFacts = NonNullable<Posting['lines'][number]['trade']>

/** Customers by code: what they paid in, how many of their orders were charged, and what else. */
interface Plan {
  code: string
  currency: string
  recharges: readonly bigint[]
  orders: number
  /** By hand, with what it is for. */
  adjustments?: readonly (readonly [minor: bigint, item: string, note: string])[]
  credit?: bigint
  alarm?: bigint
  frozen?: string
  /** Left over when all is posted: the last charge takes the rest. */
  left?: bigint
}
const PLANS: readonly Plan[] = [
  {
    code: 'C1001',
    currency: 'EUR',
    recharges: [250_000n, 180_000n],
    orders: 12,
    adjustments: [[1_250n, '20', '破损赔付']],
    credit: 50_000n,
    alarm: 20_000n,
  },
  { code: 'C1001', currency: 'CNY', recharges: [800_000n], orders: 0, alarm: 100_000n },
  {
    code: 'C1009',
    currency: 'EUR',
    recharges: [60_000n],
    orders: 8,
    alarm: 10_000n,
    left: 1_864n,
  },
  {
    code: 'C1003',
    currency: 'EUR',
    recharges: [90_000n],
    orders: 5,
    frozen: '付款逾期，暂停消费',
  },
  {
    code: 'C1005',
    currency: 'EUR',
    recharges: [320_000n],
    orders: 10,
    adjustments: [
      [-1_800n, 'bankFee', 'Bank fee of an international transfer'],
      [6_000n, 'discount', 'Volume discount of the last month'],
    ],
    credit: 200_000n,
  },
  { code: 'C1008', currency: 'EUR', recharges: [45_000n], orders: 6, credit: 30_000n },
]

interface Order {
  id: string
  serialNumber: string
  amount: string
}

/**
 * Accounts of some customers of a demo tenant, posted as the product posts; the tenant is proved at
 * the end. Each posting is an event of its own, so a start that was killed goes on.
 */
export async function seedDemoMoney(
  { db, env, log }: Pick<AppDeps, 'db' | 'env' | 'log'>,
  tenantId: string,
): Promise<void> {
  const ctx = makeCtx({
    requestId: 'demo',
    lang: 'zh_CN',
    log,
    deps: { db, env, log },
    http: null,
    executor: db.kysely,
    principal: systemPrincipal(tenantId, { username: 'finance' }),
  })
  for (const plan of PLANS) await seedAccount(ctx, plan)
  await prove(ctx)
}

async function seedAccount(ctx: Ctx, plan: Plan): Promise<void> {
  const { code, currency } = plan
  const found = await sql<{ id: string }>`select c.id from ${ctx.rows('customer').as('c')}
    where c.code = ${code}`.execute(ctx.db)
  const customerId = found.rows[0]?.id
  if (customerId === undefined) return
  const orders = await sql<Order>`select s.id, s.serial_number, s.amount
    from ${ctx.rows('shipment').as('s')}
    where s.customer_id = ${customerId} and s.amount > 0 and s.currency = ${currency}
    order by s.confirm_time desc nulls last, s.id desc limit ${plan.orders}`.execute(ctx.db)
  await inTx(ctx, async (tx) => {
    const accountId = await ensureAccount(tx, { kind: 'customer', customerId, currency })
    const book = (name: string, minor: bigint, other: Other, trade: TradeFacts) =>
      postOne(
        tx,
        { key: `demo:${code}:${currency}:${name}`, customerId, currency, minor },
        other,
        trade,
      )
    let balance = 0n
    for (const [at, minor] of plan.recharges.entries()) {
      const outTradeNo = `DEMO${code}${currency}${at + 1}`
      balance += minor
      await book(
        `recharge:${at}`,
        minor,
        { posting: 'recharge', kind: 'cash', ref: 'demo' },
        {
          tradeItem: 'recharge',
          paymentChannel: 'BANK',
          outTradeNo,
        },
      )
    }
    for (const order of orders.rows.toReversed()) {
      balance -= BigInt(order.amount)
      await book(
        `order:${order.id}`,
        -BigInt(order.amount),
        { posting: 'charge', kind: 'revenue', ref: '1' },
        { tradeItem: '1', shipmentId: order.id, shipmentNo: order.serialNumber },
      )
    }
    for (const [at, [minor, item, note]] of (plan.adjustments ?? []).entries()) {
      balance += minor
      await book(
        `adjust:${at}`,
        minor,
        { posting: 'adjustment', kind: 'adjustment', ref: item },
        { tradeItem: item, note },
      )
    }
    if (plan.left !== undefined && balance > plan.left)
      await book(
        'storage',
        plan.left - balance,
        { posting: 'charge', kind: 'revenue', ref: '11' },
        { tradeItem: '11', note: '仓储费' },
      )
    await setUp(tx, accountId, plan)
  })
}

interface Other {
  posting: 'recharge' | 'charge' | 'adjustment'
  kind: 'cash' | 'revenue' | 'adjustment'
  ref: string
}

async function postOne(
  tx: Tx,
  what: { key: string; customerId: string; currency: string; minor: bigint },
  other: Other,
  trade: TradeFacts,
): Promise<void> {
  const { key, customerId, currency, minor } = what
  await post(tx, {
    key,
    kind: other.posting,
    debit: 'workDone',
    lines: [
      { account: { kind: 'customer', customerId, currency }, minor, trade },
      { account: { kind: other.kind, ref: other.ref, customerId, currency }, minor: -minor },
    ],
  })
}

/** Credit, freezing and alarm; what a user set since stays. */
async function setUp(tx: Tx, accountId: string, { credit, frozen, alarm }: Plan): Promise<void> {
  const found = await sql<{ version: number }>`select a.version
    from ${tx.rows('ledgerAccount').as('a')} where a.id = ${accountId}`.execute(tx.db)
  const { version } = found.rows[0]!
  if (version === 1 && (credit !== undefined || frozen !== undefined))
    await setAccount(
      tx,
      accountId,
      {
        ...(credit === undefined ? {} : { credit }),
        ...(frozen === undefined ? {} : { frozenReason: frozen }),
      },
      version,
    )
  if (alarm !== undefined) await putAlarm(tx, accountId, alarm.toString())
}
