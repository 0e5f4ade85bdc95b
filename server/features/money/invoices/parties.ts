import { sql } from 'kysely'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import {
  invoiceParty,
  type InvoiceParty,
  type InvoicePayTo,
} from '#contracts/money/invoices.parts.ts'
import { companyOf } from '#server/features/parties/company/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import type { Grouped } from './group-trades.ts'

/** The tenant's company, as an invoice names it. */
export async function sellerOf(ctx: Ctx): Promise<InvoiceParty> {
  const { legalName, ...profile } = await companyOf(ctx)
  // Kept with every invoice: what else a company's profile holds (its pages' look) stays there.
  return invoiceParty.parse({ name: legalName ?? '', ...profile })
}

export interface Buyer extends InvoiceParty {
  paymentDays: number | null
  lang: Lang
}

/** A customer as an invoice names it, its terms, and the language its users read. */
export async function buyerOf(ctx: Ctx, customerId: string): Promise<Buyer> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    code: string
    name: string
    legalName: string | null
    vatId: string | null
    invoiceStreet: string | null
    invoicePostalCode: string | null
    invoiceCity: string | null
    country: string | null
    contact: string | null
    phone: string | null
    email: string | null
    invoiceEmail: string | null
    buyerReference: string | null
    paymentDays: number | null
    lang: string | null
  }>`select c.code, c.name, c.legal_name, c.vat_id, c.invoice_street, c.invoice_postal_code,
      c.invoice_city, c.country, c.contact, c.phone, c.email, c.invoice_email, c.buyer_reference,
      c.payment_days,
      (select s.value #>> '{}' from ${system.rows('sysUser').as('u')}
          join user_setting s on s.user_id = u.id and s.key = 'profile.lang'
        where u.customer_id = c.id order by u.id limit 1) as lang
    from ${system.rows('customer').as('c')} where c.id = ${customerId}`.execute(ctx.db)
  const row = found.rows[0]!
  return {
    name: row.legalName ?? row.name,
    code: row.code,
    vatId: row.vatId,
    street: row.invoiceStreet,
    postalCode: row.invoicePostalCode,
    city: row.invoiceCity,
    country: row.country,
    contact: row.contact,
    phone: row.phone,
    email: row.invoiceEmail ?? row.email,
    reference: row.buyerReference,
    paymentDays: row.paymentDays,
    lang: LANGS.find((known) => known === row.lang) ?? langOfCountry(row.country),
  }
}

const langOfCountry = (country: string | null): Lang =>
  country === null || ['CN', 'HK', 'MO', 'TW'].includes(country) ? 'zh_CN' : 'en_US'

/** The bank account customers are shown first, in a currency; null where there is none. */
export async function payToOf(ctx: Ctx, currency: string): Promise<InvoicePayTo | null> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    holder: string | null
    bankName: string | null
    iban: string | null
    bic: string | null
    accountNo: string | null
  }>`select a.holder, a.bank_name, a.iban, a.bic, a.account_no
    from ${system.rows('receivingAccount').as('a')}
    where a.currency = ${currency} and a.kind = 'BANK' and a.enabled
    order by a.is_default desc, a.id limit 1`.execute(ctx.db)
  return found.rows[0] ?? null
}

/**
 * Why a draft cannot be issued, as codes of refusals: what the law asks an invoice to name is
 * missing, or what it charges is not taxed.
 */
export function problemsOf(
  grouped: Pick<Grouped, 'untaxed' | 'gross' | 'vat'>,
  seller: InvoiceParty,
  buyer: InvoiceParty,
): (
  | 'invoice.untaxed'
  | 'invoice.negative'
  | 'invoice.seller'
  | 'invoice.buyer'
  | 'invoice.buyerVat'
)[] {
  const lacks = (party: InvoiceParty) =>
    [party.name, party.street, party.city, party.postalCode, party.country].some((one) => !one)
  const reverse = grouped.vat.some(({ category }) => category === 'AE' || category === 'K')
  return [
    ...(grouped.untaxed > 0 ? (['invoice.untaxed'] as const) : []),
    ...(grouped.gross < 0n ? (['invoice.negative'] as const) : []),
    ...(lacks(seller) || !(seller.vatId || seller.taxNo) ? (['invoice.seller'] as const) : []),
    ...(lacks(buyer) ? (['invoice.buyer'] as const) : []),
    ...(reverse && !buyer.vatId ? (['invoice.buyerVat'] as const) : []),
  ]
}
