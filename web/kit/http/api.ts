import type { Envelope } from '#contracts/kit/envelope.ts'
import { ApiError, issuesOf, NO_ANSWER, retryAfterOf, TIMED_OUT } from './api-error.ts'
import { requestOf, type Callable, type CallOptions } from './api-request.ts'
import { announceFailure } from './failures.ts'
import { noteAccountNames } from '../session/account-names.ts'
import { askStepUp, STEP_UP } from '../session/step-up.ts'
import { isObject } from '../platform/storage.ts'

export { ApiError } from './api-error.ts'
export { type Callable, type CallOf, type CallOptions } from './api-request.ts'

/** Specification §9. */
const TIME_OUT_MS = 300_000
/**
 * A busy server is asked again by itself only this often and only for a wait a person would not
 * notice as a hang.
 */
const BUSY_TRIES = 2
const BUSY_WAIT_S = 10

/**
 * Calls an endpoint and answers the envelope's `result`.
 * Throws ApiError for refusals and failures, the abort reason when `signal` aborts.
 */
export async function call<I, O>(
  endpoint: Callable<I, O>,
  input: I,
  options: CallOptions = {},
): Promise<O> {
  return (await send(endpoint, input, options)).result
}

/** As `call`, with the message the server worded in the user's language. */
export async function send<I, O>(
  endpoint: Callable<I, O>,
  input: I,
  options: CallOptions = {},
): Promise<Envelope<O>> {
  return await exchange(endpoint, input, options, async (response) => {
    const answer = await envelopeOf(response)
    if (!answer.success) throw refusal(answer)
    // The contract's promise, checked on the server's side by its tests; the browser does not parse
    // it again.
    return answer as Envelope<O>
  })
}

export interface Download {
  blob: Blob
  name: string | null
  /** How many things are in it, where the server sends it (`X-Label-Count`). */
  count: number | null
}

/**
 * Fetches bytes. A JSON answer or an empty one is no file: it throws, with the server's message
 * where it has one.
 */
export async function fetchFile<I>(
  endpoint: Callable<I, unknown>,
  input: I,
  options: CallOptions = {},
): Promise<Download> {
  return await exchange(endpoint, input, options, async (response) => {
    const disposition = response.headers.get('content-disposition')
    if (!disposition && (response.headers.get('content-type') ?? '').includes('json'))
      throw refusal(await envelopeOf(response))
    const blob = await response.blob()
    if (blob.size === 0) {
      // Labels and manifests are documents, sheets are files: each has its words (specification
      // §8).
      const isDocument = (response.headers.get('content-type') ?? '').includes('pdf')
      const error = isDocument ? 'download.documentFailed' : 'download.failed'
      throw new ApiError({ status: 200, code: 204, message: '', error })
    }
    const count = response.headers.get('x-label-count')
    return { blob, name: fileNameOf(disposition), count: count === null ? null : Number(count) }
  })
}

async function exchange<R>(
  endpoint: Callable,
  input: unknown,
  options: CallOptions,
  read: (response: Response) => Promise<R>,
): Promise<R> {
  const repeatable = endpoint.method === 'GET' || options.idempotencyKey !== undefined
  let proved = false
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(endpoint, input, options, read)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What is sensitive is refused until the person has shown once more who it is; then it is
      // asked again, once.
      if (error.error === STEP_UP && !proved && (await askStepUp())) {
        proved = true
        continue
      }
      const wait = error.status === 429 || error.status === 503 ? error.retryAfter : null
      if (repeatable && wait !== null && wait <= BUSY_WAIT_S && attempt < BUSY_TRIES) {
        await pause(Math.max(wait, 0.2) * 1000, options.signal)
        continue
      }
      if (!options.quiet && !error.refused) announceFailure(error)
      throw error
    }
  }
}

async function once<R>(
  endpoint: Callable,
  input: unknown,
  options: CallOptions,
  read: (response: Response) => Promise<R>,
): Promise<R> {
  const { url, init } = requestOf(endpoint, input, options)
  const clock = AbortSignal.timeout(TIME_OUT_MS)
  try {
    const response = await (options.fetch ?? fetch)(url, {
      ...init,
      signal: options.signal ? AbortSignal.any([options.signal, clock]) : clock,
    })
    if (!response.ok) throw await failureOf(response)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error
    if (clock.aborted) throw new ApiError({ status: TIMED_OUT, message: '', error: 'timeout' })
    throw new ApiError({ status: NO_ANSWER, message: '', error: 'network' })
  }
}

async function envelopeOf(response: Response): Promise<Envelope> {
  const body = await bodyOf(response)
  if (typeof body.success !== 'boolean')
    throw new ApiError({
      status: 500,
      message: '',
      error: 'answer.malformed',
      requestId: response.headers.get('x-request-id'),
    })
  noteAccountNames(body.names)
  return {
    success: body.success,
    message: textIn(body.message),
    code: typeof body.code === 'number' ? body.code : 0,
    result: body.result ?? null,
    timestamp: typeof body.timestamp === 'number' ? body.timestamp : 0,
    ...(typeof body.requestId === 'string' ? { requestId: body.requestId } : {}),
    ...(typeof body.error === 'string' ? { error: body.error } : {}),
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

function refusal(answer: Envelope): ApiError {
  return new ApiError({
    status: 200,
    code: answer.code,
    message: answer.message,
    error: answer.error ?? null,
    issues: issuesOf(answer.result),
    requestId: answer.requestId ?? null,
    result: answer.result,
  })
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = await bodyOf(response)
  noteAccountNames(body.names)
  return new ApiError({
    status: response.status,
    code: typeof body.code === 'number' ? body.code : response.status,
    message: textIn(body.message),
    error: typeof body.error === 'string' ? body.error : null,
    issues: issuesOf(body.result),
    requestId: textIn(body.requestId) || response.headers.get('x-request-id'),
    retryAfter: retryAfterOf(response.headers.get('retry-after')),
    result: body.result ?? null,
  })
}

/** A proxy's HTML or nothing at all is an answer without a body to us. */
async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json()
    return isObject(body) ? body : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

/** The file's name in a content-disposition, RFC 5987 before plain. */
export function fileNameOf(disposition: string | null): string | null {
  if (!disposition) return null
  const wide = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1]
  try {
    if (wide) return decodeURIComponent(wide)
  } catch {
    // A badly escaped name: the plain one may still do.
  }
  return /filename\s*=\s*"?([^";]+)"?/.exec(disposition)?.[1] ?? null
}
