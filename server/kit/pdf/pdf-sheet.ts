import { measure } from './fonts.ts'
import type { PdfDocument } from './pdf-document.ts'
import { MM, mm, SCALE, textOf } from './pdf-text.ts'
import { fitBlock, fitLine, LEADING } from './text-fit.ts'

export interface TextStyle {
  /** Em in mm. */
  size?: number
  bold?: boolean
  align?: 'left' | 'right' | 'center'
}

/** Baseline under the top of a line, in em. */
const ASCENT = 0.95

/**
 * A page of a document: lines, boxes and texts in millimetres from the top left. Text never leaves
 * the box it is given: it shrinks, wraps, and is cut at last.
 */
export class PdfSheet {
  readonly #doc: PdfDocument
  readonly width: number
  readonly height: number
  #shapes = ''
  #texts = ''

  constructor(doc: PdfDocument, width: number, height: number) {
    this.#doc = doc
    this.width = width
    this.height = height
  }

  line(x1: number, y1: number, x2: number, y2: number): void {
    const from = `${mm(x1)} ${mm(this.height - y1)} m`
    this.#shapes += `${from} ${mm(x2)} ${mm(this.height - y2)} l S\n`
  }

  box(x: number, y: number, width: number, height: number): void {
    this.#shapes += `${mm(x)} ${mm(this.height - y - height)} ${mm(width)} ${mm(height)} re S\n`
  }

  /** Bars and spaces by turns, beginning with a bar, over the whole width. */
  bars(x: number, y: number, width: number, height: number, widths: readonly number[]): void {
    const module = width / widths.reduce((sum, one) => sum + one, 0)
    let at = x
    for (const [index, one] of widths.entries()) {
      const box = [at, this.height - y - height, one * module, height]
      if (index % 2 === 0) this.#shapes += `${box.map(mm).join(' ')} re f\n`
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
        const bottom = this.height - y - (row + 1) * module
        const box = [x + from * module, bottom, (to - from + 1) * module, module]
        this.#shapes += `${box.map(mm).join(' ')} re f\n`
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
    this.#put(x + left, y + size * ASCENT, line)
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
      this.#put(x, top + row.size * ASCENT, row)
      top += row.size * LEADING
    }
  }

  end(): void {
    this.#doc.page(
      (this.width * MM).toFixed(4),
      (this.height * MM).toFixed(4),
      `${SCALE}0.2 w\n${this.#shapes}BT\n${this.#texts}ET\n`,
    )
  }

  #put(x: number, y: number, line: { text: string; bold: boolean; size: number }): void {
    this.#texts += textOf(this.#doc, { x, y, line }, this.height)
  }
}
