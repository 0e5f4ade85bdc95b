import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText, oneOf } from '../kit/envelope.ts'

/**
 * Labels of orders (`ids` of shipments) or of single parcels (`parcelIds`), merged in the order
 * given.
 */
export const labels = endpoints({
  print: {
    method: 'POST',
    path: '/erp/label/print',
    perm: 'ship:label:print',
    reply: 'file',
    in: oneOf(
      z.object({
        ids: idList.optional(),
        parcelIds: idList.optional(),
        format: z.enum(['pdf', 'zpl']).default('pdf'),
        /** Of labels drawn by a built-in layout; a template's own document has its size. */
        size: z.enum(['100x150', 'A6']).optional(),
        dpi: z.union([z.literal(203), z.literal(300)]).default(203),
        /**
         * A PDF laid out by this print set: its paper, upright or across, as many labels on a sheet as it
         * holds. It goes before `size`; label printers' own language knows no sheets.
         */
        printSetId: idText.optional(),
        /** Asked for when a label was printed before; it is marked as a reprint. */
        reason: z.string().trim().max(200).optional(),
        /**
         * Names one press of the button: sent again because no answer came, it is the same print.
         * Every other print of a label counts, and asks for its reason.
         */
        requestKey: z.string().trim().min(8).max(64).optional(),
      }),
      ['ids', 'parcelIds'],
      { several: 'label.oneList' },
    ),
    out: z.null(),
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
})
