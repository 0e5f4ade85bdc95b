import {
  IMPORT_FIELDS,
  importField,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import { MAX_PARCELS } from '#contracts/orders/shipments.draft.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import type { CellFault, Edits, MappedRow, Values } from './file-order.ts'
import { plainPostcode } from './cells/plain-postcode.ts'
import {
  decimalSignOf,
  readCell,
  shiftDecimal,
  SIGN_OF,
  type DecimalSign,
  type Shift,
} from './cells/read-cell.ts'

interface Source {
  readonly field: ImportField<ImportColumn>
  readonly columns: readonly number[]
  readonly shift: Shift
  readonly fill: string
}

/** How many numbers of a file are looked at for its decimal sign. */
const NUMBERS_READ = 5_000
const PLACES = { g: 3, mm: 1, lb: 'lb', oz: 'oz', in: 'in' } as const
/** Empty is a value: the file has a column for it, so the remark next to it is the order's. */
const PARCEL_REMARK = 'parcelRemark' satisfies ImportColumn

/** Columns of a file with anything in them. */
function columnsInUse(rows: readonly SheetRow[]): ReadonlySet<number> {
  const used: boolean[] = []
  for (const { cells } of rows)
    for (let at = 0; at < cells.length; at++) if (cells[at] !== '') used[at] = true
  return new Set([...used.keys()].filter((at) => used[at]))
}

const SHAPES_KNOWN = 100
/**
 * Makes values of rows with the same fields by copying and filling: an object that gets them one by
 * one grows several times on the way.
 */
class Shapes {
  readonly #known = new Map<string, Values>()
  #names: readonly ImportColumn[] = []
  #blank: Values = {}

  make(names: readonly ImportColumn[], texts: readonly string[]): Values {
    const isSame =
      names.length === this.#names.length && names.every((name, at) => name === this.#names[at])
    if (!isSame) {
      const key = names.join()
      this.#names = names
      this.#blank = this.#known.get(key) ?? blankOf(names)
      if (this.#known.size < SHAPES_KNOWN) this.#known.set(key, this.#blank)
    }
    const values = { ...this.#blank }
    for (let at = 0; at < names.length; at++) values[names[at]!] = texts[at]!
    return values
  }
}
const blankOf = (names: readonly ImportColumn[]): Values =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])))) as Values

/** Reads rows of one file by one mapping. */
export class RowMapper {
  readonly #sources: readonly Source[]
  readonly #decimal: DecimalSign
  readonly #edits: Edits
  readonly #sizeShift: Shift
  readonly #shapes = new Shapes()

  constructor(mapping: ImportMapping, rows: readonly SheetRow[], edits: Edits = new Map()) {
    const used = columnsInUse(rows)
    const sources = mapping.fields.map(({ field, columns, unit, fill }) => ({
      field: importField(field),
      columns,
      shift: unit ? PLACES[unit] : 0,
      fill: fill ?? '',
    }))
    // A template has a hundred columns, of which a file fills some twenty.
    this.#sources = sources.filter(
      ({ field, columns, fill }) =>
        fill !== '' || field.name === PARCEL_REMARK || columns.some((at) => used.has(at)),
    )
    this.#decimal =
      mapping.decimal === 'auto' ? decimalSignOf(this.#numbersOf(rows)) : mapping.decimal
    this.#edits = edits
    this.#sizeShift = sources.find(({ field }) => field.name === 'size')?.shift ?? 0
  }

