import { newLineKey, type Line } from '../../../../../kit/form/lines/lines.ts'
import {
  blankParcel,
  blankProduct,
  PARCEL_FIELDS,
  PARCEL_MORE,
  PRODUCT_FIELDS,
  type ParcelDraft,
  type ProductDraft,
} from './draft.ts'

export const GRID_PARCEL = [...PARCEL_FIELDS, ...PARCEL_MORE] as const
export const GRID_PRODUCT = [...PRODUCT_FIELDS, 'origin'] as const
export const GRID_FIELDS = [...GRID_PARCEL, ...GRID_PRODUCT] as const
export type GridField = (typeof GRID_FIELDS)[number]

/** Marks a row as further contents of the parcel above it. */
export const SAME_PARCEL = '+'

/**
 * A parcel as rows of the grid: one with the first of its contents, one more for each of the others.
 * `parcel` and `product`: what the row was made of, with all a row does not show.
 */
export type GridLine = Line &
  Record<GridField, string> & { more: string; parcel: ParcelDraft; product: ProductDraft }

// The same objects both ways: rows that did not change are not drawn again, and the grid can take
// its own changes back.
const lines = new WeakMap<ParcelDraft, readonly GridLine[]>()
const lists = new WeakMap<readonly ParcelDraft[], readonly GridLine[]>()

const texts = <K extends string>(keys: readonly K[], from: Readonly<Record<K, string>>) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Record<K, string>
const NO_PARCEL = Object.fromEntries(GRID_PARCEL.map((key) => [key, ''])) as Record<
  (typeof GRID_PARCEL)[number],
  string
>

function linesOf(parcel: ParcelDraft): readonly GridLine[] {
  const known = lines.get(parcel)
  if (known) return known
  const products = parcel.products.length > 0 ? parcel.products : [blankProduct()]
  const made = products.map((product, at): GridLine => {
    const own = { ...texts(GRID_PRODUCT, product), parcel, product }
    return at === 0
      ? { ...own, ...texts(GRID_PARCEL, parcel), lineKey: parcel.lineKey, more: '' }
      : { ...own, ...NO_PARCEL, lineKey: product.lineKey, more: SAME_PARCEL }
  })
  lines.set(parcel, made)
  return made
}

/** Parcels as rows. */
export function gridLines(parcels: readonly ParcelDraft[]): readonly GridLine[] {
  const known = lists.get(parcels)
  if (known) return known
  const made = parcels.flatMap(linesOf)
  lists.set(parcels, made)
  return made
}

const isFirst = (line: GridLine): boolean => line.lineKey === line.parcel.lineKey

interface Group {
  rows: GridLine[]
  /** The first row of the parcel was removed: the parcel's own fields stay. */
  orphan: boolean
}

/** Rows by parcel. */
function groupsOf(rows: readonly GridLine[]): Group[] {
  const firsts = new Set(rows.filter(isFirst).map(({ lineKey }) => lineKey))
  const groups: Group[] = []
  for (const row of rows) {
    const { lineKey } = row.parcel
    const orphan = !isFirst(row) && row.more === SAME_PARCEL && !firsts.has(lineKey)
    if (orphan) firsts.add(lineKey)
    const group = groups.at(-1)
    if (row.more === SAME_PARCEL && group && !orphan) group.rows.push(row)
    else groups.push({ rows: [row], orphan })
  }
  return groups
}

/** Rows as parcels; a parcel none of whose rows changed is the one it was. */
export function gridParcels(rows: readonly GridLine[]): readonly ParcelDraft[] {
  const groups = groupsOf(rows)
  const parcels = groups.map(({ rows: own, orphan }): ParcelDraft => {
    const [first] = own as [GridLine, ...GridLine[]]
    const { parcel } = first
    const known = lines.get(parcel)
    if (known?.length === own.length && known.every((line, at) => line === own[at])) return parcel
    const products = own.map((line) => ({ ...line.product, ...texts(GRID_PRODUCT, line) }))
    const made: ParcelDraft = orphan
      ? { ...parcel, products }
      : {
          ...(isFirst(first) ? parcel : blankParcel({}, products)),
          ...texts(GRID_PARCEL, first),
          lineKey: first.lineKey,
          products,
        }
    if (!orphan) lines.set(made, own)
    return made
  })
  if (!groups.some(({ orphan }) => orphan)) lists.set(parcels, rows)
  return parcels
}

export const blankLine = (currency: string): GridLine => ({
  ...(linesOf(blankParcel({}, [blankProduct({ currency })]))[0] as GridLine),
})

/** The same row again: references and box numbers belong to one parcel only. */
export function repeatedLine(line: GridLine): GridLine {
  const lineKey = newLineKey()
  return {
    ...line,
    lineKey,
    reference: '',
    fbaCode: '',
    product: { ...line.product, lineKey: newLineKey() },
    ...(isFirst(line) ? { parcel: { ...line.parcel, lineKey } } : {}),
  }
}

/**
 * Refusals by `<row>.<column>`; what is wrong with a parcel or its contents as a whole stands in the
 * first cell of theirs.
 */
export function gridIssues(
  issues: Readonly<Record<string, string>>,
  rows: readonly GridLine[],
): Record<string, string> {
  const shown: readonly string[] = GRID_FIELDS
  const starts: number[] = []
  let at = 0
  for (const group of groupsOf(rows)) {
    starts.push(at)
    at += group.rows.length
  }
  const found: Record<string, string> = {}
  for (const [path, issue] of Object.entries(issues)) {
    const [head, parcel, list, line = '0', leaf] = path.split('.')
    const start = starts[Number(parcel)]
    if (head !== 'parcels' || parcel === undefined || start === undefined) continue
    const inside = list === 'products'
    const key = inside
      ? leaf !== undefined && shown.includes(leaf)
        ? leaf
        : 'sku'
      : list !== undefined && shown.includes(list)
        ? list
        : 'reference'
    found[`${inside ? start + Number(line) : start}.${key}`] ??= issue
  }
  return found
}

/** The parcel of the one row that changed; null where rows came, went or moved, or several changed. */
export function changedParcel(
  before: readonly GridLine[],
  after: readonly GridLine[],
): number | null {
  if (before.length !== after.length) return null
  const changed = after.flatMap((line, at) => (line === before[at] ? [] : [at]))
  const [row] = changed
  if (changed.length !== 1 || row === undefined) return null
  const [was, is] = [before[row], after[row]]
  if (was?.lineKey !== is?.lineKey || was?.more !== is?.more) return null
  return groupsOf(after.slice(0, row + 1)).length - 1
}
