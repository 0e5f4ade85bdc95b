import { setImmediate as breathe } from 'node:timers/promises'
import { layoutFrame, layoutLabel } from './layout.ts'
import type { LabelOp } from './layout.ts'
import { labelSizes } from './model.ts'
import type { LabelModel, LabelSize } from './model.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { mm, MM, SCALE, textOf } from '#server/kit/pdf/pdf-text.ts'
import type { SheetPlan, Slot } from './plan-sheet.ts'

function drawBars(
  { x, y, h, module, barcode }: Extract<LabelOp, { kind: 'bars' }>,
  pageHeight: number,
): string {
  const tail = ` ${mm(pageHeight - y - h)} `
  const high = ` ${mm(h)} re `
  let out = ''
  let at = 0
  barcode.widths.forEach((width, i) => {
    if (i % 2 === 0) out += mm(x + at * module) + tail + mm(width * module) + high
    at += width
  })
  return `${out}f\n`
}

/**
 * Runs of dark modules as rectangles: as an image, browsers' viewers would smooth the corners until
 * scanners fail.
 */
function drawQr(
  { x, y, size, modules }: Extract<LabelOp, { kind: 'qr' }>,
  pageHeight: number,
): string {
  const unit = size / modules.length
  // Rows overlap by a fiftieth of a module, or anti-aliasing leaves white hairlines between them.
  const high = ` ${mm(unit * 1.02)} re `
  let out = ''
  modules.forEach((row, r) => {
    const foot = ` ${mm(pageHeight - y - (r + 1.02) * unit)} `
    for (let c = 0; c < row.length; c++) {
      if (!row[c]) continue
      const from = c
      while (row[c + 1]) c++
      out += mm(x + from * unit) + foot + mm((c + 1 - from) * unit) + high
    }
  })
  return `${out}f\n`
}

/**
 * Page content in millimetres, origin at the bottom left as PDF has it. Rectangles lie under the
 * text.
 */
function content(doc: PdfDocument, ops: readonly LabelOp[], pageHeight: number): string {
  let shapes = ''
  let black = ''
  let white = ''
  for (const op of ops) {
    if (op.kind === 'rect')
      shapes += `${mm(op.x)} ${mm(pageHeight - op.y - op.h)} ${mm(op.w)} ${mm(op.h)} re f\n`
    else if (op.kind === 'bars') shapes += drawBars(op, pageHeight)
    else if (op.kind === 'qr') shapes += drawQr(op, pageHeight)
    else if (op.white) white += textOf(doc, op, pageHeight)
    else black += textOf(doc, op, pageHeight)
  }
  return `${shapes}BT\n${black}${white && `1 g\n${white}`}ET\n`
}

/** Other requests get their turn between this many pages. */
const PAGES_AT_ONCE = 100

/**
 * Labels as one PDF, one page each, in the order given. The page box is exactly the label (100 ×
 * 150 mm =
 * 283.4646 × 425.1969 pt); fonts are embedded once per document, with only the characters used. `size` is everyone's,
 * or each label's own.
 * @throws LabelError when a number does not fit its symbology or the label.
 */
export async function renderPdf(
  models: readonly LabelModel[],
  size: LabelSize | readonly LabelSize[] = '100x150',
): Promise<Buffer> {
  const doc = new PdfDocument('Labels')
  const sheets = new Map<LabelSize, Sheet>()
  const sheet = (requested: LabelSize): Sheet => {
    const known = sheets.get(requested) ?? sheetOf(doc, requested)
    sheets.set(requested, known)
    return known
  }
  for (const [at, model] of models.entries()) {
    const requested = typeof size === 'string' ? size : (size[at] ?? '100x150')
    const { width, height, pageHeight, frame } = sheet(requested)
    doc.page(
      width,
      height,
      `${SCALE}/${frame} Do\n${content(doc, layoutLabel(model, requested), pageHeight)}`,
    )
    if (at % PAGES_AT_ONCE === PAGES_AT_ONCE - 1) await breathe()
  }
  return doc.end()
}

/**
 * Labels laid out on sheets as planned, in the order given; the last sheet may stay partly empty.
 */
export async function renderSheets(
  models: readonly LabelModel[],
  { size, page, slots, turned }: SheetPlan,
): Promise<Buffer> {
  const doc = new PdfDocument('Labels')
  const { frame, pageHeight } = sheetOf(doc, size)
  const [width, height] = [(page.width * MM).toFixed(4), (page.height * MM).toFixed(4)]
  for (let at = 0; at < models.length; at += slots.length) {
    const labels = models
      .slice(at, at + slots.length)
      .map(
        (model, place) =>
          `q ${matrix(slots[place]!, page.height, size, turned)} cm\n/${frame} Do\n${content(doc, layoutLabel(model, size), pageHeight)}Q\n`,
      )
    doc.page(width, height, SCALE + labels.join(''))
    if (at % PAGES_AT_ONCE < slots.length) await breathe()
  }
  return doc.end()
}

/**
 * From a label's own millimetres to its place on the sheet; turned ones stand on their right edge.
 */
function matrix({ x, y }: Slot, pageHeight: number, size: LabelSize, turned: boolean): string {
  const { width, height } = labelSizes[size]
  return turned
    ? `0 1 -1 0 ${mm(x + height)} ${mm(pageHeight - y - width)}`
    : `1 0 0 1 ${mm(x)} ${mm(pageHeight - y - height)}`
}

interface Sheet {
  width: string
  height: string
  pageHeight: number
  frame: string
}

/** Page box in points, and the drawing all labels of a size share. */
function sheetOf(doc: PdfDocument, size: LabelSize): Sheet {
  const page = labelSizes[size]
  return {
    width: (page.width * MM).toFixed(4),
    height: (page.height * MM).toFixed(4),
    pageHeight: page.height,
    frame: doc.drawing(page.width, page.height, content(doc, layoutFrame(size), page.height)),
  }
}
