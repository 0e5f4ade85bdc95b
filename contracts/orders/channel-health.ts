import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

const counts = z.object({
  made: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  /** Asked for and not answered yet. */
  waiting: z.number().int(),
})

/** The sources of labels behind channels: which there are, how they answer. */
export const channelHealth = endpoints({
  /** What this version of the product can make labels with. */
  adapters: {
    method: 'GET',
    path: '/erp/channel/adapters',
    perm: 'dlv:channel:list',
    in: z.object({}),
    out: z.array(
      z.object({ code: z.string(), kind: z.enum(['drawn', 'called']), text: z.string() }),
    ),
  },
  health: {
    method: 'GET',
    path: '/erp/channel/health',
    perm: 'dlv:channel:list',
    in: z.object({ id: idText }),
    out: z.object({
      day: counts,
      week: counts,
      lastError: z
        .object({ at: z.string(), reason: z.string().nullable(), order: z.string() })
        .nullable(),
      tests: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          testedBy: z.string().nullable(),
          source: z.string(),
          ok: z.boolean(),
          answer: z.string(),
          ms: z.number().int(),
        }),
      ),
    }),
  },
  /**
   * Asks the channel's source: ours draws a sample label, another one is asked for a label that does
   * not exist. No number is used, nothing is bought.
   */
  test: {
    method: 'POST',
    path: '/erp/channel/test',
    perm: 'dlv:channel:edit',
    in: z.object({ id: idText }),
    out: z.object({
      ok: z.boolean(),
      source: z.string(),
      answer: z.string(),
      ms: z.number().int(),
      /** The sample as PDF, in base64. */
      label: z.string().nullable(),
    }),
    idempotency: 'accepted',
    touches: ['/erp/channel'],
  },
})
