import type { Envelope, Lang } from '#contracts/kit/envelope.ts'
import { ApiError, issuesOf, NO_ANSWER, retryAfterOf, TIMED_OUT } from './api-error.ts'
import { announceFailure } from './failures.ts'
import { noteAccountNames } from '../session/account-names.ts'
import { askStepUp, STEP_UP } from '../session/step-up.ts'
import { isObject } from '../text/storage.ts'
import type { z } from 'zod'
import type { Endpoint, Method } from '#contracts/kit/endpoint.ts'
import { currentLang } from '../text/i18n.ts'
import { sentTenant, sentToken } from '../session/session.ts'

export { ApiError } from './api-error.ts'

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

/** Sends a call and reads its answer, again where it was busy or asked who one is. */
export async function exchange<R>(
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

export async function envelopeOf(response: Response): Promise<Envelope> {
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

export function refusal(answer: Envelope): ApiError {
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

/** The part of a contract a call needs at run time; the schemas only lend their types. */
export interface Callable<I = unknown, O = unknown> {
  readonly method: Method
  readonly path: string
  readonly body?: 'json' | 'multipart'
  readonly reply?: 'json' | 'file'
  readonly idempotency?: 'required' | 'accepted'
  readonly touches?: readonly string[]
  readonly in?: { readonly _zod: { readonly input: I } }
  readonly out?: { readonly _zod: { readonly input: O } }
}
/**
 * A contract written out by hand where its schemas would weigh too much (the sign-in page); method,
 * path and what it touches are checked.
 */
export type CallOf<E extends Endpoint> = Callable<z.input<E['in']>, z.input<E['out']>> & {
  method: E['method']
  path: E['path']
} & (E extends { touches: infer T } ? { touches: T } : unknown)

export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Parts of a multipart body in addition to the input's own fields. */
  files?: Record<string, Blob>
  /** Failures are the caller's business: no global notice. */
  quiet?: boolean
  /** In place of the browser's own, where the way of the body is watched. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The language to answer in, where it is not the page's. */
  lang?: Lang
}

export const BASE: string = import.meta.env.VITE_API_BASE ?? '/boot'

/**
 * A request as `fetch` takes it: path parameters filled, the rest in the query (GET, DELETE) or the
 * body.
 */
export function requestOf(
  endpoint: Callable,
  input: unknown,
  options: CallOptions = {},
  now = Date.now(),
): { url: string; init: RequestInit } {
  const rest: Record<string, unknown> = {
    ...(typeof input === 'object' && input !== null ? input : {}),
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`path parameter ${name} of ${endpoint.path} is missing`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const headers = new Headers({
    tenant_id: sentTenant(),
    client_lang: options.lang ?? currentLang(),
  })
  const token = sentToken()
  if (token) headers.set('X-Access-Token', token)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  const query = new URLSearchParams()
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    addAll(query, rest)
    // Dictionary items stay cacheable on their address (specification §7).
    if (endpoint.method === 'GET' && !endpoint.path.startsWith('/sys/dict/getDictItems'))
      query.set('_t', String(Math.floor(now / 1000)))
  } else if (endpoint.body === 'multipart') {
    init.body = formOf(rest, options.files ?? {})
  } else {
    headers.set('Content-Type', 'application/json;charset=UTF-8')
    init.body = JSON.stringify(rest)
  }
  const search = query.toString()
  return { url: `${BASE}${path}${search ? `?${search}` : ''}`, init }
}

function addAll(query: URLSearchParams, values: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    query.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
}

function formOf(values: Record<string, unknown>, files: Record<string, Blob>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== null) form.set(key, String(value))
  for (const [key, file] of Object.entries(files)) form.set(key, file)
  return form
}
