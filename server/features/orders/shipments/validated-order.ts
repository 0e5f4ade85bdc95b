import type { ErrorCode } from '#server/kit/http/errors.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { Quote, Tariff } from '#server/features/commercial/rating/index.ts'
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
  services: ReadonlyMap<string, ServiceRef>
  serviceIdByCode: ReadonlyMap<string, string>
  depots: ReadonlyMap<string, { id: string; code: string }>
  depotIdByCode: ReadonlyMap<string, string>
  shippers: ReadonlySet<string>
  countries: ReadonlySet<string>
  postalRules: ReadonlyMap<string, PostalPattern>
  /** What the sub-account that sends it is held to; null for everybody else. */
  limits: SubLimits | null
  /** yyyy-MM-dd: the day whose prices hold. */
  today: string
}
export interface ServiceRef {
  id: string
  code: string
  courierCode: string | null
  izSingle: boolean
  izMult: boolean
  maxPieces: number | null
  tariff: Tariff
}

/**
 * One refused value: `path` as in the draft (`parcels.0.weightKg`), `code` as the catalogue says it
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
  grams: number
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  volumeGrams: number | null
  chargeableGrams: number
  remark: string | null
  products: ValidatedProduct[]
}
export type Address = OrderDraft['consignee']

/** An order that passed every check and has its price: exactly what is stored. */
export interface ValidatedOrder {
  customerId: string
  reference: string
  service: ServiceRef
  depotId: string
  shipperId: string | null
  sender: Address | null
  consignee: Address & { name: string; country: string; city: string; street: string }
  remark: string | null
  parcels: ValidatedParcel[]
  quote: Quote
}
export type ValidationResult =
  | { ok: true; order: ValidatedOrder }
  | { ok: false; issues: OrderIssue[] }
