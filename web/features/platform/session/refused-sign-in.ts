import type { PasswordMode } from '#contracts/platform/session/passwords.ts'
import { ApiError } from '../../../kit/http/api.ts'
import type { useT } from '../../../kit/text/i18n.ts'
import { isObject } from '../../../kit/text/storage.ts'

/** Refusals of the password that was chosen just now. */
export const isAboutNew = (code: string | null) =>
  code !== null && (code.startsWith('password.') || code === 'account.passwordSame')

/** Which rule the password that is to be chosen has to follow. */
export function ruleOf(error: unknown): PasswordMode {
  const result = error instanceof ApiError ? error.result : null
  return isObject(result) && result.passwordMode === 'nist' ? 'nist' : 'seed'
}

/** Tries left before a wait, once they are few. */
export function triesLeft(error: unknown): number | null {
  const result = error instanceof ApiError ? error.result : null
  const left = isObject(result) && typeof result.left === 'number' ? result.left : null
  return left !== null && left <= 2 ? left : null
}

/** The message of a refused sign-in. */
export function messageOf(error: unknown, t: ReturnType<typeof useT>): string {
  if (!(error instanceof ApiError)) return t('failed.unknown')
  if (error.status === 429 && error.retryAfter)
    return t('failure.429wait', { wait: error.retryAfter })
  if (error.message) return error.message
  const key = `failure.${error.status === 0 ? 'noAnswer' : error.status}`
  return t.has(key) ? t(key) : t('failed.unknown')
}
