import { createCanvas } from '@napi-rs/canvas'
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy } from 'pdfjs-dist'

export const open = (pdf: Buffer): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise

export async function textOf(doc: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await doc.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

/**
 * Where a scanner is held for the square code: the whole page has Chinese characters that look like
 * finder patterns.
 */
const aim = { left: 0.7, top: 0.25, width: 0.3, height: 0.21 }

/**
 * What a scanner reads from the page printed at this resolution and then turned clockwise by
 * `rotation` degrees.
 */
export async function scan(
  doc: PDFDocumentProxy,
  pageNumber: number,
  dpi: number,
  format: BarcodeFormat,
  rotation = 0,
): Promise<string> {
  const page = await doc.getPage(pageNumber)
  const viewport = page.getViewport({ scale: dpi / 72, rotation })
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
  const canvas = createCanvas(width, height)
  await page.render({
    canvas: null,
    canvasContext: canvas.getContext('2d') as unknown as CanvasRenderingContext2D,
    viewport,
  }).promise
  const part = format === BarcodeFormat.QR_CODE ? aim : { left: 0, top: 0, width: 1, height: 1 }
  const [w, h] = [Math.round(width * part.width), Math.round(height * part.height)]
  const { data } = canvas
    .getContext('2d')
    .getImageData(Math.round(width * part.left), Math.round(height * part.top), w, h)
  const grey = new Uint8ClampedArray(w * h)
  for (let i = 0; i < grey.length; i++) grey[i] = data[i * 4] ?? 255
  const reader = new MultiFormatReader()
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [format]],
    [DecodeHintType.TRY_HARDER, true],
  ])
  const source = new RGBLuminanceSource(grey, w, h)
  // A scanner looks again where one way of separating dark from light finds no corner.
  try {
    return reader.decode(new BinaryBitmap(new HybridBinarizer(source)), hints).getText()
  } catch {
    return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints).getText()
  }
}
