import { bool, datetime, dict, ref, text } from '../kit/field.ts'
import { z } from 'zod'

/** One line of contents as it is answered. */
export const productDetail = z.object({
  sku: z.string().nullable(),
  hscodeCn: z.string().nullable(),
  hscodeForeign: z.string().nullable(),
  nameCn: z.string().nullable(),
  nameEn: z.string().nullable(),
  material: z.string().nullable(),
  usage: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  origin: z.string().nullable(),
  shopUrl: z.string().nullable(),
  photoUrl: z.string().nullable(),
  unit: z.string().nullable(),
  quanlity: z.number(),
  unitWeightKg: z.string(),
  unitPrice: z.string(),
  currency: z.string(),
  remark: z.string().nullable(),
})
export const parcelDetail = z.object({
  id: z.string(),
  seq: z.number(),
  serialNumber: z.string(),
  reference: z.string().nullable(),
  fbaCode: z.string().nullable(),
  palletNo: z.number().nullable(),
  trackNo: z.string().nullable(),
  parcelStatus: z.number(),
  parcelStatus_dictText: z.string(),
  weightKg: z.string(),
  lengthCm: z.string().nullable(),
  widthCm: z.string().nullable(),
  heightCm: z.string().nullable(),
  measuredWeightKg: z.string().nullable(),
  volumeWeightKg: z.string().nullable(),
  chargeableWeightKg: z.string().nullable(),
  labelCopies: z.number(),
  trackingStatus: z.number(),
  remark: z.string().nullable(),
  products: z.array(productDetail),
})
export const addressDetail = z.object({
  name: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  taxNumber: z.string().nullable(),
  country: z.string(),
  state: z.string().nullable(),
  city: z.string(),
  postalCode: z.string().nullable(),
  street: z.string(),
  house: z.string().nullable(),
  address1: z.string().nullish(),
  address2: z.string().nullable(),
})

export const WORDS_MAX = 80
/** The fields of an order that its words are found in. */
export const ORDER_WORDS = [
  'serialNumber',
  'reference',
  'poCode',
  'fbaCode',
  'consigneeName',
  'company',
  'phone',
  'email',
  'city',
  'postalCode',
] as const

/**
 * What orders are narrowed by that is no column of theirs: their parcels, service, way into a
 * warehouse; and who wrote them, by account or name.
 */
export const orderFilters = {
  /** What was typed into the list's box: parts of names, companies, towns, postcodes, phones and mails. */
  words: text({ max: WORDS_MAX, filter: 'eq' }),
  channelId: ref('channels', { filter: 'in', perm: 'dlv:channel:list' }),
  createBy: text({ filter: 'like' }),
  /** A customer's own people, who entered them; accounts of others are none of its matter. */
  authorId: ref('sub-accounts', { filter: 'in', perm: 'erp:subuser:list' }),
  labelTime: datetime({ filter: 'range' }),
  receivedTime: datetime({ filter: 'range' }),
  outboundTime: datetime({ filter: 'range' }),
  deliveredTime: datetime({ filter: 'range' }),
  cancelTime: datetime({ filter: 'range' }),
  warehouseCode: text({ filter: 'like' }),
  slotFrom: datetime({ filter: 'range' }),
  podState: dict('fba_pod_state', { filter: 'in' }),
  fbaReady: bool({ filter: 'eq' }),
  /** With cash on delivery. */
  cod: bool({ filter: 'eq' }),
}
