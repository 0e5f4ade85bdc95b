import { sql } from 'kysely'
import type { bankInvoices } from '#contracts/money/bank-invoices.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { stepUpAbove } from '#contracts/money/account-figures.ts'
import { post, reverse } from '#server/features/money/ledger/index.ts'
import {
  labelOfLine,
  lockLine,
  putLine,
  readLine,
  requireBankUsers,
  undoCredit,
  wireLine,
  type StoredLine,
} from '#server/features/money/recharges/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { countPaid } from '../apply.ts'
import { labelOf, lockInvoice } from '../invoice-row.ts'
import { byId, notePayments, type Part } from './pay-by-line.ts'

/**
 * It was assigned wrongly: everything as before. Where the customer has spent the rest meanwhile it
 * is owed, since it was not the customer's money.
 */
export function undoLine(
  ctx: Ctx,
  { lineId, reason }: In<typeof bankInvoices.undo>,
): Promise<Out<typeof bankInvoices.undo>> {
  return inTx(ctx, async (tx) => {
    if (await undoCredit(tx, lineId, reason)) return wireLine(tx, lineId)
    const parts = await lockParts(tx, lineId)
    const line = await lockPaid(tx, lineId)
    await requireSame(tx, lineId, parts)
    await requireUsers(tx, line, parts, BigInt(line.amount))
    for (const { row, minor } of parts) {
      // A credit note has moved what was paid to the balance.
      if (BigInt(row.paid) < minor) fail('bank.creditedSince', { label: labelOf(row) })
      await countPaid(tx, row, -minor)
    }
    const { transactionId } = await reverse(tx, {
      transactionId: line.transactionId!,
      reason,
      note: line.settles ?? '',
      debit: 'workDone',
    })
    await noteBack(tx, line, transactionId, parts)
    await putLine(tx, line, { status: 'open', transactionId: null, settles: null })
    return wireLine(tx, lineId)
  })
}

/** Payments of invoices on the same account, of the amount that went out or a little less. */
export async function listReturnable(
  ctx: Ctx,
  { lineId }: In<typeof bankInvoices.returnable>,
): Promise<Out<typeof bankInvoices.returnable>> {
  const out = await readLine(ctx, lineId)
  const { rows } = await sql<{
    id: string
    bookedOn: string
    amount: string
    currency: string
    counterparty: string | null
    settles: string
  }>`select l.id, l.booked_on::text as booked_on, l.amount, l.currency, l.counterparty, l.settles
    from ${ctx.rows('bankLine').as('l')}
    where l.receiving_account_id = ${out.receivingAccountId} and l.status = 'matched'
      and l.transaction_id is not null and l.amount > 0
      and -${out.amount}::bigint - l.amount between 0 and ${mostFee(out.currency).toString()}::bigint
      and l.booked_on <= ${out.bookedOn}::date
    order by l.amount desc, l.booked_on desc, l.id desc limit 20`.execute(ctx.db)
  return rows.map(({ amount, currency, ...row }) => {
    const worded = (minor: bigint) => formatMoney({ minor, currency })
    const minor = BigInt(amount)
    return { ...row, currency, amount: worded(minor), fee: worded(-BigInt(out.amount) - minor) }
  })
}

/** What banks keep of a returned payment at most, minor units: 50 euro, 5,000 yen, 50 dinar. */
const mostFee = (currency: string): bigint => stepUpAbove(currency) / 20n

/**
 * The bank took a payment back. Its invoices are open again; what the customer has spent of the
 * rest meanwhile is owed. A fee of the bank is the tenant's cost.
 */
