import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { newLineKey, type Line } from '../../../../kit/form/lines.ts'
import { isObject } from '../../../../kit/platform/storage.ts'

/** An order as the form holds it: every value is the text that was typed, '' where nothing was. */
export const ADDRESS_FIELDS = [
  'name',
  'company',
  'phone',
  'email',
  'taxNumber',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'address2',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
export type AddressDraft = Record<AddressField, string>
export const PRODUCT_FIELDS = [
  'sku',
  'nameCn',
  'nameEn',
  'hscodeCn',
  'hscodeForeign',
  'quanlity',
  'unitWeightKg',
  'unitPrice',
  'currency',
] as const
export type ProductField = (typeof PRODUCT_FIELDS)[number]
export type ProductDraft = Line & Record<ProductField | 'remark', string>
export const PARCEL_FIELDS = ['reference', 'weightKg', 'lengthCm', 'widthCm', 'heightCm'] as const
export type ParcelField = (typeof PARCEL_FIELDS)[number]
export type ParcelDraft = Line &
  Record<ParcelField | 'remark', string> & { products: readonly ProductDraft[] }
const HEAD_FIELDS = [
  'reference',
  'customerId',
  'serviceId',
  'depotId',
  'shipperId',
  'remark',
] as const
export type HeadField = (typeof HEAD_FIELDS)[number]
export type Draft = Record<HeadField, string> & {
  sender: AddressDraft | null
  consignee: AddressDraft
  parcels: readonly ParcelDraft[]
}

export const MAX_PARCELS = 200
export const MAX_PRODUCTS = 100

/** What is compared when another user has saved first. */
export const COMPARED = [...HEAD_FIELDS, 'sender.*', 'consignee.*', 'parcels.*'] as const

/** '' everywhere, `from` where it has something to say. */
function texts<K extends string>(keys: readonly K[], from: object = {}): Record<K, string> {
  return Object.fromEntries(keys.map((key) => [key, textOf(Reflect.get(from, key))])) as Record<
    K,
    string
  >
}
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const blankAddress = (from: object = {}): AddressDraft => texts(ADDRESS_FIELDS, from)
export const blankProduct = (from: object = {}): ProductDraft => ({
  ...texts([...PRODUCT_FIELDS, 'remark'], from),
  lineKey: newLineKey(),
})
export const blankParcel = (
  from: object = {},
  products: readonly ProductDraft[] = [blankProduct()],
): ParcelDraft => ({
  ...texts([...PARCEL_FIELDS, 'remark'], from),
  lineKey: newLineKey(),
  products,
})
export function blankDraft(from: Partial<Record<HeadField, string>> = {}, currency = ''): Draft {
  return {
    ...texts(HEAD_FIELDS, from),
    sender: null,
    consignee: blankAddress(),
    parcels: [blankParcel({}, [blankProduct({ currency })])],
  }
}

/**
 * A line somebody began and left, or never touched: its currency alone is a proposal, not an entry.
 */
export const isBlankProduct = (product: ProductDraft): boolean =>
  PRODUCT_FIELDS.every((field) => field === 'currency' || product[field].trim() === '') &&
  product.remark.trim() === ''

const orNull = (text: string): string | null => text.trim() || null
const sent = <K extends string>(from: Record<K, string>, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, orNull(from[key])])) as Record<K, string | null>

/** The order as the contract takes it: empty is null, untouched product lines are left out. */
export function toWire(draft: Draft) {
  return {
    ...sent(draft, HEAD_FIELDS),
    currency: null,
    sender: draft.sender ? sent(draft.sender, ADDRESS_FIELDS) : null,
    consignee: sent(draft.consignee, ADDRESS_FIELDS),
    parcels: draft.parcels.map((parcel) => ({
      ...sent(parcel, [...PARCEL_FIELDS, 'remark']),
      products: parcel.products
        .filter((product) => !isBlankProduct(product))
        .map((product) => sent(product, [...PRODUCT_FIELDS, 'remark'])),
    })),
  }
}

/**
 * The place in the form that a path of the sent order speaks of: lines that were left out shift the
 * numbers behind them.
 */
export function formPath(draft: Draft, path: string): string {
  const [list, parcelAt = '', products, productAt = '', ...rest] = path.split('.')
  const parcel =
    list === 'parcels' && products === 'products' ? draft.parcels[Number(parcelAt)] : undefined
  if (!parcel) return path
  const written = parcel.products.flatMap((product, at) => (isBlankProduct(product) ? [] : [at]))
  return ['parcels', parcelAt, 'products', String(written[Number(productAt)] ?? 0), ...rest].join(
    '.',
  )
}

/** A stored order as a form; a copy begins without the reference, which is used once. */
export function fromDetail(order: OrderDetail, copy = false): Draft {
  return {
    ...texts(HEAD_FIELDS, { ...order, ...(copy ? { reference: '' } : {}) }),
    sender: order.sender ? blankAddress(order.sender) : null,
    consignee: blankAddress(order.consignee),
    parcels: order.parcels.map((parcel) =>
      blankParcel(
        copy ? { ...parcel, reference: '' } : parcel,
        parcel.products.length > 0
          ? parcel.products.map((product) => blankProduct(product))
          : [blankProduct({ currency: order.currency })],
      ),
    ),
  }
}

/**
 * What the browser kept of a form, with anything that is not text taken as empty; null where it is
 * no order at all.
 */
export function fromStored(stored: unknown): Draft | null {
  if (
    !isObject(stored) ||
    !isObject(stored.consignee) ||
    !Array.isArray(stored.parcels) ||
    stored.parcels.length === 0
  )
    return null
  return {
    ...texts(HEAD_FIELDS, stored),
    sender: isObject(stored.sender) ? blankAddress(stored.sender) : null,
    consignee: blankAddress(stored.consignee),
    parcels: stored.parcels
      .slice(0, MAX_PARCELS)
      .filter(isObject)
      .map((parcel) =>
        blankParcel(
          parcel,
          (Array.isArray(parcel.products) ? parcel.products : [])
            .filter(isObject)
            .map((product) => blankProduct(product)),
        ),
      ),
  }
}
