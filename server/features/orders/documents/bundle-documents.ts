import { setImmediate as breathe } from 'node:timers/promises'
import type { In } from '#contracts/kit/endpoint.ts'
import type { documents, PrintedDocument } from '#contracts/orders/documents.ts'
import { printLabels } from '#server/features/orders/labels/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { joinPdfs } from '#server/kit/pdf/join-pdfs.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { choiceOf } from './document-choice.ts'
import { drawDocument, drawInto } from './draw-document.ts'
import type { LoadedOrder } from './load-documents.ts'
import { fileName, notePrint, zipOf } from './print-documents.ts'

interface Page {
  order: LoadedOrder
  kind: PrintedDocument
}

/**
 * Documents of orders, and their labels, in one file. What an order has not is left out, the
 * preview names it. Documents are drawn before labels are printed: what cannot be drawn leaves no
 * label counted.
 */
export async function bundleDocuments(
  ctx: Ctx,
  { ids, documents: asked, format, reason, requestKey }: In<typeof documents.bundle>,
): Promise<FileReply> {
  const choice = await choiceOf(ctx, ids, asked)
  if (choice.every(({ documents: open }) => open.length === 0)) {
    const [first] = choice.flatMap(({ refused }) => refused)
    if (first) fail(first.code, first.data)
  }
  const pages = choice.flatMap(({ order, documents: open }): Page[] =>
    open.flatMap((kind) => (kind === 'label' ? [] : [{ order, kind }])),
  )
  const files = format === 'zip' ? await each(pages) : await together(pages)
  const labelled = choice.filter(({ documents: open }) => open.includes('label'))
  if (labelled.length > 0) {
    const { content } = await printLabels(ctx, {
      ids: labelled.map(({ order }) => order.id),
      format: 'pdf',
      dpi: 203,
      reason,
      requestKey,
    })
    files.unshift({ name: 'labels.pdf', bytes: content as Buffer })
  }
  if (pages.length > 0)
    await notePrint(
      ctx,
      [...new Set(pages.map(({ order }) => order))],
      [...new Set(pages.map(({ kind }) => kind))],
    )
  if (format === 'zip') return zipOf(files)
  const [only] = files
  const bytes =
    only && files.length === 1
      ? only.bytes
      : Buffer.from(await joinPdfs(files.map((file) => file.bytes)))
  return new FileReply('documents.pdf', 'application/pdf', bytes)
}

async function each(pages: readonly Page[]): Promise<{ name: string; bytes: Buffer }[]> {
  const files = []
  for (const { order, kind } of pages) {
    const name = `${order.data.orderNo}-${fileName(kind)}.pdf`
    files.push({ name, bytes: drawDocument(kind, order.data) })
    // Other requests get their turn.
    await breathe()
  }
  return files
}

async function together(pages: readonly Page[]): Promise<{ name: string; bytes: Buffer }[]> {
  if (pages.length === 0) return []
  const doc = new PdfDocument('Documents')
  for (const { order, kind } of pages) {
    drawInto(doc, kind, order.data)
    await breathe()
  }
  return [{ name: 'documents.pdf', bytes: doc.end() }]
}
