import { DEFAULT_KIND, isKind, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { MAX_PALLETS, MAX_PARCELS } from '#contracts/orders/shipments.draft.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import {
  blankBlock,
  FIELD_BLOCKS,
  sentBlock,
  type BlockDraft,
  type FieldBlock,
} from './block-fields.ts'
import { newLineKey, type Line } from '../../../../../kit/form/lines/lines.ts'
import { isObject } from '../../../../../kit/text/storage.ts'

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
  'address1',
  'address2',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
export type AddressDraft = Record<AddressField, string>
/** A consignee with what the driver should know. */
export type ConsigneeDraft = Record<AddressField | 'remark', string>
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
/** Further fields of a line, shown when asked for. */
export const PRODUCT_DETAILS = [
  'material',
  'usage',
  'brand',
  'model',
  'origin',
  'unit',
  'shopUrl',
  'photoUrl',
  'remark',
] as const
export type ProductDetail = (typeof PRODUCT_DETAILS)[number]
export type ProductDraft = Line & Record<ProductField | ProductDetail, string>
const PRODUCT_ALL = [...PRODUCT_FIELDS, ...PRODUCT_DETAILS] as const
export const PARCEL_FIELDS = ['reference', 'weightKg', 'lengthCm', 'widthCm', 'heightCm'] as const
export type ParcelField = (typeof PARCEL_FIELDS)[number]
/** Fields that only parcels of some kinds of orders have. */
export const PARCEL_MORE = ['fbaCode', 'palletNo'] as const
const PARCEL_ALL = [...PARCEL_FIELDS, ...PARCEL_MORE, 'remark'] as const
export const PALLET_FIELDS = ['palletNo', 'weightKg', 'lengthCm', 'widthCm', 'heightCm'] as const
export type PalletDraft = Line &
  Record<(typeof PALLET_FIELDS)[number], string> & { stackable: boolean }
export type ParcelDraft = Line &
  Record<(typeof PARCEL_ALL)[number], string> & { products: readonly ProductDraft[] }
const HEAD_FIELDS = [
  'shipmentResource',
  'reference',
  'customerId',
  'serviceId',
  'depotId',
  'userDepotId',
  'poCode',
  'fbaCode',
  'shipperId',
  'remark',
] as const
export type HeadField = (typeof HEAD_FIELDS)[number]
export type Draft = Record<HeadField, string> &
  Record<FieldBlock, BlockDraft> & {
    pallets: readonly PalletDraft[]
    sender: AddressDraft | null
    consignee: ConsigneeDraft
    parcels: readonly ParcelDraft[]
  }

export { MAX_PALLETS, MAX_PARCELS }
export const MAX_PRODUCTS = 100

/** What is compared when another user has saved first. */
export const COMPARED = [
  ...HEAD_FIELDS,
  'sender.*',
  'consignee.*',
  'parcels.*',
  'pallets.*',
] as const

/** '' everywhere, `from` where it is not empty. */
function texts<K extends string>(keys: readonly K[], from: object = {}): Record<K, string> {
  return Object.fromEntries(keys.map((key) => [key, textOf(Reflect.get(from, key))])) as Record<
    K,
    string
  >
}
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const blankAddress = (from: object = {}): AddressDraft => texts(ADDRESS_FIELDS, from)
export const blankConsignee = (from: object = {}): ConsigneeDraft =>
  texts([...ADDRESS_FIELDS, 'remark'], from)
export const blankProduct = (from: object = {}): ProductDraft => ({
  ...texts(PRODUCT_ALL, from),
  lineKey: newLineKey(),
})
export const blankParcel = (
  from: object = {},
  products: readonly ProductDraft[] = [blankProduct()],
): ParcelDraft => ({
  ...texts(PARCEL_ALL, from),
  lineKey: newLineKey(),
  products,
})
export const blankPallet = (from: object = {}): PalletDraft => ({
  ...texts(PALLET_FIELDS, from),
  stackable: Reflect.get(from, 'stackable') === true,
  lineKey: newLineKey(),
})
const blocks = (from: object = {}): Record<FieldBlock, BlockDraft> =>
  Object.fromEntries(
    FIELD_BLOCKS.map((block) => [block, blankBlock(block, Reflect.get(from, block))]),
  ) as Record<FieldBlock, BlockDraft>
const pallets = (from: unknown): PalletDraft[] =>
  (Array.isArray(from) ? from : []).filter(isObject).slice(0, MAX_PALLETS).map(blankPallet)
export function blankDraft(from: Partial<Record<HeadField, string>> = {}, currency = ''): Draft {
  return {
    ...texts(HEAD_FIELDS, from),
    ...blocks(),
    pallets: [],
    sender: null,
    consignee: blankConsignee(),
    parcels: [blankParcel({}, [blankProduct({ currency })])],
  }
}

/**
 * A line that was begun and left, or never touched: its currency alone is a proposal, not an entry.
 */
export const isBlankProduct = (product: ProductDraft): boolean =>
  PRODUCT_ALL.every((field) => field === 'currency' || product[field].trim() === '')

/** Chosen in place of a customer: an order of the company itself, sent without one. */
export const OURS = 'ours'
/** The customer a form has chosen; '' where none is, or the company itself. */
export const customerOf = (chosen: unknown): string => (chosen === OURS ? '' : textOf(chosen))

const orNull = (text: string): string | null => text.trim() || null
const sent = <K extends string>(from: Record<K, string>, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, orNull(from[key])])) as Record<K, string | null>

/** The order as the contract takes it: empty is null, untouched product lines are left out. */
export function toWire(draft: Draft) {
  return {
    ...sent({ ...draft, customerId: customerOf(draft.customerId) }, HEAD_FIELDS),
    shipmentResource: draft.shipmentResource as KindCode,
    currency: null,
    sender: draft.sender ? sent(draft.sender, ADDRESS_FIELDS) : null,
    consignee: sent(draft.consignee, [...ADDRESS_FIELDS, 'remark']),
    delivery: sentBlock(draft.delivery),
    fba: sentBlock(draft.fba),
    customs: sentBlock(draft.customs),
    attributes: sentBlock(draft.attributes),
    pallets: draft.pallets.map((pallet) => ({
      ...sent(pallet, PALLET_FIELDS),
      stackable: pallet.stackable,
    })),
    parcels: draft.parcels.map((parcel) => ({
      ...sent(parcel, PARCEL_ALL),
      products: parcel.products
        .filter((product) => !isBlankProduct(product))
        .map((product) => sent(product, PRODUCT_ALL)),
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
    ...blocks(order),
    pallets: pallets(order.pallets),
    sender: order.sender ? blankAddress(order.sender) : null,
    consignee: blankConsignee(order.consignee),
    parcels: order.parcels.map((parcel) =>
      blankParcel(
        copy ? { ...parcel, reference: '', fbaCode: '' } : parcel,
        parcel.products.length > 0
          ? parcel.products.map((product) => blankProduct(product))
          : [blankProduct({ currency: order.currency })],
      ),
    ),
  }
}

/** A draft kept before there were kinds has none. */
const kindIn = ({ shipmentResource }: Record<string, unknown>): KindCode =>
  typeof shipmentResource === 'string' && isKind(shipmentResource) ? shipmentResource : DEFAULT_KIND

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
    shipmentResource: kindIn(stored),
    ...blocks(stored),
    pallets: pallets(stored.pallets),
    sender: isObject(stored.sender) ? blankAddress(stored.sender) : null,
    consignee: blankConsignee(stored.consignee),
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
