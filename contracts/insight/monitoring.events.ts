import { z } from 'zod'
import { event } from '../kit/events.ts'

/** A volume has passed its alarm level: once per node and day. */
export const diskFull = event(
  'disk.full',
  z.object({ node: z.string(), percent: z.number(), day: z.string() }),
)
