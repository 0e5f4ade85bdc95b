import { sql } from 'kysely'
import type { bankInvoices } from '#contracts/money/bank-invoices.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import { post, type Line } from '#server/features/money/ledger/index.ts'
import {
  labelOfLine,
  lockOpenLine,
  putLine,
  requireBankUsers,
  tradeNoFor,
  wireLine,
  type StoredLine,
} from '#server/features/money/recharges/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { countPaid } from '../apply.ts'
import { labelOf, lockInvoice, type Invoice } from '../invoice-row.ts'

/** Locks are taken in this order. */
export const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1)

export interface Part {
  row: Invoice
  minor: bigint
}

/** Assigns a movement to invoices of one customer; a movement is assigned once. */
export function payByLine(
  ctx: Ctx,
  { lineId, parts }: In<typeof bankInvoices.pay>,
): Promise<Out<typeof bankInvoices.pay>> {
  return inTx(ctx, async (tx) => {
    const rows = new Map<string, Invoice>()
    for (const id of parts.map((one) => one.id).toSorted(byId))
      rows.set(id, await lockInvoice(tx, id))
    const line = await lockOpenLine(tx, lineId)
    const issues: RawIssue[] = []
    const wished = parts.map(({ id, amount }, at): Part => {
      const row = rows.get(id)!
      const path = `parts.${at}.amount`
      const minor = parseMoney(amount, row.currency, 'positive')?.minor
      if (minor === undefined) {
        const issue = moneyIssue(amount, row.currency, 'positive')!
        issues.push({ path, code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } })
        return { row, minor: 0n }
      }
      if (parts.findIndex((one) => one.id === id) < at)
        issues.push({ path, code: 'field.duplicate', data: { value: labelOf(row) } })
      if (minor > BigInt(row.open))
        issues.push({
          path,
          code: 'invoice.beyondOpen',
          data: {
            open: formatMoney({ minor: BigInt(row.open), currency: row.currency }),
            currency: row.currency,
          },
        })
      return { row, minor }
    })
    for (const { row } of wished) {
      if (row.kind !== 'invoice' || !OPEN_STATES.includes(row.status))
        fail('invoice.notOpen', { label: labelOf(row) })
      if (row.currency !== line.currency)
        fail('bank.invoiceCurrency', { line: line.currency, invoice: row.currency })
      if (row.customerId !== wished[0]!.row.customerId) fail('bank.twoCustomers')
    }
    if (issues.length > 0) failFields(issues)
    await payLine(tx, line, wished)
    return wireLine(tx, lineId)
  })
}

/**
 * Posts a locked movement to locked invoices: what they take, and the rest to the customer's
 * balance. One transaction of the ledger, so that it goes back as a whole.
 */
export async function payLine(tx: Tx, line: StoredLine, parts: readonly Part[]): Promise<void> {
  const total = BigInt(line.amount)
  const rest = parts.reduce((left, { minor }) => left - minor, total)
  if (total <= 0n) fail('bank.notOpen', { label: labelOfLine(line) })
  if (rest < 0n)
    fail('bank.beyondLine', {
      amount: formatMoney({ minor: total, currency: line.currency }),
      currency: line.currency,
    })
  const { currency } = line
  const { customerId } = parts[0]!.row
  await requireBankUsers(tx, line, { customerId, minor: total, inAll: total })
  const outTradeNo = await tradeNoFor(tx, line)
  for (const { row, minor } of parts) await countPaid(tx, row, minor)
  const numbers = parts.map(({ row }) => row.number!).join(', ')
  const trade = (note: string, tradeItem = 'invoicePayment') => ({
    tradeItem,
    paymentChannel: 'BANK' as const,
    outTradeNo,
    note,
  })
  const lines: Line[] = [
    ...parts.map(({ row, minor }) => ({
      account: { kind: 'receivable' as const, customerId, currency },
      minor,
      trade: { ...trade(row.number!), tradeType: 'payment' as const },
    })),
    ...(rest > 0n
      ? [
          {
            account: { kind: 'customer' as const, customerId, currency },
            minor: rest,
            trade: trade(numbers.slice(0, 200), 'recharge'),
          },
        ]
      : []),
    {
      account: { kind: 'cash', ref: line.receivingAccountId, customerId, currency },
      minor: -total,
    },
  ]
  const { transactionId } = await post(tx, {
    // An assignment that was taken back may be made again.
    key: `bank-line:${line.id}:${line.version}`,
    kind: 'recharge',
    debit: 'workDone',
    on: line.bookedOn,
    lines,
  })
  await notePayments(tx, line.id, transactionId, parts)
  await putLine(tx, line, { status: 'matched', transactionId, settles: numbers })
}

/** Below zero: what went back. */
export async function notePayments(
  tx: Tx,
  lineId: string,
  transactionId: string,
  parts: readonly Part[],
): Promise<void> {
  await sql`insert into invoice_payment (tenant_id, invoice_id, amount, source, bank_line_id,
      transaction_id, create_by)
    select ${tx.principal.tenantId}::bigint, x.id, x.amount, 'bank', ${lineId}::bigint,
      ${transactionId}::bigint, ${tx.principal.username}
    from unnest(${parts.map(({ row }) => row.id)}::bigint[],
      ${parts.map(({ minor }) => minor.toString())}::bigint[]) as x (id, amount)`.execute(tx.db)
}
