import type { Lang } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { knowsError, translateError } from '#server/kit/http/texts.ts'

/**
 * A reason the system gives, as `parcel.held_reason` stores it: code and parameters, translated
 * when it is shown.
 */
export function storedReason(code: string, params: Record<string, unknown>): string {
  return `${code} ${JSON.stringify(params)}`
}

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

/**
 * The parameters of a scan's message as the reader understands them. A scan is logged with what it
 * was about: the reason as it is stored, the parcel's status by its number.
 */
export async function readableData(
  ctx: Ctx,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const texts = await dictTexts(ctx)
  return {
    ...data,
    ...(typeof data.reason === 'string' ? { reason: readReason(ctx.lang, data.reason) } : {}),
    ...(typeof data.parcelStatus === 'number'
      ? { status: texts('parcel_status', String(data.parcelStatus)) }
      : {}),
  }
}
