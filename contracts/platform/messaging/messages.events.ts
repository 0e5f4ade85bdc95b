import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** How a message ends, until a user sends it again. */
export const MESSAGE_OUTCOMES = ['sent', 'failed', 'unconfigured', 'cancelled'] as const

/** A message a feature asked about has been sent or will not be; `detail` is the server's answer. */
export const messageSettled = event(
  'messages.settled',
  z.object({
    messageId: idText,
    about: z.string(),
    outcome: z.enum(MESSAGE_OUTCOMES),
    receiver: z.string(),
    detail: z.string(),
    at: z.string(),
  }),
)
