import { newLineKey, type Line } from '../../../../../kit/form/lines.ts'
import {
  blankParcel,
  blankProduct,
  PARCEL_FIELDS,
  PARCEL_MORE,
  PRODUCT_FIELDS,
  type ParcelDraft,
} from './draft.ts'

export const GRID_PARCEL = [...PARCEL_FIELDS, ...PARCEL_MORE] as const
/** Of the contents a row shows the first line; further ones stay with their parcel. */
export const GRID_PRODUCT = [...PRODUCT_FIELDS, 'origin'] as const
export const GRID_FIELDS = [...GRID_PARCEL, ...GRID_PRODUCT] as const
export type GridField = (typeof GRID_FIELDS)[number]

/** A parcel as a row of the grid. `parcel`: what it was made of, with all a row does not show. */
export type GridLine = Line & Record<GridField, string> & { more: string; parcel: ParcelDraft }

// The same objects both ways: rows that did not change are not drawn again, and the grid can take
// its own changes back.
const lines = new WeakMap<ParcelDraft, GridLine>()
const lists = new WeakMap<readonly ParcelDraft[], readonly GridLine[]>()

const texts = <K extends string>(keys: readonly K[], from: Readonly<Record<K, string>>) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Record<K, string>

function lineOf(parcel: ParcelDraft): GridLine {
  const known = lines.get(parcel)
  if (known) return known
  const line: GridLine = {
    ...texts(GRID_PARCEL, parcel),
    ...texts(GRID_PRODUCT, parcel.products[0] ?? blankProduct()),
    lineKey: parcel.lineKey,
    more: parcel.products.length > 1 ? `+${parcel.products.length - 1}` : '',
    parcel,
  }
  lines.set(parcel, line)
  return line
}

/** Parcels as rows. */
export function gridLines(parcels: readonly ParcelDraft[]): readonly GridLine[] {
  const known = lists.get(parcels)
  if (known) return known
  const made = parcels.map(lineOf)
  lists.set(parcels, made)
  return made
}

/** Rows as parcels; a row that did not change is the parcel it was. */
export function gridParcels(rows: readonly GridLine[]): readonly ParcelDraft[] {
  const parcels = rows.map((line): ParcelDraft => {
    const { parcel } = line
    if (lines.get(parcel) === line) return parcel
    const [first = blankProduct(), ...others] = parcel.products
    const made: ParcelDraft = {
      ...parcel,
      ...texts(GRID_PARCEL, line),
      lineKey: line.lineKey,
      products: [{ ...first, ...texts(GRID_PRODUCT, line) }, ...others],
    }
    lines.set(made, line)
    return made
  })
  lists.set(parcels, rows)
  return parcels
}

export const blankLine = (currency: string): GridLine => ({
  ...lineOf(blankParcel({}, [blankProduct({ currency })])),
})

/** The same parcel again: references and box numbers belong to one only. */
export const repeatedLine = (line: GridLine): GridLine => ({
  ...line,
  lineKey: newLineKey(),
  reference: '',
  fbaCode: '',
  parcel: {
    ...line.parcel,
    products: line.parcel.products.map((product) => ({ ...product, lineKey: newLineKey() })),
  },
})

/**
 * Refusals by `<row>.<column>`. What is wrong with contents that have no cell stands where their
 * number is shown, what is wrong with a parcel as a whole in its first cell.
 */
export function gridIssues(issues: Readonly<Record<string, string>>): Record<string, string> {
  const shown: readonly string[] = GRID_FIELDS
  const found: Record<string, string> = {}
  for (const [path, issue] of Object.entries(issues)) {
    const [head, row, list, line, leaf] = path.split('.')
    if (head !== 'parcels' || row === undefined) continue
    const key =
      list === 'products'
        ? line === '0' && leaf !== undefined && shown.includes(leaf)
          ? leaf
          : line === undefined || line === '0'
            ? 'sku'
            : 'more'
        : list !== undefined && shown.includes(list)
          ? list
          : 'reference'
    found[`${row}.${key}`] ??= issue
  }
  return found
}

/** The one row that changed; null where rows were added, taken away or moved, or several changed. */
export function changedRow(before: readonly GridLine[], after: readonly GridLine[]): number | null {
  if (before.length !== after.length) return null
  const changed = after.flatMap((line, at) => (line === before[at] ? [] : [at]))
  const [row] = changed
  return changed.length === 1 && row !== undefined && after[row]?.lineKey === before[row]?.lineKey
    ? row
    : null
}
