import type { CarrierReply } from './call.ts'
import { CarrierError } from './carrier-error.ts'

/** The body of an answer, null where it is empty. */
export function jsonOf({ body, status }: Pick<CarrierReply, 'body' | 'status'>): unknown {
  if (body.trim() === '') return null
  try {
    return JSON.parse(body)
  } catch {
    throw new CarrierError('badReply', 'no JSON', { status })
  }
}
