import { createCanvas, loadImage } from '@napi-rs/canvas'
import { PDFDocument } from '@cantoo/pdf-lib'

/** Why a file cannot be read. */
export type PageFault = 'encrypted' | 'broken'
type Cut = { bytes: Uint8Array } | { fault: PageFault }
/** A4, in points. */
const SHEET = [595.28, 841.89] as const

export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes('%PDF-')

const load = (bytes: Uint8Array): Promise<PDFDocument | PageFault> =>
  PDFDocument.load(bytes, { updateMetadata: false }).catch((error: Error) =>
    /encrypt/i.test(error.message) ? 'encrypted' : 'broken',
  )

/** Pages of a file as a file of their own. */
export async function cutPages(bytes: Uint8Array, from: number, to: number): Promise<Cut> {
  const source = await load(bytes)
  if (typeof source === 'string') return { fault: source }
  const last = Math.min(to, source.getPageCount())
  if (from === 1 && last === source.getPageCount()) return { bytes }
  const part = await PDFDocument.create()
  const wanted = Array.from({ length: last - from + 1 }, (_, at) => from - 1 + at)
  for (const page of await part.copyPages(source, wanted)) part.addPage(page)
  return { bytes: await part.save() }
}

/** Files behind one another; a picture is a page. */
export async function joinFiles(files: readonly Uint8Array[]): Promise<Cut> {
  const whole = await PDFDocument.create()
  for (const bytes of files) {
    if (!isPdf(bytes)) {
      await addPicture(whole, bytes)
      continue
    }
    const part = await load(bytes)
    if (typeof part === 'string') return { fault: part }
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
  }
  return { bytes: await whole.save() }
}

/** A picture on a sheet of its own, as large as the sheet allows. */
export async function addPicture(whole: PDFDocument, bytes: Uint8Array): Promise<void> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const drawn = await whole.embedJpg(canvas.toBuffer('image/jpeg'))
  const page = whole.addPage([...SHEET])
  const { width, height } = drawn.scaleToFit(SHEET[0] - 40, SHEET[1] - 40)
  page.drawImage(drawn, { x: 20, y: SHEET[1] - 20 - height, width, height })
}
