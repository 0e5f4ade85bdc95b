import type { CustomsBlock } from '#contracts/orders/customs/customs.ts'
import type { ExchangeRate } from '#server/features/commercial/rating/index.ts'

/** A line of goods, as written: nothing in it need be a good value. */
export interface CheckedGoods {
  sku: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  nameCn: string | null
  nameEn: string | null
  origin: string | null
  quanlity: string | null
  unitWeightKg: string | null
  unitPrice: string | null
  currency: string | null
}

/** What the checker reads of an order. Null is what was not given. */
export interface CustomsOrder {
  /** Countries the goods leave and reach; null while they are not known. */
  from: string | null
  to: string | null
  /** Their postal codes: parts of a country lie beyond its customs border. */
  fromCode: string | null
  toCode: string | null
  customs: CustomsBlock | null
  dangerousGoods: string | null
  unNumber: string | null
  parcels: readonly { weightKg: string | null; products: readonly CheckedGoods[] }[]
}

export interface Embargo {
  country: string | null
  hsPrefix: string | null
  word: string | null
  severity: 'error' | 'warning'
  reason: string
  reasonEn: string | null
  validFrom: string | null
  validTo: string | null
}

/** What orders are checked by; the tenant's own lists in addition to the facts of countries. */
export interface CustomsRules {
  /** Day the rules are asked for, YYYY-MM-DD. */
  today: string
  countries: ReadonlyMap<string, { eu: boolean; embargo: boolean; name: string; nameEn: string }>
  vagueWords: readonly string[]
  embargoes: readonly Embargo[]
  rates: readonly ExchangeRate[]
  /** Whether the first six digits stand in the Harmonized System. */
  knowsHs: (six: string) => boolean
}
