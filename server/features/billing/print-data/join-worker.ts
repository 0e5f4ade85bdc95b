import { parentPort } from 'node:worker_threads'
import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'

export interface JoinOrder {
  title: string
  /** Null: there is no paper. */
  papers: readonly { label: string; bytes: Uint8Array | null }[]
}
export interface JoinReply {
  bytes: Uint8Array
  pages: number
}

/** A4, in points. */
const SHEET = [595.28, 841.89] as const
const LINES = 46
/** The standard fonts have Latin letters only. */
const plain = (text: string): string => text.replaceAll(/[^\u0020-\u007E]/g, '?')

/**
 * Papers behind one another under a cover list. What is locked or cannot be read is named there
 * and leaves no empty page. Each page has its number and how many there are.
 */
async function join({ title, papers }: JoinOrder): Promise<JoinReply> {
  const whole = await PDFDocument.create()
  const font = await whole.embedFont(StandardFonts.Helvetica)
  const lines: string[] = []
  const covers = Array.from({ length: Math.max(1, Math.ceil(papers.length / LINES)) }, () =>
    whole.addPage([...SHEET]),
  )
  for (const [at, { label, bytes }] of papers.entries()) {
    const part = bytes && (await open(bytes))
    const first = whole.getPageCount() + 1
    if (part instanceof PDFDocument)
      for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
    const last = whole.getPageCount()
    const place =
      part instanceof PDFDocument ? `page ${first}${last > first ? ` - ${last}` : ''}` : null
    lines.push(`${at + 1}. ${plain(label)}   ${place ?? `NOT PRINTED: ${part ?? 'no paper'}`}`)
  }
  covers.forEach((page, at) =>
    list(page, font, plain(title), lines.slice(at * LINES, (at + 1) * LINES)),
  )
  const pages = whole.getPages()
  pages.forEach((page, at) =>
    page.drawText(`${at + 1} / ${pages.length}`, { x: 12, y: 8, size: 7, font }),
  )
  return { bytes: await whole.save(), pages: pages.length }
}

const open = (bytes: Uint8Array): Promise<PDFDocument | 'locked' | 'unreadable'> =>
  PDFDocument.load(bytes, { updateMetadata: false }).catch((error: Error) =>
    /encrypt/i.test(error.message) ? 'locked' : 'unreadable',
  )

function list(page: PDFPage, font: PDFFont, title: string, lines: readonly string[]): void {
  page.drawText(title, { x: 40, y: SHEET[1] - 50, size: 14, font })
  lines.forEach((line, at) =>
    page.drawText(line, { x: 40, y: SHEET[1] - 80 - at * 16, size: 9, font }),
  )
}

parentPort?.on('message', (order: JoinOrder) => {
  void join(order).then((reply) => parentPort?.postMessage(reply))
})
