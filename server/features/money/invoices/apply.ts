import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { INVOICE, OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { post } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { labelOf, lockInvoice, wireInvoice, type Invoice } from './invoice-row.ts'

/**
 * Pays an invoice from the customer's balance, in whole or in part: money a recharge or a bank line
 * brought in. Never more than is open, nor than is available: what came beyond stays the customer's.
 */
export function applyPayment(
  ctx: Ctx,
  { id, version, amount }: In<typeof invoices.apply>,
): Promise<Out<typeof invoices.apply>> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    if (row.kind !== 'invoice' || !OPEN_STATES.includes(row.status))
      fail('invoice.notOpen', { label: labelOf(row) })
    await payLocked(tx, row, openPart(row, amount))
    return wireInvoice(tx, id)
  })
}

/** So much of what is open: all where no amount was sent. Refuses more. */
export function openPart(row: Invoice, amount: string | null | undefined): bigint {
  const open = BigInt(row.open)
  const minor = amount == null ? open : minorOf(amount, row.currency)
  if (minor <= open) return minor
  const data = {
    open: formatMoney({ minor: open, currency: row.currency }),
    currency: row.currency,
  }
  return failFields([{ path: 'amount', code: 'invoice.beyondOpen', data }])
}

function minorOf(text: string, currency: string): bigint {
  const parsed = parseMoney(text, currency, 'positive')
  if (parsed) return parsed.minor
  const issue = moneyIssue(text, currency, 'positive')!
  return failFields([
    { path: 'amount', code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } },
  ])
}

/** Counts what came for a locked invoice, or below zero what went back. */
export async function countPaid(tx: Tx, row: Invoice, minor: bigint): Promise<void> {
  const paid = BigInt(row.paid) + minor
  const left = BigInt(row.gross) - BigInt(row.credited)
  const status =
    left === 0n
      ? INVOICE.credited
      : paid >= left
        ? INVOICE.paid
        : paid > 0n
          ? INVOICE.part
          : INVOICE.issued
  const isOpen = paid < left
  const day = await businessDay(tx)
  await sql`update invoice as i set paid = ${paid.toString()}::bigint, status = ${status},
      overdue = i.due_on < ${day}::date and ${isOpen},
      version = i.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('invoice').where('i')} and i.id = ${row.id}`.execute(tx.db)
  await tx.audit(
    'invoice',
    row.id,
    'edit',
    { status: row.status, paid: row.paid },
    { status, paid: paid.toString() },
  )
}

async function payLocked(tx: Tx, row: Invoice, minor: bigint): Promise<void> {
  const { id, customerId, currency, number } = row
  await countPaid(tx, row, minor)
  const made = await sql<{ id: string }>`insert into invoice_payment (tenant_id, invoice_id,
      amount, source, create_by)
    values (${tx.principal.tenantId}, ${id}, ${minor.toString()}::bigint, 'balance',
      ${tx.principal.username}) returning id`.execute(tx.db)
  const paymentId = made.rows[0]!.id
  const trade = { tradeItem: 'invoicePayment', note: number! }
  const { transactionId } = await post(tx, {
    key: `invoice-payment:${paymentId}`,
    kind: 'transfer',
    debit: 'refusable',
    lines: [
      { account: { kind: 'customer', customerId, currency }, minor: -minor, trade },
      { account: { kind: 'receivable', customerId, currency }, minor, trade },
    ],
  })
  await sql`update invoice_payment as p set transaction_id = ${transactionId}
    where ${tx.rows('invoicePayment').where('p')} and p.id = ${paymentId}`.execute(tx.db)
}

schedule('invoices.overdue', '10 * * * *', (ctx) =>
  inEachTenant(ctx, 'overdue invoices not marked', markOverdue),
)

/** Invoices whose day has passed with something open. */
export function markOverdue(ctx: Ctx): Promise<void> {
  return inTx(ctx, async (tx) => {
    const day = await businessDay(tx)
    await sql`update invoice as i set overdue = true, version = i.version + 1, update_time = now()
      where ${tx.rows('invoice').where('i')} and i.open > 0 and not i.overdue
        and i.due_on < ${day}::date`.execute(tx.db)
  })
}
