import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'

/** Hits one question is answered with. */
export const QUICK_MAX = 12
/** Shorter words find too much to be of use: they are answered with nothing. */
export const QUICK_MIN = 2

/** What is found, most asked for first. */
export const QUICK_KINDS = [
  'order',
  'parcel',
  'customer',
  'consignee',
  'shipper',
  'invoice',
  'recharge',
  'outBatch',
  'waybill',
  'fbaWaybill',
  'user',
  'case',
  'return',
] as const
const hit = z.object({
  kind: z.enum(QUICK_KINDS),
  id: z.string(),
  /**
   * The number or name it was found by; a parcel's is one the tracking search finds it by again.
   */
  title: z.string(),
  /** Whose it is, and where it goes or in which field it holds what was typed. */
  note: z.string(),
  status: z.string().nullable(),
  status_dictText: z.string(),
})
export type QuickHit = z.infer<typeof hit>

/**
 * A number, name, phone, mail or part of one, whatever it belongs to, Chinese by pinyin and initials
 * as well: whole numbers first, then what begins so, then what holds it. Only what the lists of the
 * caller hold.
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
