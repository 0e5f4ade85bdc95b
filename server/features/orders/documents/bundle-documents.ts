import { setImmediate as breathe } from 'node:timers/promises'
import type { In } from '#contracts/kit/endpoint.ts'
import type { documents, PrintedDocument } from '#contracts/orders/documents.ts'
import { printWith, type PrintSteps } from '#server/features/orders/labels/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { joinPdfs } from '#server/kit/pdf/join-pdfs.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { choiceOf, type Choice } from './document-choice.ts'
import { drawDocument, drawInto } from './draw-document.ts'
import { readAttached } from './attached-files.ts'
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
  input: In<typeof documents.bundle>,
): Promise<FileReply> {
  if (input.format !== 'zip' && input.documents.includes('files'))
    failFields([{ path: 'format', code: 'document.filesZip' }])
  const choice = await choiceOf(ctx, input.ids, input.documents)
  if (choice.every(({ documents: open }) => open.length === 0)) {
    const [first] = choice.flatMap(({ refused }) => refused)
    if (first) fail(first.code, first.data)
  }
  return bundleChosen(ctx, choice, input)
}

/** The file of what was found out about orders; `steps` is as with labels. */
export async function bundleChosen(
  ctx: Ctx,
  choice: readonly Choice[],
  {
    format,
    reason,
    requestKey,
  }: Pick<In<typeof documents.bundle>, 'format' | 'reason' | 'requestKey'>,
  steps: PrintSteps = {},
): Promise<FileReply> {
  const pages = choice.flatMap(({ order, documents: open }): Page[] =>
    open.flatMap((kind) => (kind === 'label' || kind === 'files' ? [] : [{ order, kind }])),
  )
  const drawn = format === 'zip' ? await each(pages) : await together(pages)
  drawn.push(
    ...(await readAttached(
      ctx,
      choice.map(({ order, files }) => ({ orderNo: order.data.orderNo, files })),
    )),
  )
  const compose = async (labels: FileReply | null): Promise<FileReply> => {
    const files = labels
      ? [{ name: 'labels.pdf', bytes: labels.content as Buffer }, ...drawn]
      : drawn
    if (format === 'zip') return zipOf(files)
    const [only] = files
    const bytes =
      only && files.length === 1
        ? only.bytes
        : Buffer.from(await joinPdfs(files.map((file) => file.bytes)))
    return new FileReply('documents.pdf', 'application/pdf', bytes)
  }
  const note = async (tx: Tx): Promise<void> => {
    if (pages.length > 0)
      await notePrint(
        tx,
        [...new Set(pages.map(({ order }) => order))],
        [...new Set(pages.map(({ kind }) => kind))],
      )
  }
  const ids = choice
    .filter(({ documents: open }) => open.includes('label'))
    .map(({ order }) => order.id)
  if (ids.length > 0)
    return printWith(
      ctx,
      { ids, format: 'pdf', dpi: 203, reason, requestKey },
      {
        ...steps,
        compose,
        counted: async (tx, file) => {
          await note(tx)
          await steps.counted?.(tx, file)
        },
      },
    )
  const file = await compose(null)
  await inTx(ctx, async (tx) => {
    await steps.check?.(tx)
    await note(tx)
    await steps.counted?.(tx, file)
  })
  return file
}

async function each(pages: readonly Page[]): Promise<{ name: string; bytes: Buffer }[]> {
  const files = []
  for (const { order, kind } of pages) {
    const name = `${order.data.orderNo}-${fileName(kind)}.pdf`
    files.push({ name, bytes: await drawDocument(kind, order.data) })
    // Other requests get their turn.
    await breathe()
  }
  return files
}

async function together(pages: readonly Page[]): Promise<{ name: string; bytes: Buffer }[]> {
  if (pages.length === 0) return []
  const doc = new PaperDocument('Documents')
  for (const { order, kind } of pages) {
    drawInto(doc, kind, order.data)
    await breathe()
  }
  return [{ name: 'documents.pdf', bytes: await doc.end() }]
}
