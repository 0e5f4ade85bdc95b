import {
  blankParcel,
  blankProduct,
  MAX_PARCELS,
  PARCEL_FIELDS,
  PRODUCT_FIELDS,
  type Draft,
  type ParcelField,
  type ProductField,
} from './draft.ts'
import { currencyOf, setProducts } from './draft-edit.ts'

const NUMBERS: readonly string[] = [
  'weightKg',
  'lengthCm',
  'widthCm',
  'heightCm',
  'quanlity',
  'unitWeightKg',
  'unitPrice',
]

/** Cells of a copied piece of a spreadsheet; null for a single value, which the field takes by itself. */
export function cellsOf(text: string): string[][] | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1')))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null
}

/**
 * A number as people write it, in the digits of the wire: full-width digits, a unit behind it, a decimal comma.
 * `1,234` stays as it is: nobody can tell whether it means a little more than one or more than a thousand.
 */
export function plainNumber(text: string): string {
  const narrow = text
    .normalize('NFKC')
    .trim()
    .replace(/\s*(kg|g|cm|mm|公斤|千克|厘米|pcs?|件|个)$/i, (unit) =>
      /^\s*(g|mm)$/i.test(unit) ? unit : '',
    )
  return /^\d+,(\d{1,2}|\d{4,})$/.test(narrow) ? narrow.replace(',', '.') : narrow
}

/** `30×20×10` in one cell, as packers write it. */
export function sidesOf(text: string): [string, string, string] | null {
  const found = /^([\d.,]+)\s*[x×*X＊✕]\s*([\d.,]+)\s*[x×*X＊✕]\s*([\d.,]+)\s*(?:cm|厘米)?$/.exec(
    text.normalize('NFKC').trim(),
  )
  const [, length = '', width = '', height = ''] = found ?? []
  return found ? [plainNumber(length), plainNumber(width), plainNumber(height)] : null
}

const value = (field: string, cell: string): string =>
  NUMBERS.includes(field) ? plainNumber(cell) : cell

/** Lays copied cells over the parcels from one cell on to the right and down; parcels that are missing are added. */
export function pasteParcels(
  draft: Draft,
  at: number,
  field: ParcelField,
  cells: readonly (readonly string[])[],
): Draft {
  const from = PARCEL_FIELDS.indexOf(field)
  const parcels = [...draft.parcels]
  cells.slice(0, MAX_PARCELS - at).forEach((row, down) => {
    const parcel =
      parcels[at + down] ?? blankParcel({}, [blankProduct({ currency: currencyOf(draft) })])
    const filled = row.flatMap((cell, right) => {
      const name = PARCEL_FIELDS[from + right]
      return name ? [[name, value(name, cell)] as const] : []
    })
    parcels[at + down] = { ...parcel, ...Object.fromEntries(filled) }
  })
  return { ...draft, parcels }
}

/** The same over the contents of one parcel. */
export function pasteProducts(
  draft: Draft,
  at: number,
  line: number,
  field: ProductField,
  cells: readonly (readonly string[])[],
): Draft {
  const from = PRODUCT_FIELDS.indexOf(field)
  const products = [...(draft.parcels[at]?.products ?? [])]
  cells.forEach((row, down) => {
    const product = products[line + down] ?? blankProduct({ currency: currencyOf(draft) })
    const filled = row.flatMap((cell, right) => {
      const name = PRODUCT_FIELDS[from + right]
      return name ? [[name, value(name, cell)] as const] : []
    })
    products[line + down] = { ...product, ...Object.fromEntries(filled) }
  })
  return setProducts(draft, at, products)
}
