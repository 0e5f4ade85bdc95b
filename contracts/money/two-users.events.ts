import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'
import { TWO_USER_KINDS } from './two-users.ts'

/** A setting of money is to be changed, which a second user approves. */
export const twoUsersAsked = event(
  'accounts.twoUsersAsked',
  z.object({ id: idText, kind: z.enum(TWO_USER_KINDS), label: z.string() }),
)
