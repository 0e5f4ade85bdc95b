import { setImmediate as breathe } from 'node:timers/promises'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { mm, MM, SCALE, textOf } from '#server/kit/pdf/pdf-text.ts'
import type { OnCut } from './elements.ts'
import { builtInLayout, drawLabel, PAGE_RASTER, type Layout } from './layout.ts'
import type { LabelModel, LabelSize } from './model.ts'
import { shapesOf, type Point } from './maxicode.ts'
import type { LabelOp, OpOf } from './ops.ts'
import { dotsOf } from './picture.ts'
import { planTemplate, type Paper, type SheetPlan, type Slot } from './plan-sheet.ts'

/** By what a label is drawn, and the sheet it goes on where its template's own does not count. */
export interface Wanted {
  layout: Layout
  plan?: SheetPlan | null
}

function drawBars(op: OpOf<'bars'>, pageHeight: number): string {
  const { x, y, h, module, barcode, turn = 0 } = op
  const { widths } = barcode
  let out = ''
  let at = 0
  if (turn === 0) {
    const tail = ` ${mm(pageHeight - y - h)} `
    const high = ` ${mm(h)} re `
    for (let i = 0; i < widths.length; i++) {
      const width = widths[i]!
      if (i % 2 === 0) out += mm(x + at * module) + tail + mm(width * module) + high
      at += width
    }
    return `${out}f\n`
  }
  const ordered = turn === 90 ? widths : trimmed(widths).toReversed()
  ordered.forEach((width, i) => {
    const [from, size] = [at * module, width * module]
    at += width
    if (i % 2 === 1) return
    out +=
      turn === 180
        ? `${mm(x + from)} ${mm(pageHeight - y - h)} ${mm(size)} ${mm(h)} re `
        : `${mm(x)} ${mm(pageHeight - y - from - size)} ${mm(h)} ${mm(size)} re `
  })
  return `${out}f\n`
}

/** Without a space behind the last bar: read backwards, a bar would be in its place. */
export const trimmed = (widths: readonly number[]): readonly number[] =>
  widths.length % 2 === 0 ? widths.slice(0, -1) : widths

/**
 * Runs of dark modules as rectangles: as an image, browsers' viewers would smooth the corners until
 * scanners fail.
 */
