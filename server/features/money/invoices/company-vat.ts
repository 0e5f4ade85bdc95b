import { sql } from 'kysely'
import type { CompanyVat } from '#contracts/money/invoices.parts.ts'
import { converted } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay, companyTerms } from '#server/kit/db/business-day.ts'
import { readInvoice, type Invoice } from './invoice-row.ts'
import { wire } from './wire.ts'

/**
 * The VAT of an invoice in another currency once more in the company's, which the law asks for
 * (Directive 2006/112/EC, Art. 230): at the rate of the day its period ends, that of a credit note
 * at the rate of its invoice. Null where there is none to name; `noRate` where no rate is entered.
 */
export async function companyVatOf(ctx: Ctx, row: Invoice): Promise<CompanyVat | null | 'noRate'> {
  const { currency: base } = await companyTerms(ctx)
  const { currency, periodTo } = row
  const tax = BigInt(row.tax)
  if (currency === base || tax === 0n) return null
  const before = row.creditsId === null ? null : (await readInvoice(ctx, row.creditsId)).companyVat
  const day = await businessDay(ctx)
  const at = before ?? (await rateOn(ctx, currency, base, periodTo < day ? periodTo : day))
  if (!at) return 'noRate'
  const sign = tax < 0n ? -1n : 1n
  const minor = sign * converted({ minor: sign * tax, currency }, base, at.rate)
  return { currency: base, tax: wire(minor, base), rate: at.rate, on: at.on }
}

async function rateOn(ctx: Ctx, from: string, to: string, day: string) {
  const found = await sql<{ rate: string | null; on: string }>`select
      trim_scale(round(x.rate, 10)) as rate, x.valid_from::text as on
    from exchange_rate_on(${ctx.principal.tenantId}::bigint, ${from}::text, ${to}::text,
      ${day}::date) as x`.execute(ctx.db)
  const [row] = found.rows
  return row?.rate == null ? null : { rate: row.rate, on: row.on }
}
