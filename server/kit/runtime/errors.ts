import { CODES } from '#contracts/kit/envelope.ts'
import type { ErrorCode } from './error-codes.ts'

/**
 * One refused field before it has words: `code` is looked up as `error.<code>` in the caller's
 * language.
 */
export interface RawIssue {
  path: string
  code: ErrorCode
  data?: Record<string, unknown>
}

/**
 * The one error class of the server. `code` is the catalogue's (`shipment.notCancellable`), `body`
 * the envelope's number, `http` the transport status (decisions.md, "Answers": 200 for what a
 * person can act on).
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly data: Record<string, unknown>
  readonly body: number
  readonly http: number
  readonly result: unknown
  readonly issues: RawIssue[]
  readonly retryAfter: number | null
  /** Names of the accounts in `result`. */
  names: Readonly<Record<string, string>> | undefined
  constructor(
    code: ErrorCode,
    options: {
      data?: Record<string, unknown>
      body?: number
      http?: number
      result?: unknown
      issues?: RawIssue[]
      retryAfter?: number
    } = {},
  ) {
    super(code)
    this.code = code
    this.data = options.data ?? {}
    this.body = options.body ?? CODES.rule
    this.http = options.http ?? 200
    this.result = options.result ?? null
    this.issues = options.issues ?? []
    this.retryAfter = options.retryAfter ?? null
  }
}

/**
 * Why work without a caller ended: stored with the work, shown in the reader's language
 * (`error.<code>`).
 */
export interface Failure {
  code: string
  data: Record<string, unknown>
}
/** A refusal's own reason; for what broke, where it is found in the log. */
export function failureOf(error: unknown, requestId: string): Failure {
  return error instanceof Refusal
    ? { code: error.code, data: error.data }
    : { code: 'job.broken', data: { requestId } }
}

/** Refused by a business rule. */
export function fail(code: ErrorCode, data?: Record<string, unknown>): never {
  throw new Refusal(code, data ? { data } : {})
}
/** Fields are refused; `path` as in the body, e.g. `parcels.0.weightKg`. */
export function failFields(issues: RawIssue[]): never {
  throw new Refusal('request.invalid', { body: CODES.invalid, issues })
}
/** Another record has this value already. */
export function failDuplicate(path: string, value: unknown): never {
  failFields([{ path, code: 'field.duplicate', data: { value: String(value ?? '') } }])
}
/** Another user has changed the row; `current` is the row as it is now. */
export function failConflict(
  code: ErrorCode,
  current: unknown = null,
  data?: Record<string, unknown>,
): never {
  throw new Refusal(code, { body: CODES.conflict, result: current, ...(data ? { data } : {}) })
}
/** No such row, or none the caller may see: the two look alike. */
export function failMissing(code: ErrorCode = 'row.missing'): never {
  throw new Refusal(code, { body: CODES.missing, http: 404 })
}
export function failDenied(data?: Record<string, unknown>): never {
  throw new Refusal('access.denied', {
    body: CODES.forbidden,
    http: 403,
    ...(data ? { data } : {}),
  })
}
export function failUnauthorised(
  code: 'session.missing' | 'session.expired' | 'session.keyRefused',
): never {
  throw new Refusal(code, { body: CODES.unauthorised, http: 401 })
}
export function failTooMany(code: ErrorCode, retryAfter: number): never {
  throw new Refusal(code, {
    body: CODES.tooMany,
    http: 429,
    retryAfter,
    data: { seconds: retryAfter },
  })
}
export function failUnavailable(code: ErrorCode = 'server.unavailable', retryAfter = 2): never {
  throw new Refusal(code, { body: CODES.unavailable, http: 503, retryAfter })
}

export type { ErrorCode }
