import { z } from 'zod'
import { idText } from '../kit/envelope.ts'
import { event } from '../kit/events.ts'

/** A bulk task has ended: all its orders are through, or it was stopped or has failed. */
export const orderTaskFinished = event('orderTask.finished', z.object({ taskId: idText }))
