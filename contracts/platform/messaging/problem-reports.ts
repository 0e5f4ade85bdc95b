import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'

/** So many a person may send in an hour. */
export const REPORTS_AN_HOUR = 5

/** What a page shows that went wrong, with what the person was about to do. */
export const problemReports = endpoints({
  report: {
    method: 'POST',
    path: '/sys/problem/report',
    login: true,
    own: true,
    in: z.object({
      /** Of the call that failed, where one did. */
      requestId: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/, { error: 'field.invalid' })
        .nullish(),
      path: z.string().max(300, { error: 'field.tooLong' }),
      text: z
        .string()
        .trim()
        .min(1, { error: 'field.required' })
        .max(1_000, { error: 'field.tooLong' }),
    }),
    out: z.null(),
    message: 'ok.problemReported',
  },
})
