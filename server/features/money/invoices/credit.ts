import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { INVOICE } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { giveBack, leftOf, post, type Left } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { insertInvoice, insertParts } from './draft-rows.ts'
import { invoicedAccount, isFree } from './gather.ts'
import { groupTrades, type ChargedTrade } from './group-trades.ts'
import { labelOf, lockInvoice, wireInvoice, type Invoice } from './invoice-row.ts'
import { issueLocked } from './issue.ts'

/**
 * Gives an invoice, or chosen charges of it, back by a credit note of its own number. Freed ones may
 * be invoiced again and are still owed; of others goes back what is left of them in the ledger, with
 * its tax, and what was given back before and is on no invoice is on the note, too. What was paid
 * beyond what is left of the invoice goes to the customer's balance.
 */
export function creditInvoice(
  ctx: Ctx,
  { id, version, transactionIds, frees, reason }: In<typeof invoices.credit>,
): Promise<Out<typeof invoices.credit>> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    const label = labelOf(row)
    if (row.number === null || row.kind === 'creditNote') fail('invoice.notIssued', { label })
    const onIt = await creditableOf(tx, id)
    const wanted = transactionIds.length === 0 ? onIt.map(chargeOf) : transactionIds
    if (wanted.length === 0 || wanted.some((one) => !onIt.some((trade) => chargeOf(trade) === one)))
      fail('invoice.nothingToCredit', { label })
    const trades = onIt.filter((trade) => wanted.includes(chargeOf(trade)))
    const back = frees ? { left: [], before: [] } : await goesBack(tx, row, trades)
    const grouped = groupTrades(frees ? trades : linesOfBack(back, trades), { posted: true })
    if (grouped.gross === 0n && !frees) fail('invoice.nothingToCredit', { label })
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
    const note = await lockInvoice(tx, noteId)
    // Before the money, which locks the account until the commit; the number is taken after it.
    const given: string[] = []
    for (const left of back.left) {
      const key = `invoice-credit:${noteId}:${left.transactionId}` as const
      const posted = await giveBack(tx, left, { key, reason, trade: { note: row.number! } })
      if (posted) given.push(posted.transactionId)
    }
    if (over > 0n) await moveOver(tx, { row, noteId, over, reason })
    await nameTrades(tx, noteId, { given, before: back.before })
    await issueLocked(tx, note)
    return wireInvoice(tx, noteId)
  })
}

interface Credited extends ChargedTrade {
  /** The charge it gives back of; null: it is one. */
  refundsId: string | null
}

/** The charge a line of an invoice belongs to. */
const chargeOf = ({ transactionId, refundsId }: Credited): string => refundsId ?? transactionId

/** What of an invoice was not credited yet. */
async function creditableOf(tx: Tx, id: string): Promise<Credited[]> {
  const found = await sql<Credited>`select t.id, t.transaction_id, t.money, t.trade_item,
      t.shipment_id, t.tax_category, t.tax_rate, t.tax_country, it.service,
      t.reverses_id as refunds_id
    from ${tx.rows('invoiceTrade').as('it')}
      join ${tx.rows('trade').as('t')} on t.id = it.trade_id
    where it.invoice_id = ${id}
      and not exists (select 1 from ${tx.rows('invoiceCredit').as('x')}
        where x.invoice_id = it.invoice_id and x.trade_id = it.trade_id)
    order by t.id`.execute(tx.db)
  return found.rows
}

interface GoesBack {
  left: Left[]
  /** Given back before, and on no invoice. */
  before: Credited[]
}

/**
 * What is left of the charges among an invoice's lines, locked. Deductions for charges of other
 * invoices are no charges: they are freed and come off the next invoice.
 */
async function goesBack(tx: Tx, row: Invoice, trades: readonly Credited[]): Promise<GoesBack> {
  const charges = [
    ...new Set(
      trades.filter((one) => one.refundsId === null).map(({ transactionId }) => transactionId),
    ),
  ]
  const left = await leftOf(tx, charges)
  const before = await sql<Credited>`select t.id, t.transaction_id, t.money, t.trade_item,
      t.shipment_id, t.tax_category, t.tax_rate, t.tax_country, t.reverses_id as refunds_id
    from ${tx.rows('trade').as('t')}
    where t.reverses_id = any(${charges}::bigint[]) and t.account_id = ${row.accountId}
      and t.money <> 0 and ${isFree(tx)}
    order by t.id`.execute(tx.db)
  return { left, before: before.rows }
}

/** The note's lines as an invoice has them: what goes back counts as a charge. */
function linesOfBack({ left, before }: GoesBack, trades: readonly Credited[]): ChargedTrade[] {
  const service = new Map(trades.map((one) => [one.transactionId, one.service ?? null]))
  const now = left.flatMap(({ transactionId, lines }) =>
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
    (one) => one.refundsId !== null && !left.some((of) => of.transactionId === one.refundsId),
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
  await sql`update invoice as i set credited = ${credited.toString()}::bigint,
      paid = ${paid.toString()}::bigint, status = ${status},
      overdue = i.overdue and ${paid < left}, version = i.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('invoice').where('i')} and i.id = ${row.id}`.execute(tx.db)
  await tx.audit(
    'invoice',
    row.id,
    'edit',
    { status: row.status, credited: row.credited, paid: row.paid },
    { status, credited: credited.toString(), paid: paid.toString() },
  )
  return back
}

/** What was paid beyond what is left of the invoice becomes the customer's balance. */
async function moveOver(
  tx: Tx,
  { row, noteId, over, reason }: { row: Invoice; noteId: string; over: bigint; reason: string },
): Promise<void> {
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
  await sql`insert into invoice_payment (tenant_id, invoice_id, amount, source, transaction_id,
      create_by)
    values (${tx.principal.tenantId}, ${row.id}, ${(-over).toString()}::bigint, 'credit',
      ${transactionId}, ${tx.principal.username})`.execute(tx.db)
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
