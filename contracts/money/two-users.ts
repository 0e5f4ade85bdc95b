import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'

/** Settings of money that two users change: one asks, another decides. */
export const TWO_USER_KINDS = ['limits', 'paymentAccount'] as const
export type TwoUserKind = (typeof TWO_USER_KINDS)[number]

const change = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type TwoUserChange = z.infer<typeof change>

export const twoUsers = endpoints({
  /** Changes of a kind that wait for a second user. */
  waiting: {
    method: 'GET',
    path: '/erp/twoUsers/waiting',
    perm: ['acc:recharge:limit', 'acc:recharge:confirm', 'acc:payacct:edit'],
    in: z.object({ kind: z.enum(TWO_USER_KINDS, { error: 'field.dict' }) }),
    out: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        changes: z.array(change),
        askedBy: z.string(),
        askedAt: z.string(),
        version: rowVersion,
      }),
    ),
  },
  /** Makes a change, or leaves it undone: not by who asked for it; who asked may take it back. */
  decide: {
    method: 'PUT',
    path: '/erp/twoUsers/decide',
    perm: ['acc:recharge:limit', 'acc:recharge:confirm', 'acc:payacct:edit'],
    stepUp: true,
    in: z.object({ id: idText, version: rowVersion, approve: z.boolean() }),
    out: z.null(),
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/twoUsers', '/erp/recharge/limits', '/erp/receivingAccount'],
  },
})
