import type { Ctx } from '#server/kit/access/ctx.ts'
import { checkInvoice } from '#server/kit/einvoice/check-invoice.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translate, wordedIssues } from '#server/kit/http/texts.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import type { DrawnInvoice } from './papers/draw-invoice.ts'
import { electronicInvoice } from './electronic-invoice.ts'
import type { Invoice } from './invoice-row.ts'
import { buyerOf, payToOf, sellerOf } from './parties.ts'
import { mailAddressOf } from './sending/mail-address.ts'
import { readVat } from './wire.ts'

export interface PlainRules {
  /** What keeps it from being an electronic invoice, in words with field and rule. */
  plainRules: string[]
  /** Its customer takes electronic invoices (XRechnung): with `plainRules` it is not issued. */
  needsXml: boolean
}

/**
 * The rules of EN 16931 that keep an invoice from being an electronic one: its PDF then has no XML
 * inside. Of a draft, as it would be issued now, by the rules of XRechnung where its customer wants
 * that. A credit note never waits for them: it gives money back.
 */
export async function plainRules(
  ctx: Ctx,
  row: Invoice,
  lines: DrawnInvoice['lines'],
): Promise<PlainRules> {
  const isDraft = row.number === null
  const day = await businessDay(ctx)
  const whole: Invoice = isDraft
    ? {
        ...row,
        number: '1',
        issuedOn: day,
        dueOn: day,
        seller: await sellerOf(ctx),
        buyer: await buyerOf(ctx, row.customerId),
        payTo: row.side === 'customer' ? null : await payToOf(ctx, row.currency),
      }
    : row
  const needsXml =
    isDraft && row.kind === 'invoice' && (await mailAddressOf(ctx, row.customerId)).invoiceXml
  const invoice = electronicInvoice(
    { row: whole, lines, vat: row.vat.map(readVat), credits: row.creditsId === null ? null : '1' },
    (key: string, data?: Record<string, unknown>) => translate(row.lang, 'invoices', key, data),
    await dictTexts({ ...ctx, lang: row.lang }),
  )
  const findings = wordedIssues(ctx.lang, checkInvoice(invoice, needsXml ? 'xrechnung' : 'en16931'))
  return {
    plainRules: [...new Set(findings.map(({ path, message }) => `${path}: ${message}`))],
    needsXml,
  }
}
