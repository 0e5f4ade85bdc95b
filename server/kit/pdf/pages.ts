import { type Drawable, PdfSheet } from './pdf-sheet.ts'

export interface Column {
  caption: string
  /** Millimetres. */
  width: number
  align?: 'left' | 'right'
}
export interface Row {
  cells: readonly string[]
  bold?: boolean
}
interface Table {
  columns: readonly Column[]
  rows: readonly Row[]
  /** What stands in the place of rows where there are none. */
  none?: string
  /** A line under each row, of two lines of text where one is too long. */
  ruled?: boolean
}
interface Look {
  /** Millimetres; A4 where left out. */
  size?: readonly [width: number, height: number]
  left: number
  right?: number
  /** Height of a row and em of its text, in millimetres. */
  row?: number
  em?: number
  /** Left free below the table. */
  bottom?: number
}

const A4 = [210, 297] as const
/** Between a column's edge and its text. */
const PAD = 1
const RULED = { row: 8.4, head: 9, em: 2.7 }

/**
 * A paper over as many pages as its tables need: `first` draws what stands above on the first page,
 * `next` on the others, and each answers where the table goes on; column heads come again on every
 * page. `foot` is never parted, `every` is drawn last and knows the number of pages.
 */
export class Pages {
  readonly #doc: Drawable
  readonly #next: (page: PdfSheet) => number
  readonly #sheets: PdfSheet[] = []
  readonly #size: readonly [number, number]
  readonly #look: Required<Pick<Look, 'left' | 'right' | 'row' | 'em' | 'bottom'>>
  /** Where the next thing is drawn. */
  y: number

  constructor(
    doc: Drawable,
    { size = A4, left, right = left, row = 6, em = 3.2, bottom = 28 }: Look,
    first: (page: PdfSheet) => number,
    next: (page: PdfSheet) => number,
  ) {
    this.#doc = doc
    this.#size = size
    this.#look = { left, right: size[0] - right, row, em, bottom: size[1] - bottom }
    this.#next = next
    this.y = first(this.#add())
  }

  /** The page that is drawn on. */
  get page(): PdfSheet {
    return this.#sheets.at(-1)!
  }

  /** Goes to the next page where less than this height is left; answers whether it did. */
  room(height: number): boolean {
    if (this.y + height <= this.#look.bottom) return false
    this.y = this.#next(this.#add())
    return true
  }

  table({ columns, rows, none = '', ruled = false }: Table): void {
    const { left, row: plain, em: size } = this.#look
    const height = ruled ? RULED.row : plain
    this.room(2 * height + 3)
    this.#head(columns, ruled)
    if (rows.length === 0 && none) {
      this.page.text(left, this.y, none, 120, { size })
      this.y += height
    }
    for (const row of rows) {
      if (this.room(height)) this.#head(columns, ruled)
      this.#cells(columns, row, { height, em: ruled ? RULED.em : size, ruled })
      this.y += height
    }
  }

  /** A last row of sums under a line, in the columns of the table. */
  sum(columns: readonly Column[], cells: readonly string[]): void {
    const { row, em } = this.#look
    this.room(row + 3)
    this.rule()
    this.y += 1
    this.#cells(columns, { cells, bold: true }, { height: row, em, ruled: false })
    this.y += row
  }

  /** A line over the whole width. */
  rule(): void {
    this.page.line(this.#look.left, this.y, this.#look.right, this.y)
  }

  /** Draws what stands on each page, and ends them all. */
  end(every: (page: PdfSheet, no: { page: number; pages: number }) => void): void {
    for (const [at, page] of this.#sheets.entries()) {
      every(page, { page: at + 1, pages: this.#sheets.length })
      page.end()
    }
  }

  #add(): PdfSheet {
    const page = new PdfSheet(this.#doc, ...this.#size)
    this.#sheets.push(page)
    return page
  }

  #head(columns: readonly Column[], ruled: boolean): void {
    const { left, right, em, row } = this.#look
    const cells = columns.map(({ caption }) => caption)
    if (ruled) {
      this.rule()
      let x = left
      for (const { caption, width } of columns) {
        const box = [x + PAD, this.y + 0.6, width - 2 * PAD, RULED.head - 1] as const
        this.page.block(...box, [{ text: caption, bold: true }], 2.4)
        x += width
      }
      this.y += RULED.head
      return this.page.line(left, this.y, right, this.y)
    }
    this.#cells(columns, { cells, bold: true }, { height: row, em, ruled: false })
    this.page.line(left, this.y + row, right, this.y + row)
    this.y += row + 2
  }

  #cells(
    columns: readonly Column[],
    { cells, bold = false }: Row,
    { height, em, ruled }: { height: number; em: number; ruled: boolean },
  ): void {
    let x = this.#look.left
    const top = this.y + (ruled ? 0.8 : 0)
    for (const [at, { width, align = 'left' }] of columns.entries()) {
      const [text, inner] = [cells[at] ?? '', width - 2 * PAD]
      if (ruled && align === 'left')
        this.page.block(x + PAD, top, inner, height - 1.2, [{ text, bold }], em)
      else this.page.text(x + PAD, top, text, inner, { size: em, align, bold })
      x += width
    }
    const { left, right } = this.#look
    if (ruled) this.page.line(left, this.y + height, right, this.y + height)
  }
}
