import { NO_ANSWER, type ApiError } from './api-error.ts'

/** The one message of an ended session that this family of clients compares letter by letter. */
export const EXPIRED = 'Token失效，请重新登录'

/**
 * What the interface does about a failed call (specification §8). `text` is a key of `common.json`,
 * or null where the server's own message is shown.
 */
export type FailureKind =
  | { do: 'nothing' }
  | { do: 'notice'; text: string | null; wait?: number }
  | { do: 'signOut'; text: string; reload: boolean }
  | { do: 'expiredDialog' }

/** The error catalogue as a table. Refusals (HTTP 200) belong to the screen that asked. */
export function failureKindOf(error: ApiError, signedIn: boolean): FailureKind {
  switch (error.status) {
    case 200:
      return { do: 'nothing' }
    case 401:
      return { do: 'signOut', text: 'failure.401', reload: signedIn }
    case 403:
      return { do: 'notice', text: 'failure.403' }
    case 404:
      return { do: 'notice', text: 'failure.404' }
    case 504:
      return { do: 'notice', text: 'failure.504' }
    case NO_ANSWER:
      return { do: 'notice', text: 'failure.noAnswer' }
    case 429:
      return {
        do: 'notice',
        text: error.retryAfter ? 'failure.429wait' : 'failure.429',
        wait: error.retryAfter ?? 0,
      }
    case 503:
      return {
        do: 'notice',
        text: error.retryAfter ? 'failure.503wait' : 'failure.503',
        wait: error.retryAfter ?? 0,
      }
    case 500:
      if (error.message === EXPIRED && signedIn) return { do: 'expiredDialog' }
      return { do: 'notice', text: error.message ? null : 'failure.500' }
    default:
      return { do: 'notice', text: error.message ? null : 'failure.other' }
  }
}

type Listener = (error: ApiError) => void
const listeners = new Set<Listener>()

/**
 * The shell listens here and shows notices; before it is there (sign-in page) nothing is lost but
 * the notice.
 */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function announceFailure(error: ApiError): void {
  for (const listener of listeners) listener(error)
}
