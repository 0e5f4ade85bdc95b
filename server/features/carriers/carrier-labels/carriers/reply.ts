import { CarrierError, type CarrierReply } from '#server/features/carriers/carriers/index.ts'

/** The body of an answer, null where it is empty. */
export function jsonOf({ body, status }: CarrierReply): unknown {
  if (body.trim() === '') return null
  try {
    return JSON.parse(body)
  } catch {
    throw new CarrierError('badReply', 'no JSON', { status })
  }
}

/** Codes of some carriers come with signs of XML around them. */
export const plainCode = (code: string): string => code.replace(/&#x?[0-9a-f]{1,6};/gi, '').trim()
