import {
  ADDRESS_TEXT,
  IN_ADDRESS_TEXT,
  importField,
  WAREHOUSE,
  type ImportColumn,
} from '#contracts/orders/imports/import-fields.ts'
import { requiredColumns } from '#contracts/orders/imports/needed-columns.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { ImportMapping, MappedField } from '#contracts/orders/imports/import-mappings.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'

export type ImportLayout = Out<typeof shipmentImports.layout>
export type MappingDraft = ReadonlyMap<ImportColumn, MappedField>
/** A mapping as a call sends it: what is left open may be missing. */
export type SentMapping = ImportLayout['mapping']

const NOTHING = { columns: [], unit: null, fill: null } as const

export const draftOf = ({ fields }: SentMapping): MappingDraft =>
  new Map(
    fields.map((one) => [
      one.field,
      {
        field: one.field,
        columns: one.columns ?? [],
        unit: one.unit ?? null,
        fill: one.fill ?? null,
      },
    ]),
  )

export const mappingOf = (
  draft: MappingDraft,
  decimal: ImportMapping['decimal'],
): ImportMapping => ({
  decimal,
  fields: [...draft.values()].filter(({ columns, fill }) => columns.length > 0 || fill),
})

export const fieldIn = (draft: MappingDraft, field: ImportColumn): MappedField =>
  draft.get(field) ?? { field, ...NOTHING, columns: [] }

export const changeField = (
  draft: MappingDraft,
  field: ImportColumn,
  change: Partial<MappedField>,
): MappingDraft => new Map(draft).set(field, { ...fieldIn(draft, field), ...change })

const isGiven = (draft: MappingDraft, name: ImportColumn): boolean => {
  const { columns, fill } = fieldIn(draft, name)
  return columns.length > 0 || Boolean(fill)
}

/** Fields an order of a kind cannot do without, as long as nothing else gives them. */
export function requiredIn(draft: MappingDraft, kind: string): Set<ImportColumn> {
  const goods = [...draft.keys()].some(
    (name) => isGiven(draft, name) && importField(name).level === 'product',
  )
  const whole = isGiven(draft, ADDRESS_TEXT) || isGiven(draft, WAREHOUSE)
  const weighed = isGiven(draft, 'weightKg')
  return new Set(
    [...requiredColumns(kindOf(kind), goods)].filter(
      (name) =>
        !(whole && IN_ADDRESS_TEXT.has(name)) &&
        // Goods share the weight of their parcel where their own is not known.
        !(weighed && name === 'unitWeightKg'),
    ),
  )
}

/** Those of them that have neither a column nor a value. */
export const missingIn = (draft: MappingDraft, kind: string): ImportColumn[] =>
  [...requiredIn(draft, kind)].filter((name) => !isGiven(draft, name))

/** Headings no field is read from. */
export function unusedHeadings(draft: MappingDraft, headings: readonly string[]): string[] {
  const used = new Set([...draft.values()].flatMap(({ columns }) => columns))
  return headings.filter((heading, at) => heading.trim() !== '' && !used.has(at))
}

/** A field's value in the first rows: the first value that is not empty. */
export function sampleOf({ columns, fill }: MappedField, samples: readonly string[][]): string {
  const values = samples.map((row) =>
    columns
      .map((at) => (row[at] ?? '').trim())
      .filter((text) => text !== '')
      .join(' '),
  )
  return values.find((text) => text !== '') ?? fill ?? ''
}
