import { randomUUID } from 'node:crypto'
import { Refusal } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { World } from '#test/harness.ts'
import {
  giveBack,
  leftOf,
  post,
  type EventKey,
  type Line,
  type Posted,
  type Posting,
} from './index.ts'

/** A transaction of a job in the suite's tenant: the ledger is called inside another feature's. */
export const inLedger = <R>(
  { deps, tenantId }: Pick<World, 'deps' | 'tenantId'>,
  work: (tx: Tx) => Promise<R>,
  actor: Parameters<typeof jobCtx>[2] = {},
): Promise<R> => inTx(jobCtx(deps, tenantId, actor), work)

/** A customer of its own, so that one test's postings are not another's. */
export async function newCustomer({
  deps,
  tenantId,
}: Pick<World, 'deps' | 'tenantId'>): Promise<string> {
  const { rows } = await deps.db.pool.query<{ id: string }>(
    `insert into customer (tenant_id, code, name, email)
      values ($1, $2, $2, 'accounts@example.com') returning id`,
    [tenantId, `L-${randomUUID().slice(0, 12)}`],
  )
  return rows[0]!.id
}

/** The code of the refusal `work` ends with; null where it ends well. */
export async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

export const key = (): EventKey => `request:${randomUUID()}`

type Change = Partial<Omit<Posting, 'lines'>>

/** Money in, from the bank. */
export function recharge(
  tx: Tx,
  customerId: string,
  minor: bigint,
  currency = 'EUR',
  change: Change = {},
): Promise<Posted> {
  return post(tx, {
    key: key(),
    kind: 'recharge',
    debit: 'workDone',
    ...change,
    lines: [
      {
        account: { kind: 'customer', customerId, currency },
        minor,
        trade: { paymentChannel: 'BANK', outTradeNo: `B-${customerId}` },
      },
      { account: { kind: 'cash', ref: 'bank', currency }, minor: -minor },
    ],
  })
}

/** What a charge of freight posts. */
export const freight = (customerId: string, minor: bigint, currency = 'EUR'): Line[] => [
  {
    account: { kind: 'customer', customerId, currency },
    minor: -minor,
    trade: { tradeItem: 'freight' },
  },
  { account: { kind: 'revenue', ref: 'freight', customerId, currency }, minor },
]

export function charge(
  tx: Tx,
  customerId: string,
  minor: bigint,
  debit: Posting['debit'] = 'refusable',
  change: Change = {},
  currency = 'EUR',
): Promise<Posted> {
  const lines = freight(customerId, minor, currency)
  return post(tx, { key: key(), kind: 'charge', debit, ...change, lines })
}

/** All that is left of a charge goes back by hand; null where nothing is. */
export async function back(tx: Tx, transactionId: string, costs = false): Promise<Posted | null> {
  const [left] = await leftOf(tx, [transactionId])
  const key = `reverse:${transactionId}` as const
  return giveBack(tx, left!, { key, kind: 'reversal', reason: 'wrong', costs })
}
