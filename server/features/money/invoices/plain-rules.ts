import type { Ctx } from '#server/kit/access/ctx.ts'
import { checkInvoice } from '#server/kit/einvoice/check-invoice.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translate } from '#server/kit/http/texts.ts'
import { today } from '#server/kit/runtime/clock.ts'
import type { DrawnInvoice } from './draw-invoice.ts'
import { electronicInvoice } from './electronic-invoice.ts'
import type { Invoice } from './invoice-row.ts'
import { buyerOf, payToOf, sellerOf } from './parties.ts'
import { readVat } from './wire.ts'

/**
 * The rules of EN 16931 that keep an invoice from being an electronic one: its PDF then has no XML
 * inside. Of a draft, as it would be issued now.
 */
export async function plainRules(
  ctx: Ctx,
  row: Invoice,
  lines: DrawnInvoice['lines'],
): Promise<string[]> {
  const whole: Invoice =
    row.number === null
      ? {
          ...row,
          number: '1',
          issuedOn: today(),
          dueOn: today(),
          seller: await sellerOf(ctx),
          buyer: await buyerOf(ctx, row.customerId),
          payTo: row.side === 'customer' ? null : await payToOf(ctx, row.currency),
        }
      : row
  const invoice = electronicInvoice(
    { row: whole, lines, vat: row.vat.map(readVat), credits: row.creditsId === null ? null : '1' },
    (key: string, data?: Record<string, unknown>) => translate(row.lang, 'invoices', key, data),
    await dictTexts({ ...ctx, lang: row.lang }),
  )
  return [...new Set(checkInvoice(invoice).map(({ rule }) => rule))]
}