  *#numbersOf(rows: readonly SheetRow[]): Generator<string> {
    const columns = this.#sources
      .filter(({ field }) => field.kind === 'decimal')
      .flatMap((source) => source.columns)
    for (const { cells } of rows.slice(0, NUMBERS_READ))
      for (const at of columns) if (cells[at]) yield cells[at]
  }

  read({ row, cells }: SheetRow): MappedRow {
    const names: ImportColumn[] = []
    const texts: string[] = []
    let faults: CellFault[] | null = null
    let written: Map<ImportColumn, string> | null = null
    const edits = this.#edits.get(row)
    let filled: ImportColumn[] | null = null
    for (const source of this.#sources) {
      const name = source.field.name
      const raw = edits?.[name] === undefined ? cellOf(cells, source.columns) : null
      const text = raw === '' || raw === null ? source.fill : raw
      if (name === PARCEL_REMARK && text === '' && source.columns.length > 0) {
        names.push(name)
        texts.push('')
      }
      if (raw === null || text === '') continue
      const read = readCell(text, source.field, raw === '' ? null : this.#decimal)
      const { text: value, fault } = read
      const shift = read.shift ?? (raw === '' ? 0 : source.shift)
      if (raw === '') (filled ??= []).push(name)
      names.push(name)
      texts.push(fault || shift === 0 ? value : shiftDecimal(value, shift))
      if (fault) (faults ??= []).push({ field: name, code: fault })
      if (read.currency || read.sign) (written ??= new Map()).set(name, read.currency ?? read.sign!)
    }
    const values = this.#shapes.make(names, texts)
    if (values.country && values.postalCode)
      values.postalCode = plainPostcode(values.country, values.postalCode)
    if (edits) faults = readEdits(edits, values, faults)
    for (const [name, currency] of written ?? [])
      faults = withCurrency(name, currency, values, faults)
    faults = withRowWords(values, faults, this.#sizeShift)
    if (edits?.addressText !== '')
      return {
        row,
        values,
        faults: faults ?? [],
        ...(filled ? { filled } : {}),
      }
    const columns = this.#sources.find(({ field }) => field.name === 'addressText')?.columns
    const text = columns ? cellOf(cells, columns) : ''
    return { row, values, faults: faults ?? [], emptied: { text, edits } }
  }
}

/** The field next to an amount that names its currency. */
const CURRENCIES: Partial<Record<ImportColumn, ImportColumn>> = {
  unitPrice: 'currency',
  codAmount: 'codCurrency',
  insuredAmount: 'insuredCurrency',
}
function withCurrency(
  name: ImportColumn,
  currency: string,
  values: Values,
  faults: CellFault[] | null,
): CellFault[] | null {
  const own = CURRENCIES[name]
  if (own === undefined) return faults
  const shared = SIGN_OF[currency]
  if (shared)
    return values[own] === undefined || shared.includes(values[own])
      ? faults
      : [...(faults ?? []), { field: name, code: 'cell.otherCurrency', data: { currency } }]
  values[own] ??= currency
  return values[own] === currency
    ? faults
    : [...(faults ?? []), { field: name, code: 'cell.otherCurrency', data: { currency } }]
}

const SIDES = ['lengthCm', 'widthCm', 'heightCm'] as const
const SIZE =
  /^(\d+(?:[.,]\d+)?)\s{0,3}(?:cm|mm|in|")?\s{0,3}[*x×/]\s{0,3}(\d+(?:[.,]\d+)?)\s{0,3}(?:cm|mm|in|")?\s{0,3}[*x×/]\s{0,3}(\d+(?:[.,]\d+)?)\s{0,3}(cm|mm|厘米|毫米|in|inch|inches|英寸|")?$/i

/** `L30 W20 H10`, 长30宽20高10. */
const LETTERED =
  /^[L长]\s{0,2}(\d+(?:[.,]\d+)?)\D{0,6}[W宽]\s{0,2}(\d+(?:[.,]\d+)?)\D{0,6}[H高]\s{0,2}(\d+(?:[.,]\d+)?)\s{0,3}(cm|mm|厘米|毫米|in)?$/i

/** Three measures in one cell become those of the parcel; a number of cartons must be one. */
function withRowWords(
  values: Values,
  before: CellFault[] | null,
  shift: Shift,
): CellFault[] | null {
  let faults = before?.filter(({ code }) => code !== 'cell.size' && code !== 'cell.parcelCount')
  if (values.size) {
    const size = values.size.normalize('NFKC').trim()
    const found = SIZE.exec(size) ?? LETTERED.exec(size)
    const inCell = /cm|厘米/i.test(found?.[4] ?? '')
      ? 0
      : /mm|毫米/i.test(found?.[4] ?? '')
        ? 1
        : found?.[4] !== undefined
          ? 'in'
          : shift
    for (const [at, side] of SIDES.entries()) {
      const number = found?.[at + 1]?.replace(',', '.')
      if (number !== undefined) values[side] ??= inCell ? shiftDecimal(number, inCell) : number
    }
    if (!found) (faults ??= []).push({ field: 'size', code: 'cell.size' })
  }
  const count = values.parcelCount
  if (count !== undefined && !(/^[1-9]\d{0,3}$/.test(count) && Number(count) <= MAX_PARCELS))
    (faults ??= []).push({
      field: 'parcelCount',
      code: 'cell.parcelCount',
      data: { max: MAX_PARCELS },
    })
  return faults && faults.length > 0 ? faults : null
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

/** A row with the values a user has put in place of its own. */
export function withEdits(stored: MappedRow, edits: Values | null): MappedRow {
  if (!edits) return stored
  const values: Values = { ...stored.values }
  if (edits.size !== undefined) for (const side of SIDES) delete values[side]
  for (const name of Object.keys(edits) as ImportColumn[]) delete values[name]
  const faults = stored.faults.filter(({ field }) => edits[field] === undefined)
  const read = readEdits(edits, values, faults)
  if (edits.postalCode && values.country && values.postalCode)
    values.postalCode = plainPostcode(values.country, values.postalCode)
  return { row: stored.row, values, faults: withRowWords(values, read, 0) ?? [] }
}
