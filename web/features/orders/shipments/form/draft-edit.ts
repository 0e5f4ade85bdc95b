import { formatDecimal, parseDecimal } from '#contracts/kit/units.ts'
import {
  blankParcel,
  blankProduct,
  MAX_PARCELS,
  MAX_PRODUCTS,
  newKey,
  type Draft,
  type ParcelDraft,
  type ProductDraft,
} from './draft.ts'

/** Puts a text at a path (`consignee.city`, `parcels.0.products.2.sku`); parts that did not change stay the same objects. */
export function setAt(draft: Draft, path: string, value: string): Draft {
  return put(draft, path.split('.'), value) as Draft
}
function put(into: unknown, [head = '', ...rest]: readonly string[], value: string): unknown {
  if (Array.isArray(into))
    return into.map((part: unknown, at) => (at === Number(head) ? step(part, rest, value) : part))
  if (typeof into !== 'object' || into === null) return into
  return { ...into, [head]: step(Reflect.get(into, head), rest, value) }
}
const step = (part: unknown, rest: readonly string[], value: string): unknown =>
  rest.length === 0 ? value : put(part, rest, value)

const parcelsOf = (draft: Draft, parcels: readonly ParcelDraft[]): Draft => ({
  ...draft,
  parcels: parcels.slice(0, MAX_PARCELS),
})
const changed = (draft: Draft, at: number, change: (parcel: ParcelDraft) => ParcelDraft): Draft =>
  parcelsOf(
    draft,
    draft.parcels.map((parcel, index) => (index === at ? change(parcel) : parcel)),
  )

/** The currency contents were last written in: an order holds one only. */
export const currencyOf = (draft: Draft): string =>
  draft.parcels.flatMap((parcel) => parcel.products).find((product) => product.currency)
    ?.currency ?? ''

export const addParcel = (draft: Draft): Draft =>
  parcelsOf(draft, [
    ...draft.parcels,
    blankParcel({}, [blankProduct({ currency: currencyOf(draft) })]),
  ])
export const removeParcel = (draft: Draft, at: number): Draft =>
  draft.parcels.length < 2
    ? draft
    : parcelsOf(
        draft,
        draft.parcels.filter((_, index) => index !== at),
      )

/** The same parcel `times` more, right behind it; a reference belongs to one parcel only and is not repeated. */
export function repeatParcel(draft: Draft, at: number, times: number): Draft {
  const parcel = draft.parcels[at]
  if (!parcel) return draft
  const copies = Array.from(
    { length: Math.max(0, Math.min(times, MAX_PARCELS - draft.parcels.length)) },
    () => ({
      ...parcel,
      key: newKey(),
      reference: '',
      products: parcel.products.map((product) => ({ ...product, key: newKey() })),
    }),
  )
  return parcelsOf(draft, [
    ...draft.parcels.slice(0, at + 1),
    ...copies,
    ...draft.parcels.slice(at + 1),
  ])
}

export const addProduct = (draft: Draft, at: number): Draft =>
  changed(draft, at, (parcel) =>
    parcel.products.length >= MAX_PRODUCTS
      ? parcel
      : {
          ...parcel,
          products: [
            ...parcel.products,
            blankProduct({ currency: parcel.products.at(-1)?.currency || currencyOf(draft) }),
          ],
        },
  )
export const removeProduct = (draft: Draft, at: number, line: number): Draft =>
  changed(draft, at, (parcel) => ({
    ...parcel,
    products:
      parcel.products.length < 2
        ? [blankProduct({ currency: parcel.products[0]?.currency ?? '' })]
        : parcel.products.filter((_, index) => index !== line),
  }))
export const setProducts = (draft: Draft, at: number, products: readonly ProductDraft[]): Draft =>
  changed(draft, at, (parcel) => ({ ...parcel, products: products.slice(0, MAX_PRODUCTS) }))

/** Grams of all parcels as kg; a weight that is no number counts nothing. */
export function weightSum(weights: readonly string[]): string {
  return formatDecimal(
    weights.reduce((sum, text) => sum + (parseDecimal(text.trim(), 3) ?? 0n), 0n),
    3,
    { minDecimals: 0 },
  )
}
