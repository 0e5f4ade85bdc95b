import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import { OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import type { settlements } from '#contracts/money/corrections/settlements.ts'
import { ask, offerRequest, readAccount } from '#server/features/money/accounts/index.ts'
import { post, type Posted } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { countPaid, openPart } from '../apply.ts'
import { labelOf, lockInvoice, readInvoice, wireInvoice, type Invoice } from '../invoice-row.ts'
import { readVat } from '../wire.ts'
import { creditableOf, freeRefundsOf, givenUpOn } from './creditable.ts'
import { ITEMS, partsBeyond, settleLines, type GivenUpAs } from './settle-lines.ts'

/**
 * Gives up what is open of an invoice, or a part: written off, or as a cash discount. The VAT in it
 * falls with it (Directive 2006/112/EC, Art. 90), so it is parted over the invoice's tax rows. A
 * large amount waits for a second user.
 */
export async function settleInvoice(
  ctx: Ctx,
  { id, version, amount, as, reason }: In<typeof settlements.settle>,
): Promise<Out<typeof settlements.settle>> {
  const large = await inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    requireSettleable(row)
    const minor = openPart(row, amount)
    // One after another for a user: each counts those before it.
    const lock = `settlements ${tx.principal.tenantId} ${tx.principal.userId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
    if (await isLarge(tx, row.currency, minor)) return { row, minor }
    await giveUp(tx, row, { minor, as, reason })
    return null
  })
  if (!large) return { requestId: null, no: null }
  const { row, minor } = large
  const account = await readAccount(ctx, row.accountId)
  const about = { invoiceId: id, about: row.number! }
  return ask(ctx, { kind: as, account, minor, tradeItem: ITEMS[as], ...about, reason })
}

for (const as of ['writeOff', 'discount'] as const)
  offerRequest(as, async (tx, { invoiceId, amount, reason }) => {
    const row = await lockInvoice(tx, invoiceId!)
    requireSettleable(row)
    const { currency } = row
    const minor = BigInt(amount)
    const open = formatMoney({ minor: BigInt(row.open), currency })
    if (minor > BigInt(row.open)) fail('invoice.beyondOpen', { open, currency })
    return giveUp(tx, row, { minor, as, reason })
  })

/** What giving an amount up would do, before it is done. */
export async function settleEffect(
  ctx: Ctx,
  { id, amount }: In<typeof settlements.effect>,
): Promise<Out<typeof settlements.effect>> {
  const row = await readInvoice(ctx, id)
  requireSettleable(row)
  const minor = openPart(row, amount)
  const parts = partsBeyond(row.vat.map(readVat), await givenUpOn(ctx, id), minor)
  const tax = parts.reduce((sum, part) => sum + part.tax, 0n)
  const wire = (of: bigint) => formatMoney({ minor: of, currency: row.currency })
  return {
    amount: wire(minor),
    net: wire(minor - tax),
    tax: wire(tax),
    left: wire(BigInt(row.open) - minor),
    needsTwo: await isLarge(ctx, row.currency, minor),
  }
}

function requireSettleable(row: Invoice): void {
  if (row.kind !== 'invoice' || !OPEN_STATES.includes(row.status))
    fail('invoice.notOpen', { label: labelOf(row) })
  // Its VAT would be parted over what the note took back already.
  if (BigInt(row.credited) > 0n) fail('invoice.partCredited', { label: labelOf(row) })
}

/** With what the user gave up alone since a day: many small ones are one large one. */
async function isLarge(ctx: Ctx, currency: string, minor: bigint): Promise<boolean> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(p.amount), 0)::text as sum
    from ${tenant.rows('invoicePayment').as('p')}
      join ${tenant.rows('invoice').as('i')} on i.id = p.invoice_id
    where p.create_by = ${ctx.principal.username} and p.source in ('writeOff', 'discount')
      and p.amount > 0 and i.currency = ${currency} and p.create_time > now() - interval '1 day'`.execute(
    ctx.db,
  )
  return needsStepUp(minor + BigInt(rows[0]!.sum), currency)
}

/** Of a locked invoice, as far as it is open. */
async function giveUp(
  tx: Tx,
  row: Invoice,
  { minor, as, reason }: { minor: bigint; as: GivenUpAs; reason: string },
): Promise<Posted> {
  await requireNoRefund(tx, row)
  const before = await givenUpOn(tx, row.id)
  await countPaid(tx, row, minor)
  return noteGivenUp(tx, row, { before, minor, as, reason, undoesId: null })
}

/** What was given back of its charges is on a note first: the same would be given twice. */
async function requireNoRefund(tx: Tx, row: Invoice): Promise<void> {
  const charges = (await creditableOf(tx, row.id)).filter((one) => one.refundsId === null)
  const ids = [...new Set(charges.map(({ transactionId }) => transactionId))]
  if ((await freeRefundsOf(tx, row, ids)).length > 0)
    fail('invoice.refundWaiting', { label: labelOf(row) })
}

/** Posts what is given up more, or less, and notes it on the invoice. */
export async function noteGivenUp(
  tx: Tx,
  row: Invoice,
  of: { before: bigint; minor: bigint; as: GivenUpAs; reason: string; undoesId: string | null },
): Promise<Posted> {
  const { before, minor, as, reason, undoesId } = of
  const made = await sql<{ id: string }>`insert into invoice_payment (tenant_id, invoice_id,
      amount, source, undoes_id, create_by)
    values (${tx.principal.tenantId}, ${row.id}, ${minor.toString()}::bigint, ${as},
      ${undoesId}::bigint, ${tx.principal.username}) returning id`.execute(tx.db)
  const paymentId = made.rows[0]!.id
  const posted = await post(tx, {
    key: undoesId === null ? `invoice-settle:${paymentId}` : `invoice-settle-undo:${undoesId}`,
    kind: 'adjustment',
    debit: 'workDone',
    reason,
    lines: settleLines(row, { before, minor, as }),
  })
  await sql`update invoice_payment as p set transaction_id = ${posted.transactionId}
    where ${tx.rows('invoicePayment').where('p')} and p.id = ${paymentId}`.execute(tx.db)
  return posted
}
