import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** `ip`: of the request that changed it; null where none did. */
export const passwordChanged = event(
  'account.passwordChanged',
  z.object({ userId: idText, ip: z.string().nullable() }),
)
