import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { BOX_IDS } from '#contracts/orders/fba/fba.numbers.ts'
import type { Hit, ReadPage } from './label-places.ts'
import { PAGES_MAX, PdfRefusal } from './pdf-limits.ts'

/** Pixels of the longer side of a page that is looked at for barcodes, and those of an inch. */
const LOOK_PX = 1800
const LOOK_DPI = 160
/** Of a page with more ids no label could be cut out. */
const HITS_MAX = 50
/** Cells of every grid a page is cut by are made of these, so a mark more in one means nothing. */
const SIXTHS = 6
/** A picture with more pixels than this is not decoded. */
const IMAGE_PIXELS = 40_000_000

interface Reading {
  from?: number
  take: (page: ReadPage) => void
  isFull?: () => boolean
}

/**
 * The box ids of every page from one on, until `isFull`: of its text, else of the barcodes on its
 * picture. Answers the page to go on with, or null after the last.
 */
export async function readPages(
  bytes: Uint8Array,
  { from = 1, take, isFull = () => false }: Reading,
): Promise<number | null> {
  const loading = getDocument({
    // It takes the bytes for itself.
    data: new Uint8Array(bytes),
    maxImageSize: IMAGE_PIXELS,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    standardFontDataUrl: fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/')),
  })
  const file = await loading.promise.catch((error: Error) => {
    throw new PdfRefusal(error.name === 'PasswordException' ? 'encrypted' : 'broken')
  })
  if (file.numPages > PAGES_MAX) throw new PdfRefusal('pages')
  const startReader = barcodeReader()
  for (let at = from; at <= file.numPages; at++) {
    if (at > from && isFull()) return at
    const page = await file.getPage(at)
    const box = boxOf(page)
    const { hits, marks } = await textOf(page)
    const found = hits.length > 0 ? hits : await barcodesOf(page, startReader)
    take({
      size: `${Math.round(box.width)}x${Math.round(box.height)}`,
      hits: found.slice(0, HITS_MAX),
      marks,
    })
    page.cleanup()
  }
  await loading.destroy()
  return null
}

function boxOf(page: PDFPageProxy) {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  return { left, bottom, width: Math.max(1, right - left), height: Math.max(1, top - bottom) }
}

interface Piece {
  text: string
  x: number
  y: number
}

async function textOf(page: PDFPageProxy): Promise<{ hits: Hit[]; marks: ReadPage['marks'] }> {
  const box = boxOf(page)
  const { items } = await page.getTextContent()
  const pieces = items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , , , x = 0, y = 0] = item.transform as number[]
    return [{ text: item.str, x: (x - box.left) / box.width, y: (y - box.bottom) / box.height }]
  })
  const hits = [...pieces, ...linesOf(pieces)].flatMap(({ text, x, y }) =>
    [...text.replaceAll(/\s/g, '').toUpperCase().matchAll(BOX_IDS)].map(([code]): Hit => ({
      code,
      x,
      y,
      foundBy: 'text',
    })),
  )
  // A line holds what its pieces hold; a code counts once in its place.
  const seen = new Set<string>()
  return {
    hits: hits.filter(({ code }) => !seen.has(code) && seen.add(code)),
    marks: [
      ...new Map(
        pieces.map(({ x, y }) => [`${Math.floor(x * SIXTHS)} ${Math.floor(y * SIXTHS)}`, { x, y }]),
      ).values(),
    ],
  }
}

/** Pieces on one line close to one another: some programs write a code sign by sign. */
function linesOf(pieces: readonly Piece[]): Piece[] {
  const lines = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const line = Math.round(piece.y * 400)
    lines.set(line, [...(lines.get(line) ?? []), piece])
  }
  return [...lines.values()].flatMap((line) => {
    const sorted = line.toSorted((a, b) => a.x - b.x)
    const first = sorted[0]
    return first && sorted.length > 1
      ? [{ ...first, text: sorted.map(({ text }) => text).join('') }]
      : []
  })
}

/** Starts the reader of barcodes when a file first needs it. */
function barcodeReader(): () => Promise<unknown> {
  let started: Promise<unknown> | null = null
  return () =>
    (started ??= readFile(
      fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
    ).then((bytes) =>
      prepareZXingModule({
        overrides: { wasmBinary: new Uint8Array(bytes).buffer },
        fireImmediately: true,
      }),
    ))
}

/** First as a printer's dots are coarse; a page where that shows nothing is looked at closely. */
async function barcodesOf(page: PDFPageProxy, start: () => Promise<unknown>): Promise<Hit[]> {
  await start()
  const plain = page.getViewport({ scale: 1, rotation: 0 })
  const close = Math.min(6, LOOK_PX / Math.max(plain.width, plain.height, 1))
  const coarse = LOOK_DPI / 72
  const hits = close > coarse ? await barcodesAt(page, coarse) : []
  return hits.length > 0 ? hits : await barcodesAt(page, close)
}

async function barcodesAt(page: PDFPageProxy, scale: number): Promise<Hit[]> {
  const viewport = page.getViewport({ scale, rotation: 0 })
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    background: 'white',
  }).promise
  const image = context.getImageData(0, 0, width, height)
  const found = await readBarcodes(image as unknown as ImageData, {
    formats: ['Code128', 'QRCode', 'DataMatrix', 'PDF417'],
    tryHarder: true,
    maxNumberOfSymbols: 32,
  })
  return found.flatMap(({ text, position }) =>
    [...text.toUpperCase().matchAll(BOX_IDS)].map(([code]): Hit => {
      const x = (position.topLeft.x + position.bottomRight.x) / 2
      const y = (position.topLeft.y + position.bottomRight.y) / 2
      return { code, x: x / width, y: 1 - y / height, foundBy: 'barcode' }
    }),
  )
}
