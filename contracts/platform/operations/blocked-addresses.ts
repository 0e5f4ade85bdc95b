import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'

/** So many a tenant may have at a time. */
export const BLOCKED_MAX = 1_000
export const BLOCK_HOURS = [1, 24, 168, 720, 8_760] as const

const address = z.union([z.ipv4(), z.ipv6()], { error: 'block.address' })
const row = z.object({
  /** Of IPv6 the /64, in which its owner may choose any. */
  address: z.string(),
  reason: z.string(),
  until: z.string(),
  createBy: z.string(),
  createTime: z.string(),
})
export type BlockedAddress = z.output<typeof row>
const LIST = '/sys/blockedAddress/list'

/**
 * Addresses from which the tenant's accounts cannot be used for a time; those the platform names
 * (tenant 0) are refused every call.
 */
export const blockedAddresses = endpoints({
  list: {
    method: 'GET',
    path: LIST,
    perm: 'sys:log:block',
    in: z.object({}),
    out: z.array(row),
  },
  block: {
    method: 'POST',
    path: '/sys/blockedAddress/add',
    perm: 'sys:log:block',
    stepUp: true,
    in: z.object({
      address,
      hours: z.int().min(1).max(8_760),
      reason: z
        .string()
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
    }),
    out: z.null(),
    message: 'ok.done',
    touches: [LIST],
  },
  release: {
    method: 'DELETE',
    path: '/sys/blockedAddress/delete',
    perm: 'sys:log:block',
    stepUp: true,
    in: z.object({ address: z.string().max(60) }),
    out: z.null(),
    message: 'ok.done',
    touches: [LIST],
  },
})
