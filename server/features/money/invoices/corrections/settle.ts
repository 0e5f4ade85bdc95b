import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import { TAX_ITEM, type TaxCategory } from '#contracts/money/tax.ts'
import { post, taxRef, type Line } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { countPaid, openPart } from '../apply.ts'
import type { GroupedVat } from '../group-trades.ts'
import { labelOf, lockInvoice, wireInvoice, type Invoice } from '../invoice-row.ts'
import { readVat } from '../wire.ts'
import { givenUpOn } from './creditable.ts'

/** The fee item what is given up is booked under. */
const ITEMS = { writeOff: 'writeOff', discount: 'cashDiscount' } as const

/**
 * Gives up what is open of an invoice, or a part: written off, or as a cash discount. The VAT in it
 * falls with it (Directive 2006/112/EC, Art. 90), so it is parted over the invoice's tax rows.
 */
export function settleInvoice(
  ctx: Ctx,
  { id, version, amount, as, reason }: In<typeof invoices.settle>,
): Promise<Out<typeof invoices.settle>> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    if (row.kind !== 'invoice' || !OPEN_STATES.includes(row.status))
      fail('invoice.notOpen', { label: labelOf(row) })
    // Its VAT would be parted over what the note took back already.
    if (BigInt(row.credited) > 0n) fail('invoice.partCredited', { label: labelOf(row) })
    const minor = openPart(row, amount)
    const before = await givenUpOn(tx, id)
    await countPaid(tx, row, minor)
    const made = await sql<{ id: string }>`insert into invoice_payment (tenant_id, invoice_id,
        amount, source, create_by)
      values (${tx.principal.tenantId}, ${id}, ${minor.toString()}::bigint, ${as},
        ${tx.principal.username}) returning id`.execute(tx.db)
    const paymentId = made.rows[0]!.id
    const { transactionId } = await post(tx, {
      key: `invoice-settle:${paymentId}`,
      kind: 'adjustment',
      debit: 'workDone',
      reason,
      lines: settleLines(row, { before, minor, item: ITEMS[as] }),
    })
    await sql`update invoice_payment as p set transaction_id = ${transactionId}
      where ${tx.rows('invoicePayment').where('p')} and p.id = ${paymentId}`.execute(tx.db)
    return wireInvoice(tx, id)
  })
}

/**
 * The parts of an amount by the gross of tax rows. No part falls where the amount grows, and all of
 * it is all of each row: what is left is parted over the rows that are left.
 */
export function partsOf(
  vat: readonly Pick<GroupedVat, 'taxable' | 'tax'>[],
  minor: bigint,
): { net: bigint; tax: bigint }[] {
  let left = minor
  let of = vat.reduce((sum, { taxable, tax }) => sum + taxable + tax, 0n)
  return vat.map(({ taxable, tax }) => {
    const own = taxable + tax
    const gross = of === 0n ? 0n : (left * own) / of
    left -= gross
    of -= own
    const share = own === 0n ? 0n : (2n * gross * tax + own) / (2n * own)
    return { net: gross - share, tax: share }
  })
}

/**
 * What is given up beyond what was before, by tax row: however many parts it comes in, their VAT is
 * that of one part of their sum.
 */
export function partsBeyond(
  vat: readonly Pick<GroupedVat, 'taxable' | 'tax'>[],
  before: bigint,
  minor: bigint,
): { net: bigint; tax: bigint }[] {
  const was = partsOf(vat, before)
  return partsOf(vat, before + minor).map(({ net, tax }, at) => ({
    net: net - was[at]!.net,
    tax: tax - was[at]!.tax,
  }))
}

function settleLines(
  row: Invoice,
  { before, minor, item }: { before: bigint; minor: bigint; item: string },
): Line[] {
  const { customerId, currency, number, side } = row
  const vat = row.vat.map(readVat)
  return partsBeyond(vat, before, minor).flatMap(({ net, tax }, at): Line[] => {
    const { country, category, rate } = vat[at]!
    const facts =
      country === null || category === null || rate === null
        ? null
        : { country, category: category as TaxCategory, rate }
    const trade = { note: number!, ...(facts ? { tax: facts } : {}) }
    const account = { kind: side, customerId, currency } as const
    return [
      ...pair(
        { account, minor: net, trade: { ...trade, tradeItem: item } },
        {
          kind: 'adjustment',
          ref: item,
          currency,
        },
      ),
      ...(facts
        ? pair(
            { account, minor: tax, trade: { ...trade, tradeItem: TAX_ITEM } },
            {
              kind: 'tax',
              ref: taxRef(facts),
              customerId,
              currency,
            },
          )
        : []),
    ]
  })
}

const pair = (line: Line, other: Line['account']): Line[] =>
  line.minor === 0n ? [] : [line, { account: other, minor: -line.minor }]
