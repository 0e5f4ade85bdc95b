import { TAX_ITEM, type TaxFacts } from '#contracts/money/tax.ts'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { sameTax, splitTax, taxOf, type TaxTerms } from '#server/features/money/tax/index.ts'
import { priceLines, shareLines, type ChargeLine } from './share-lines.ts'

export const factsOf = ({ tax }: { tax: TaxFacts }): Partial<ChargeLine> => ({
  taxCategory: tax.category,
  taxRate: tax.rate,
  taxCountry: tax.country,
})

/** What a line is taxed as; null where it was priced without tax. */
export function taxOfLine({ taxCategory, taxRate, taxCountry }: ChargeLine): TaxFacts | null {
  return taxCategory && taxCountry && taxRate !== undefined && taxRate !== null
    ? { category: taxCategory, rate: taxRate, country: taxCountry }
    : null
}

/**
 * The lines of a price with a line of tax for each category and rate. What a price table adds as a
 * tax of its own is left out then: it would be taxed twice.
 */
export function taxedLines(lines: readonly ChargeLine[], terms: TaxTerms | null): ChargeLine[] {
  if (!terms) return [...lines]
  const own = lines.filter(({ tax }) => !tax)
  const priced = own.map(({ tradeItem, minor }) => ({
    minor: BigInt(minor),
    tax: taxOf(terms, tradeItem),
  }))
  const { nets, taxes } = splitTax(priced, terms.prices)
  return [
    ...own.map((line, at) => ({ ...line, minor: String(nets[at]), ...factsOf(priced[at]!) })),
    ...taxes.map(({ tax, minor }): ChargeLine => ({
      tradeItem: TAX_ITEM,
      tax: true,
      minor: String(minor),
      why: null,
      ...factsOf({ tax }),
    })),
  ]
}

/** What each parcel of an order is charged: its parts of the price and of its tax. */
export const chargeParts = (
  price: { quote: QuoteOut | null; amount: bigint; currency: string },
  weights: readonly number[],
  terms: TaxTerms | null,
): ChargeLine[][] =>
  shareLines(taxedLines(priceLines(price.quote, price.amount, price.currency), terms), weights)

/** Whether lines are taxed as they would be today. */
export const taxedAs = (lines: readonly ChargeLine[], terms: TaxTerms | null): boolean =>
  lines.every((line) => {
    const facts = taxOfLine(line)
    if (line.tax) return (facts === null) === (terms === null)
    const wanted = terms && taxOf(terms, line.tradeItem)
    return facts && wanted ? sameTax(facts, wanted) : facts === wanted
  })
