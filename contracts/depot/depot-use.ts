import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'

/** What a depot in use has, each kind counted up to this. */
export const DEPOT_USES_MAX = 1000
export const DEPOT_USES = [
  'orders',
  'predicted',
  'outbound',
  'bags',
  'stock',
  'userDepots',
  'staff',
] as const
export type DepotUse = (typeof DEPOT_USES)[number]

/** What still goes by a depot, and taking it out of use. */
export const depotUse = endpoints({
  uses: {
    method: 'GET',
    path: '/erp/depot/uses',
    perm: 'dlv:depot:list',
    in: z.object({ id: idText }),
    out: z.object({
      /** Of each kind that there is: how many, up to 1,000, and the first of them by name. */
      uses: z.array(
        z.object({
          kind: z.enum(DEPOT_USES),
          count: z.number().int(),
          names: z.array(z.string()),
        }),
      ),
    }),
  },
  /**
   * Takes a depot out of use that is used, which an edit refuses: `seen` are the kinds of use the
   * caller knows of; refused with their names where there are others.
   */
  switchOff: {
    method: 'PUT',
    path: '/erp/depot/switchOff',
    perm: 'dlv:depot:edit',
    in: z.object({ id: idText, version: rowVersion, seen: z.array(z.enum(DEPOT_USES)).max(20) }),
    out: z.object({ version: z.number().int() }),
    idempotency: 'accepted',
    touches: ['/erp/depot'],
    message: 'ok.edited',
  },
})
