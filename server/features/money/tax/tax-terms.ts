import { businessDay } from '#server/kit/db/business-day.ts'
import { countryOfVat } from '#server/kit/ids/vat-number.ts'
import { sql } from 'kysely'
import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import type { TaxCategory, TaxFacts, TaxPrices } from '#contracts/money/tax.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'

/** How what a customer is charged is taxed. */
export interface TaxTerms {
  prices: 'net' | 'gross'
  /** Of the service itself. */
  service: TaxFacts
  /** Of what was paid in the customer's name. */
  outlay: TaxFacts
}

export interface TaxPlaces {
  seller: string
  /** Null where it is not known: taken as at home, which is taxed. */
  buyer: string | null
  hasVatId: boolean
  /** Where goods are carried to; null for what is no transport. */
  destination: string | null
}

/**
 * What a service of transport is taxed as. It is supplied where the customer is established
 * (Directive 2006/112/EC, Art. 44): a business of another member state owes the tax itself (Art.
 * 196), one outside the EU is not subject to it. At home, and for private customers of the EU, it
 * is taxed unless it carries goods out of the EU (Art. 146(1)(e)). `members`: the EU's countries.
 */
export function categoryOf(
  { seller, buyer, hasVatId, destination }: TaxPlaces,
  members: ReadonlySet<string>,
): TaxCategory {
  const home = buyer ?? seller
  const within = members.has(seller)
  if (home !== seller) {
    if (!within || !members.has(home)) return 'O'
    if (hasVatId) return 'AE'
  }
  if (destination === null || destination === seller) return 'S'
  return within && members.has(destination) ? 'S' : 'G'
}

/** Items of a price that repay what was paid in the customer's name. */
const OUTLAYS: readonly string[] = [TRADE_ITEMS.duty]

export const taxOf = (terms: TaxTerms, tradeItem: string): TaxFacts =>
  OUTLAYS.includes(tradeItem) ? terms.outlay : terms.service

export interface TaxWish {
  /** Names the wish in the answer. */
  id: string
  customerId: string
  destination: string | null
}

/**
 * How charges of today are taxed, by the id of each wish; empty where the tenant taxes nothing.
 * Refuses with `tax.noRate` where a country's rate is missing.
 */
export async function taxTermsOf(
  ctx: Ctx,
  wishes: readonly TaxWish[],
): Promise<ReadonlyMap<string, TaxTerms>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    id: string
    prices: TaxPrices
    seller: string | null
    buyer: string | null
    vatId: string | null
    members: string[]
  }>`select k.id, s.prices, p.country as seller, k.country as buyer,
      k.vat_id,
      array(select c.iso2 from country c where c.eu) as members
    from ${tenant.rows('taxSetting').as('s')}
      join company_profile p on p.tenant_id = s.tenant_id
      join customer k on k.tenant_id = s.tenant_id
        and k.id = any(${[...new Set(wishes.map((one) => one.customerId))]}::bigint[])
    where s.prices <> 'off'`.execute(ctx.db)
  if (rows.length === 0) return new Map()
  const customers = new Map(rows.map((row) => [row.id, row]))
  const rates = await ratesOf(ctx)
  const terms = new Map<string, TaxTerms>()
  for (const { id, customerId, destination } of wishes) {
    const found = customers.get(customerId)
    if (!found || found.seller === null || found.prices === 'off') continue
    const { prices, seller, buyer, vatId, members } = found
    // A number of another country, or without its check digit, proves no business of that country.
    const hasVatId = vatId !== null && countryOfVat(vatId) === (buyer ?? seller)
    const facts = (category: TaxCategory): TaxFacts => ({
      country: seller,
      category,
      rate: rates(seller, category),
    })
    const places = { seller, buyer, hasVatId, destination }
    const service = facts(categoryOf(places, new Set(members)))
    terms.set(id, { prices, service, outlay: service.category === 'O' ? service : facts('E') })
  }
  return terms
}

/** How something is taxed that a user gave a category; null where the tenant taxes nothing. */
export async function taxTermsAs(
  ctx: Ctx,
  customerId: string,
  category: TaxCategory | null,
): Promise<TaxTerms | null> {
  const terms = (await taxTermsOf(ctx, [{ id: '', customerId, destination: null }])).get('')
  if (!terms) return null
  if (category === null) return terms
  const { country } = terms.service
  const facts = { country, category, rate: (await ratesOf(ctx))(country, category) }
  return { ...terms, service: facts, outlay: facts }
}

/** For `catch`: null where a country's rate is missing. Who only looks at prices is not refused for it. */
export function withoutRate(error: unknown): null {
  if (error instanceof Refusal && error.code === 'tax.noRate') return null
  throw error
}

/** The rate of today by country and category; what is not taxed needs no row. */
async function ratesOf(ctx: Ctx): Promise<(country: string, category: TaxCategory) => number> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ country: string; category: string; rate: number }>`select distinct
      on (coalesce(r.country, ''), r.category) coalesce(r.country, '') as country, r.category, r.rate
    from ${tenant.rows('taxRate').as('r')}
    where r.valid_from <= ${await businessDay(ctx)}::date
    order by coalesce(r.country, ''), r.category, r.valid_from desc`.execute(ctx.db)
  const known = new Map(rows.map((row) => [`${row.country} ${row.category}`, row.rate]))
  return (country, category) =>
    known.get(`${country} ${category}`) ??
    known.get(` ${category}`) ??
    (category === 'S' ? fail('tax.noRate', { country }) : 0)
}
