import type { Rotation } from '#contracts/commercial/labels/document.ts'
import type { Barcode, Turned } from './barcode.ts'
import type { OnCut } from './elements.ts'
import { builtInLayout, drawLabel, type Layout } from './layout.ts'
import type { LabelModel, LabelSize } from './model.ts'
import { dotsOfMaxicode } from './maxicode.ts'
import { inkOf, type LabelOp, type OpOf } from './ops.ts'
import { dotsOf } from './picture.ts'
import { bitmap, rasterText, setDots, turnedDots } from './raster.ts'
import type { Bitmap } from './raster.ts'

export type PrinterDpi = 203 | 300

/** Heads are built in whole dots per millimetre at 203 dpi (8) and per inch at 300. */
export const dotsPerMm: Readonly<Record<PrinterDpi, number>> = { 203: 8, 300: 300 / 25.4 }

/** Field data as ^FH hex: nothing a customer typed can reach the printer as a command. */
export function fieldData(text: string): string {
  let out = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const plain =
      (byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x41 && byte <= 0x5a) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x20
    out += plain
      ? String.fromCharCode(byte)
      : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}

/** ZPL's own run lengths: G–Y are 1–19 times, g–z 20–400. */
function repeated(nibble: string, times: number): string {
  let out = ''
  let left = times
  while (left >= 420) {
    out += `z${nibble}`
    left -= 400
  }
  if (left < 3) return out + nibble.repeat(left)
  if (left >= 20) out += String.fromCharCode(0x66 + Math.trunc(left / 20))
  if (left % 20 > 0) out += String.fromCharCode(0x46 + (left % 20))
  return out + nibble
}

/** ^GF in compressed ASCII hex: `:` repeats the row above, `,` fills a row with white. */
export function graphicField({ bits, stride, height }: Bitmap): string {
  const hex = Buffer.from(bits.buffer, bits.byteOffset, stride * height)
    .toString('hex')
    .toUpperCase()
  const white = '0'.repeat(stride * 2)
  const rows: string[] = []
  let above = ''
  for (let y = 0; y < height; y++) {
    const row = hex.slice(y * stride * 2, (y + 1) * stride * 2)
    rows.push(row === above ? ':' : row === white ? ',' : packed(row))
    above = row
  }
  const total = stride * height
  return `^GFA,${total},${total},${stride},${rows.join('')}`
}

function packed(row: string): string {
  let out = ''
  let from = 0
  for (let i = 1; i <= row.length; i++) {
    if (i < row.length && row.charCodeAt(i) === row.charCodeAt(from)) continue
    out += repeated(row.charAt(from), i - from)
    from = i
  }
  return out
}

/**
 * Printers' built-in font 0 has these for certain; everything else is sent as dots and needs no
 * font in the printer.
 */
const builtIn = /^[\x20-\x7e\u00a1-\u00ff]*$/

function text(op: OpOf<'text'>, dots: number): string {
  const { line, align, white, turn = 0 } = op
  const px = Math.floor(line.size * dots)
  if (px < 1) return ''
  const [x, y] = [Math.round(op.x * dots), Math.round(op.y * dots)]
  const reverse = white ? '^FR' : ''
  if (turn !== 0 || !builtIn.test(line.text)) {
    const drawn = placedText(op, dots)
    return `^FO${drawn.x},${drawn.y}${reverse}${graphicField(drawn)}^FS\n`
  }
  const font = `^A0N,${px}`
  const data = `^FH_^FD${fieldData(line.text)}^FS\n`
  if (align === 'left') return `^FT${x},${y}${font}${reverse}${data}`
  const width = Math.ceil(line.width * dots)
  return `^FT${x},${y}${font}^FB${width},1,0,${align === 'right' ? 'R' : 'C'}${reverse}${data}`
}

/** A text as dots, and where their upper left corner lies. */
export function placedText(op: OpOf<'text'>, dots: number): Bitmap & { x: number; y: number } {
  const drawn = rasterText(op.line.text, op.line.bold, Math.max(1, Math.floor(op.line.size * dots)))
  const turn = op.turn ?? 0
  const [x, y] = [Math.round(op.x * dots), Math.round(op.y * dots)]
  const below = drawn.height - drawn.baseline
  // Whole dots are a little narrower than what was measured: its own edge stands fast.
  const spare = Math.max(0, Math.round(op.line.width * dots) - drawn.width)
  const along = op.align === 'left' ? 0 : op.align === 'right' ? spare : Math.round(spare / 2)
  const corner = {
    0: [x + along, y - drawn.baseline],
    90: [x - below, y + along],
    180: [x - drawn.width - along, y - below],
    270: [x - drawn.baseline, y - drawn.width - along],
  }[turn]
  return {
    ...turnedDots(drawn, turn),
    x: Math.max(0, corner[0]!),
    y: Math.max(0, corner[1]!),
  }
}

const TURNED: Readonly<Record<Rotation, Turned>> = { 0: 'N', 90: 'R', 180: 'I', 270: 'B' }

