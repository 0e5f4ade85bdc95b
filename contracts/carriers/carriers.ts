import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

const secretState = z.object({ set: z.boolean(), last4: z.string() })
const state = z.object({
  apiKey: secretState,
  hookToken: secretState,
  /**
   * Under the API's base path: where the carrier pushes to, and the header it has to send the
   * token in.
   */
  hookPath: z.string(),
  hookHeader: z.string(),
  adapter: z.string(),
  /** The keys its adapter uses; `simulated`: the built-in simulator answers. */
  uses: z.array(z.enum(['apiKey', 'hookToken'])),
  simulated: z.boolean(),
})
// Printable and without blanks: it travels in a header.
const secret = z
  .string()
  .trim()
  .max(200, { error: 'field.tooLong' })
  .regex(/^[\x21-\x7e]*$/, { error: 'courier.secret' })
  .nullish()

/**
 * The keys of a carrier account. They go in, and nothing but their last four characters comes out.
 */
export const carriers = endpoints({
  secrets: {
    method: 'GET',
    path: '/erp/courier/secrets',
    perm: 'trk:courier:edit',
    in: z.object({ id: idText }),
    out: state,
  },
  /** Left out: stays as it is; empty: forgotten. A hook token has at least 16 characters. */
  setSecret: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/courier/setSecret',
    perm: 'trk:courier:edit',
    out: state,
    message: 'ok.edited',
    in: z.object({
      id: idText,
      apiKey: secret,
      hookToken: secret.refine((token) => !token || token.length >= 16, {
        error: 'courier.shortToken',
      }),
    }),
    touches: ['/erp/courier'],
  },
  /**
   * Asks the carrier whether it would answer; `detail` is `ok` or the kind of failure. `simulated`:
   * it was the simulator.
   */
  check: {
    method: 'POST',
    path: '/erp/courier/check',
    perm: 'trk:courier:edit',
    in: z.object({ id: idText }),
    out: z.object({ ok: z.boolean(), detail: z.string(), simulated: z.boolean() }),
  },
  /** Numbers the account may still register, asked of its carrier; null: it counts none. */
  quota: {
    method: 'GET',
    path: '/erp/courier/quota',
    perm: 'trk:courier:edit',
    in: z.object({ id: idText }),
    out: z
      .object({
        total: z.number().int().nullable(),
        used: z.number().int().nullable(),
        left: z.number().int().nullable(),
      })
      .nullable(),
  },
})
