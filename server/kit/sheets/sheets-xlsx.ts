import { SheetBatches, SheetError } from './sheets-model.ts'
import type { SheetLimits, SheetRow } from './sheets-model.ts'
import { numberStyles, readWorkbook, sharedTexts } from './sheets-workbook.ts'
import type { Book } from './sheets-workbook.ts'
import { cellPlace, shownNumber, unescapeOffice } from './sheets-xlsx-cells.ts'
import type { NumberStyle } from './sheets-xlsx-cells.ts'
import { xmlScanner } from './sheets-xml.ts'
import type { XmlHandler } from './sheets-xml.ts'
import { unzip, zipEntries } from './sheets-zip.ts'
import type { ZipEntry } from './sheets-zip.ts'

/**
 * Turns the sheet's cells into rows. A formula is what its program last worked out; without that it
 * stays text (`=A1*2`).
 */
class CellReader implements XmlHandler {
  readonly #into: SheetBatches
  readonly #texts: readonly string[]
  readonly #styles: readonly NumberStyle[]
  readonly #from1904: boolean
  readonly #limits: SheetLimits
  readonly #isMarking: boolean
  #numbers: number[] = []
  /** Formula texts of shared groups: only the first cell of a group carries it. */
  readonly #shared = new Map<string, string>()
  #row = 0
  #column = 0
  #cells: string[] = []
  #kind = ''
  #style = 0
  #value = ''
  #formula: string | undefined
  #group: string | undefined
  #target: 'value' | 'formula' | undefined
  #phonetic = false

  constructor(
    into: SheetBatches,
    texts: readonly string[],
    styles: readonly NumberStyle[],
    from1904: boolean,
    limits: SheetLimits,
    isMarking: boolean,
  ) {
    this.#isMarking = isMarking
    this.#into = into
    this.#texts = texts
    this.#styles = styles
    this.#from1904 = from1904
    this.#limits = limits
  }

  open(name: string, attributes: Parameters<XmlHandler['open']>[1]): void {
    if (name === 'c') {
      const place = cellPlace(attributes['r'] ?? '')
      this.#column = place ? place.column : this.#column + 1
      this.#kind = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? 0)
      this.#value = ''
      this.#formula = undefined
      this.#group = undefined
    } else if (name === 'v' || (name === 't' && !this.#phonetic)) this.#target = 'value'
    else if (name === 'f') {
      this.#formula = ''
      this.#group = attributes['t'] === 'shared' ? attributes['si'] : undefined
      this.#target = 'formula'
    } else if (name === 'row') {
      const row = Number(attributes['r'] ?? this.#row + 1)
      if (!Number.isInteger(row) || row <= this.#row || row > 1_048_576)
        throw new SheetError('sheet.damaged')
      this.#row = row
      this.#column = -1
      this.#cells = []
      this.#numbers = []
    } else if (name === 'rPh') this.#phonetic = true
  }

  text(part: string): void {
    if (this.#target === 'value') this.#value += part
    else if (this.#target === 'formula') this.#formula = (this.#formula ?? '') + part
    else return
    if (this.#value.length + (this.#formula?.length ?? 0) > this.#limits.cellChars * 2)
      throw new SheetError('sheet.cellTooLong', {
        row: this.#row,
        column: this.#column + 1,
        limit: this.#limits.cellChars,
      })
  }

  close(name: string): void {
    if (name === 'v' || name === 't' || name === 'f') this.#target = undefined
    else if (name === 'c') this.#put()
    else if (name === 'row')
      this.#into.add(this.#row, this.#cells, this.#isMarking ? this.#numbers : undefined)
    else if (name === 'rPh') this.#phonetic = false
  }

  #put(): void {
    const formula = this.#formula === undefined ? '' : this.#wholeFormula(this.#formula)
    const text = this.#formula === undefined || this.#value !== '' ? this.#shown() : `=${formula}`
    if (text === '') return
    if (this.#column >= this.#limits.columns)
      throw new SheetError('sheet.tooManyColumns', { row: this.#row, limit: this.#limits.columns })
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text.toWellFormed()
    if (this.#kind === 'n' && this.#value !== '' && this.#styles[this.#style] !== 'date')
      this.#numbers.push(this.#column)
  }

  #wholeFormula(formula: string): string {
    if (this.#group === undefined) return formula
    if (formula === '') return this.#shared.get(this.#group) ?? ''
    this.#shared.set(this.#group, formula)
    return formula
  }

  #shown(): string {
    switch (this.#kind) {
      case 's':
        return this.#texts[Number(this.#value)] ?? ''
      case 'inlineStr':
      case 'str':
        return unescapeOffice(this.#value)
      case 'b':
        return this.#value.trim() === '1' ? 'TRUE' : 'FALSE'
      case 'e':
      case 'd':
        return this.#value.trim()
      default:
        return this.#value.trim() === ''
          ? ''
          : shownNumber(this.#value, this.#styles[this.#style], this.#from1904)
    }
  }
}

async function openBook(bytes: Buffer, limits: SheetLimits): Promise<Book> {
  const book: Book = { entries: await zipEntries(bytes, limits), limits }
  for (const name of book.entries.keys())
    if (/externalLinks\//.test(name)) throw new SheetError('sheet.externalLinks')
  return book
}

/** Names of a workbook's sheets, visible ones first. */
export async function sheetNames(bytes: Buffer, limits: SheetLimits): Promise<string[]> {
  const { sheets } = await readWorkbook(await openBook(bytes, limits))
  return sheets.map(({ name }) => name)
}

/**
 * Rows of one sheet (`requested` by name, or the first one with any), batch by batch. Nothing is
 * unpacked before the directory passed.
 */
export async function* readXlsx(
  bytes: Buffer,
  limits: SheetLimits,
  requested?: string,
  isMarking = false,
): AsyncGenerator<SheetRow[]> {
  const book = await openBook(bytes, limits)
  const workbook = await readWorkbook(book)
  const wanted =
    requested === undefined
      ? workbook.sheets
      : workbook.sheets.filter(({ name }) => name === requested)
  if (wanted.length === 0)
    throw new SheetError('sheet.noSuchSheet', { name: (requested ?? '').slice(0, 100) })
  const common = {
    texts: await sharedTexts(book, workbook.texts),
    styles: await numberStyles(book, workbook.styles),
    from1904: workbook.from1904,
    isMarking,
  }
  for (const [at, { sheet }] of wanted.entries())
    try {
      yield* rowsOf(book, sheet, common)
      return
    } catch (error) {
      const empty = error instanceof SheetError && error.code === 'sheet.empty'
      if (!empty || at === wanted.length - 1) throw error
    }
}

async function* rowsOf(
  { limits }: Book,
  sheet: ZipEntry,
  {
    texts,
    styles,
    from1904,
    isMarking,
  }: { texts: string[]; styles: NumberStyle[]; from1904: boolean; isMarking: boolean },
): AsyncGenerator<SheetRow[]> {
  const batches = new SheetBatches(limits)
  const scanner = xmlScanner(new CellReader(batches, texts, styles, from1904, limits, isMarking))
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of unzip(sheet)) {
    scanner.push(decoder.decode(chunk, { stream: true }))
    yield* batches.take()
  }
  scanner.push(decoder.decode())
  scanner.end()
  yield* batches.finish()
}