export function takeBackLine(
  ctx: Ctx,
  { lineId, paidLineId }: In<typeof bankInvoices.takeBack>,
): Promise<Out<typeof bankInvoices.takeBack>> {
  return inTx(ctx, async (tx) => {
    const parts = await lockParts(tx, paidLineId)
    const [first, second] = [lineId, paidLineId].toSorted(byId)
    await lockLine(tx, first!)
    await lockLine(tx, second!)
    const out = await lockLine(tx, lineId)
    if (out.status !== 'out') fail('bank.notOpen', { label: labelOfLine(out) })
    const paid = await lockPaid(tx, paidLineId)
    await requireSame(tx, paidLineId, parts)
    const fee = -BigInt(out.amount) - BigInt(paid.amount)
    if (
      fee < 0n ||
      fee > mostFee(out.currency) ||
      out.receivingAccountId !== paid.receivingAccountId
    )
      fail('bank.notReturned', { label: labelOfLine(paid) })
    await requireUsers(tx, out, parts, BigInt(paid.amount))
    let moved = 0n
    for (const { row, minor } of parts) {
      const back = BigInt(row.paid) < minor ? BigInt(row.paid) : minor
      moved += minor - back
      await countPaid(tx, row, -back)
    }
    const reason = labelOfLine(out)
    const { transactionId } = await reverse(tx, {
      transactionId: paid.transactionId!,
      reason,
      debit: 'workDone',
      kind: 'chargeback',
    })
    await postRest(tx, { out, fee, moved, customerId: parts[0]!.row.customerId })
    await noteBack(tx, paid, transactionId, parts)
    const { settles } = paid
    await putLine(tx, paid, {
      status: 'returned',
      transactionId: paid.transactionId,
      settles,
      reason,
    })
    await putLine(tx, out, { status: 'matched', transactionId, settles })
    return wireLine(tx, lineId)
  })
}

/** The bank's fee, and what a credit note had moved from the invoice to the balance before. */
async function postRest(
  tx: Tx,
  of: { out: StoredLine; fee: bigint; moved: bigint; customerId: string },
): Promise<void> {
  const { out, fee, moved, customerId } = of
  const { currency, receivingAccountId } = out
  if (moved > 0n)
    await post(tx, {
      key: `bank-line:${out.id}:moved`,
      kind: 'transfer',
      debit: 'workDone',
      lines: [
        { account: { kind: 'customer', customerId, currency }, minor: -moved },
        { account: { kind: 'receivable', customerId, currency }, minor: moved },
      ],
    })
  if (fee > 0n)
    await post(tx, {
      key: `bank-line:${out.id}:fee`,
      kind: 'cost',
      debit: 'workDone',
      on: out.bookedOn,
      lines: [
        { account: { kind: 'cash', ref: receivingAccountId, currency }, minor: fee },
        { account: { kind: 'cost', ref: `fee:${receivingAccountId}`, currency }, minor: -fee },
      ],
    })
}

const requireUsers = async (
  tx: Tx,
  line: StoredLine,
  [first]: readonly Part[],
  minor: bigint,
): Promise<void> => {
  if (!first) fail('bank.paysNoInvoice', { label: labelOfLine(line) })
  await requireBankUsers(tx, line, { customerId: first.row.customerId, minor, inAll: minor })
}

async function lockPaid(tx: Tx, id: string): Promise<StoredLine> {
  const line = await lockLine(tx, id)
  if (line.status !== 'matched' || line.transactionId === null || BigInt(line.amount) < 0n)
    fail('bank.paysNoInvoice', { label: labelOfLine(line) })
  return line
}

/** What of a movement each invoice has. */
async function partsOf(tx: Tx, lineId: string): Promise<{ invoiceId: string; amount: string }[]> {
  const { rows } = await sql<{ invoiceId: string; amount: string }>`select p.invoice_id,
      sum(p.amount)::text as amount
    from ${tx.rows('invoicePayment').as('p')}
    where p.bank_line_id = ${lineId} group by p.invoice_id having sum(p.amount) > 0
    order by p.invoice_id`.execute(tx.db)
  return rows
}

/** Invoices come before movements: with the movement locked, it still pays what was read before. */
async function requireSame(tx: Tx, lineId: string, parts: readonly Part[]): Promise<void> {
  const now = await partsOf(tx, lineId)
  const same = now.map(({ invoiceId, amount }) => `${invoiceId}:${amount}`).join()
  if (same !== parts.map(({ row, minor }) => `${row.id}:${minor}`).join()) failConflict('row.stale')
}

/** The same, the invoices locked. */
async function lockParts(tx: Tx, lineId: string): Promise<Part[]> {
  const rows = await partsOf(tx, lineId)
  const parts: Part[] = []
  for (const { invoiceId, amount } of rows)
    parts.push({ row: await lockInvoice(tx, invoiceId), minor: BigInt(amount) })
  return parts
}

const noteBack = (
  tx: Tx,
  line: StoredLine,
  transactionId: string,
  parts: readonly Part[],
): Promise<void> =>
  notePayments(
    tx,
    line.id,
    transactionId,
    parts.map(({ row, minor }) => ({ row, minor: -minor })),
  )
