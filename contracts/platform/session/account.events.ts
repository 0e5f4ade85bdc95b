import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/**
 * `what` has a text `alert.<what>` of the space `account`; `state` fills it. `ip`: of the request,
 * null where there was none.
 */
export const securityChanged = event(
  'account.securityChanged',
  z.object({
    userId: idText,
    what: z.string(),
    state: z.string().default(''),
    ip: z.string().nullable(),
  }),
)

export const notifyRulesChanged = event('account.notifyRulesChanged', z.object({ userId: idText }))
