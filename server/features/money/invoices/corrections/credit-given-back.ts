import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { translate } from '#server/kit/http/texts.ts'
import { leftOf, sumLeft } from '#server/features/money/ledger/index.ts'
import { isFree } from '../gather.ts'
import { lockInvoice } from '../invoice-row.ts'
import { creditableOf, freeRefundsOf, givenUpOn } from './creditable.ts'
import { issueNote } from './issue-note.ts'

schedule('invoices.givenBack', '*/5 * * * *', (ctx) =>
  inEachTenant(ctx, 'credit notes for what was given back not made', creditGivenBack),
)

/** Invoices one run looks at. */
const MOST = 500

/**
 * Credit notes for what was given back of invoiced charges by other ways than one: a cancelled
 * order, a reversal by hand. Otherwise their invoices would be payable, and dunned, in full.
 */
export async function creditGivenBack(ctx: Ctx): Promise<void> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string }>`select distinct i.id
    from ${system.rows('trade').as('t')}
      join ${system.rows('invoiceTrade').as('o')} on o.transaction_id = t.reverses_id and o.live
      join ${system.rows('invoice').as('i')} on i.id = o.invoice_id and i.account_id = t.account_id
        and i.kind = 'invoice' and i.number is not null
    where t.trade_type in ('refund', 'reversal') and t.money <> 0 and ${isFree(ctx)}
    order by i.id limit ${MOST}`.execute(ctx.db)
  for (const { id } of found.rows) {
    // One that cannot be issued, for want of an address or a rate, holds up none of the others.
    await creditOne(system, id).catch((error: unknown) =>
      ctx.deps.log.warn({ err: error, invoiceId: id }, 'credit note not issued'),
    )
  }
}

function creditOne(ctx: Ctx, id: string): Promise<void> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if ((await givenUpOn(tx, id)) > 0n) return
    const onIt = await creditableOf(tx, id)
    const charges = onIt.filter((one) => one.refundsId === null)
    // Locks the charges: what is given back from here on is not half seen.
    const left = await leftOf(tx, [...new Set(charges.map(({ transactionId }) => transactionId))])
    const before = await freeRefundsOf(
      tx,
      row,
      left.map(({ transactionId }) => transactionId),
    )
    if (before.length === 0) return
    const refunded = new Set(before.map(({ refundsId }) => refundsId))
    const gone = new Set(
      left
        .filter(({ transactionId, lines }) => refunded.has(transactionId) && sumLeft(lines) === 0n)
        .map(({ transactionId }) => transactionId),
    )
    await issueNote(tx, row, {
      parts: [],
      before,
      trades: onIt.filter((one) => one.refundsId === null && gone.has(one.transactionId)),
      frees: false,
      reason: translate(row.lang, 'invoices', 'paper.givenBackBefore'),
      services: new Map(onIt.map((one) => [one.transactionId, one.service ?? null])),
    })
  })
}
