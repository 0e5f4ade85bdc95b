import { accountList } from '#contracts/money/accounts.ts'
import { ensureAccount, post } from '#server/features/money/ledger/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { Client, World } from '#test/harness.ts'

let count = 0

export interface Made {
  id: string
  version: number
  balance: string
  available: string
  held: string
  credit: string
  status: string
}

/** A customer of the suite with an account in a currency, and so much money on it. */
export async function fundedAccount(
  world: World,
  minor: bigint,
  { currency = 'EUR', customerId = '' }: { currency?: string; customerId?: string } = {},
): Promise<{ id: string; customerId: string }> {
  const owner = customerId || (await newCustomer(world))
  const ctx = jobCtx(world.deps, world.tenantId)
  const id = await inTx(ctx, (tx) =>
    ensureAccount(tx, { kind: 'customer', customerId: owner, currency }),
  )
  if (minor !== 0n) await book(world, owner, minor, { currency })
  return { id, customerId: owner }
}

export async function newCustomer(world: World): Promise<string> {
  const code = `A${process.pid.toString(36)}${++count}`
  const made = await world.db.pool.query<{ id: string }>(
    `insert into customer (tenant_id, code, name, email, currency)
      values ($1, $2, $2, $2 || '@example.com', 'EUR') returning id`,
    [world.tenantId, code],
  )
  return made.rows[0]!.id
}

/** Posts as the product does: a recharge above zero, a charge below; answers the transaction. */
export async function book(
  world: World,
  customerId: string,
  minor: bigint,
  {
    currency = 'EUR',
    debit = 'refusable',
    lines = 1,
  }: { currency?: string; debit?: 'refusable' | 'workDone'; lines?: number } = {},
): Promise<string> {
  const own = { currency, customerId, ...(minor > 0n ? {} : { ref: '1' }) }
  const kind = minor > 0n ? 'recharge' : 'charge'
  const posted = await inTx(jobCtx(world.deps, world.tenantId), (tx) =>
    post(tx, {
      key: `${kind}:test:${world.tenantId}:${++count}`,
      kind,
      debit,
      lines: Array.from({ length: lines }, () => [
        {
          account: { kind: 'customer' as const, customerId, currency },
          minor,
          trade: { tradeItem: minor > 0n ? 'recharge' : '1', shipmentNo: `PY${count}` },
        },
        {
          account: { kind: minor > 0n ? ('cash' as const) : ('revenue' as const), ...own },
          minor: -minor,
        },
      ]).flat(),
    }),
  )
  return posted.transactionId
}

export const read = async (client: Client, id: string): Promise<Made> =>
  (await client.call(accountList.endpoints.queryById, { id })) as unknown as Made

let keys = 0
/** The header calls that move money ask for. */
export const key = (): { 'Idempotency-Key': string } => ({
  'Idempotency-Key': `accounts-test-${process.pid}-${++keys}`,
})

/** Rows with a value in every column lists filter by. */
export async function accountRow(world: World): Promise<string> {
  const { id } = await fundedAccount(world, 5_000n)
  await world.db.pool.query(
    `update ledger_account set held = 30, credit = 700, status = 'frozen', frozen_reason = 'unpaid'
      where tenant_id = $1 and id = $2`,
    [world.tenantId, id],
  )
  return id
}

export async function requestRow(world: World): Promise<string> {
  const from = await fundedAccount(world, 0n)
  const to = await fundedAccount(world, 0n)
  const made = await world.db.pool.query<{ id: string }>(
    `insert into account_request (tenant_id, no, kind, status, account_id, customer_id, currency,
        amount, trade_item, to_account_id, to_customer_id, to_currency, to_amount, rate, rate_on,
        reason, ask_user_id, asked_by, decide_user_id, decided_by, decided_at, answer)
      values ($1, 'ARX' || $2::text, 'transfer', '3', $2::bigint, $3, 'EUR', 500, '19', $4, $5, 'EUR', 500, 1,
        '2026-01-02', 'catalogue', 1, 'catalogue', 2, 'second', now(), 'no') returning id`,
    [world.tenantId, from.id, from.customerId, to.id, to.customerId],
  )
  return made.rows[0]!.id
}

export async function tradeRow(world: World): Promise<string> {
  const { id, customerId } = await fundedAccount(world, 0n)
  const admin = await world.db.pool.query<{ id: string }>(
    'select id from sys_user where tenant_id = $1 and username = $2',
    [world.tenantId, world.username('tenantAdmin')],
  )
  await inTx(jobCtx(world.deps, world.tenantId), (tx) =>
    post(tx, {
      key: `request:catalogue:${id}`,
      kind: 'recharge',
      debit: 'refusable',
      reason: 'catalogue',
      lines: [
        {
          account: { kind: 'customer', customerId, currency: 'EUR' },
          minor: 900n,
          trade: {
            tradeItem: 'recharge',
            paymentChannel: 'BANK',
            outTradeNo: `OUT${id}`,
            shipmentNo: `PY${id}`,
            parcelNo: `PC${id}`,
            note: 'catalogue',
            forUser: { id: admin.rows[0]!.id, username: 'catalogue' },
          },
        },
        { account: { kind: 'cash', customerId, currency: 'EUR' }, minor: -900n },
      ],
    }),
  )
  const found = await world.db.pool.query<{ id: string }>(
    'select id from trade where tenant_id = $1 and account_id = $2',
    [world.tenantId, id],
  )
  return found.rows[0]!.id
}
