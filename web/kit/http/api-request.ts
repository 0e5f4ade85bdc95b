import type { z } from 'zod'
import type { Endpoint, Method } from '#contracts/kit/endpoint.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { currentLang } from '../text/i18n.ts'
import { sentTenant, sentToken } from '../session/session.ts'

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
