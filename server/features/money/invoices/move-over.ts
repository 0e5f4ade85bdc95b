import { post } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Invoice } from './invoice-row.ts'

/** What the customer has too much of on the monthly account becomes its balance. */
export async function moveOver(
  tx: Tx,
  of: { row: Invoice; noteId: string; over: bigint; reason: string },
): Promise<string> {
  const { row, noteId, over, reason } = of
  const { customerId, currency } = row
  const trade = { tradeItem: 'transfer', note: row.number! }
  const { transactionId } = await post(tx, {
    key: `invoice-credit:${noteId}:over`,
    kind: 'transfer',
    debit: 'workDone',
    reason,
    lines: [
      { account: { kind: 'receivable', customerId, currency }, minor: -over, trade },
      { account: { kind: 'customer', customerId, currency }, minor: over, trade },
    ],
  })
  return transactionId
}
