import { z } from 'zod'
import { quoteOut } from '../commercial/rating.ts'
import { customsBlock } from './customs/customs.ts'
import { linesOf } from './imports/draft-line.ts'
import { attributesBlock, deliveryBlock, fbaBlock, palletLine } from './shipments.draft.ts'
import { addressDetail, parcelDetail } from './shipments.parts.ts'

/**
 * An order whole: head, sender, consignee, parcels with contents, price with its explanation, and
 * what may be done now.
 */
export const orderDetail = z.object({
  id: z.string(),
  version: z.number(),
  serialNumber: z.string(),
  reference: z.string(),
  shipmentResource: z.string(),
  shipmentResource_dictText: z.string(),
  poCode: z.string().nullable(),
  fbaCode: z.string().nullable(),
  orderMethod: z.string(),
  customerId: z.string(),
  customerId_dictText: z.string(),
  customerCode: z.string(),
  serviceId: z.string(),
  serviceId_dictText: z.string(),
  serviceCode: z.string(),
  depotId: z.string(),
  depotId_dictText: z.string(),
  depotCode: z.string(),
  userDepotId: z.string().nullable(),
  userDepotId_dictText: z.string().nullable(),
  shipperId: z.string().nullable(),
  sender: addressDetail.nullable(),
  consignee: addressDetail.extend({ remark: z.string().nullable() }),
  shipmentStatus: z.number(),
  shipmentStatus_dictText: z.string(),
  locationStatus: z.number(),
  locationStatus_dictText: z.string(),
  flags: z.number(),
  currency: z.string(),
  /** Null for those who see no prices, too; so is the quote. */
  amount: z.string().nullable(),
  quote: quoteOut.nullable(),
  shipmentPieces: z.number(),
  shipmentWeightKg: z.string(),
  chargeableWeightKg: z.string().nullable(),
  remark: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  confirmBy: z.string().nullable(),
  confirmTime: z.string().nullable(),
  cancelBy: z.string().nullable(),
  cancelTime: z.string().nullable(),
  cancelReason: z.string().nullable(),
  revokeBy: z.string().nullable(),
  revokeTime: z.string().nullable(),
  delivery: linesOf(deliveryBlock).nullable(),
  fba: linesOf(fbaBlock).nullable(),
  customs: linesOf(customsBlock).nullable(),
  /** From then on the customs data cannot be changed. */
  customsLockedAt: z.string().nullable(),
  attributes: linesOf(attributesBlock)
    .extend({ services: z.array(z.string()) })
    .nullable(),
  pallets: z.array(linesOf(palletLine).extend({ stackable: z.boolean() })).nullable(),
  parcels: z.array(parcelDetail),
  /** Action → null where open, otherwise the code with the reason. */
  actions: z.record(z.string(), z.string().nullable()),
})
export type OrderDetail = z.infer<typeof orderDetail>
