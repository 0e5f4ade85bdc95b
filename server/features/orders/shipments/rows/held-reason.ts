import type { Lang } from '#contracts/kit/envelope.ts'
import { knowsError, translateError } from '#server/kit/http/texts.ts'

/**
 * The reason a parcel is held in the reader's language; what a person typed stays as it was typed.
 */
export function readReason(lang: Lang, stored: string): string {
  const [, code = '', params = ''] = /^(scan\.[A-Za-z.]+) (\{.*\})$/.exec(stored) ?? []
  if (!knowsError(code)) return stored
  try {
    return translateError(lang, code, JSON.parse(params) as Record<string, unknown>)
  } catch {
    return stored
  }
}
