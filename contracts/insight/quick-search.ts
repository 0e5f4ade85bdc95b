import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'

/** Hits one question is answered with. */
export const QUICK_MAX = 10
/** Shorter words find too much to be of use: they are answered with nothing. */
export const QUICK_MIN = 2

const hit = z.object({
  kind: z.enum(['order', 'parcel', 'customer', 'case', 'return']),
  id: z.string(),
  /**
   * The number or name it was found by; a parcel's is one the tracking search finds it by again.
   */
  title: z.string(),
  /** Whose it is and where it goes. */
  note: z.string(),
  status: z.string().nullable(),
  status_dictText: z.string(),
})
export type QuickHit = z.infer<typeof hit>

/**
 * One number or name, whatever it belongs to: exact numbers first, then what begins so. Only what
 * the caller may see.
 */
export const quickSearch = endpoints({
  quick: {
    method: 'GET',
    path: '/sys/search/quick',
    login: true,
    in: z.object({
      q: z.string({ error: 'field.text' }).trim().max(80, { error: 'field.tooLong' }),
    }),
    out: z.array(hit),
  },
})
