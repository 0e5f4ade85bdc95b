import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { dunningProposed } from '#contracts/money/dunning/dunning.events.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import { hasMailServer } from '#server/features/platform/messages/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { labelOf, lockInvoice } from '../invoice-row.ts'
import { mailAddressOf } from '../sending/mail-address.ts'
import { wire } from '../wire.ts'
import { dunCustomer } from './dun-customer.ts'
import { overdueInvoices, propose } from './due-invoices.ts'
import { termsOf } from './dunning-setting.ts'

/** Who would be dunned now, for what, and what is left out and why. */
export async function dunningProposal(ctx: Ctx): Promise<Out<typeof dunning.proposal>> {
  const { customers, leftOut } = propose(await overdueInvoices(ctx), await termsOf(ctx))
  const shown = []
  for (const { customerId, customer, step, invoices, sums } of customers) {
    const { email } = await mailAddressOf(ctx, customerId)
    shown.push({
      customerId,
      customer,
      email,
      step,
      invoices: invoices.map((row) => ({
        id: row.id,
        number: row.number,
        currency: row.currency,
        open: wire(row.open, row.currency),
        dueOn: row.dueOn,
        daysLate: row.daysLate,
        step: row.step,
        interest: wire(row.interest, row.currency),
      })),
      sums: sums.map(({ currency, open, fee, interest }) => ({
        currency,
        open: wire(open, currency),
        fee: wire(fee, currency),
        interest: wire(interest, currency),
        total: wire(open + fee + interest, currency),
      })),
    })
  }
  return {
    customers: shown,
    mails: await hasMailServer(ctx),
    leftOut: leftOut.map((row) => ({
      id: row.id,
      number: row.number,
      customerId: row.customerId,
      customer: row.customer,
      currency: row.currency,
      open: wire(row.open, row.currency),
      dueOn: row.dueOn,
      daysLate: row.daysLate,
      why: row.why,
      reason: row.why === 'blocked' ? row.blocked : null,
      until: row.why === 'blocked' ? row.until : null,
    })),
  }
}

/** Letters to the chosen customers over what was seen of them; what is no longer due is named. */
export function runDunning(
  ctx: Ctx,
  { ids, invoices }: In<typeof dunning.run>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const own = await sql<{ id: string }>`select i.id from ${tx.rows('invoice').as('i')}
      where i.customer_id = ${id}
        and i.id = any(${invoices.map((one) => one.id)}::bigint[])`.execute(tx.db)
    if (own.rows.length === 0) fail('dunning.unseen')
    const known = new Set(own.rows.map((row) => row.id))
    const seen = new Map(
      invoices.filter((one) => known.has(one.id)).map((one) => [one.id, one.step]),
    )
    const { customer, leftOut, sent } = await dunCustomer(tx, id, seen)
    name(customer)
    const notes = [
      ...(leftOut.length > 0
        ? [translate(tx.lang, 'dunning', 'run.leftOut', { invoices: leftOut.join(', ') })]
        : []),
      ...(sent ? [] : [translate(tx.lang, 'dunning', 'run.noAddress')]),
    ]
    return { label: customer, ...(notes.length > 0 ? { message: notes.join(' ') } : {}) }
  })
}

/** Keeps invoices from being dunned, or lets them be again. */
export function blockInvoices(
  ctx: Ctx,
  { ids, reason, until }: In<typeof dunning.block>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockInvoice(tx, id)
    const label = labelOf(row)
    name(label)
    if (row.number === null || row.kind !== 'invoice') fail('invoice.notIssued', { label })
    const { username } = tx.principal
    const last = reason === null ? null : (until ?? null)
    await sql`update invoice as i set dun_block_reason = ${reason},
        dun_block_until = ${last}::date, dun_block_by = ${reason === null ? null : username},
        dun_block_at = case when ${reason}::text is null then null else now() end,
        version = i.version + 1, update_by = ${username}, update_time = now()
      where ${tx.rows('invoice').where('i')} and i.id = ${id}`.execute(tx.db)
    await tx.audit(
      'invoice',
      id,
      'edit',
      { dunBlockReason: row.dunBlockReason },
      { dunBlockReason: reason, dunBlockUntil: last },
    )
    return label
  })
}

schedule('invoices.dunning', '30 5 * * *', (ctx) =>
  inEachTenant(ctx, 'overdue invoices not dunned', dunTenant),
)

/** By the tenant's setting: finance is notified of what is due, or the letters go out. */
export async function dunTenant(ctx: Ctx): Promise<void> {
  const terms = await termsOf(ctx)
  if (terms.mode === 'off') return
  const { customers } = propose(await overdueInvoices(ctx), terms)
  if (customers.length === 0) return
  if (terms.mode === 'propose') {
    const invoices = customers.reduce((sum, one) => sum + one.invoices.length, 0)
    const day = await businessDay(ctx)
    await inTx(ctx, (tx) =>
      tx.emit(dunningProposed, { day, customers: customers.length, invoices }),
    )
    return
  }
  for (const { customerId } of customers)
    try {
      await inTx(ctx, (tx) => dunCustomer(tx, customerId, null))
    } catch (error) {
      // Paid or dunned in the meantime.
      if (error instanceof Refusal && error.code === 'dunning.nothing') continue
      ctx.log.error({ err: error, customerId }, 'a customer was not dunned')
    }
}
