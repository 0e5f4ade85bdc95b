import { IMPORT_FIELDS, type ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { isKind, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import {
  checkOrder,
  type OrderIssue,
  type ValidatedOrder,
  type References,
} from '#server/features/orders/shipments/index.ts'
import type { FileChecks } from './reading/file-checks.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import { townsOf } from '#server/features/parties/addresses/index.ts'
import { draftOf } from './order-draft.ts'
import type { FileOrder, Values } from './reading/file-order.ts'

/** One refused cell: where it stands in the sheet and why. */
export interface CellError {
  row: number
  reference: string | null
  column: ImportColumn
  code: string
  data: Record<string, unknown> | null
  /** A warning only: the order is taken. */
  warning: boolean
}
export type ValidatedImportOrder =
  | { ok: true; order: ValidatedOrder; row: number; warnings: CellError[] }
  | { ok: false; errors: CellError[] }

/** The customer's default code where the order goes to its depot. */
const usualAt = ({ usualUserDepot }: References, depotId: string | null) =>
  usualUserDepot?.depotId === depotId ? (usualUserDepot?.id ?? null) : null

/** What a code means, or a name that is of one alone; what is unknown must not read as missing. */
function idOf(
  byCode: ReadonlyMap<string, string>,
  all: References['depots'],
  text: string | null,
): string | null {
  if (text === null) return null
  const typed = text.toUpperCase()
  const coded = byCode.get(typed)
  if (coded !== undefined) return coded
  const [named, other] = [...all.values()].filter((one) =>
    [one.name, one.nameEn].some((name) => name?.toUpperCase() === typed),
  )
  return named && !other ? named.id : 'unknown'
}

const LENGTHS = IMPORT_FIELDS.flatMap((field) =>
  'max' in field ? [[field.name, field.max] as const] : [],
)

const MAX_OF = new Map<string, number | undefined>(LENGTHS)
/** Whether any of a row's few values is longer than its field. */
function isTooLong(values: Values): boolean {
  for (const name of Object.keys(values) as ImportColumn[])
    if ((values[name]?.length ?? 0) > (MAX_OF.get(name) ?? Infinity)) return true
  return false
}

/** Fields of the whole order; service and depot have their own check, a remark is its parcel's. */
const HEAD = IMPORT_FIELDS.filter(
  ({ level, name }) => level === 'order' && !['service', 'depot', 'remark'].includes(name),
).map(({ name }) => name)

/** Characters of a refused cell that are shown with its reason. */
const CELL_SHOWN = 80

/** Judges one order of a file; issues come back at the cells they are about, each cell once. */
export function validateImportedOrder(
  given: FileOrder,
  known: References,
  seen: ReadonlySet<string>,
  { kinds, checks }: { kinds: ReadonlySet<string>; checks: FileChecks },
): ValidatedImportOrder {
  const order = checks.prepare(given)
  const first = order.rows[0]!
  const reference = order.reference === '' ? null : order.reference
  const errors: CellError[] = []
  /** What the file has in a cell, shown with what is wrong in it. */
  const cellAt = (row: number, column: ImportColumn): string | null =>
    given.rows.find((one) => one.row === row)?.values[column]?.slice(0, CELL_SHOWN) ?? null
  const report = (
    row: number,
    column: ImportColumn,
    code: string,
    data?: Record<string, unknown>,
  ) => {
    if (errors.some((error) => error.row === row && error.column === column)) return
    errors.push({
      row,
      reference,
      column,
      code,
      data: { ...data, cell: cellAt(row, column) },
      warning: false,
    })
  }
  if (reference !== null && seen.has(reference))
    report(first.row, 'reference', 'reference.duplicate')
  for (const { row, values, faults } of order.rows) {
    for (const { field, code, data } of faults) report(row, field, code, data)
    if (isTooLong(values))
      for (const [column, max] of LENGTHS)
        if ((values[column]?.length ?? 0) > (max ?? Infinity)) report(row, column, 'field.tooLong')
  }
  const { kind, issue } = kindIn(first.values.shipmentResource, known.kind, kinds)
  if (issue) report(first.row, 'shipmentResource', issue)
  const { service: serviceCode = null, depot: depotCode = null, userDepot } = first.values
  const depotId = idOf(known.depotIdByCode, known.depots, depotCode)
  const { draft, parcelRows, productRows, weighed } = draftOf(order, {
    shipmentResource: kind,
    serviceId: idOf(known.serviceIdByCode, known.services, serviceCode),
    depotId,
    userDepotId:
      userDepot === undefined
        ? usualAt(known, depotId)
        : (known.userDepotIdByCode.get(userDepot.toUpperCase()) ?? 'unknown'),
  })
  // Rows of one order go one way; where the first row's own code is refused there is nothing to
  // differ from.
  for (const [column, valid] of [
    ['service', known.services.has(draft.serviceId ?? '')],
    ['depot', known.depots.has(draft.depotId ?? '')],
  ] as const) {
    if (valid)
      for (const { row, values } of order.rows)
        if ((values[column] ?? first.values[column]) !== first.values[column])
          report(row, column, `${column}.differs`)
  }
  const validated = checkOrder(draft, known)
  for (const issue of [...(validated.ok ? [] : validated.issues), ...checks.refuse(draft)]) {
    const place = placeOf(issue, first.row, parcelRows, productRows)
    report(place.row, place.column, issue.code, issue.data)
    const towns = place.column === 'city' ? townsFor(draft.consignee) : ''
    const data = { towns, cell: cellAt(place.row, place.column) }
    if (towns) errors.push({ ...place, reference, code: 'city.proposed', data, warning: true })
  }
  const unsure = (first.unsure ?? []).map((column): CellError => ({
    row: first.row,
    reference,
    column,
    code: 'address.unsure',
    data: { cell: first.values[column]?.slice(0, CELL_SHOWN) ?? null },
    warning: true,
  }))
  // What holds for the whole order is taken from its first row: another value would be lost. Where
  // the first row's own is refused there is nothing to differ from.
  const refused = new Set(errors.filter(({ row }) => row === first.row).map(({ column }) => column))
  for (const { row, values } of order.rows.slice(1))
    for (const column of HEAD)
      if (values[column] !== undefined && values[column] !== first.values[column])
        if (!refused.has(column))
          report(row, column, 'order.differs', { first: first.values[column] ?? '–' })
  return validated.ok && errors.length === 0
    ? {
        ok: true,
        order: validated.order,
        row: first.row,
        warnings: [
          ...unsure,
          ...weighed.map((row): CellError => ({
            row,
            reference,
            column: 'unitWeightKg',
            code: 'unitWeight.shared',
            data: null,
            warning: true,
          })),
          ...[
            ...checks.warn(draft),
            ...placeWarnings(draft.consignee),
            ...choiceWarnings(validated.order),
          ].map((issue) => {
            const place = placeOf(issue, first.row, parcelRows, productRows)
            const { code } = issue
            const data = { ...issue.data, cell: cellAt(place.row, place.column) }
            return { ...place, reference, code, data, warning: true }
          }),
        ],
      }
    : { ok: false, errors: [...errors, ...unsure].sort((a, b) => a.row - b.row) }
}

const CITY = 'consignee.city'
const TOWNS_SHOWN = 5
/** Towns of the consignee's postal code, where they are not what was entered. */
const townsFor = ({ country, postalCode, city }: OrderDraft['consignee']): string =>
  country && postalCode
    ? townsOf(country.toUpperCase(), postalCode, city ?? '')
        .slice(0, TOWNS_SHOWN)
        .join(', ')
    : ''

/** A town that is none of its postal code's is taken as entered, and shown. */
function placeWarnings(consignee: OrderDraft['consignee']): OrderIssue[] {
  const towns = townsFor(consignee)
  return towns ? [{ path: CITY, code: 'city.differs', data: { towns } }] : []
}

/** Which rule of the customer chose the service of an order that named none. */
const choiceWarnings = ({ chosen }: ValidatedOrder): OrderIssue[] =>
  chosen
    ? [
        {
          path: 'serviceId',
          code: 'serviceChoice.chose',
          data: {
            no: chosen.choice.position,
            rule: chosen.choice.name,
            service: chosen.service.code,
          },
        },
      ]
    : []

/** The kind an order names, where its sender may import such; else that of the import. */
function kindIn(
  text: string | undefined,
  otherwise: KindCode,
  kinds: ReadonlySet<string>,
): { kind: KindCode; issue?: 'shipmentResource.unknown' | 'import.kindDenied' } {
  const code = text?.toUpperCase()
  if (code === undefined) return { kind: otherwise }
  if (!isKind(code)) return { kind: otherwise, issue: 'shipmentResource.unknown' }
  return kinds.has(code) ? { kind: code } : { kind: otherwise, issue: 'import.kindDenied' }
}

/** Fields by level and path, and what the checks call otherwise. */
const FIELDS = new Map<string, ImportColumn>([
  ...IMPORT_FIELDS.map(({ level, path, name }) => [`${level}.${path}`, name] as const),
  ['order.amount', 'service'],
  ['order.parcels', 'parcelReference'],
  ['order.pallets', 'palletNo'],
])
const fieldAt = (level: string, path: string, otherwise: ImportColumn): ImportColumn =>
  FIELDS.get(`${level}.${path}`) ?? FIELDS.get(`${level}.${path.split('.')[0]}`) ?? otherwise
/** `pallets.0.weightKg` is a column of the boxes on that pallet. */
const palletField = (path: string): ImportColumn =>
  FIELDS.get(`parcel.pallet.${path}`) ?? 'palletNo'

/** `parcels.1.products.0.quanlity` → the row of that product, column `quantity`. */
function placeOf(
  issue: OrderIssue,
  firstRow: number,
  parcelRows: readonly number[],
  productRows: readonly (readonly number[])[],
): { row: number; column: ImportColumn } {
  const [head, parcel, list, product, ...rest] = issue.path.split('.')
  if (head === 'pallets') return { row: firstRow, column: palletField(list ?? '') }
  if (head !== 'parcels' || parcel === undefined)
    return { row: firstRow, column: fieldAt('order', issue.path, 'reference') }
  const row = parcelRows[Number(parcel)] ?? firstRow
  if (list === 'products')
    return {
      row: productRows[Number(parcel)]?.[Number(product)] ?? row,
      column: fieldAt('product', rest.join('.'), 'nameEn'),
    }
  return { row, column: fieldAt('parcel', list ?? '', 'parcelReference') }
}
