import { z } from 'zod'
import { idText } from '../../kit/envelope.ts'
import { event } from '../../kit/events.ts'

/** A run ended badly; `hour` is that of its end in UTC, `2026-03-01T10`. */
export const scheduledJobBroken = event(
  'scheduledJob.broken',
  z.object({ jobClassName: z.string(), runId: idText, hour: z.string() }),
)
