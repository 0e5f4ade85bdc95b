import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { isLinear, type LabelSymbology } from '#contracts/commercial/labels/document.ts'
import type { Box } from '../drawing/ops.ts'
import { isSet, type Bitmap } from '../drawing/raster.ts'

const FORMATS = {
  scheme: ['Code128', 'ITF'],
  code128: ['Code128'],
  'gs1-128': ['Code128'],
  ean13: ['EAN13'],
  itf: ['ITF'],
  code39: ['Code39'],
  identcode: ['ITF'],
  leitcode: ['ITF'],
  qr: ['QRCode'],
  datamatrix: ['DataMatrix'],
  'gs1-datamatrix': ['DataMatrix'],
  pdf417: ['PDF417'],
  aztec: ['Aztec'],
  maxicode: ['MaxiCode'],
} as const satisfies Record<LabelSymbology, readonly string[]>

let started: Promise<unknown> | null = null

/** The reader is started with the first check. */
const start = (): Promise<unknown> =>
  (started ??= readFile(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  ).then((bytes) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(bytes).buffer },
      fireImmediately: true,
    }),
  ))

/** Signs of the data alone: brackets and separators are read in more than one way. */
const plain = (text: string): string =>
  text.replaceAll(/[()\s\u0004\u001c-\u001e\u2400-\u2426]/g, '')

/** Dots around what is read, and how often each is repeated: readers want some room. */
const EDGE = 16
const TIMES = 2
/** Bars are alike over their whole height: a band of them is read. */
const BAND = 64
/** Fields of modules of more dots are read in every second, third … dot. */
const SIDE = 1000

/** True where a scanner held at this part of the page reads the data. */
export async function readsBack(
  page: Bitmap,
  part: Box,
  dots: number,
  symbology: LabelSymbology,
  data: string,
): Promise<boolean> {
  await start()
  const field = isLinear(symbology) ? bandOf(page, part, dots) : part
  const found = await readBarcodes(cropped(page, field, dots, isLinear(symbology)), {
    formats: [...FORMATS[symbology]],
    tryHarder: true,
    tryRotate: true,
    maxNumberOfSymbols: 4,
  })
  const wanted = plain(data)
  return found.some(({ text }) => {
    const read = plain(text)
    // The identifier 00 of an SSCC and a check digit are drawn, too, where the data left them out.
    return (
      read === wanted || read.endsWith(wanted) || (symbology === 'ean13' && read.startsWith(wanted))
    )
  })
}

/** The middle of bars, along the direction they follow each other in. */
function bandOf(page: Bitmap, part: Box, dots: number): Box {
  const most = BAND / dots
  const { x, y, w, h } = part
  const [row, column] = [Math.round((y + h / 2) * dots), Math.round((x + w / 2) * dots)]
  const across = changes(w * dots, (at) => isSet(page, Math.round(x * dots) + at, row))
  const down = changes(h * dots, (at) => isSet(page, column, Math.round(y * dots) + at))
  return across >= down
    ? { x, w, y: y + Math.max(0, (h - most) / 2), h: Math.min(h, most) }
    : { y, h, x: x + Math.max(0, (w - most) / 2), w: Math.min(w, most) }
}

/** How often a line of dots changes its colour. */
function changes(length: number, dark: (at: number) => boolean): number {
  let count = 0
  for (let at = 1; at < length; at++) if (dark(at) !== dark(at - 1)) count++
  return count
}

function cropped(page: Bitmap, part: Box, dots: number, isBars: boolean): ImageData {
  const left = Math.max(0, Math.floor(part.x * dots))
  const top = Math.max(0, Math.floor(part.y * dots))
  const right = Math.min(page.width, Math.ceil((part.x + part.w) * dots))
  const bottom = Math.min(page.height, Math.ceil((part.y + part.h) * dots))
  const every = isBars ? 1 : Math.max(1, Math.ceil(Math.max(right - left, bottom - top) / SIDE))
  const w = Math.max(1, Math.floor((right - left) / every))
  const h = Math.max(1, Math.floor((bottom - top) / every))
  const [width, height] = [(w + 2 * EDGE) * TIMES, (h + 2 * EDGE) * TIMES]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < h * TIMES; y++) {
    const row = top + Math.floor(y / TIMES) * every
    for (let x = 0; x < w * TIMES; x++) {
      if (!isSet(page, left + Math.floor(x / TIMES) * every, row)) continue
      const at = ((y + EDGE * TIMES) * width + x + EDGE * TIMES) * 4
      pixels.fill(0, at, at + 3)
    }
  }
  return { data: pixels, width, height, colorSpace: 'srgb' } as ImageData
}
