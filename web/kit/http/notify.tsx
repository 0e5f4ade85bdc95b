import type { ReactNode } from 'react'
import { ApiError } from './api.ts'
import { withFeedback } from './feedback.ts'
import { useT, type T } from '../text/i18n.ts'

export interface Notify {
  /** `seconds`: longer, where a button of it is to be reached. */
  success(text: ReactNode, seconds?: number): void
  info(text: ReactNode): void
  warning(text: ReactNode, seconds?: number): void
  /** A refusal in the user's language. What was not foreseen the shell announces, with the request's id. */
  failed(error: unknown): void
}

/** Short messages at the top of the page. */
export function useNotify(): Notify {
  const t = useT()
  return {
    success: (text, seconds) => withFeedback(({ message }) => void message.success(text, seconds)),
    info: (text) => withFeedback(({ message }) => void message.info(text)),
    // Longer than good news: it is to be read.
    warning: (text, seconds = 6) =>
      withFeedback(({ message }) => void message.warning(text, seconds)),
    failed: (error) => {
      if (error instanceof ApiError && !error.refused) return // the shell has announced it
      withFeedback(({ message }) => void message.error(reasonOf(error, t), 6))
    },
  }
}

/** The words for a failure: the server's where it has some, else ours by kind. */
export function reasonOf(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return t('failure.other')
  if (error.message) return error.message
  if (error.error?.startsWith('download.')) return t(error.error)
  const key = `failure.${error.status === 0 ? 'noAnswer' : error.status}`
  return t.has(key) ? t(key) : t('failure.other')
}
