import { measure } from './fonts.ts'
import { fitBlock, fitLine, type FittedLine, LEADING } from './text-fit.ts'

export interface TextStyle {
  /** Em in mm. */
  size?: number
  bold?: boolean
  align?: 'left' | 'right' | 'center'
}

/** Draws one page, in millimetres from its top left; `end` adds the page to its document. */
export interface Pen {
  line(x1: number, y1: number, x2: number, y2: number): void
  box(x: number, y: number, width: number, height: number): void
  fill(x: number, y: number, width: number, height: number): void
  /** `y` is the baseline. */
  text(x: number, y: number, line: Pick<FittedLine, 'text' | 'bold' | 'size'>): void
  end(): void
}

/** A document sheets are added to: labels (`PdfDocument`) or papers (`PaperDocument`). */
export interface Drawable {
  pen(width: number, height: number): Pen
}

/** Baseline under the top of a line, in em. */
const ASCENT = 0.95

/**
 * A page of a document: lines, boxes and texts in millimetres from the top left. Text never leaves
 * the box it is given: it shrinks, wraps, and is cut at last.
 */
export class PdfSheet {
  readonly #pen: Pen
  readonly width: number
  readonly height: number

  constructor(doc: Drawable, width: number, height: number) {
    this.#pen = doc.pen(width, height)
    this.width = width
    this.height = height
  }

  line(x1: number, y1: number, x2: number, y2: number): void {
    this.#pen.line(x1, y1, x2, y2)
  }

  box(x: number, y: number, width: number, height: number): void {
    this.#pen.box(x, y, width, height)
  }

  /** Bars and spaces by turns, beginning with a bar, over the whole width. */
  bars(x: number, y: number, width: number, height: number, widths: readonly number[]): void {
    const module = width / widths.reduce((sum, one) => sum + one, 0)
    let at = x
    for (const [index, one] of widths.entries()) {
      if (index % 2 === 0) this.#pen.fill(at, y, one * module, height)
      at += one * module
    }
  }

  /** Dark modules of a square code, as bars of whole rows. */
  matrix(x: number, y: number, side: number, rows: readonly (readonly boolean[])[]): void {
    const module = side / rows.length
    for (const [row, cells] of rows.entries())
      for (let from = 0; from < cells.length; from++) {
        if (!cells[from]) continue
        let to = from
        while (cells[to + 1]) to++
        this.#pen.fill(x + from * module, y + row * module, (to - from + 1) * module, module)
        from = to
      }
  }

  /** One line; smaller than asked, then cut, where it is wider than `width`. */
  text(x: number, y: number, text: string, width: number, style: TextStyle = {}): void {
    const { size = 2.8, bold = false, align = 'left' } = style
    if (text === '') return
    const line = fitLine({ text, bold, size }, width, size * 0.6)
    const free = width - measure(line.text, bold) * line.size
    const left = align === 'left' ? 0 : align === 'right' ? free : free / 2
    this.#pen.text(x + left, y + size * ASCENT, line)
  }

  /** Several lines in a box; all of them shrink together until they fit. */
  block(
    x: number,
    y: number,
    width: number,
    height: number,
    lines: readonly (string | { text: string; bold?: boolean; size?: number })[],
    size = 2.8,
  ): void {
    const specs = lines
      .map((line) => (typeof line === 'string' ? { text: line } : line))
      .filter(({ text }) => text !== '')
      .map((line) => ({ bold: false, size, ...line }))
    let top = y
    for (const row of fitBlock(specs, width, height)) {
      this.#pen.text(x, top + row.size * ASCENT, row)
      top += row.size * LEADING
    }
  }

  end(): void {
    this.#pen.end()
  }
}
