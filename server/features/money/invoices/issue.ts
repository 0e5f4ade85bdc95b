import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { creditorReference } from '#contracts/money/iban.ts'
import { INVOICE } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, type RawIssue } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { moveOver } from './move-over.ts'
import { companyVatOf } from './company-vat.ts'
import { labelOf, lockInvoice, type Invoice } from './invoice-row.ts'
import { postVatDifference } from './post-vat-difference.ts'
import { buyerOf, payToOf, problemsOf, sellerOf } from './parties.ts'
import { plainRules } from './plain-rules.ts'
import { linesOf } from './read-invoices.ts'
import { sendLocked } from './sending/send-invoices.ts'
import { readSetting } from './setting.ts'
import { readVat } from './wire.ts'

/** Drafts become invoices, each with the next number. */
export function issueInvoices(ctx: Ctx, { ids }: In<typeof invoices.issue>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockInvoice(tx, id)
    name(labelOf(row))
    if (row.number !== null) fail('invoice.notDraft', { label: labelOf(row) })
    const { number, unsent, plain } = await issueLocked(tx, row)
    const warnings: RawIssue[] = []
    if (unsent)
      warnings.push({
        path: 'email',
        code: 'invoice.noAddress',
        data: { label: number, customer: unsent },
      })
    if (plain.length > 0)
      warnings.push({ path: 'number', code: 'invoice.plain', data: { rules: plain.join('; ') } })
    return { label: number, warnings }
  })
}

/**
 * Issues a locked draft: who it is from and for is kept with it as it is now. Its number is taken
 * last, since the year's next number stays locked until the commit. It goes out by mail where the
 * tenant wants that. Answers the number, the customer's name where it has no address, and why it is
 * no electronic invoice.
 */
export async function issueLocked(
  tx: Tx,
  row: Invoice,
): Promise<{ number: string; unsent: string | null; plain: string[] }> {
  const { id, currency, gross } = row
  const seller = await sellerOf(tx)
  const { paymentDays, lang, ...buyer } = await buyerOf(tx, row.customerId)
  const untaxed = await untaxedOf(tx, id)
  const isNote = row.kind === 'creditNote'
  const [problem] = problemsOf(
    { untaxed, gross: isNote ? 0n : BigInt(gross), vat: row.vat.map(readVat) },
    seller,
    buyer,
  )
  if (BigInt(gross) === 0n && !row.frees) fail('invoice.zero', { label: labelOf(row) })
  if (problem) fail(problem, { label: labelOf(row), count: untaxed })
  const { plainRules: plain, needsXml } = await plainRules(tx, row, await linesOf(tx, id))
  if (needsXml && plain.length > 0)
    fail('invoice.notElectronic', { label: labelOf(row), rules: plain.join('; ') })
  const companyVat = await companyVatOf(tx, row)
  if (companyVat === 'noRate')
    fail('invoice.noRate', { label: labelOf(row), currency, day: row.periodTo })
  const setting = await readSetting(tx)
  const issuedOn = await businessDay(tx)
  const prepaid = row.side === 'customer'
  const days = paymentDays ?? setting.paymentDays
  const payTo = prepaid || isNote ? null : await payToOf(tx, currency)
  const alone = isNote && row.creditsId === null && !prepaid
  const status = isNote ? INVOICE.issued : prepaid ? INVOICE.paid : INVOICE.issued
  const paid = prepaid && !isNote ? gross : '0'
  const year = Number(issuedOn.slice(0, 4))
  if (!isNote) await postVatDifference(tx, row, labelOf(row))
  const no = await nextNumber(tx, year)
  const number = numberOf(setting.prefix, year, no)
  const reference = creditorReference(number.replace(/[^A-Z0-9]/g, ''))
  await sql`update invoice as i set number = ${number}, year = ${year}, no = ${no},
      status = ${status}, paid = ${paid}::bigint, issued_on = ${issuedOn}::date,
      due_on = ${issuedOn}::date + ${prepaid || isNote ? 0 : days}::int,
      reference = ${isNote ? null : reference}, seller = ${JSON.stringify(seller)}::jsonb,
      buyer = ${JSON.stringify(buyer)}::jsonb,
      pay_to = ${payTo === null ? null : JSON.stringify(payTo)}::jsonb, lang = ${lang},
      company_vat = ${companyVat === null ? null : JSON.stringify(companyVat)}::jsonb,
      issued_by = ${tx.principal.username}, version = i.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('invoice').where('i')} and i.id = ${id}`.execute(tx.db)
  await tx.audit('invoice', id, 'edit', { status: row.status }, { status, number, issuedOn, gross })
  if (alone)
    await moveOver(tx, {
      row: { ...row, number },
      noteId: id,
      over: BigInt(gross),
      reason: number,
    })
  if (!setting.sendOnIssue) return { number, unsent: null, plain }
  const { customer, sent } = await sendLocked(tx, await lockInvoice(tx, id))
  return { number, unsent: sent ? null : customer, plain }
}

export const numberOf = (prefix: string, year: number, no: number): string =>
  `${prefix}${year}-${String(no).padStart(6, '0')}`

/** Without gaps: it is free again where this transaction does not commit. */
async function nextNumber(tx: Tx, year: number): Promise<number> {
  const found = await sql<{ no: number }>`insert into invoice_number as n (tenant_id, year, next_no)
    values (${tx.principal.tenantId}, ${year}, 2)
    on conflict (tenant_id, year) do update set next_no = n.next_no + 1
    returning n.next_no - 1 as no`.execute(tx.db)
  return found.rows[0]!.no
}

/** Lines and tax of an invoice without a tax category. */
async function untaxedOf(tx: Tx, id: string): Promise<number> {
  const found = await sql<{ count: number }>`select coalesce(sum(l.count), 0)::int as count
    from ${tx.rows('invoiceLine').as('l')}
    where l.invoice_id = ${id} and l.tax_category is null`.execute(tx.db)
  return found.rows[0]!.count
}
