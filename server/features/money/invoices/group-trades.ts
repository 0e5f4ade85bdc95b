import { TAX_ITEM, type TaxCategory } from '#contracts/money/tax.ts'
import { splitTax } from '#server/features/money/tax/index.ts'

/** A trade detail as an invoice takes it; `money` is below zero where the customer was charged. */
export interface ChargedTrade {
  id: string
  transactionId: string
  money: string
  tradeItem: string
  shipmentId: string | null
  taxCategory: string | null
  taxRate: number | null
  taxCountry: string | null
  /** What the order went by. */
  service?: string | null
}

export interface GroupedLine {
  lineNo: number
  service: string | null
  tradeItem: string
  count: number
  net: bigint
  taxCategory: string | null
  taxRate: number | null
  taxCountry: string | null
}
export interface GroupedVat {
  country: string | null
  category: string | null
  rate: number | null
  taxable: bigint
  tax: bigint
}
export interface Grouped {
  lines: GroupedLine[]
  vat: GroupedVat[]
  net: bigint
  tax: bigint
  gross: bigint
  /** The line of each trade detail; null for tax, which is part of the VAT. */
  lineOf: Map<string, number | null>
  /** Trade details without a tax category. */
  untaxed: number
}

const isTax = ({ tradeItem }: ChargedTrade): boolean => tradeItem === TAX_ITEM

/**
 * Sums trade details up to lines by service, fee item and tax, and to VAT by country, category and
 * rate. The VAT of an invoice is its rate of the sum (Directive 2006/112/EC, Art. 226), which may
 * differ from that of its charges; with `posted` it is the sum of what was posted.
 */
export function groupTrades(
  trades: readonly ChargedTrade[],
  { posted = false }: { posted?: boolean } = {},
): Grouped {
  const lines = new Map<string, GroupedLine>()
  const vat = new Map<string, GroupedVat>()
  const keys = new Map<string, string | null>()
  let untaxed = 0
  for (const trade of trades) {
    const amount = -BigInt(trade.money)
    const taxKey = vatKey(trade)
    const part = vat.get(taxKey) ?? {
      country: trade.taxCountry,
      category: trade.taxCategory,
      rate: trade.taxRate,
      taxable: 0n,
      tax: 0n,
    }
    vat.set(taxKey, part)
    if (trade.taxCategory === null) untaxed++
    if (isTax(trade)) {
      part.tax += amount
      keys.set(trade.id, null)
      continue
    }
    part.taxable += amount
    const service = trade.service ?? null
    const key = JSON.stringify([service, trade.tradeItem, taxKey])
    const line = lines.get(key) ?? {
      lineNo: 0,
      service,
      tradeItem: trade.tradeItem,
      count: 0,
      net: 0n,
      taxCategory: trade.taxCategory,
      taxRate: trade.taxRate,
      taxCountry: trade.taxCountry,
    }
    line.count++
    line.net += amount
    lines.set(key, line)
    keys.set(trade.id, key)
  }
  const sorted = [...lines.entries()].toSorted(([, a], [, b]) => byService(a, b))
  const numbers = new Map<string, number>()
  for (const [at, [key, line]] of sorted.entries()) numbers.set(key, (line.lineNo = at + 1))
  const all = [...vat.values()].map((one) => (posted ? one : { ...one, tax: taxOfBase(one) }))
  const net = all.reduce((sum, { taxable }) => sum + taxable, 0n)
  const tax = all.reduce((sum, one) => sum + one.tax, 0n)
  return {
    lines: sorted.map(([, line]) => line),
    vat: all.toSorted((a, b) => vatText(a).localeCompare(vatText(b))),
    net,
    tax,
    gross: net + tax,
    lineOf: new Map([...keys].map(([id, key]) => [id, key === null ? null : numbers.get(key)!])),
    untaxed,
  }
}

/** What a base is taxed by its rate; what has no category is not issued. */
export function taxOfBase({ country, category, rate, taxable, tax }: GroupedVat): bigint {
  if (country === null || category === null || rate === null) return tax
  const facts = { country, category: category as TaxCategory, rate }
  return splitTax([{ minor: taxable, tax: facts }], 'net').taxes[0]?.minor ?? 0n
}

const vatKey = ({ taxCountry, taxCategory, taxRate }: ChargedTrade): string =>
  JSON.stringify([taxCountry, taxCategory, taxRate])
const vatText = ({ country, category, rate }: GroupedVat): string =>
  `${country ?? ''}|${category ?? ''}|${String(rate ?? 0).padStart(6, '0')}`

/** By service, then fee items by their number, as price tables have them. */
function byService(a: GroupedLine, b: GroupedLine): number {
  return (
    (a.service ?? '').localeCompare(b.service ?? '') ||
    a.tradeItem.localeCompare(b.tradeItem, 'en', { numeric: true }) ||
    (a.taxRate ?? 0) - (b.taxRate ?? 0)
  )
}
