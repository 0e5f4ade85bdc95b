import {
  IMPORT_FIELDS,
  importField,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import type { CellFault, Edits, MappedRow, Values } from './file-order.ts'
import { addressValues, withoutAddress } from './split-address.ts'
import { decimalSignOf, readCell, shiftDecimal, type DecimalSign } from './read-cell.ts'

interface Source {
  readonly field: ImportField<ImportColumn>
  readonly columns: readonly number[]
  readonly shift: number
  readonly fill: string
}

/** How many numbers of a file are looked at for its decimal sign. */
const NUMBERS_READ = 5_000
const PLACES = { g: 3, mm: 1 } as const
/** Empty is a value: the file has a column for it, so the remark next to it is the order's. */
const PARCEL_REMARK = 'parcelRemark' satisfies ImportColumn

/** Reads rows of one file by one mapping. */
export class RowMapper {
  readonly #sources: readonly Source[]
  readonly #decimal: DecimalSign
  readonly #edits: Edits

  constructor(mapping: ImportMapping, rows: readonly SheetRow[], edits: Edits = new Map()) {
    this.#sources = mapping.fields.map(({ field, columns, unit, fill }) => ({
      field: importField(field),
      columns,
      shift: unit ? PLACES[unit] : 0,
      fill: fill ?? '',
    }))
    this.#decimal =
      mapping.decimal === 'auto' ? decimalSignOf(this.#numbersOf(rows)) : mapping.decimal
    this.#edits = edits
  }

  *#numbersOf(rows: readonly SheetRow[]): Generator<string> {
    const columns = this.#sources
      .filter(({ field }) => field.kind === 'decimal')
      .flatMap((source) => source.columns)
    for (const { cells } of rows.slice(0, NUMBERS_READ))
      for (const at of columns) if (cells[at]) yield cells[at]
  }

  read({ row, cells }: SheetRow): MappedRow {
    const values: Values = {}
    let faults: CellFault[] | null = null
    const edits = this.#edits.get(row)
    for (const source of this.#sources) {
      const name = source.field.name
      const raw = edits?.[name] === undefined ? cellOf(cells, source.columns) : null
      const text = raw === '' || raw === null ? source.fill : raw
      if (name === PARCEL_REMARK && text === '' && source.columns.length > 0) values[name] = ''
      if (raw === null || text === '') continue
      const read = readCell(text, source.field, raw === '' ? null : this.#decimal)
      const { text: value, fault } = read
      const shift = read.shift ?? (raw === '' ? 0 : source.shift)
      values[name] = fault || shift === 0 ? value : shiftDecimal(value, shift)
      if (fault) (faults ??= []).push({ field: name, code: fault })
    }
    if (edits) faults = readEdits(edits, values, faults)
    // An emptied address was assigned by hand: what was read of it stays.
    if (edits?.addressText === '') {
      const columns = this.#sources.find(({ field }) => field.name === 'addressText')?.columns
      const text = columns ? cellOf(cells, columns) : ''
      const parts = text === '' ? {} : addressValues(text, values.country)
      for (const [name, value] of Object.entries(parts) as [ImportColumn, string][])
        if (edits[name] === undefined) values[name] ??= value
    }
    return { row, values, faults: faults ?? [] }
  }
}

function readEdits(edits: Values, values: Values, faults: CellFault[] | null): CellFault[] | null {
  for (const { name } of IMPORT_FIELDS) {
    const text = edits[name]
    if (text === undefined || text === '') continue
    const { text: value, fault, shift = 0 } = readCell(text, importField(name), null)
    values[name] = fault || shift === 0 ? value : shiftDecimal(value, shift)
    if (fault) (faults ??= []).push({ field: name, code: fault })
  }
  return faults
}

function cellOf(cells: readonly string[], columns: readonly number[]): string {
  if (columns.length === 1) return (cells[columns[0]!] ?? '').trim()
  return columns
    .map((at) => (cells[at] ?? '').trim())
    .filter((text) => text !== '')
    .join(' ')
}

/** A stored row with the values a user has put in place of its own. */
export function editedRow(stored: MappedRow, edits: Values | null): MappedRow {
  if (!edits) return stored
  const values: Values = { ...(edits.addressText ? withoutAddress(stored.values) : stored.values) }
  for (const name of Object.keys(edits) as ImportColumn[]) delete values[name]
  const faults = stored.faults.filter(({ field }) => edits[field] === undefined)
  return { row: stored.row, values, faults: readEdits(edits, values, faults) ?? [] }
}
