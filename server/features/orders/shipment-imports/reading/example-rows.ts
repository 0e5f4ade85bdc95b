import {
  IN_ADDRESS_TEXT,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'

type Row = Partial<Record<ImportColumn, string>>

/** The address of a warehouse of the list comes with its code. */
const OF_CONSIGNEE: readonly ImportColumn[] = [
  ...IN_ADDRESS_TEXT,
  'phone',
  'email',
  'state',
  'postalCode',
  'house',
]
/** What a further parcel of an order repeats: which order it is of, and what is about it alone. */
const OF_PARCEL: readonly ImportField['level'][] = ['parcel', 'product']

/**
 * One order as its kind has them, which would be taken as it is: a kind of many parcels has two, on
 * a pallet where there are such, cartons have their numbers.
 */
export function exampleRows(
  { code, can }: OrderKind,
  fields: readonly ImportField<ImportColumn>[],
  {
    lists,
    required,
  }: {
    lists: Partial<Record<ImportColumn, readonly string[]>>
    required: ReadonlySet<ImportColumn>
  },
): Row[] {
  const first: Row = { shipmentResource: code }
  for (const { name, kind, example, kindExample } of fields)
    first[name] ??=
      kind === 'choice'
        ? (lists[name]?.[0] ?? '')
        : (example ?? (required.has(name) ? kindExample : undefined) ?? '')
  if (can.needsCustoms) first.origin = 'CN'
  const warehouse = lists.warehouseCode?.[0]
  if (can.hasCartons && warehouse) {
    for (const name of OF_CONSIGNEE) first[name] = ''
    first.warehouseCode = warehouse
    first.parcelFbaCode = 'U000001'
  }
  if (!can.manyParcels) return [first]
  const second: Row = { reference: first.reference ?? '' }
  for (const { name, level } of fields)
    if (OF_PARCEL.includes(level)) second[name] = first[name] ?? ''
  second.parcelReference = first.parcelReference?.replace(/1$/, '2') ?? ''
  if (can.hasCartons && warehouse) second.parcelFbaCode = 'U000002'
  if (can.hasPallets) {
    first.palletNo = second.palletNo = '1'
    Object.assign(first, {
      palletWeightKg: '120',
      palletLengthCm: '120',
      palletWidthCm: '80',
      palletHeightCm: '100',
    } satisfies Row)
  }
  return [first, second]
}
