import PDFDocument from 'pdfkit'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import bwip from 'bwip-js/node'

const A4 = [595.28, 841.89] as const
type Options = ConstructorParameters<typeof PDFDocument>[0]

/** A PDF as pdfkit draws it. */
export function drawPdf(
  draw: (doc: InstanceType<typeof PDFDocument>) => void | Promise<void>,
  options: Options = {},
): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0, ...options })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
  return Promise.resolve(draw(doc)).then(() => {
    doc.end()
    return ended
  })
}

/** Labels as text, `cols` by `rows` on A4; one on a page is a thermal label of 100 x 150 mm. */
export function labelSheets(codes: readonly string[], cols = 1, rows = 1): Promise<Buffer> {
  const alone = cols * rows === 1
  const [width, height] = alone ? [283.46, 425.2] : A4
  return drawPdf((doc) => {
    codes.forEach((code, at) => {
      const cell = at % (cols * rows)
      if (cell === 0) doc.addPage({ size: [width, height], margin: 0 })
      const [x, y] = [(cell % cols) * (width / cols), Math.floor(cell / cols) * (height / rows)]
      doc.fontSize(10).text('FBA', x + 20, y + 20, { lineBreak: false })
      doc.fontSize(12).text(code, x + 20, y + height / rows / 2, { lineBreak: false })
    })
  })
}

/** Pages that are pictures of a barcode, as a scanner or a phone makes them. */
export async function pictureLabels(codes: readonly string[]): Promise<Buffer> {
  const pictures = await Promise.all(
    codes.map(async (text) => {
      if (text === '') return createCanvas(200, 100).toBuffer('image/png')
      return await bwip.toBuffer({
        bcid: 'code128',
        text,
        scale: 3,
        height: 20,
        padding: 10,
        backgroundcolor: 'FFFFFF',
      })
    }),
  )
  return await drawPdf((doc) => {
    for (const picture of pictures) {
      doc.addPage({ size: [283.46, 425.2], margin: 0 })
      doc.image(picture, 20, 100, { width: 240 })
    }
  })
}

/** Whole pages as a scanner makes them: one large photo a page. */
export async function scannedLabels(codes: readonly string[]): Promise<Buffer> {
  const [width, height] = [1240, 1860]
  return await drawPdf(async (doc) => {
    for (const text of codes) {
      const bars = await bwip.toBuffer({ bcid: 'code128', text, scale: 3, height: 20 })
      const canvas = createCanvas(width, height)
      const context = canvas.getContext('2d')
      context.fillStyle = 'white'
      context.fillRect(0, 0, width, height)
      context.drawImage(await loadImage(bars), 80, 500, width - 160, 300)
      doc.addPage({ size: [283.46, 425.2], margin: 0 })
      doc.image(canvas.toBuffer('image/jpeg'), 0, 0, { width: 283.46 })
    }
  })
}