function bars(op: OpOf<'bars'>, dots: number): string {
  const { zpl, ratio = 2 }: Barcode = op.barcode
  const height = Math.round(op.h * dots)
  const start = `^FO${Math.round(op.x * dots)},${Math.round(op.y * dots)}`
  if (!zpl) return `${start}${graphicField(dotsOfBars(op, dots))}^FS\n`
  return `${start}^BY${Math.round(op.module * dots)},${ratio}.0,${height}${zpl.command(height, TURNED[op.turn ?? 0])}^FD${zpl.data}^FS\n`
}

/** Bars as the printer's dots. */
export function dotsOfBars(op: OpOf<'bars'>, dots: number): Bitmap {
  const module = Math.max(1, Math.round(op.module * dots))
  const height = Math.max(1, Math.round(op.h * dots))
  const length = op.barcode.modules * module
  const turn = op.turn ?? 0
  const upright = turn === 90 || turn === 270
  const drawn = upright ? bitmap(height, length) : bitmap(length, height)
  let at = 0
  op.barcode.widths.forEach((width, i) => {
    const [from, to] = [at * module, (at + width) * module]
    const [a, b] = turn === 180 || turn === 270 ? [length - to, length - from] : [from, to]
    if (i % 2 === 0 && upright) for (let y = a; y < b; y++) setDots(drawn, 0, height, y)
    else if (i % 2 === 0) setDots(drawn, a, b, 0)
    at += width
  })
  // Bars that stand are alike in every row.
  if (!upright)
    for (let y = 1; y < height; y++) drawn.bits.copyWithin(y * drawn.stride, 0, drawn.stride)
  return drawn
}

export function dotsOfModules({ unit, rows }: OpOf<'modules'>, dots: number): Bitmap {
  const scale = Math.max(1, Math.round(unit * dots))
  const drawn = bitmap((rows[0]?.length ?? 0) * scale, rows.length * scale)
  rows.forEach((row, r) =>
    row.forEach((dark, c) => {
      for (let i = 0; dark && i < scale; i++)
        setDots(drawn, c * scale, (c + 1) * scale, r * scale + i)
    }),
  )
  return drawn
}

/** A picture as the printer's dots; as large as its box is. */
export function dotsOfPicture(op: OpOf<'picture'>, dots: number): Bitmap {
  const [width, height] = [op.w, op.h].map((side) => Math.max(1, Math.round(side * dots)))
  return dotsOf(op.picture, width!, height!, op)
}

function rect(op: OpOf<'rect'>, dots: number): string {
  const { x, y, w, h } = inkOf(op)
  const [width, height] = [Math.max(1, Math.round(w * dots)), Math.max(1, Math.round(h * dots))]
  const colour = op.white ? ',W' : ''
  return `^FO${Math.round(x * dots)},${Math.round(y * dots)}^GB${width},${height},${Math.min(width, height)}${colour}^FS\n`
}

function draw(ops: readonly LabelOp[], dots: number): string {
  let out = ''
  for (const op of ops) {
    if (op.kind === 'rect') out += rect(op, dots)
    else if (op.kind === 'text') out += text(op, dots)
    else if (op.kind === 'bars') out += bars(op, dots)
    else {
      const drawn =
        op.kind === 'modules'
          ? dotsOfModules(op, dots)
          : op.kind === 'maxicode'
            ? dotsOfMaxicode(op.turn, op.cells, dots)
            : dotsOfPicture(op, dots)
      out += `^FO${Math.round(op.x * dots)},${Math.round(op.y * dots)}${graphicField(drawn)}^FS\n`
    }
  }
  return out
}

/** What is the same on all labels is drawn once per layout and resolution. */
const frames = new WeakMap<Layout, Partial<Record<PrinterDpi, string>>>()

function frameOf(layout: Layout, dpi: PrinterDpi): string {
  const known = frames.get(layout) ?? {}
  known[dpi] ??= draw(layout.frame, dotsPerMm[dpi])
  frames.set(layout, known)
  return known[dpi]
}

/**
 * Labels for a Zebra-compatible printer, one ^XA … ^XZ each, of the same layout as the PDF. UTF-8
 * (^CI28). Latin-1 text uses the printer's font 0; Chinese, every other script and turned text go
 * as dots, so any printer prints them. Two-dimensional codes go as dots, too: a printer may choose
 * another version or mask than the PDF shows.
 * @throws LabelError when a number does not fit its symbology or the label.
 */
export function renderZpl(
  models: readonly LabelModel[],
  dpi: PrinterDpi = 203,
  wanted: LabelSize | Layout = '100x150',
  onCut?: OnCut,
): string {
  const layout = typeof wanted === 'string' ? builtInLayout(wanted) : wanted
  const dots = dotsPerMm[dpi]
  const { page } = layout.document
  const start = `^XA\n^CI28\n^PW${Math.round(page.width * dots)}\n^LL${Math.round(page.height * dots)}\n^LH0,0\n${frameOf(layout, dpi)}`
  const raster = { dots, between: false }
  return models
    .map((model) => `${start}${draw(drawLabel(layout, model, raster, onCut), dots)}^PQ1\n^XZ\n`)
    .join('')
}
