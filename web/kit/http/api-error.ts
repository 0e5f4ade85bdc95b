import type { Issue } from '#contracts/kit/envelope.ts'

/** HTTP statuses that never came from our server: no answer at all, and our own time-out. */
export const NO_ANSWER = 0
export const TIMED_OUT = 504

/**
 * A call that did not succeed. `status` is HTTP's (0: no answer), `code` the body's (400 invalid,
 * 409 stale, 422 rule), `error` the catalogue's (`shipment.notCancellable`), `result` what came
 * along (409: the current row).
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly error: string | null
  readonly issues: readonly Issue[]
  readonly requestId: string | null
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | null
  readonly result: unknown

  constructor(fields: {
    status: number
    code?: number
    message: string
    error?: string | null
    issues?: readonly Issue[]
    requestId?: string | null
    retryAfter?: number | null
    result?: unknown
  }) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code ?? fields.status
    this.error = fields.error ?? null
    this.issues = fields.issues ?? []
    this.requestId = fields.requestId ?? null
    this.retryAfter = fields.retryAfter ?? null
    this.result = fields.result ?? null
  }

  /** A refusal a person can act on: it belongs on the screen, not into a global notice. */
  get refused(): boolean {
    return this.status === 200
  }
  get stale(): boolean {
    return this.refused && this.code === 409
  }
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

/** The issues of a refused body, wherever the result carries them. */
export function issuesOf(result: unknown): Issue[] {
  if (
    typeof result !== 'object' ||
    result === null ||
    !('issues' in result) ||
    !Array.isArray(result.issues)
  )
    return []
  return result.issues.filter(isIssue)
}

/** `Retry-After` in seconds: a number or a date. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (!header) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
