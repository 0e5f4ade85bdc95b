import { z } from 'zod'
import { customsBlock } from './customs/customs.ts'
import { line, numberLine } from './imports/draft-line.ts'
import { KIND_CODES } from './kinds/kinds.ts'

/** Parcels of one order; a body of so many needs more room than others. */
export const MAX_PARCELS = 1_000
export const MAX_PALLETS = 99
export const ORDER_BYTES = 4 * 1024 * 1024

/** Amounts of an order at most, in the smallest unit of their currency: beyond is a slip. */
export const MAX_GOODS_MINOR = 10_000_000_000n
export const MAX_COD_MINOR = 100_000_000n

/**
 * An order as a form or a client sends it, before its contents are judged: shapes only. What a
 * value must be — a known country, a phone that exists, a weight the service carries — is one set
 * of checks shared with the import (server/features/orders/shipments/checks/check-order.ts), so both
 * refuse the same things with the same codes.
 */
const address = {
  name: line(100),
  company: line(100),
  phone: line(40),
  email: line(120),
  taxNumber: line(40),
  country: line(2),
  state: line(80),
  city: line(80),
  postalCode: line(16),
  street: line(120),
  house: line(20),
  address1: line(120),
  address2: line(120),
}
export const draftProduct = z.object({
  sku: numberLine(60),
  hscodeCn: line(12),
  hscodeForeign: line(12),
  nameCn: line(120),
  nameEn: line(120),
  material: line(120),
  usage: line(120),
  brand: line(60),
  model: line(60),
  origin: line(2),
  shopUrl: line(500),
  photoUrl: line(500),
  unit: line(12),
  quanlity: line(9),
  unitWeightKg: line(14),
  unitPrice: line(16),
  currency: line(3),
  remark: line(200),
})
export const draftParcel = z.object({
  reference: numberLine(60),
  /** Its own number in the receiver's warehouse; given where it is empty. */
  fbaCode: line(40),
  /** Number of the pallet it stands on, one of the order's. */
  palletNo: line(3),
  weightKg: line(14),
  lengthCm: line(12),
  widthCm: line(12),
  heightCm: line(12),
  remark: line(200),
  products: z.array(draftProduct).max(100, { error: 'field.tooMany' }).default([]),
})
/** When and to whom a lorry delivers. */
export const deliveryBlock = z.object({
  /** Date and time with offset, both or neither. */
  windowFrom: line(40),
  windowTo: line(40),
  dockContact: line(100),
  dockPhone: line(40),
  dockRemark: line(200),
})
/** Where cartons go that a marketplace stores, and by which of its numbers. */
export const fbaBlock = z.object({
  warehouseCode: line(12),
  referenceId: line(40),
  boxContentSource: line(24),
})
export const palletLine = z.object({
  palletNo: line(3),
  weightKg: line(14),
  lengthCm: line(12),
  widthCm: line(12),
  heightCm: line(12),
  stackable: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})
/** What decides services and surcharges apart from weight and size. */
export const attributesBlock = z.object({
  /** Dangerous goods: dictionary `dangerous_goods`, with the UN number where there is one. */
  dangerousGoods: line(20),
  unNumber: line(6),
  codAmount: line(16),
  codCurrency: line(3),
  /** Apart from the customs value. */
  insuredAmount: line(16),
  insuredCurrency: line(3),
  /** Parcel shop or locker that keeps the parcel for the consignee. */
  pickupPoint: line(60),
  /** Dictionary `value_added_service`. */
  services: z
    .array(z.string().trim().max(40))
    .max(20, { error: 'field.tooMany' })
    .nullish()
    .transform((value) => value ?? []),
})
const optional = <T extends z.ZodType>(block: T) =>
  block.nullish().transform((value) => value ?? null)

export const orderDraft = z.object({
  shipmentResource: z.enum(KIND_CODES, { error: 'shipmentResource.unknown' }),
  reference: numberLine(60),
  poCode: line(60),
  fbaCode: line(40),
  /** The customer's own code at a depot. */
  userDepotId: line(19),
  /** Staff choose the customer of the order; a customer's user has no choice. */
  customerId: line(19),
  serviceId: line(19),
  depotId: line(19),
  shipperId: line(19),
  sender: z
    .object(address)
    .nullish()
    .transform((value) => value ?? null),
  consignee: z.object({ ...address, remark: line(200) }),
  currency: line(3),
  remark: line(500),
  delivery: optional(deliveryBlock),
  fba: optional(fbaBlock),
  customs: optional(customsBlock),
  attributes: optional(attributesBlock),
  pallets: optional(z.array(palletLine).max(MAX_PALLETS, { error: 'field.tooMany' })),
  parcels: z
    .array(draftParcel)
    .min(1, { error: 'field.required' })
    .max(MAX_PARCELS, { error: 'field.tooMany' }),
})
export type DeliveryBlock = z.output<typeof deliveryBlock>
export type FbaBlock = z.output<typeof fbaBlock>
export type PalletLine = z.output<typeof palletLine>
export type AttributesBlock = z.output<typeof attributesBlock>
export type OrderDraft = z.output<typeof orderDraft>
export type DraftParcel = z.output<typeof draftParcel>
export type DraftProduct = z.output<typeof draftProduct>
