import type { Barcode } from './barcode.ts'
import { layoutFrame, layoutLabel } from './layout.ts'
import type { LabelOp } from './layout.ts'
import { labelSizes } from './model.ts'
import type { LabelModel, LabelSize } from './model.ts'
import { bitmap, rasterText, setDots } from './raster.ts'
import type { Bitmap } from './raster.ts'

export type PrinterDpi = 203 | 300

/** Heads are built in whole dots per millimetre at 203 dpi (8) and per inch at 300. */
const dotsPerMm: Readonly<Record<PrinterDpi, number>> = { 203: 8, 300: 300 / 25.4 }
/** Module widths in dots, widest first; the last is the narrowest at or above 0.33 mm. */
const moduleDots: Readonly<Record<PrinterDpi, readonly number[]>> = { 203: [4, 3], 300: [6, 5, 4] }

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

function text(op: Extract<LabelOp, { kind: 'text' }>, dots: number): string {
  const { line, align, white } = op
  const px = Math.floor(line.size * dots)
  const [x, y] = [Math.round(op.x * dots), Math.round(op.y * dots)]
  const reverse = white ? '^FR' : ''
  if (!builtIn.test(line.text)) {
    const drawn = rasterText(line.text, line.bold, px)
    return `^FO${x},${Math.max(0, y - drawn.baseline)}${reverse}${graphicField(drawn)}^FS\n`
  }
  const font = `^A0N,${px}`
  const data = `^FH_^FD${fieldData(line.text)}^FS\n`
  if (align === 'left') return `^FT${x},${y}${font}${reverse}${data}`
  const width = Math.ceil(line.width * dots)
  return `^FT${x},${y}${font}^FB${width},1,0,${align === 'right' ? 'R' : 'C'}${reverse}${data}`
}

function bars(op: Extract<LabelOp, { kind: 'bars' }>, dots: number): string {
  const { zpl }: Barcode = op.barcode
  const height = Math.round(op.h * dots)
  return `^FO${Math.round(op.x * dots)},${Math.round(op.y * dots)}^BY${Math.round(op.module * dots)},2.0,${height}${zpl.command(height)}^FD${zpl.data}^FS\n`
}

function qr(op: Extract<LabelOp, { kind: 'qr' }>, dots: number): string {
  const n = op.modules.length
  const scale = Math.max(1, Math.floor((op.size * dots) / n))
  const drawn = bitmap(n * scale, n * scale)
  op.modules.forEach((row, r) =>
    row.forEach((dark, c) => {
      for (let i = 0; dark && i < scale; i++)
        setDots(drawn, c * scale, (c + 1) * scale, r * scale + i)
    }),
  )
  return `^FO${Math.round(op.x * dots)},${Math.round(op.y * dots)}${graphicField(drawn)}^FS\n`
}

function rect(op: Extract<LabelOp, { kind: 'rect' }>, dots: number): string {
  const [w, h] = [Math.max(1, Math.round(op.w * dots)), Math.max(1, Math.round(op.h * dots))]
  return `^FO${Math.round(op.x * dots)},${Math.round(op.y * dots)}^GB${w},${h},${Math.min(w, h)}^FS\n`
}

function draw(ops: readonly LabelOp[], dots: number): string {
  let out = ''
  for (const op of ops) {
    if (op.kind === 'rect') out += rect(op, dots)
    else if (op.kind === 'text') out += text(op, dots)
    else if (op.kind === 'bars') out += bars(op, dots)
    else out += qr(op, dots)
  }
  return out
}

/** Rules and captions never change, so they are drawn once per size and resolution. */
const frames = new Map<string, string>()

function frame(size: LabelSize, dpi: PrinterDpi): string {
  const key = `${size} ${dpi}`
  const known = frames.get(key)
  if (known) return known
  const drawn = draw(layoutFrame(size), dotsPerMm[dpi])
  frames.set(key, drawn)
  return drawn
}

/**
 * Labels for a Zebra-compatible printer, one ^XA … ^XZ each, on the same grid as the PDF. UTF-8
 * (^CI28). Latin-1 text uses the printer's font 0; Chinese and every other script goes as dots, so
 * any printer prints it.
 * @throws LabelError when a number does not fit its symbology or the label.
 */
export function renderZpl(
  models: readonly LabelModel[],
  dpi: PrinterDpi = 203,
  size: LabelSize = '100x150',
): string {
  const dots = dotsPerMm[dpi]
  const page = labelSizes[size]
  const modules = moduleDots[dpi].map((count) => count / dots)
  const start = `^XA\n^CI28\n^PW${Math.round(page.width * dots)}\n^LL${Math.round(page.height * dots)}\n^LH0,0\n${frame(size, dpi)}`
  return models
    .map((model) => `${start}${draw(layoutLabel(model, size, modules), dots)}^PQ1\n^XZ\n`)
    .join('')
}
