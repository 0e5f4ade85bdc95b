import { z } from 'zod'
import { endpoints } from './kit/endpoint.ts'
import { idList } from './kit/envelope.ts'

/** Labels of orders (`ids` of shipments) or of single parcels (`parcelIds`), merged in the order given. */
export const labels = endpoints({
  print: {
    method: 'POST', path: '/erp/label/print', perm: 'ship:label:print', reply: 'file',
    in: z.object({
      ids: idList.optional(), parcelIds: idList.optional(), format: z.enum(['pdf', 'zpl']).default('pdf'), size: z.enum(['100x150', 'A6']).optional(), dpi: z.union([z.literal(203), z.literal(300)]).default(203),
      /** Asked for when a label was printed before; it is marked as a reprint. */
      reason: z.string().trim().max(200).optional(),
    }),
    out: z.null(),
  },
})
