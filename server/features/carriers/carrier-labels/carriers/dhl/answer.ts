import type {
  CancelResult,
  CarrierIssue,
  LabelDocument,
  LabelFormat,
  LabelResult,
  ParcelToShip,
  Validation,
} from '#server/features/carriers/carriers/index.ts'
import { documentOf, formatOf } from '../documents.ts'
import { masked } from '../masked.ts'
import { isOk, item, type Item, type Paper, type Reply } from './wire.ts'

/** Fetches a paper that is given by its address. */
export type FetchPaper = (url: string) => Promise<Buffer>

const FORMATS: Record<string, LabelFormat> = { PDF: 'pdf', ZPL2: 'zpl', PNG: 'png' }

/** A paper's bytes: base64, plain ZPL, or behind an address; null where there is none or it is cut. */
export async function paperOf(
  kind: LabelDocument['kind'],
  paper: Paper | null | undefined,
  fetchPaper: FetchPaper,
): Promise<LabelDocument | null> {
  if (!paper) return null
  const bytes = paper.zpl2
    ? Buffer.from(paper.zpl2, 'utf8')
    : paper.b64
      ? Buffer.from(paper.b64, 'base64')
      : paper.url
        ? await fetchPaper(paper.url)
        : null
  if (!bytes) return null
  const named = FORMATS[(paper.fileFormat ?? paper.format ?? '').toUpperCase()]
  return documentOf(kind, named ?? formatOf(bytes), bytes)
}

export function issuesOf(one: Item): CarrierIssue[] {
  const messages = (one.validationMessages ?? []).flatMap((heard): CarrierIssue[] =>
    heard.validationMessage
      ? [
          {
            level: heard.validationState === 'Warning' ? 'warning' : 'error',
            code: null,
            path: heard.property ?? null,
            message: heard.validationMessage,
          },
        ]
      : [],
  )
  const technical: CarrierIssue[] = one.message
    ? [{ level: 'error', code: null, path: one.propertyPath ?? null, message: one.message }]
    : []
  const all = [...messages, ...technical]
  if (all.length > 0 || isOk(one.sstatus) || !one.sstatus) return distinct(all)
  const words = one.sstatus.detail || one.sstatus.title
  return words
    ? [{ level: 'error', code: one.sstatus.title ?? null, path: null, message: words }]
    : []
}

const distinct = (issues: readonly CarrierIssue[]): CarrierIssue[] => [
  ...new Map(issues.map((one) => [`${one.level} ${one.path} ${one.message}`, one])).values(),
]

const INDEX = /^shipments\[(\d{1,3})\]\.?/

/**
 * One item per parcel, in the order asked. Technical errors name their parcel in a path, and several
 * may concern one; what was not named then was not done either. An item that does not fit what we
 * know counts as missing.
 */
export function itemsByParcel(answer: Reply, count: number): (Item | null)[] {
  const items = (answer.items ?? []).map((one) => {
    const read = item.safeParse(one)
    return read.success ? read.data : null
  })
  if (!items.some((one) => one?.propertyPath))
    return Array.from({ length: count }, (_, at) => items[at] ?? null)
  return Array.from({ length: count }, (_, at) => {
    const own = items.filter((one) => Number(INDEX.exec(one?.propertyPath ?? '')?.[1] ?? -1) === at)
    const messages = own.map((one) => ({
      property: one?.propertyPath?.replace(INDEX, '') ?? null,
      validationMessage: one?.message ?? null,
      validationState: 'Error',
    }))
    return {
      sstatus: { statusCode: 400, title: 'Bad Request', detail: detailOf(answer) ?? null },
      validationMessages: messages,
    }
  })
}

export const detailOf = (answer: Reply): string | undefined => {
  const status = typeof answer.status === 'object' ? answer.status : null
  return (status?.detail ?? answer.detail ?? answer.title) || undefined
}

/** What became of each parcel of a call that was answered; `created`: by the HTTP status something was. */
export async function labelResults(
  parcels: readonly ParcelToShip[],
  answer: Reply,
  created: boolean,
  request: readonly unknown[],
  fetchPaper: FetchPaper,
): Promise<LabelResult[]> {
  const items = itemsByParcel(answer, parcels.length)
  return Promise.all(
    parcels.map(async ({ ref }, at): Promise<LabelResult> => {
      const one = items[at] ?? null
      const raw = { request: masked(request[at]), answer: masked(one ?? answer) }
      if (!one) {
        const issues = issueOf(detailOf(answer))
        return created
          ? { ref, ok: false, unknown: true, issues, raw }
          : { ref, ok: false, issues, raw }
      }
      if (!isOk(one.sstatus) || !one.shipmentNo) {
        const issues = issuesOf(one)
        return {
          ref,
          ok: false,
          issues: issues.length > 0 ? issues : issueOf(detailOf(answer)),
          raw,
        }
      }
      const documents = await papersOf(one, fetchPaper)
      return {
        ref,
        ok: true,
        carrierNo: one.shipmentNo,
        handle: one.shipmentNo,
        returnNo: one.returnShipmentNo ?? null,
        routingCode: one.routingCode ?? null,
        documents,
        issues: issuesOf(one),
        raw,
      }
    }),
  )
}

const issueOf = (message: string | undefined): CarrierIssue[] => [
  { level: 'error', code: null, path: null, message: message ?? 'no reason given' },
]

export async function papersOf(one: Item, fetchPaper: FetchPaper): Promise<LabelDocument[]> {
  const papers = await Promise.all([
    paperOf('label', one.label, fetchPaper),
    paperOf('return', one.returnLabel, fetchPaper),
    paperOf('customs', one.customsDoc, fetchPaper),
    paperOf('cod', one.codLabel, fetchPaper),
  ])
  return papers.filter((paper) => paper !== null)
}

/** A check is an answer even with HTTP status 400: weak errors may still be sold. */
export function validationOf(answer: Reply): Validation {
  const [one] = itemsByParcel(answer, 1)
  if (!one) return { ok: false, issues: issueOf(detailOf(answer)) }
  const issues = issuesOf(one)
  const ok = isOk(one.sstatus) && !issues.some(({ level }) => level === 'error')
  return { ok, issues: ok || issues.length > 0 ? issues : issueOf(detailOf(answer)) }
}

/** By number: the items are in no order. */
export function cancelResult(answer: Reply, handle: string): CancelResult {
  const found = statusOf(answer, handle)
  if (!found) return { outcome: 'refused', reason: detailOf(answer) ?? 'no answer for this number' }
  if (isOk(found.sstatus)) return { outcome: 'done' }
  return { outcome: 'refused', reason: found.sstatus?.detail || found.sstatus?.title || 'refused' }
}

export function statusOf(answer: Reply, handle: string): Item | null {
  for (const one of answer.items ?? []) {
    const read = item.safeParse(one)
    if (read.success && read.data.shipmentNo === handle) return read.data
  }
  return null
}
