import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import type { KnownProvider } from './known-provider.ts'

type Reach = Pick<KnownProvider, 'inside'>

export const TIMEOUT_MS = 5_000
const ANSWER_MAX = 1024 * 1024

/**
 * The provider did not answer as it should. `reason` is for our log: never a secret, a code or a
 * ticket.
 */
export class ExternalHttpError extends Error {
  override name = 'Outside'
}

/**
 * Reaches the open internet over https and what the operator vouches for, and nothing in the
 * installation in addition.
 */
export function externalFetch(
  { inside }: Reach,
  url: string | URL,
  init?: RequestInit,
): Promise<Response> {
  return guardedFetch([new URL(url).hostname], inside)(url, init)
}

/** Whether plain http is allowed to that address: only to hosts the operator vouches for. */
export function isAllowedInternalHost({ inside }: Reach, address: URL): boolean {
  return inside.includes(
    address.port === ''
      ? `${address.hostname}:${address.protocol === 'http:' ? 80 : 443}`
      : address.host,
  )
}

/** The text of an answer, a megabyte at most, within five seconds. */
export async function textFrom(provider: Reach, url: URL, init: RequestInit = {}): Promise<string> {
  let answer: Response
  try {
    answer = await externalFetch(provider, url, {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw new ExternalHttpError(causeOf(error))
  }
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true })
    if (text.length > ANSWER_MAX) throw new ExternalHttpError('answer too large')
  }
  if (!answer.ok) throw new ExternalHttpError(`HTTP ${answer.status}`)
  return text
}

/** A JSON object, or an error. */
export async function jsonFrom(
  provider: Reach,
  url: URL,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const text = await textFrom(provider, url, init)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Handled below.
  }
  throw new ExternalHttpError('no JSON object')
}

export function causeOf(error: unknown): string {
  const cause =
    error instanceof Error && error.cause instanceof Error && 'code' in error.cause
      ? String(error.cause.code)
      : ''
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (cause || code || (error instanceof Error ? error.name : 'error')).slice(0, 100)
}

/**
 * A text among an answer's values; numbers count, `errcode` is the error code of
 * WeChat.
 */
export const textIn = (answer: Record<string, unknown>, name: string): string => {
  const value = answer[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
export function refuseErrcode(answer: Record<string, unknown>): void {
  const code = textIn(answer, 'errcode')
  if (code !== '' && code !== '0') throw new ExternalHttpError(`errcode ${code.slice(0, 10)}`)
}
