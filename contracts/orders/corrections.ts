import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { orderPerms } from './kinds/kind-perms.ts'
import { orderDetail } from './shipments.detail.ts'
import { draftParcel, MAX_PARCELS, ORDER_BYTES, orderDraft } from './shipments.draft.ts'

const wanted = z.object({
  id: idText,
  version: rowVersion,
  consignee: orderDraft.shape.consignee,
  /** Left out, the customs data stay as they are. */
  customs: orderDraft.shape.customs.optional(),
  /** The contents of parcels; those left out stay as they are. */
  goods: z
    .array(z.object({ parcelId: idText, products: draftParcel.shape.products }))
    .max(MAX_PARCELS, { error: 'field.tooMany' })
    .optional(),
})
const price = z.object({ net: z.string(), gross: z.string() })

/** Corrections of orders that are confirmed or have labels, and have not been shipped. */
export const corrections = endpoints({
  /**
   * What a correction would do; nothing is stored. Refused where it cannot be done, wrong values by
   * their field. `key` goes with the correction: it holds for the order as it is now, at this price.
   */
  preview: {
    method: 'POST',
    path: '/erp/shipment/previewCorrection',
    limit: ORDER_BYTES,
    perm: orderPerms('edit'),
    in: wanted,
    takesMasks: true,
    out: z.object({
      key: z.string(),
      /** Labels that become void, each with its number; a new one takes the place of each. */
      labels: z.array(
        z.object({
          parcel: z.string(),
          number: z.string().nullable(),
          source: z.string(),
          source_dictText: z.string(),
          /** Bought from a carrier, which has to agree first. */
          bought: z.boolean(),
        }),
      ),
      /** Null for those who see no prices. */
      price: z
        .object({
          currency: z.string(),
          before: price,
          after: price,
          /** Above zero, the customer pays more. */
          difference: price,
          /** What becomes of the difference now; `later`: the order is charged at the new price. */
          how: z.enum(['none', 'charged', 'held', 'later']),
        })
        .nullable(),
      /** What customs may ask about. */
      doubts: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    }),
  },
  /**
   * Corrects an order at the price of the preview: its labels are void, new ones take their place
   * and the difference is booked. With a carrier's label nothing of that is done before the carrier
   * agreed: `waits`.
   */
  correct: {
    method: 'PUT',
    path: '/erp/shipment/correct',
    limit: ORDER_BYTES,
    perm: orderPerms('edit'),
    in: wanted.extend({ key: z.string().max(40) }),
    takesMasks: true,
    out: z.object({ state: z.enum(['done', 'waits']), order: orderDetail }),
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/erp/revokeTask', '/erp/labelRequest', '/rwms/dashboard'],
  },
})
