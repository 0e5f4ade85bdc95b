import { CODES } from '#contracts/kit/envelope.ts'
import { Refusal } from '../http/errors.ts'

/**
 * One row as a person sees it: `row` is the number at the left edge of the sheet (the header is 1).
 * Trailing empty cells are left out.
 */
export interface SheetRow {
  row: number
  cells: string[]
  /** Columns whose cell is a number of a workbook, neither a text nor a day; where that was asked. */
  numbers?: number[]
}

/** security.md §6.8. `rows` counts rows with content below the header. */
export interface SheetLimits {
  fileBytes: number
  unzippedBytes: number
  ratio: number
  entries: number
  rows: number
  columns: number
  cellChars: number
}

const MiB = 1024 * 1024

export const sheetLimits: Readonly<SheetLimits> = {
  fileBytes: 20 * MiB,
  unzippedBytes: 200 * MiB,
  ratio: 100,
  entries: 2_000,
  rows: 200_000,
  columns: 200,
  // What Excel itself can hold in a cell; more is an unclosed quote or an attack.
  cellChars: 32_767,
}

export type SheetErrorCode =
  | 'sheet.notATable'
  | 'sheet.empty'
  | 'sheet.tooLarge'
  | 'sheet.bomb'
  | 'sheet.unsafe'
  | 'sheet.externalLinks'
  | 'sheet.tooManyRows'
  | 'sheet.tooManyColumns'
  | 'sheet.cellTooLong'
  | 'sheet.unclosedQuote'
  | 'sheet.encrypted'
  | 'sheet.oldFormat'
  | 'sheet.damaged'
  | 'sheet.noSuchSheet'
  | 'sheet.tooSlow'

/** Why a file is not read; the words are `error.<code>` in locales/…/sheets.json. */
export class SheetError extends Refusal {
  override readonly code: SheetErrorCode

  constructor(code: SheetErrorCode, data: Record<string, string | number> = {}) {
    super(code, { body: CODES.invalid, data })
    this.code = code
    this.message = Object.keys(data).length > 0 ? `${code} ${JSON.stringify(data)}` : code
  }
}

/** Rows handed on at once: enough for one database round trip, few enough to stay small. */
export const BATCH_ROWS = 1_000
const BATCH_CHARS = MiB

/** Collects rows into batches and holds them to the limits every format shares. */
export class SheetBatches {
  readonly #limits: SheetLimits
  #batch: SheetRow[] = []
  #chars = 0
  #total = 0
  #rows = 0
  #ready: SheetRow[][] = []
  #size = 0

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  /**
   * Adds one row; `cells` may end in empty ones and is stored. Rows without content are dropped,
   * their number is not reused.
   */
  add(row: number, cells: string[], numbers?: number[]): void {
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    if (cells.length === 0) return
    if (cells.length > this.#limits.columns)
      throw new SheetError('sheet.tooManyColumns', { row, limit: this.#limits.columns })
    // The header is not a data row.
    if (++this.#rows > this.#limits.rows + 1)
      throw new SheetError('sheet.tooManyRows', { limit: this.#limits.rows })
    for (let i = 0; i < cells.length; i++) {
      const text = cells[i] ?? ''
      if (text.length > this.#limits.cellChars)
        throw new SheetError('sheet.cellTooLong', {
          row,
          column: i + 1,
          limit: this.#limits.cellChars,
        })
      this.#chars += text.length
      if (text.charCodeAt(0) === 0x27) cells[i] = spoken(text)
    }
    // A small file whose cells all repeat one long shared text would otherwise grow without end.
    this.#total += this.#chars
    if (this.#total > this.#limits.unzippedBytes)
      throw new SheetError('sheet.bomb', { limit: this.#limits.unzippedBytes })
    this.#batch.push(numbers ? { row, cells, numbers } : { row, cells })
    this.#size += this.#chars
    this.#chars = 0
    if (this.#batch.length >= BATCH_ROWS || this.#size >= BATCH_CHARS) this.#close()
  }

  #close(): void {
    if (this.#batch.length > 0) this.#ready.push(this.#batch)
    this.#batch = []
    this.#size = 0
  }

  /** Batches that are full by now. */
  take(): SheetRow[][] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** What is left at the end. */
  finish(): SheetRow[][] {
    this.#close()
    if (this.#rows === 0) throw new SheetError('sheet.empty')
    return this.take()
  }
}

/**
 * Exports put ' before text that a spreadsheet would run; coming back, it is not part of the text.
 */
const marked = /^'+[=+\-@\t\r]/
const spoken = (text: string): string => (marked.test(text) ? text.slice(1) : text)

/**
 * The same mark on the way out (security.md §6.13: = + - @ tab CR). Text that already looks marked
 * is marked again.
 */
export function neutralised(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
