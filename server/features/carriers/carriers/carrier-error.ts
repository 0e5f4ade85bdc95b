export type CarrierErrorKind =
  | 'network'
  | 'timeout'
  /** 429, or our own pacing towards the carrier. */
  | 'busy'
  /** 5xx. */
  | 'server'
  /** Not asked: too many of the last calls failed. */
  | 'circuit'
  | 'aborted'
  /** Key or account not accepted. */
  | 'auth'
  /** The carrier understood and refuses (other 4xx). */
  | 'refused'
  | 'badReply'
  | 'tooLarge'

const RETRYABLE: readonly CarrierErrorKind[] = ['network', 'timeout', 'busy', 'server', 'circuit']

/**
 * What went wrong between us and a carrier. Never holds an address, a key or a body: it is logged
 * and shown.
 */
export class CarrierError extends Error {
  override readonly name = 'CarrierError'
  readonly kind: CarrierErrorKind
  /** HTTP status, where there was one. */
  readonly status: number | null
  /** How long the carrier asks us to wait. */
  readonly retryAfterMs: number | null

  constructor(
    kind: CarrierErrorKind,
    detail: string,
    more: { status?: number; retryAfterMs?: number | null } = {},
  ) {
    super(`${kind}: ${detail}`)
    this.kind = kind
    this.status = more.status ?? null
    this.retryAfterMs = more.retryAfterMs ?? null
  }

  /** Worth asking again later; the others need a person or another request. */
  get retryable(): boolean {
    return RETRYABLE.includes(this.kind)
  }
}
