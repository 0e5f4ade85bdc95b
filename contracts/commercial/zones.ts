import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { answerHead, lost, resolveInput, zoneOf, zoneRule } from './resolve.ts'

/** The zones of a service as a whole. */
export const zones = endpoints({
  /** Which zone an address lies in, by the matching that orders go through, and why. */
  resolve: {
    method: 'GET',
    path: '/erp/partition/resolve',
    perm: 'dlv:partition:list',
    in: resolveInput,
    out: z.object({
      ...answerHead,
      partition: zoneOf.nullable(),
      rule: zoneRule.nullable(),
      /** Those that match as well, and those that would on another day. */
      others: z.array(zoneRule.extend(lost)),
    }),
  },
})
