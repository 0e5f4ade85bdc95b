import { z } from 'zod'

/**
 * An order as a form or a client sends it, before its contents are judged: shapes only. What a
 * value must be — a known country, a phone that exists, a weight the service carries — is one set
 * of checks shared with the import (server/features/orders/shipments/check-order.ts), so both
 * refuse the same things with the same codes.
 */
const line = (max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z.string().trim().max(max, { error: 'field.tooLong' }),
    )
    .nullish()
    .transform((value) => value || null)

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
  address2: line(120),
}
export const draftProduct = z.object({
  sku: line(60),
  hscodeCn: line(12),
  hscodeForeign: line(12),
  nameCn: line(120),
  nameEn: line(120),
  quanlity: line(9),
  unitWeightKg: line(14),
  unitPrice: line(16),
  currency: line(3),
  remark: line(200),
})
export const draftParcel = z.object({
  reference: line(60),
  weightKg: line(14),
  lengthCm: line(12),
  widthCm: line(12),
  heightCm: line(12),
  remark: line(200),
  products: z.array(draftProduct).max(100, { error: 'field.tooMany' }).default([]),
})
export const orderDraft = z.object({
  reference: line(60),
  /** Staff say whose order it is; a customer's user has no choice. */
  customerId: line(19),
  serviceId: line(19),
  depotId: line(19),
  shipperId: line(19),
  sender: z
    .object(address)
    .nullish()
    .transform((value) => value ?? null),
  consignee: z.object(address),
  currency: line(3),
  remark: line(500),
  parcels: z
    .array(draftParcel)
    .min(1, { error: 'field.required' })
    .max(200, { error: 'field.tooMany' }),
})
export type OrderDraft = z.output<typeof orderDraft>
export type DraftParcel = z.output<typeof draftParcel>
export type DraftProduct = z.output<typeof draftProduct>
