import { z } from 'zod'
import { event } from '../kit/events.ts'

/** Whether or how often a courier is asked is another than before. */
export const pollingChanged = event('courier.pollingChanged', z.object({ courier: z.string() }))
