import type { OrderKind } from '../kinds/kind.ts'
import {
  ADDRESS_TEXT,
  IMPORT_FIELDS,
  IN_ADDRESS_TEXT,
  WAREHOUSE,
  type ImportColumn,
  type ImportField,
} from './import-fields.ts'

/** What a line of contents cannot do without. */
export const GOODS_NEEDED: readonly ImportColumn[] = [
  'nameEn',
  'quantity',
  'unitWeightKg',
  'unitPrice',
  'currency',
]
const draftPath = ({ level, path }: ImportField): string =>
  level === 'order'
    ? path
    : level === 'parcel'
      ? `parcels.*.${path}`
      : `parcels.*.products.*.${path}`

/** Columns no file of a kind can do without. What is kept in stock is weighed by its list. */
export const fileColumns = ({ can }: OrderKind): ReadonlySet<ImportColumn> =>
  new Set(
    IMPORT_FIELDS.filter((field) => 'required' in field && !(can.usesStock && 'unit' in field)).map(
      ({ name }) => name,
    ),
  )

/** Columns no order of a kind can do without; `goods`: its lines of contents are in the file. */
export function requiredColumns(kind: OrderKind, goods = false): ReadonlySet<ImportColumn> {
  const asked = new Set(kind.required)
  const lines = goods || kind.required.some((path) => path.startsWith('parcels.*.products.'))
  const needed = fileColumns(kind)
  // The list of SKUs completes what a file lacks.
  const ofLines = kind.can.usesStock
    ? GOODS_NEEDED.filter((name) => name === 'quantity')
    : GOODS_NEEDED
  return new Set(
    IMPORT_FIELDS.filter((field) => needed.has(field.name) || asked.has(draftPath(field)))
      .map(({ name }): ImportColumn => name)
      .concat(lines ? ofLines : []),
  )
}

/**
 * Columns no file of a kind can do without that a mapping leaves open; an address in one field, or
 * the code of a warehouse, stands for those of the address.
 */
export function missingColumns(
  given: readonly { readonly field: ImportColumn }[],
  kind: OrderKind,
): ImportColumn[] {
  const names = new Set(given.map(({ field }) => field))
  const whole = names.has(ADDRESS_TEXT) || names.has(WAREHOUSE)
  return [...fileColumns(kind)].filter(
    (name) => !names.has(name) && !(whole && IN_ADDRESS_TEXT.has(name)),
  )
}
