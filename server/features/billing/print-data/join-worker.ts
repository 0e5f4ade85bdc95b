import { parentPort } from 'node:worker_threads'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'

export interface JoinOrder {
  title: string
  /** Null: there is no paper. */
  papers: readonly { label: string; bytes: Uint8Array | null }[]
}
export interface JoinReply {
  bytes: Uint8Array
  pages: number
}

const FAULTS = {
  locked: 'not printed: locked 未打印：文件已加密',
  unreadable: 'not printed: unreadable 未打印：文件无法读取',
  none: 'not printed: no paper 未打印：没有文件',
} as const

/**
 * Papers behind one another under a cover list. What is locked or cannot be read is named there
 * and leaves no empty page. Each page has its number and how many there are.
 */
async function join({ title, papers }: JoinOrder): Promise<JoinReply> {
  const parts = []
  for (const { label, bytes } of papers)
    parts.push({ label, paper: bytes === null ? ('none' as const) : await open(bytes) })
  // How many pages the cover takes is known once it is drawn; their numbers do not change that.
  let page =
    (
      await cover(
        title,
        parts.map(({ label }) => [label, '']),
      )
    ).getPageCount() + 1
  const lines = parts.map(({ label, paper }): [string, string] => {
    if (typeof paper === 'string') return [label, FAULTS[paper]]
    const [first, count] = [page, paper.getPageCount()]
    page += count
    return [label, count > 1 ? `${first} – ${page - 1}` : String(first)]
  })
  const whole = await cover(title, lines)
  for (const { paper } of parts)
    if (typeof paper !== 'string')
      for (const one of await whole.copyPages(paper, paper.getPageIndices())) whole.addPage(one)
  const font = await whole.embedFont(StandardFonts.Helvetica)
  const pages = whole.getPages()
  pages.forEach((one, at) =>
    one.drawText(`${at + 1} / ${pages.length}`, { x: 12, y: 8, size: 7, font }),
  )
  return { bytes: await whole.save(), pages: pages.length }
}

const open = (bytes: Uint8Array): Promise<PDFDocument | 'locked' | 'unreadable'> =>
  PDFDocument.load(bytes, { updateMetadata: false }).catch((error: Error) =>
    /encrypt/i.test(error.message) ? 'locked' : 'unreadable',
  )

/** The list of what is in the set, and on which pages. */
async function cover(
  title: string,
  lines: readonly (readonly [label: string, place: string])[],
): Promise<PDFDocument> {
  const doc = new PaperDocument('Print set')
  const pages = new Pages(
    doc,
    { left: 15, bottom: 20 },
    (page) => {
      page.text(15, 15, title, 180, { size: 6, bold: true })
      return 28
    },
    (page) => {
      page.text(15, 12, title, 180, { bold: true })
      return 20
    },
  )
  pages.table({
    columns: [
      { caption: 'No. 序号', width: 20, align: 'right' },
      { caption: 'Paper 单据', width: 90 },
      { caption: 'Pages 页码', width: 70 },
    ],
    rows: lines.map(([label, place], at) => ({ cells: [String(at + 1), label, place] })),
  })
  pages.end(() => {})
  return await PDFDocument.load(await doc.end(), { updateMetadata: false })
}

parentPort?.on('message', (order: JoinOrder) => {
  void join(order).then((reply) => parentPort?.postMessage(reply))
})
