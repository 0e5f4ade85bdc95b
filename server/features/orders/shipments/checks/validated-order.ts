import type { ErrorCode } from '#server/kit/http/errors.ts'
import type { Block, KindCode, OrderKind } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { Quote, Tariff } from '#server/features/commercial/rating/index.ts'
import type { ChoiceWay } from '#contracts/orders/service-choices.ts'
import type { Explanation } from '#contracts/commercial/rating.ts'
import type { SubLimits } from '#server/features/platform/users/index.ts'

/** A country's rule, over the whole of a code. */
export interface PostalPattern {
  test(code: string): boolean
}

/**
 * What an order is judged against: this tenant's services, depots and postal rules, loaded once per
 * call or file.
 */
export interface References {
  customerId: string
  /** The kind of orders that name none, as those of a file. */
  kind: KindCode
  services: ReadonlyMap<string, ServiceRef>
  serviceIdByCode: ReadonlyMap<string, string>
  depots: ReadonlyMap<string, DepotRef>
  depotIdByCode: ReadonlyMap<string, string>
  shippers: ReadonlySet<string>
  /** The customer's own codes at depots, by id. */
  userDepots: ReadonlyMap<string, string>
  userDepotIdByCode: ReadonlyMap<string, string>
  /** The customer's rules that choose a service where an order names none. */
  choices: readonly ServiceChoice[]
  /** The one orders of a file get at its depot where they name none. */
  usualUserDepot?: UserDepotRef | null
  /** Words of the tenant's lists by dictionary; a list that is empty binds nothing. */
  dictionaries: Readonly<Record<string, readonly { value: string }[]>>
  countries: ReadonlySet<string>
  postalRules: ReadonlyMap<string, PostalPattern>
  /** Addresses of a marketplace's warehouses by code. */
  warehouses: ReadonlyMap<string, WarehouseAddress>
  /** Codes of the check rules the tenant has for fields of orders. */
  ruleCodes: ReadonlySet<string>
  /** What the sub-account that sends it is held to; null for all others. */
  limits: SubLimits | null
  /** What a price comes to with the tax that is charged on it; asked for where a cap counts. */
  withTax: (minor: bigint, country: string) => bigint
  /** yyyy-MM-dd: the day whose prices hold. */
  today: string
}
export interface WarehouseAddress {
  name: string
  country: string
  state: string | null
  city: string
  postalCode: string
  street: string
  house: string | null
}
/** A customer's code at a depot. */
export interface UserDepotRef {
  id: string
  code: string
  depotId: string
}
/** What has a code and a name in both languages. */
interface Named {
  id: string
  code: string
  name: string
  nameEn: string | null
}
export type DepotRef = Named
export interface ServiceRef extends Named {
  courierCode: string | null
  /** Its business. */
  tradeType: string
  izSingle: boolean
  izMult: boolean
  maxPieces: number | null
  /** Codes of the value-added services it can do, by commas; null: all of them. */
  valueAdded: string | null
  /** Of its channel. */
  priority: number
  tariff: Tariff
}

/** A customer's rule for orders that name no service. */
export interface ServiceChoice {
  id: string
  position: number
  name: string
  countries: readonly string[]
  minGrams: number | null
  maxGrams: number | null
  minValue: bigint | null
  maxValue: bigint | null
  currency: string | null
  kinds: readonly string[]
  attributes: readonly string[]
  way: ChoiceWay
  serviceId: string | null
  /** Empty: all that are open. */
  serviceCodes: readonly string[]
}
export interface Chosen {
  choice: ServiceChoice
  service: ServiceRef
  /** Texts `choice.<code>` of the orders' words. */
  reasons: Explanation[]
}

/**
 * One refused value: `path` as in the draft (`parcels.0.weightKg`), `code` as in the catalogue
 * (`weightKg.overLimit`).
 */
export interface OrderIssue {
  path: string
  code: ErrorCode
  data?: Record<string, unknown>
}
/** Takes note of one refused value. */
export type Report = (
  path: string,
  code: OrderIssue['code'],
  data?: Record<string, unknown>,
) => void

export interface ValidatedProduct {
  sku: string | null
  material: string | null
  usage: string | null
  brand: string | null
  model: string | null
  origin: string | null
  shopUrl: string | null
  photoUrl: string | null
  unit: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  nameCn: string | null
  nameEn: string | null
  quantity: number
  unitGrams: number
  unitPrice: bigint
  currency: string
  remark: string | null
}
export interface ValidatedParcel {
  reference: string | null
  fbaCode: string | null
  palletNo: number | null
  grams: number
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  volumeGrams: number | null
  chargeableGrams: number
  remark: string | null
  products: ValidatedProduct[]
}
export type Address = NonNullable<OrderDraft['sender']>

/** An order that passed every check and has its price: exactly what is stored. */
export interface ValidatedOrder {
  kind: OrderKind
  customerId: string
  reference: string
  poCode: string | null
  fbaCode: string | null
  userDepot: { id: string; code: string } | null
  blocks: Pick<OrderDraft, Block>
  service: ServiceRef
  depot: DepotRef
  shipperId: string | null
  sender: Address | null
  consignee: OrderDraft['consignee'] & {
    name: string
    country: string
    city: string
    street: string
  }
  remark: string | null
  parcels: ValidatedParcel[]
  /** The rule that chose the service, where the order named none. */
  chosen: Chosen | null
  quote: Quote
}
export type ValidationResult =
  | { ok: true; order: ValidatedOrder }
  | { ok: false; issues: OrderIssue[] }
