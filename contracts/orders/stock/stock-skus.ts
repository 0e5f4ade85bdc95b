import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { idText } from '../../kit/envelope.ts'
import { bool, dict, length, money, ref, text, textarea, weight } from '../../kit/field.ts'

/** What a customer keeps with us: the goods behind each SKU. */
export const stockSkuList = crud(
  entity({
    name: 'stock-skus',
    table: 'stock_sku',
    scope: 'owner',
    label: 'fullName',
    fields: {
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      sku: text({
        required: true,
        max: 64,
        typed: true,
        unique: true,
        filter: 'prefix',
        sort: true,
        width: 150,
      }),
      // The SKU with its name, by which it is chosen and shown.
      fullName: text({ readOnly: true, show: [] }),
      fullNameEn: text({ readOnly: true, show: [] }),
      nameCn: text({ max: 200, filter: 'like', width: 180 }),
      nameEn: text({ max: 200, filter: 'like', width: 200 }),
      barcodes: text({ max: 500, filter: 'like', width: 160 }),
      unitWeight: weight({ required: true, min: 0.001, width: 110 }),
      length: length({ min: 0, show: ['form', 'detail'] }),
      width: length({ min: 0, show: ['form', 'detail'] }),
      height: length({ min: 0, show: ['form', 'detail'] }),
      lotTracked: bool({ initial: false, filter: 'eq', width: 90 }),
      expiryTracked: bool({ initial: false, filter: 'eq', width: 90 }),
      hscodeCn: text({ max: 20, filter: 'prefix', width: 130 }),
      hscodeForeign: text({ max: 20, filter: 'prefix', width: 130 }),
      unitPrice: money({ currencyFrom: 'currency', sign: 'nonNegative', width: 110 }),
      currency: dict('currency', { required: true, initial: 'EUR', width: 90 }),
      material: text({ max: 100, show: ['form', 'detail'] }),
      brand: text({ max: 100, show: ['form', 'detail'] }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  { path: '/erp/stockSku', perm: 'stock:sku' },
)

/** What an order line takes over of a SKU, and how many pieces are there. */
export const skuFound = z.object({
  id: z.string(),
  sku: z.string(),
  nameCn: z.string().nullable(),
  nameEn: z.string().nullable(),
  hscodeCn: z.string().nullable(),
  hscodeForeign: z.string().nullable(),
  unitWeightKg: z.string(),
  unitPrice: z.string().nullable(),
  currency: z.string(),
  material: z.string().nullable(),
  brand: z.string().nullable(),
  lotTracked: z.boolean(),
  expiryTracked: z.boolean(),
  available: z.number(),
})
export type SkuFound = z.infer<typeof skuFound>

export const stockSkus = endpoints({
  /** SKUs by the beginning of their number, a word of their name, or a whole barcode. */
  find: {
    method: 'GET',
    path: '/erp/stockSku/find',
    perm: 'stock:sku:list',
    in: z.object({
      keyword: z.string().trim().max(100).optional(),
      /** Staff choose the customer; a customer's user has no choice. */
      customerId: idText.optional(),
      /** Counts the pieces available in this depot only. */
      depotId: idText.optional(),
    }),
    out: z.array(skuFound),
  },
})
