import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/**
 * A segment or pool has fallen to its low mark, or is empty: once each time it does. `crossing`
 * names the occasion.
 */
export const numbersLow = event(
  'numbers.low',
  z.object({
    source: z.enum(['segment', 'pool']),
    id: idText,
    code: z.string(),
    service: z.string(),
    level: z.enum(['low', 'empty']),
    free: z.number(),
    daysLeft: z.number().nullable(),
    crossing: z.string(),
  }),
)
