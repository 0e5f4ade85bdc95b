import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { cutPages, isPdf, joinFiles, type PageFault } from './cut-pages.ts'
import { numbersIn, type PageNumbers } from './read-numbers.ts'

export type PageOrder =
  | { kind: 'start' }
  | { kind: 'page'; bytes: Uint8Array; page: number }
  | { kind: 'cut'; bytes: Uint8Array; from: number; to: number }
  | { kind: 'join'; files: readonly Uint8Array[] }
export type PageReply =
  | { pages: number; found: PageNumbers }
  | { bytes: Uint8Array }
  | { fault: PageFault }
  | { started: true }

/** A picture with more pixels than this is not decoded. */
const IMAGE_PIXELS = 40_000_000
interface Look {
  side: number
  turn: number
  soft: number
  clear?: boolean
}
/**
 * How a page is looked at, one after the other until a barcode is read: pixels of its longer side,
 * degrees it is turned by, whether it is softened first, or cleared of specks and blur.
 */
const LOOKS: readonly Look[] = [
  { side: 1400, turn: 0, soft: 0 },
  { side: 2200, turn: 0, soft: 0, clear: true },
  { side: 2200, turn: 0, soft: 0 },
  { side: 1800, turn: 0, soft: 1.2 },
  { side: 2200, turn: 5, soft: 0.6 },
  { side: 2200, turn: -5, soft: 0.6 },
  { side: 3000, turn: 0, soft: 1.6 },
]
const BINARIZERS = ['LocalAverage', 'GlobalHistogram'] as const

let reader: Promise<unknown> | null = null
const startReader = () =>
  (reader ??= readFile(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  ).then((bytes) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(bytes).buffer },
      fireImmediately: true,
    }),
  ))

async function open(bytes: Uint8Array): Promise<PDFDocumentProxy | PageFault> {
  const loading = getDocument({
    // It takes the bytes for itself.
    data: new Uint8Array(bytes),
    maxImageSize: IMAGE_PIXELS,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    standardFontDataUrl: fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/')),
  })
  return await loading.promise.catch((error: Error) =>
    error.name === 'PasswordException' ? 'encrypted' : 'broken',
  )
}

async function readPage(bytes: Uint8Array, at: number): Promise<PageReply> {
  if (!isPdf(bytes)) return readPicture(bytes)
  const file = await open(bytes)
  if (typeof file === 'string') return { fault: file }
  try {
    const page = await file.getPage(Math.min(at, file.numPages))
    const text = numbersIn(await linesOf(page))
    // A text layer may be a scanner's guess, or name all but the parcel: barcodes are read with it.
    const looks = text.length > 0 ? LOOKS.slice(0, 2) : LOOKS
    const bars = await barcodesOf((side) => draw(page, side), looks)
    return { pages: file.numPages, found: { numbers: [...new Set([...bars, ...text])], bars } }
  } finally {
    await file.loadingTask.destroy()
  }
}

/** The text of a page by lines; pieces close to one another are one text as well. */
async function linesOf(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent()
  const lines = new Map<number, { x: number; text: string }[]>()
  const pieces: string[] = []
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue
    const [, , , , x = 0, y = 0] = item.transform as number[]
    pieces.push(item.str)
    const line = Math.round(y / 2)
    lines.set(line, [...(lines.get(line) ?? []), { x, text: item.str }])
  }
  const joined = [...lines.values()].flatMap((line) => {
    const texts = line.toSorted((a, b) => a.x - b.x).map(({ text }) => text.trim())
    return texts.length > 1 ? [texts.join(' ')] : []
  })
  return [...pieces, ...joined]
}

async function draw(page: PDFPageProxy, side: number): Promise<Canvas> {
  const plain = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({
    scale: Math.min(6, side / Math.max(plain.width, plain.height, 1)),
  })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  // The library enlarges pictures without smoothing, which makes bars uneven: it is not let.
  Object.defineProperty(context, 'imageSmoothingEnabled', { get: () => true, set() {} })
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    background: 'white',
  }).promise
  return canvas
}

async function readPicture(bytes: Uint8Array): Promise<PageReply> {
  const image = await loadImage(bytes).catch(() => null)
  if (!image || image.width * image.height > IMAGE_PIXELS) return { fault: 'broken' }
  const bars = await barcodesOf((side) => {
    const scale = Math.min(3, side / Math.max(image.width, image.height, 1))
    const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)]
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').drawImage(image, 0, 0, width, height)
    return Promise.resolve(canvas)
  }, LOOKS)
  return { pages: 1, found: { numbers: bars, bars } }
}

async function barcodesOf(
  drawn: (side: number) => Promise<Canvas>,
  looks: readonly Look[],
): Promise<string[]> {
  await startReader()
  const bySide = new Map<number, Canvas>()
  for (const { side, turn, soft, clear } of looks) {
    const plain = bySide.get(side) ?? (await drawn(side))
    bySide.set(side, plain)
    const looked = turn === 0 && soft === 0 ? plain : turned(plain, turn, soft)
    const image = clear
      ? cleared(plain)
      : looked.getContext('2d').getImageData(0, 0, looked.width, looked.height)
    for (const binarizer of BINARIZERS) {
      const found = await readBarcodes(image as unknown as ImageData, {
        formats: ['Code128', 'QRCode', 'DataMatrix', 'PDF417'],
        tryHarder: true,
        tryRotate: true,
        binarizer,
        maxNumberOfSymbols: 32,
      })
      const numbers = numbersIn(found.map(({ text }) => text))
      if (numbers.length > 0) return numbers
    }
  }
  return []
}

const SQUEEZED = 3
const SHARPENED = 4
/** What blur takes from bars: about this much of the longer side. */
const BLURRED = 1.3 / 1000

/**
 * Specks are averaged out along upright bars by making the page lower; what blur took from them is
 * given back by what the page has more than its blurred self.
 */
function cleared(plain: Canvas): ImageData {
  const [width, height] = [plain.width, Math.ceil(plain.height / SQUEEZED)]
  const low = createCanvas(width, height)
  const context = low.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(plain, 0, 0, width, height)
  const soft = createCanvas(width, height).getContext('2d')
  soft.filter = `blur(${plain.width * BLURRED}px)`
  soft.drawImage(low, 0, 0)
  const blurred = soft.getImageData(0, 0, width, height).data
  const image = context.getImageData(0, 0, width, height)
  // One of the colours is enough for bars; the array keeps values within a byte.
  for (let at = 0; at < image.data.length; at += 4) {
    const green = image.data[at + 1]!
    image.data.fill(green + SHARPENED * (green - blurred[at + 1]!), at, at + 3)
  }
  return image as unknown as ImageData
}

function turned(plain: Canvas, degrees: number, soft: number): Canvas {
  const canvas = createCanvas(plain.width, plain.height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, plain.width, plain.height)
  if (soft > 0) context.filter = `blur(${soft}px)`
  context.translate(plain.width / 2, plain.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(plain, -plain.width / 2, -plain.height / 2)
  return canvas
}

async function answer(order: PageOrder): Promise<PageReply> {
  switch (order.kind) {
    case 'start':
      return { started: true }
    case 'page':
      return readPage(order.bytes, order.page)
    case 'cut':
      return cutPages(order.bytes, order.from, order.to)
    case 'join':
      return joinFiles(order.files)
  }
}

parentPort?.on('message', (order: PageOrder) => {
  void answer(order)
    .catch((): PageReply => ({ fault: 'broken' }))
    .then((reply) => parentPort?.postMessage(reply))
})
