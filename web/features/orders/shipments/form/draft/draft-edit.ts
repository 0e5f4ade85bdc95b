import { formatDecimal, parseDecimal } from '#contracts/kit/units.ts'
import {
  addLine,
  changeLine,
  moveLine,
  newLineKey,
  pasteLines,
  removeLine,
  repeatLine,
} from '../../../../../kit/form/lines/lines.ts'
import { partsOf } from '../../../../../kit/form/paths.ts'
import {
  blankParcel,
  blankProduct,
  MAX_PARCELS,
  MAX_PRODUCTS,
  PARCEL_FIELDS,
  PARCEL_MORE,
  PRODUCT_DETAILS,
  PRODUCT_FIELDS,
  type Draft,
  type ParcelField,
  type ProductDraft,
  type ProductDetail,
  type ProductField,
} from './draft.ts'

const NUMBERS: readonly string[] = [
  'weightKg',
  'lengthCm',
  'widthCm',
  'heightCm',
  'quanlity',
  'unitWeightKg',
  'unitPrice',
]
type Products = readonly ProductDraft[]
const withProducts = (
  draft: Draft,
  at: number,
  change: (products: Products) => Products,
): Draft => ({
  ...draft,
  parcels: changeLine(draft.parcels, at, (parcel) => ({
    ...parcel,
    products: change(parcel.products),
  })),
})

/** The currency contents were last written in: an order holds one only. */
export const currencyOf = (draft: Pick<Draft, 'parcels'>): string =>
  draft.parcels.flatMap((parcel) => parcel.products).find((product) => product.currency)
    ?.currency ?? ''
const nextParcel = (draft: Draft) =>
  blankParcel({}, [blankProduct({ currency: currencyOf(draft) })])

export const addParcel = (draft: Draft): Draft => ({
  ...draft,
  parcels: addLine(draft.parcels, nextParcel(draft), MAX_PARCELS),
})
export const removeParcel = (draft: Draft, at: number): Draft =>
  draft.parcels.length < 2 ? draft : { ...draft, parcels: removeLine(draft.parcels, at) }

/**
 * The same parcel `times` more, right behind it; a reference belongs to one parcel only and is not
 * repeated.
 */
export const repeatParcel = (draft: Draft, at: number, times: number): Draft => ({
  ...draft,
  parcels: repeatLine(
    draft.parcels,
    at,
    times,
    (parcel) => ({
      ...parcel,
      lineKey: newLineKey(),
      reference: '',
      fbaCode: '',
      products: parcel.products.map((product) => ({ ...product, lineKey: newLineKey() })),
    }),
    MAX_PARCELS,
  ),
})

export const addProduct = (draft: Draft, at: number): Draft =>
  withProducts(draft, at, (products) =>
    addLine(
      products,
      blankProduct({ currency: products.at(-1)?.currency || currencyOf(draft) }),
      MAX_PRODUCTS,
    ),
  )
/** Differs from order to order: once typed, a choice of goods leaves it. */
const VALUED: readonly string[] = ['unitWeightKg', 'unitPrice', 'currency']
// A price is one in its own currency.
const isOpen = (now: ProductDraft, field: string) =>
  !Reflect.get(now, field === 'currency' ? 'unitPrice' : field)
/** Writes what was chosen or remembered into a line; what it lacks stays. */
export const fillProduct = (
  draft: Draft,
  at: number,
  line: number,
  goods: Readonly<Record<string, string | null>>,
): Draft =>
  withProducts(draft, at, (products) =>
    products.map((product, index) =>
      index === line
        ? {
            ...product,
            ...Object.fromEntries(
              Object.entries(goods).filter(
                ([field, text]) => text && (!VALUED.includes(field) || isOpen(product, field)),
              ),
            ),
          }
        : product,
    ),
  )
/** The same for what is proposed unasked: what was typed meanwhile stays. */
export const completeProduct = (
  draft: Draft,
  at: number,
  line: number,
  goods: Readonly<Record<string, string | null>>,
): Draft => {
  const now = draft.parcels[at]?.products[line]
  return fillProduct(
    draft,
    at,
    line,
    Object.fromEntries(Object.entries(goods).filter(([field]) => !now || isOpen(now, field))),
  )
}
export const removeProduct = (draft: Draft, at: number, line: number): Draft =>
  withProducts(draft, at, (products) =>
    products.length < 2
      ? [blankProduct({ currency: products[0]?.currency ?? '' })]
      : removeLine(products, line),
  )

/** Moves the line of a cell, `parcels.2.weightKg` or `parcels.2.products.1.sku`. */
export function moveAt(draft: Draft, path: string, by: number): Draft {
  const [, parcel, list, line] = partsOf(path)
  return list === 'products'
    ? withProducts(draft, Number(parcel), (products) => moveLine(products, Number(line), by))
    : { ...draft, parcels: moveLine(draft.parcels, Number(parcel), by) }
}
/** The same cell after its line was moved. */
export function movedPath(path: string, by: number): string {
  const parts = partsOf(path)
  return parts.with(-2, Number(parts.at(-2)) + by).join('.')
}

/**
 * Lays copied cells over parcels or contents, from the cell of the path on to the right and down.
 */
export function pasteAt(draft: Draft, path: string, cells: readonly (readonly string[])[]): Draft {
  const parts = partsOf(path)
  const [at, field] = [Number(parts.at(-2)), parts.at(-1)]
  if (parts.length === 3)
    return {
      ...draft,
      parcels: pasteLines(draft.parcels, at, {
        fields: [...PARCEL_FIELDS, ...PARCEL_MORE],
        field: field as ParcelField,
        cells,
        numbers: NUMBERS,
        blank: () => nextParcel(draft),
        max: MAX_PARCELS,
      }),
    }
  return withProducts(draft, Number(parts[1]), (products) =>
    pasteLines(products, at, {
      fields: (PRODUCT_DETAILS as readonly string[]).includes(String(field))
        ? PRODUCT_DETAILS
        : PRODUCT_FIELDS,
      field: field as ProductField | ProductDetail,
      cells,
      numbers: NUMBERS,
      blank: () => blankProduct({ currency: currencyOf(draft) }),
      max: MAX_PRODUCTS,
    }),
  )
}

/** Grams of all parcels as kg; a weight that is no number counts nothing. */
export function weightSum(weights: readonly string[]): string {
  return formatDecimal(
    weights.reduce((sum, text) => sum + (parseDecimal(text.trim(), 3) ?? 0n), 0n),
    3,
    { minDecimals: 0 },
  )
}
