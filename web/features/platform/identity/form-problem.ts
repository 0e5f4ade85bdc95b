import { ApiError } from '../../../kit/http/api.ts'
import type { T } from '../../../kit/text/i18n.ts'

/** A failed call in words, for pages that have no notices. */
export function problemOf(t: T, error: unknown): string {
  if (!(error instanceof ApiError)) return t('failure.other')
  if (error.issues.length > 0) return error.issues.map(({ message }) => message).join(' ')
  if (error.status === 429 && error.retryAfter)
    return t('failure.429wait', { wait: error.retryAfter })
  if (error.message) return error.message
  const key = `failure.${error.status === 0 ? 'noAnswer' : error.status}`
  return t.has(key) ? t(key) : t('failure.other')
}
