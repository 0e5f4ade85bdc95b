import { sql } from 'kysely'
import { INVOICE } from '#contracts/money/invoices.parts.ts'
import { giveBack } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { fail } from '#server/kit/http/errors.ts'
import { insertInvoice, insertParts } from '../draft-rows.ts'
import { invoicedAccount } from '../gather.ts'
import { groupTrades, type ChargedTrade, type Grouped } from '../group-trades.ts'
import { labelOf, lockInvoice, type Invoice } from '../invoice-row.ts'
import { issueLocked } from '../issue.ts'
import { moveOver } from '../move-over.ts'
import { chargeOf, type Credited } from './creditable.ts'
import type { Part } from './credit-parts.ts'

export interface Note {
  /** What goes back now. */
  parts: readonly Part[]
  /** Given back before, and on no invoice. */
  before: readonly Credited[]
  /** Lines of the invoice of which nothing is left with it. */
  trades: readonly Credited[]
  frees: boolean
  reason: string
  /** What the order of a charge went by, where `trades` does not have them all. */
  services?: ReadonlyMap<string, string | null>
}

/** Issues a credit note for a locked invoice, and gives back what is on it; answers its id. */
export async function issueNote(tx: Tx, row: Invoice, note: Note): Promise<string> {
  const { id } = row
  const { parts, before, trades, frees, reason } = note
  const grouped = sumNote(note)
  if (grouped.gross <= 0n && !frees) fail('invoice.nothingToCredit', { label: labelOf(row) })
  const account = await invoicedAccount(tx, row.accountId)
  const noteId = await insertInvoice(tx, account, grouped, {
    kind: 'creditNote',
    from: row.periodFrom,
    to: row.periodTo,
    creditsId: id,
    frees,
    reason,
  })
  await insertParts(tx, noteId, { ...grouped, trades: [] })
  await markCredited(tx, { id, noteId, trades, frees })
  const over = await lower(tx, row, grouped.gross)
  await tx.audit('invoice', noteId, 'add', null, { creditsId: id, reason, frees })
  const draft = await lockInvoice(tx, noteId)
  // Before the money, which locks the account until the commit; the number is taken after it.
  const given: string[] = []
  for (const { of, lines } of parts) {
    const key = `invoice-credit:${noteId}:${of.transactionId}` as const
    const posted = await giveBack(tx, of, { key, reason, lines, trade: { note: row.number! } })
    if (posted) given.push(posted.transactionId)
  }
  if (over > 0n) {
    const transactionId = await moveOver(tx, { row, noteId, over, reason })
    await sql`insert into invoice_payment (tenant_id, invoice_id, amount, source, transaction_id,
        create_by)
      values (${tx.principal.tenantId}, ${id}, ${(-over).toString()}::bigint, 'credit',
        ${transactionId}, ${tx.principal.username})`.execute(tx.db)
  }
  await nameTrades(tx, noteId, { given, before })
  await issueLocked(tx, draft)
  return noteId
}

/** What a note comes to. */
export const sumNote = (note: Note): Grouped =>
  groupTrades(note.frees ? note.trades : linesOfBack(note), { posted: true })

/** The note's lines as an invoice has them: what goes back counts as a charge. */
function linesOfBack({ parts, before, trades, services }: Note): ChargedTrade[] {
  const service = services ?? new Map(trades.map((one) => [one.transactionId, one.service ?? null]))
  const now = parts.flatMap(({ of: { transactionId }, lines }) =>
    lines.map(({ tradeItem, tax, minor }, at) => ({
      id: `${transactionId}/${at}`,
      transactionId,
      money: String(-minor),
      tradeItem,
      shipmentId: null,
      taxCategory: tax?.category ?? null,
      taxRate: tax?.rate ?? null,
      taxCountry: tax?.country ?? null,
      service: service.get(transactionId) ?? null,
    })),
  )
  const was = before.map((one) => ({
    ...one,
    money: String(-BigInt(one.money)),
    service: service.get(chargeOf(one)) ?? null,
  }))
  // A deduction of another invoice's charge on this one is undone here, and comes off the next.
  const freed = trades.filter(
    (one) => one.refundsId !== null && !parts.some(({ of }) => of.transactionId === one.refundsId),
  )
  return [...now, ...was, ...freed].filter(({ money }) => money !== '0')
}

async function markCredited(
  tx: Tx,
  of: { id: string; noteId: string; trades: readonly Credited[]; frees: boolean },
): Promise<void> {
  const { id, noteId, trades, frees } = of
  await sql`insert into invoice_credit (tenant_id, invoice_id, trade_id, credit_id)
    select ${tx.principal.tenantId}::bigint, ${id}::bigint, x.id, ${noteId}::bigint
    from unnest(${trades.map((one) => one.id)}::bigint[]) as x (id)`.execute(tx.db)
  const charges = new Set(trades.map(({ transactionId }) => transactionId))
  const freed = trades.filter(
    ({ refundsId }) => frees || (refundsId !== null && !charges.has(refundsId)),
  )
  await sql`update invoice_trade as it set live = false
    where ${tx.rows('invoiceTrade').where('it')} and it.invoice_id = ${id}
      and it.trade_id = any(${freed.map((one) => one.id)}::bigint[])`.execute(tx.db)
}

/** Counts the credit on the invoice; answers what was paid beyond what is left of it. */
async function lower(tx: Tx, row: Invoice, gross: bigint): Promise<bigint> {
  const credited = BigInt(row.credited) + gross
  const left = BigInt(row.gross) - credited
  const over = BigInt(row.paid) - (left > 0n ? left : 0n)
  const back = row.side === 'receivable' && over > 0n ? over : 0n
  const paid = BigInt(row.paid) - back
  const status =
    left === 0n
      ? INVOICE.credited
      : row.side === 'customer' || paid >= left
        ? INVOICE.paid
        : paid > 0n
          ? INVOICE.part
          : INVOICE.issued
  await change(tx, 'invoice', row.id, ({ overdue }) => ({
    credited: credited.toString(),
    paid: paid.toString(),
    status,
    overdue: overdue && paid < left,
  }))
  return back
}

/** What was posted for a credit note belongs to it, and what it took in. */
async function nameTrades(
  tx: Tx,
  noteId: string,
  { given, before }: { given: readonly string[]; before: readonly Credited[] },
): Promise<void> {
  await sql`insert into invoice_trade (tenant_id, invoice_id, trade_id, transaction_id)
    select t.tenant_id, ${noteId}::bigint, t.id, t.transaction_id
    from ${tx.rows('trade').as('t')}
    where t.transaction_id = any(${[...given]}::bigint[])
      or t.id = any(${before.map(({ id }) => id)}::bigint[])`.execute(tx.db)
}
