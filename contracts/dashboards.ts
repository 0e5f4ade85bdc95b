import { z } from 'zod'
import { endpoints } from './kit/endpoint.ts'

const today = z.object({
  /** Orders taken since midnight. */
  added: z.number(),
  /** Parcels that came in, went out, arrived since midnight. */
  received: z.number(), outbound: z.number(), delivered: z.number(),
  /** Parcels that stand so now, whenever it began. */
  exceptions: z.number(), held: z.number(),
})
export type TodayFigures = z.infer<typeof today>

/** Figures of the status board (specification §7), within the caller's reach. */
export const dashboards = endpoints({
  /** Status code → number of orders (of one kind, B2C and the like, where it is named); every status is there. The list filtered alike has as many rows. */
  statusCount: { method: 'GET', path: '/rwms/dashboard/statusCount', perm: 'dash:status:view', in: z.object({ shipmentResource: z.string().max(20).optional() }), out: z.record(z.string(), z.number()) },
  /** `zone`: IANA name of the zone whose midnight the day starts at; UTC without one. */
  today: { method: 'GET', path: '/rwms/dashboard/today', perm: 'dash:status:view', in: z.object({ zone: z.string().max(60).optional() }), out: today },
})
