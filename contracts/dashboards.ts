import { z } from 'zod'
import { endpoints } from './kit/endpoint.ts'

/** Figures of the status board (specification §7), within the caller's reach. */
export const dashboards = endpoints({
  statusCount: { method: 'GET', path: '/rwms/dashboard/statusCount', perm: 'dash:status:view', in: z.object({}), out: z.record(z.string(), z.number()) },
})
