import type { z } from 'zod'
import {
  CarrierError,
  type CancelResult,
  type CarrierIssue,
  type CarrierReply,
  type LabelDocument,
  type LabelResult,
  type ParcelToShip,
  type Validation,
  jsonOf,
} from '#server/features/carriers/carriers/index.ts'
import { documentOf, formatOf } from '../documents.ts'
import { masked } from '../masked.ts'
import { cancelled, created, errors, type printData, validated } from './wire.ts'

/** An answer in the form we know; one in another form is none. */
export function fit<S extends z.ZodType>(shape: S, got: CarrierReply): z.output<S> {
  const read = shape.safeParse(jsonOf(got) ?? {})
  if (!read.success)
    throw new CarrierError('badReply', 'not in the form we know', { status: got.status })
  return read.data
}

export function papersOf(print: z.infer<typeof printData>): LabelDocument[] {
  return [print.Data].flat().flatMap((data) => {
    const bytes = Buffer.from(data, 'base64')
    return documentOf('label', formatOf(bytes), bytes) ?? []
  })
}

/** Errors stand in the body, or with an empty body in the headers `error` and `message`. */
export function issuesOf({ headers, body, status }: CarrierReply): CarrierIssue[] {
  const named = headers.get('error')
  if (named)
    return [
      {
        level: 'error',
        code: plainCode(named),
        path: readArgs(headers.get('args')),
        message: headers.get('message') ?? named,
      },
    ]
  const read = errors.safeParse(safeJson(body))
  const found = read.success ? (read.data.errors ?? []) : []
  const issues = found.map((one): CarrierIssue => {
    const code = one.code ? plainCode(one.code) : null
    return {
      level: 'error',
      code,
      path: one.field ?? null,
      message: one.message ?? code ?? 'refused',
    }
  })
  if (issues.length > 0) return issues
  const fault = read.success ? read.data.fault?.faultstring : null
  return [{ level: 'error', code: null, path: null, message: fault ?? `HTTP ${status}` }]
}

const readArgs = (args: string | null): string | null =>
  args ? (/"([^"]{1,200})"/.exec(args)?.[1] ?? null) : null
function safeJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/**
 * The units of a shipment in the order they were sent. One document may have the pages of all of
 * them: then it belongs to each.
 */
export function labelResults(
  parcels: readonly Pick<ParcelToShip, 'ref'>[],
  got: CarrierReply,
  request: unknown,
): LabelResult[] {
  if (got.status >= 400) {
    const raw = { request: masked(request), answer: masked(safeJson(got.body)) }
    return parcels.map(({ ref }) => ({ ref, ok: false, issues: issuesOf(got), raw }))
  }
  const answer = fit(created, got)
  const raw = { request: masked(request), answer: masked(answer) }
  const { ParcelData: units, PrintData: prints } = answer.CreatedShipment
  const papers = (prints ?? []).map(papersOf)
  const isEach = papers.length === parcels.length
  return parcels.map(({ ref }, at): LabelResult => {
    const unit = units[at]
    if (!unit) return { ref, ok: false, unknown: true, issues: issuesOf(got), raw }
    const { RoutingInfo: routing } = unit
    const places = [routing?.FinalLocationCode, routing?.Tour, routing?.HubLocation]
    return {
      ref,
      ok: true,
      carrierNo: unit.ParcelNumber,
      handle: unit.TrackID,
      returnNo: null,
      documents: isEach ? (papers[at] ?? []) : papers.flat(),
      routingCode: places.filter(Boolean).join(' ') || null,
      issues: [],
      raw,
    }
  })
}

/** Issues refuse, whatever `Success` is; it may be missing. */
export function validationOf(got: CarrierReply): Validation {
  if (got.status >= 400) return { ok: false, issues: issuesOf(got) }
  const answer = fit(validated, got)
  const issues = (answer.ValidationResult?.Issues ?? []).map((one): CarrierIssue => {
    const values = (one.Parameters ?? []).map(String).join(', ')
    return {
      level: 'error',
      code: one.Rule ?? null,
      path: one.Location ?? null,
      message: [one.Rule, values].filter(Boolean).join(': '),
    }
  })
  const success = answer.Success ?? answer.success ?? issues.length === 0
  if (success || issues.length > 0) return { ok: issues.length === 0, issues }
  return { ok: false, issues: issuesOf(got) }
}

export function cancelOf(got: CarrierReply): CancelResult {
  if (got.status >= 400)
    return { outcome: 'refused', reason: issuesOf(got)[0]?.message ?? `HTTP ${got.status}` }
  const answer = fit(cancelled, got)
  const word = answer.Result ?? answer.result ?? ''
  if (word === 'CANCELLED') return { outcome: 'done' }
  if (word === 'CANCELLATION_PENDING') return { outcome: 'pending' }
  return { outcome: 'refused', reason: word || 'refused' }
}

/** Codes of some carriers come with signs of XML around them. */
const plainCode = (code: string): string => code.replace(/&#x?[0-9a-f]{1,6};/gi, '').trim()