function drawModules({ x, y, unit, rows }: OpOf<'modules'>, pageHeight: number): string {
  // Rows overlap by a fiftieth of a module, or anti-aliasing leaves white hairlines between them.
  const high = ` ${mm(unit * 1.02)} re `
  let out = ''
  rows.forEach((row, r) => {
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

/** How far the control points of a quarter circle's curve lie, in radiuses. */
const QUARTER = 0.5523

function drawMaxicode({ x, y, turn, cells }: OpOf<'maxicode'>, pageHeight: number): string {
  const shapes = shapesOf({ x, y }, turn, cells)
  const at = (px: number, py: number) => `${mm(px)} ${mm(pageHeight - py)}`
  let out = ''
  for (const cell of shapes.cells)
    out += `${cell.map((point, n) => `${at(point.x, point.y)} ${n === 0 ? 'm' : 'l'}`).join(' ')} h `
  const circle = ({ x: cx, y: cy }: Point, r: number): string => {
    const k = r * QUARTER
    return (
      `${at(cx + r, cy)} m ${at(cx + r, cy + k)} ${at(cx + k, cy + r)} ${at(cx, cy + r)} c ` +
      `${at(cx - k, cy + r)} ${at(cx - r, cy + k)} ${at(cx - r, cy)} c ` +
      `${at(cx - r, cy - k)} ${at(cx - k, cy - r)} ${at(cx, cy - r)} c ` +
      `${at(cx + k, cy - r)} ${at(cx + r, cy - k)} ${at(cx + r, cy)} c h `
    )
  }
  for (const { at: middle, outer, inner } of shapes.rings)
    out += circle(middle, outer) + circle(middle, inner)
  return `${out}f*\n`
}

/** Pictures are printed at 300 dots to the inch. */
const PICTURE_DOTS = 300 / 25.4

/** Black where the picture is dark, and nothing elsewhere. */
function drawPicture(op: OpOf<'picture'>, pageHeight: number): string {
  const [width, height] = [op.w, op.h].map((side) => Math.max(1, Math.round(side * PICTURE_DOTS)))
  const { bits } = dotsOf(op.picture, width!, height!, op)
  const place = `${mm(op.w)} 0 0 ${mm(op.h)} ${mm(op.x)} ${mm(pageHeight - op.y - op.h)} cm`
  return (
    `q ${place} BI /W ${width} /H ${height} /BPC 1 /IM true /D [1 0] /F /AHx ID ` +
    `${Buffer.from(bits).toString('hex')}> EI Q\n`
  )
}

/** Page content in millimetres, origin at the bottom left as PDF has it. */
function content(doc: PdfDocument, ops: readonly LabelOp[], pageHeight: number): string {
  let out = ''
  let inText = false
  let isWhite = false
  for (const op of ops) {
    const isText = op.kind === 'text'
    if (isText !== inText) {
      out += isText ? 'BT\n' : 'ET\n'
      inText = isText
    }
    const white = isText ? op.white : op.kind === 'rect' && op.white === true
    if (white !== isWhite) {
      out += white ? '1 g\n' : '0 g\n'
      isWhite = white
    }
    if (isText) out += textOf(doc, op, pageHeight)
    else if (op.kind === 'rect')
      out += `${mm(op.x)} ${mm(pageHeight - op.y - op.h)} ${mm(op.w)} ${mm(op.h)} re f\n`
    else if (op.kind === 'bars') out += drawBars(op, pageHeight)
    else if (op.kind === 'modules') out += drawModules(op, pageHeight)
    else if (op.kind === 'maxicode') out += drawMaxicode(op, pageHeight)
    else out += drawPicture(op, pageHeight)
  }
  return `${out}${inText ? 'ET\n' : ''}${isWhite ? '0 g\n' : ''}`
}

/** Other requests get their turn between this many pages. */
const PAGES_AT_ONCE = 100

const wantedOf = (one: LabelSize | Layout | Wanted): Wanted =>
  typeof one === 'string' ? { layout: builtInLayout(one) } : 'layout' in one ? one : { layout: one }

/**
 * Labels as one PDF, in the order given: each on a page of exactly its size (100 × 150 mm =
 * 283.4646 × 425.1969 pt), or on sheets where its template or the print set has some; the last
 * sheet may stay partly empty. Fonts are embedded once per document, with only the characters used.
 * `wanted` is that of all labels, or of each.
 * @throws LabelError when a number does not fit its symbology or the label.
 */
export async function renderPdf(
  models: readonly LabelModel[],
  wanted: LabelSize | Layout | Wanted | readonly (LabelSize | Layout | Wanted)[] = '100x150',
  onCut?: (at: number, element: Parameters<OnCut>[0]) => void,
): Promise<Buffer> {
  const doc = new PdfDocument('Labels')
  const frames = new Map<Layout, string>()
  const each = Array.isArray(wanted) ? (wanted as readonly (LabelSize | Layout | Wanted)[]) : null
  const all = each ? null : wantedOf(wanted as LabelSize | Layout | Wanted)
  const of = (at: number): Wanted => all ?? wantedOf(each![at] ?? '100x150')
  const label = (at: number, layout: Layout): string => {
    const { page } = layout.document
    let frame = frames.get(layout)
    if (frame === undefined) {
      frame = doc.drawing(page.width, page.height, content(doc, layout.frame, page.height))
      frames.set(layout, frame)
    }
    const note = onCut && ((element: Parameters<OnCut>[0]) => onCut(at, element))
    const ops = drawLabel(layout, models[at]!, PAGE_RASTER, note)
    return `/${frame} Do\n${content(doc, ops, page.height)}`
  }
  let pages = 0
  for (let at = 0; at < models.length; pages++) {
    const { layout, plan: given } = of(at)
    const plan = given ?? planTemplate(layout.document)
    if (plan) {
      const from = at
      const parts: string[] = []
      while (at < models.length && at - from < plan.slots.length) {
        const next = of(at)
        if (next.layout !== layout || (next.plan ?? null) !== (given ?? null)) break
        const place = matrix(plan.slots[at - from]!, plan)
        parts.push(`q ${place} cm\n${label(at, layout)}Q\n`)
        at++
      }
      doc.page(points(plan.page.width), points(plan.page.height), SCALE + parts.join(''))
    } else {
      const { width, height } = layout.document.page
      doc.page(points(width), points(height), SCALE + label(at, layout))
      at++
    }
    if (pages % PAGES_AT_ONCE === PAGES_AT_ONCE - 1) await breathe()
  }
  return doc.end()
}

const points = (millimetres: number): string => (millimetres * MM).toFixed(4)

/**
 * From a label's own millimetres to its place on the sheet; turned ones stand on their right edge.
 */
function matrix(
  { x, y }: Slot,
  { page, label, turned }: { page: Paper; label: Paper; turned: boolean },
): string {
  return turned
    ? `0 1 -1 0 ${mm(x + label.height)} ${mm(page.height - y - label.width)}`
    : `1 0 0 1 ${mm(x)} ${mm(page.height - y - label.height)}`
}
