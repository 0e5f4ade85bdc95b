import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList } from '../kit/envelope.ts'

const usage = z.object({
  id: z.string(),
  /** Orders the caller can see. */
  used: z.number(),
  lastUsed: z.string().nullable(),
})
const problem = z.object({
  status: z.string(),
  status_dictText: z.string(),
  count: z.number(),
  lastAt: z.string().nullable(),
})

/** How often addresses were used, and what went wrong there: counted from orders and events. */
export const addressUsage = endpoints({
  shippers: {
    method: 'GET',
    path: '/erp/shipper/usage',
    perm: 'base:shipper:list',
    in: z.object({ ids: idList }),
    out: z.array(usage),
  },
  consignees: {
    method: 'GET',
    path: '/erp/consignee/usage',
    perm: 'base:consignee:list',
    in: z.object({ ids: idList }),
    out: z.array(usage.extend({ problems: z.array(problem) })),
  },
})
