import {
  ADDRESS_TEXT,
  IMPORT_FIELDS,
  IN_ADDRESS_TEXT,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
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

const isRequired = (field: ImportField): boolean => field.required === true

/** Fields every order needs that have neither a column nor a value. */
export const missingIn = (draft: MappingDraft): ImportColumn[] => {
  const given = (name: ImportColumn) => {
    const { columns, fill } = fieldIn(draft, name)
    return columns.length > 0 || Boolean(fill)
  }
  const whole = given(ADDRESS_TEXT)
  return IMPORT_FIELDS.filter(
    (field) =>
      isRequired(field) && !given(field.name) && !(whole && IN_ADDRESS_TEXT.has(field.name)),
  ).map(({ name }) => name)
}

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
