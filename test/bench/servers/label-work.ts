import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import {
  chinese,
  latin,
} from '#server/features/commercial/label-templates/drawing/labels.fixture.ts'
import type { LabelModel } from '#server/features/commercial/label-templates/drawing/model.ts'
import { renderPdf } from '#server/features/commercial/label-templates/drawing/render-pdf.ts'

// One way of making labels, for so long, in a process of its own: labels per second of CPU time.
const [way = '', seconds = '3'] = process.argv.slice(2)
const MM = 72 / 25.4
const font = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
)

/**
 * The usual way: one pdfkit document per label, the barcode a PNG of bwip-js (the smallest
 * that prints, which is the fastest) or drawn as bars.
 */
async function plain(model: LabelModel, bars: 'png' | 'vector'): Promise<number> {
  const doc = new PDFDocument({ size: [100 * MM, 150 * MM], margin: 0 })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  const script = model === chinese
  if (script) doc.font(font)
  const put = (text: string, x: number, y: number, size: number, bold = false) =>
    doc
      .font(script ? font : bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(text, x * MM, y * MM, { lineBreak: false })
  put(model.serviceName, 3, 4, 18, true)
  put(`${model.piece}/${model.pieces}`, 85, 4, 18, true)
  model.sender.forEach((line, at) => put(line, 3, 18 + at * 3.5, 7.5))
  put(`${model.weightG / 1000} kg`, 68, 18, 11, true)
  put(model.printedAt.slice(0, 10), 68, 25, 9)
  put(model.reference ?? '', 68, 32, 9)
  const { consignee } = model
  const to = [
    consignee.name,
    consignee.company ?? '',
    ...consignee.lines,
    `${consignee.postalCode} ${consignee.city}`,
    consignee.country,
  ]
  to.forEach((line, at) => put(line, 3, 42 + at * 6, 13, at === 0))
  doc.rect(3 * MM, 84 * MM, 24 * MM, 15 * MM).fill('black')
  put(model.sortCode ?? '', 32, 87, 28, true)
  if (bars === 'png')
    doc.image(
      await bwip.toBuffer({ bcid: 'code128', text: model.number, scale: 1, height: 10 }),
      10 * MM,
      104 * MM,
      { width: 80 * MM },
    )
  else {
    const [code] = bwip.raw({ bcid: 'code128', text: model.number })
    let x = 10
    if (code && 'sbs' in code)
      (code.sbs as number[]).forEach((width, at) => {
        if (at % 2 === 0) doc.rect(x * MM, 104 * MM, width * 0.375 * MM, 26 * MM)
        x += width * 0.375
      })
    doc.fill('black')
  }
  put(model.number, 30, 134, 14, true)
  doc.end()
  await ended
  return 1
}

const batch = (model: LabelModel) =>
  Array.from({ length: 100 }, (_, n) => ({
    ...model,
    reference: `REF-${n}`,
    consignee: { ...model.consignee, name: `${model.consignee.name} ${n}` },
  }))
const ways: Record<string, () => Promise<number>> = {
  'plain-png': () => plain(latin, 'png'),
  'plain-vector': () => plain(latin, 'vector'),
  'plain-chinese': () => plain(chinese, 'png'),
  'one-latin': () => renderPdf([latin]).then(() => 1),
  'one-chinese': () => renderPdf([chinese]).then(() => 1),
  'batch-latin': () => renderPdf(batch(latin)).then(() => 100),
  'batch-chinese': () => renderPdf(batch(chinese)).then(() => 100),
}

const work = ways[way]
if (!work) throw new Error(`no such way: ${way}`)
const until = async (ms: number) => {
  const end = performance.now() + ms
  let done = 0
  while (performance.now() < end) done += await work()
  return done
}
await until(1_000)
const before = process.cpuUsage()
const done = await until(Number(seconds) * 1000)
const used = process.cpuUsage(before)
process.stdout.write(
  JSON.stringify({ done, perCpuSecond: done / ((used.user + used.system) / 1e6) }),
)
