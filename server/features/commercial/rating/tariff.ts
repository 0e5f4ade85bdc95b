import type {
  Explanation,
  MatchType,
  StepMode,
  SurchargeBase,
  SurchargeCondition,
  SurchargeKind,
  TradeItem,
  ValidType,
} from '#contracts/commercial/rating.ts'

/**
 * What a price is made from, as plain values: grams, millimetres, minor units, basis points,
 * dates as `yyyy-MM-dd` with both ends included (null = open). Ids are the rows'.
 */
export type Validity = { validFrom: string | null; validTo: string | null }

export type WeightStep = {
  /** Grams, included; null for everything above. */ upTo: number | null
  step: number
}

export type WeightRule = {
  /** Volumetric divisor in cm³ per kg; 0 switches volume off. */
  divisor: number
  /** Sides are rounded up to whole centimetres before the volume. */
  wholeCm: boolean
  /**
   * When volume counts: always; only with a side longer than `mm`; only above actual × `ratioBp`.
   */
  when:
    | { kind: 'ALWAYS' }
    | { kind: 'SIDE_OVER'; mm: number }
    | { kind: 'RATIO_OVER'; ratioBp: number }
  /**
   * Share of (volumetric − actual) that is charged on top of actual: 10000 all of it, 5000
   * half-bubble.
   */
  bubbleBp: number
  /** Rising bands, each rounding up to its step; empty rounds nothing. */
  steps: readonly WeightStep[]
  /**
   * sum: add up, then round (express). each: round, then add up. parcel: as each, and every parcel
   * is priced alone.
   */
  rounding: 'sum' | 'each' | 'parcel'
}

export type ValidityRule = {
  id: string
  validType: ValidType
  /** Grams, mm, mm, mm, mm³, minor units, pieces; both ends allowed, null = open. */
  min: bigint | null
  max: bigint | null
}

/** What a row of a zone and a row of a routing table have in common: the addresses it is for. */
export type AreaRule = Validity & {
  id: string
  /** '' for everywhere else: then the match type is ALL. */
  country: string
  matchType: MatchType
  from: string | null
  to: string | null
  /** The higher goes first among equals. */
  priority: number
}

export type PartitionRow = AreaRule & {
  partitionId: string
  partitionCode: string
  partitionName: string
  partitionNameEn?: string | null
  /** Working days to the zone, where it or its service names any. */
  transitMin?: number | null
  transitMax?: number | null
}

export type FeeCell = {
  id: string
  partitionId: string
  /** A: bracket; B: first weight; C and D: band. Grams, included; null = everything above. */
  upTo: number | null
  /** A: flat; B: for the first weight; C: per kg; D: fixed part. */
  price: bigint
  /** B: grams of a continued step. */
  step: number | null
  /** B: per continued step; D: per kg. */
  stepPrice: bigint | null
  /** C: least charge. */
  minPrice: bigint | null
}

/** Rates in basis points by month (`yyyy-MM`), newest first. */
export type FuelIndex = {
  name: string
  nameEn: string | null
  rates: readonly { month: string; rateBp: number }[]
}

/** Remote postcodes: the line that holds an address on a day. */
export type RemoteList = {
  name: string
  nameEn: string | null
  size: number
  find: (
    to: RatingAddress,
    date: string,
  ) => (Validity & { from: string | null; to: string | null }) | null
}

export type Surcharge = Validity & {
  id: string
  name: string
  nameEn?: string | null
  tradeItem: TradeItem
  kind: SurchargeKind
  /** SHIPMENT, PARCEL and fixed DISCOUNT. */
  amount: bigint | null
  /** PERCENT, TAX and percent DISCOUNT. */
  rateBp: number | null
  /**
   * What a percentage is taken of: trade items built so far, everything so far, the declared value
   * or the money to collect. Left out: freight for PERCENT and DISCOUNT, everything for TAX.
   */
  of?: readonly TradeItem[] | SurchargeBase
  /** Least amount of a PERCENT. */
  minAmount?: bigint | null
  /** Fuel is due on it, too, not on the freight alone. */
  inFuel?: boolean
  /** PERCENT whose rate is that of the month. */
  fuel?: FuelIndex | null
  applies: SurchargeCondition
  /** WEIGHT g, LONGEST and GIRTH mm: applies above it. */
  threshold: number | null
  /** POSTCODE: ranges of a country, `to` left out for a single code or prefix-free match. */
  postcodes?: readonly { country: string; from: string; to?: string | null }[]
  /** POSTCODE: a list that is kept for itself. */
  remote?: RemoteList | null
  /** ATTRIBUTE: the word the shipment must carry (residential, battery …). */
  attribute?: string | null
}

export type FeeTable = Validity & {
  id: string
  name: string
  nameEn?: string | null
  currency: string
  stepMode: StepMode
  /** Drafts and retired versions price nothing. */
  active: boolean
  /** The version the prices are of, and that of the table it follows with its percentage. */
  versionId?: string
  versionNo?: number
  baseVersionId?: string | null
  percentBp?: number | null
  /** Made for the customer whose prices these are; unknown without a customer. */
  own?: boolean
  cells: readonly FeeCell[]
  surcharges: readonly Surcharge[]
}

export type Tariff = {
  weight: WeightRule
  rules: readonly ValidityRule[]
  partitions: readonly PartitionRow[]
  /** Where its channel goes to some countries only. */
  channel?: { code: string; countries: readonly string[] } | null
  /** All versions; the active one of the day with the latest start is used. */
  fees: readonly FeeTable[]
}

export type RatingParcel = {
  grams: number
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}
export type RatingAddress = {
  country: string
  postalCode: string
  state?: string | null
  city?: string | null
}

export type RatingInput = {
  /** The day whose prices hold, `yyyy-MM-dd`. */
  date: string
  destination: RatingAddress
  parcels: readonly RatingParcel[]
  /** Minor units of the fee's currency. */
  declaredValue?: bigint | null
  codAmount?: bigint | null
  insuredAmount?: bigint | null
  attributes?: readonly string[]
}

/** Why there is no price: `code` has words at `error.<code>`, `params` are ready to show. */
export type RatingIssue = {
  code: string
  params: Record<string, string>
  ruleId?: string
  parcel?: number
}

export type QuoteLine = Explanation & {
  tradeItem: TradeItem
  ruleId: string
  why: Explanation | null
  amount: bigint
}

export type Quote = {
  currency: string
  total: bigint
  actualGrams: number
  volumetricGrams: number
  chargeableGrams: number
  partition: { id: string; code: string; name: string; nameEn?: string | null }
  transit: { min: number | null; max: number | null }
  fee: {
    id: string
    name: string
    nameEn?: string | null
    versionId?: string
    versionNo?: number
    baseVersionId?: string
  }
  steps: Explanation[]
  lines: QuoteLine[]
}

export type QuoteResult = { ok: true; quote: Quote } | { ok: false; issues: RatingIssue[] }

export function isValidOn({ validFrom, validTo }: Validity, date: string): boolean {
  return (validFrom === null || validFrom <= date) && (validTo === null || date <= validTo)
}

/** Ids are decimal strings of any length: 9 comes before 10. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** a × b ÷ c, half up, for amounts that are not negative. */
export function shareOf(a: bigint, b: bigint, c: bigint): bigint {
  return (2n * a * b + c) / (2n * c)
}
