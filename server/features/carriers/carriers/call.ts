import { CarrierError } from './carrier-error.ts'
import { circuit, type Admission, type CallOutcome, type OpenUntil } from './circuit.ts'

/**
 * One line per attempt. No address, header or body goes in: keys and people's data cannot leak from
 * it.
 */
export interface CallRecord {
  carrier: string
  operation: string
  status: number | null
  ms: number
  requestId: string
  attempt: number
  error: string | null
}

export interface CallDeps {
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  clock: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 to 1. */
  random: () => number
  newId: () => string
  log: (record: CallRecord) => void
  /**
   * Takes the next turn at this account, `intervalMs` after the one before, whichever process had
   * it: how long until then, in milliseconds. None is taken where that is `withinMs` or more.
   */
  turn: (intervalMs: number, withinMs: number) => Promise<number>
  /** Whether the account is asked at all, as all processes found out. */
  openUntil: OpenUntil
}

export interface CallLimits {
  /** For the whole call, attempts and waits included. */
  deadlineMs: number
  attempts: number
  maxBytes: number
  /** Least distance between two requests to this carrier; 0 = none. */
  minIntervalMs: number
}

export const CALL_LIMITS: CallLimits = {
  deadlineMs: 20_000,
  attempts: 3,
  maxBytes: 2 * 1024 * 1024,
  minIntervalMs: 0,
}

export interface CarrierRequest {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** Whether a second try can do no harm; by default only a GET. */
  repeatable?: boolean
  signal?: AbortSignal
}

export interface CarrierReply {
  status: number
  headers: Headers
  body: string
  /** The same as it came: a document is no text. */
  bytes: Buffer
}

export type CarrierCall = (request: CarrierRequest) => Promise<CarrierReply>

const FIRST_WAIT_MS = 500
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000

/**
 * The one way out to a carrier. Retries network faults, 429 and 5xx with jitter, within the
 * deadline; keeps the carrier's pace; stops asking while half of the last 20 calls fail. Other
 * answers, 404 included, are the adapter's to read. One guard per courier account, alive as long as
 * the process lives: the circuit counts.
 */
export function callGuard(
  carrier: string,
  deps: CallDeps,
  limits: Partial<CallLimits> = {},
): CarrierCall {
  const { deadlineMs, attempts, maxBytes, minIntervalMs } = { ...CALL_LIMITS, ...limits }
  const breaker = circuit(deps.clock, deps.openUntil)

  return async function call(request) {
    const started = deps.clock()
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    const repeatable = request.repeatable ?? request.method === 'GET'
    const requestId = deps.newId()

    for (let attempt = 1; ; attempt += 1) {
      await keepPace()
      const admission = await breaker.admit()
      if (!admission.admitted)
        throw new CarrierError('circuit', `${carrier} is not asked for now`, {
          retryAfterMs: admission.waitMs,
        })
      const outcome = await once(request, admission, signal, deadline, requestId, attempt)
      if (!(outcome instanceof CarrierError)) return outcome
      const wait =
        outcome.retryAfterMs ??
        Math.ceil(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + deps.random()))
      const left = started + deadlineMs - deps.clock()
      if (
        !outcome.retryable ||
        outcome.kind === 'timeout' ||
        isElsewhere(outcome) ||
        // What was turned away for being too much has done nothing.
        !(repeatable || outcome.kind === 'busy') ||
        attempt >= attempts ||
        wait >= left
      )
        throw outcome
      await rest(wait, signal)
    }

    async function keepPace(): Promise<void> {
      if (minIntervalMs === 0) return
      const left = started + deadlineMs - deps.clock()
      const wait = await deps.turn(minIntervalMs, left)
      if (wait >= left) throw new CarrierError('busy', 'our own pace', { retryAfterMs: wait })
      if (wait > 0) await rest(wait, signal)
    }

    async function rest(ms: number, until: AbortSignal): Promise<void> {
      await deps.sleep(ms, until)
      if (until.aborted) throw interrupted(deadline)
    }
  }

  /**
   * One request, logged and counted. A CarrierError is returned, not thrown: the caller weighs it.
   */
  async function once(
    request: CarrierRequest,
    admission: Admission,
    signal: AbortSignal,
    deadline: AbortSignal,
    requestId: string,
    attempt: number,
  ): Promise<CarrierReply | CarrierError> {
    const begun = deps.clock()
    let status: number | null = null
    let error: CarrierError | null = null
    let reply: CarrierReply | null = null
    try {
      const { method, headers } = request
      const body = request.body === undefined ? {} : { body: request.body }
      // A carrier does not redirect its API; following one could lead into our own network.
      const response = await deps.fetch(request.url, {
        method,
        headers,
        ...body,
        signal,
        redirect: 'error',
      })
      status = response.status
      const bytes = await readCapped(response, maxBytes)
      reply = { status, headers: response.headers, body: bytes.toString('utf8'), bytes }
      error = refusal(response)
    } catch (cause) {
      error = fault(cause, signal, deadline)
    }
    const ms = Math.max(0, Math.round(deps.clock() - begun))
    deps.log({
      carrier,
      operation: request.operation,
      status,
      ms,
      requestId,
      attempt,
      error: error?.kind ?? null,
    })
    await breaker.settle(admission, outcomeOf(request, error))
    return error ?? reply ?? new CarrierError('network', 'no answer')
  }

  function refusal(response: Response): CarrierError | null {
    const { status } = response
    if (status !== 429 && status < 500) return null
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), deps.clock())
    return new CarrierError(status === 429 ? 'busy' : 'server', `HTTP ${status}`, {
      status,
      retryAfterMs,
    })
  }
}

/** A request to slow down, or giving up ourselves, is no sign that the carrier is down. */
function outcomeOf({ operation }: CarrierRequest, error: CarrierError | null): CallOutcome {
  // To be let in proves nothing about what is behind it.
  if (error === null && operation === 'token') return 'void'
  if (error === null || error.kind === 'busy' || error.kind === 'tooLarge') return 'ok'
  return error.kind === 'aborted' ? 'void' : 'failed'
}

function fault(cause: unknown, signal: AbortSignal, deadline: AbortSignal): CarrierError {
  if (cause instanceof CarrierError) return cause
  if (signal.aborted) return interrupted(deadline)
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : ''
  return new CarrierError('network', /^[A-Z_0-9]{2,40}$/.test(code) ? code : 'no connection')
}

/** An address that is not allowed, or points elsewhere: asked again at once it is the same. */
export const isElsewhere = ({ message }: CarrierError): boolean =>
  /^\w+: (?:ADDRESS|REDIRECT|address not allowed)/.test(message)

const interrupted = (deadline: AbortSignal): CarrierError =>
  deadline.aborted
    ? new CarrierError('timeout', 'deadline passed')
    : new CarrierError('aborted', 'given up by the caller')

/** Seconds or an HTTP date, to milliseconds; null when absent or unreadable, a day at most. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}

/** The body, refused as soon as it is larger than `maxBytes`: a length header may lie. */
export async function readCapped(response: Response, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): CarrierError =>
    new CarrierError('tooLarge', `answer above ${maxBytes} bytes`, { status: response.status })
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by throwing cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
