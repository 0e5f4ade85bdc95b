import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Bundled, documents } from '#contracts/orders/documents.ts'
import { BUNDLED } from '#contracts/orders/documents.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { whyNot } from '#contracts/orders/shipments.states.ts'
import {
  checkStored,
  findingKindOf,
  type FindingCode,
} from '#server/features/orders/customs/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { StoredFile } from '#server/kit/files/stored-files.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { Refusal, type ErrorCode } from '#server/kit/http/errors.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { FILES_BYTES, attachedFiles } from './attached-files.ts'
import { loadDocuments, type LoadedOrder } from './load-documents.ts'

const PARCELS_MAX = 1_000

export function requireFew(orders: readonly LoadedOrder[]): void {
  const count = orders.reduce((sum, { data }) => sum + data.parcels.length, 0)
  if (count > PARCELS_MAX)
    throw new Refusal('document.tooMany', { data: { count, max: PARCELS_MAX } })
}

/** Doubts when an order is confirmed; a paper without them is sent back. */
const NAMED: readonly FindingCode[] = ['customs.incotermMissing', 'customs.originMissing']

/** Orders between whose ends customs stand, each with what was not entered for them, in words. */
export async function acrossBorder(
  ctx: Ctx,
  orders: readonly LoadedOrder[],
): Promise<ReadonlyMap<string, string[]>> {
  const checked = await checkStored(
    ctx,
    orders.map(({ id }) => id),
  )
  return new Map(
    checked
      .filter(({ needed }) => needed)
      .map(({ id, findings }) => [
        id,
        findings
          .filter(
            ({ severity, code }) =>
              findingKindOf(code).missing && (severity === 'error' || NAMED.includes(code)),
          )
          .map(({ code, data }) => translateError(ctx.lang, code, data)),
      ]),
  )
}

/** Verbs by which what a paper lacks is added. */
const MENDING = ['edit', 'withdraw', 'correct'] as const

/**
 * What a paper for customs would leave empty; null where it can be drawn. Of an order that is
 * sorted, left or ended it is drawn as it is: what is missing can no longer be added.
 */
export function lacking(
  border: ReadonlyMap<string, string[]>,
  { id, data, status }: LoadedOrder,
  document: string,
): { label: string; lacks: string } | null {
  const lacks = border.get(id) ?? []
  if (MENDING.every((verb) => whyNot(verb, Number(status)) !== null)) return null
  if (lacks.length === 0 || (document !== 'commercialInvoice' && document !== 'customsForm'))
    return null
  return { label: data.orderNo, lacks: [...new Set(lacks)].join(' ') }
}

export interface Choice {
  order: LoadedOrder
  documents: Bundled[]
  /** Kept with the order, where they were asked for. */
  files: readonly StoredFile[]
  refused: { document: Bundled; code: ErrorCode; data: Record<string, string> }[]
}

/** Which of the documents each order has, and why not the others. */
export async function choiceOf(
  ctx: Ctx,
  ids: readonly string[],
  asked: readonly Bundled[],
): Promise<Choice[]> {
  const orders = await loadDocuments(ctx, [...new Set(ids)])
  requireFew(orders)
  const border = await acrossBorder(ctx, orders)
  const texts = await dictTexts(ctx)
  const attached = asked.includes('files')
    ? await attachedFiles(
        ctx,
        orders.map(({ id }) => id),
      )
    : null
  const mayLabel = ctx.can('ship:label:print')
  return orders.map((order) => {
    const { orderNo: label } = order.data
    const refused: Choice['refused'] = []
    const documents = BUNDLED.filter((document) => {
      if (!asked.includes(document)) return false
      const refuse = (code: ErrorCode, data: Record<string, string> = {}) => {
        refused.push({ document, code, data: { label, ...data } })
        return false
      }
      if (document === 'files') {
        if (!attached?.files.has(order.id)) return refuse('document.noFiles')
        return (
          !attached.tooLarge.has(order.id) ||
          refuse('document.filesTooLarge', { max: String(FILES_BYTES / 1024 / 1024) })
        )
      }
      if (!(kindOf(order.kind).documents as readonly string[]).includes(document))
        return refuse('document.notOfKind', {
          documents: translate(ctx.lang, 'customs', `document.${document}`),
        })
      if (document === 'customsForm' && !border.has(order.id)) return refuse('document.nothing')
      const lacks = lacking(border, order, document)
      if (lacks) return refuse('document.incomplete', lacks)
      if (document !== 'label') return true
      if (!mayLabel) return refuse('document.noLabelRight')
      return (
        order.states.some((state) => whyNot('print', state) === null) ||
        refuse('shipment.not.print', { status: texts('shipment_status', order.status) })
      )
    })
    const files = documents.includes('files') ? (attached?.files.get(order.id) ?? []) : []
    return { order, documents, files, refused }
  })
}

/** What a press would give, order by order. */
export async function previewDocuments(
  ctx: Ctx,
  { ids, documents: asked }: In<typeof documents.preview>,
): Promise<Out<typeof documents.preview>> {
  return (await choiceOf(ctx, ids, asked)).map(({ order, documents: open, refused }) => ({
    id: order.id,
    label: order.data.orderNo,
    documents: open,
    refused: refused.map(({ document, code, data }) => ({
      document,
      code,
      message: translateError(ctx.lang, code, data),
    })),
  }))
}
