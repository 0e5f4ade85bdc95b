import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

/** How a courier does: calls and pushes, numbers that are followed, codes that are not mapped. */
export const courierDesk = endpoints({
  view: {
    method: 'GET',
    path: '/erp/courier/desk',
    perm: 'trk:courier:list',
    staff: true,
    in: z.object({ id: idText }),
    out: z.object({
      code: z.string(),
      /** Of the last 24 hours. */
      calls: z.object({
        total: z.number(),
        failed: z.number(),
        medianMs: z.number().nullable(),
        lastAt: z.string().nullable(),
        lastError: z.string().nullable(),
      }),
      lastPushAt: z.string().nullable(),
      numbers: z.object({
        /** Planned to be asked, due by now, and with failures in a row. */
        followed: z.number(),
        due: z.number(),
        failing: z.number(),
      }),
      unmappedCodes: z.number(),
      /**
       * How far expected days were off, of parcels delivered in the last days: their estimates are made
       * of the deliveries before. Null where none could be made.
       */
      expected: z
        .object({
          days: z.number(),
          parcels: z.number(),
          /** Delivered within the range named. */
          within: z.number(),
          /** Half, and nine of ten, came so near to the time named as likely. */
          medianOffHours: z.number(),
          highOffHours: z.number(),
          measuredAt: z.string(),
        })
        .nullable(),
      replay: z
        .object({
          parcels: z.number(),
          done: z.number(),
          startedAt: z.string(),
          finishedAt: z.string().nullable(),
        })
        .nullable(),
    }),
  },
})
