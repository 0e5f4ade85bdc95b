import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { sourceCounts } from './number-sources.ts'

/** Most numbers one trial makes. */
export const TRIAL_MAX = 50

/** Fifteen digits, as many as a number scheme has room for. */
const SERIAL_MAX = 999_999_999_999_999

const serial = z
  .number({ error: 'field.int' })
  .int({ error: 'field.int' })
  .min(0, { error: 'field.tooSmall' })
  .max(SERIAL_MAX, { error: 'field.tooLarge' })
const touches = ['/erp/numberSegment'] as const

/** What is done with number segments beyond keeping them. */
export const numberSegments = endpoints({
  counts: {
    method: 'GET',
    path: '/erp/numberSegment/counts',
    perm: 'dlv:segment:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), sourceCounts),
  },
  activate: {
    method: 'PUT',
    path: '/erp/numberSegment/activate',
    perm: 'dlv:segment:activate',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  close: {
    method: 'PUT',
    path: '/erp/numberSegment/close',
    perm: 'dlv:segment:activate',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Moves the end up; one that was exhausted goes on. */
  extend: {
    method: 'PUT',
    path: '/erp/numberSegment/extend',
    perm: 'dlv:segment:edit',
    in: z.object({ id: idText, endNo: serial, version: rowVersion }),
    out: z.object({ id: z.string(), endNo: z.number(), status: z.string() }),
    idempotency: 'accepted',
    touches,
  },
  /** Numbers a segment would issue, which stay free, with the working of each check digit. */
  trial: {
    method: 'GET',
    path: '/erp/numberSegment/trial',
    perm: 'dlv:segment:list',
    in: z.object({
      id: idText,
      /** First serial; the next one to be issued where none is named. */
      from: z.coerce.number().int().min(0).max(SERIAL_MAX).optional(),
      count: z.coerce.number().int().min(1).max(TRIAL_MAX).default(5),
    }),
    out: z.array(
      z.object({
        serial: z.string(),
        number: z.string(),
        /** Null where the scheme has no check digit. */
        work: z
          .object({
            rule: z.string(),
            steps: z.array(
              z.object({
                char: z.string(),
                value: z.number(),
                weight: z.number().nullable(),
                result: z.number(),
              }),
            ),
            /** Added to the sum of the steps by the scheme. */
            sum: z.number(),
            modulus: z.number(),
            remainder: z.number(),
            check: z.string(),
          })
          .nullable(),
      }),
    ),
  },
})
