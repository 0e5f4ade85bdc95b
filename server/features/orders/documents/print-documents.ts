import { setImmediate as breathe } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { documents, PrintedDocument } from '#contracts/orders/documents.ts'
import { PRINTED_DOCUMENTS } from '#contracts/orders/documents.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { drawDocument } from './draw-document.ts'
import { acrossBorder, lacking, requireFew } from './document-choice.ts'
import { FILES_BYTES, attachedFiles, readAttached } from './attached-files.ts'
import { loadDocuments, type LoadedOrder } from './load-documents.ts'

/** Documents of orders as one PDF or a zip; who printed what is noted before it is handed out. */
export async function printDocuments(
  ctx: Ctx,
  { ids, kinds }: In<typeof documents.print>,
): Promise<FileReply> {
  const orders = await loadDocuments(ctx, [...new Set(ids)])
  requireFew(orders)
  const border = await acrossBorder(ctx, orders)
  const wanted = orders.flatMap((order) =>
    kindsOf(order, kinds, border.has(order.id)).map((kind) => ({ order, kind })),
  )
  for (const { order, kind } of wanted) {
    const lacks = lacking(border, order, kind)
    if (lacks) fail('document.incomplete', lacks)
  }
  const files: { name: string; bytes: Buffer }[] = []
  for (const { order, kind } of wanted) {
    files.push({
      name: `${order.data.orderNo}-${fileName(kind)}.pdf`,
      bytes: await drawDocument(kind, order.data),
    })
    // Other requests get their turn.
    await breathe()
  }
  const all = !kinds || kinds.length === 0
  const attached = all ? await allAttached(ctx, orders) : []
  await notePrint(ctx, orders, [...new Set(wanted.map(({ kind }) => kind))])
  const [only] = files
  files.push(...attached)
  if (files.length === 0) fail('document.none')
  if (files.length === 1 && attached.length === 0 && only)
    return new FileReply(only.name, 'application/pdf', only.bytes)
  return zipOf(files)
}

async function allAttached(ctx: Ctx, orders: readonly LoadedOrder[]) {
  const { files, tooLarge } = await attachedFiles(
    ctx,
    orders.map(({ id }) => id),
  )
  if (tooLarge.size > 0)
    fail('document.filesTooLarge', {
      label: orders.find(({ id }) => tooLarge.has(id))?.data.orderNo ?? '',
      max: String(FILES_BYTES / 1024 / 1024),
    })
  return readAttached(
    ctx,
    orders.map(({ id, data }) => ({ orderNo: data.orderNo, files: files.get(id) ?? [] })),
  )
}

/** PDFs are packed already. */
export function zipOf(files: readonly { name: string; bytes: Buffer }[]): FileReply {
  const zip = zipSync(
    Object.fromEntries(files.map(({ name, bytes }) => [name, [bytes, { level: 0 }]])),
  )
  return new FileReply('documents.zip', 'application/zip', Buffer.from(zip))
}

/** What is printed of an order: the kinds asked for, or all its kind of order declares. */
function kindsOf(
  { kind, data }: LoadedOrder,
  asked: readonly PrintedDocument[] | undefined,
  border: boolean,
): PrintedDocument[] {
  const declared = PRINTED_DOCUMENTS.filter((one) => kindOf(kind).documents.includes(one))
  if (!asked || asked.length === 0) return declared.filter((one) => one !== 'customsForm' || border)
  const foreign = asked.filter((one) => !declared.includes(one))
  if (foreign.length > 0)
    fail('document.notOfKind', { label: data.orderNo, documents: foreign.join(', ') })
  if (asked.includes('customsForm') && !border) fail('document.nothing', { label: data.orderNo })
  return declared.filter((one) => asked.includes(one))
}

const FILE_NAMES: Record<PrintedDocument, string> = {
  packingList: 'packing-list',
  proforma: 'pro-forma-invoice',
  commercialInvoice: 'commercial-invoice',
  customsForm: 'customs-form',
}
export const fileName = (kind: PrintedDocument): string => FILE_NAMES[kind]

/** Notes who printed which documents of which orders. */
export function notePrint(
  ctx: Ctx,
  orders: readonly LoadedOrder[],
  kinds: readonly PrintedDocument[],
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await sql`insert into document_print (tenant_id, user_id, shipment_ids, kinds, create_by)
      values (${tx.principal.tenantId}, ${tx.principal.userId},
        ${orders.map(({ id }) => id)}::bigint[], ${kinds}::text[],
        ${tx.principal.username})`.execute(tx.db)
  })
}
