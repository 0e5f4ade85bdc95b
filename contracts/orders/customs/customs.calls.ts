import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { line } from '../imports/draft-line.ts'
import { customsBlock } from './customs.ts'
import { draftProduct, MAX_PARCELS, orderDraft } from '../shipments.draft.ts'

/** What a customer declared last for a SKU; it fills a line of products in. */
const remembered = z.object({
  sku: z.string(),
  hscodeCn: z.string().nullable(),
  hscodeForeign: z.string().nullable(),
  nameCn: z.string().nullable(),
  nameEn: z.string().nullable(),
  material: z.string().nullable(),
  usage: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  origin: z.string().nullable(),
  unit: z.string().nullable(),
  unitWeightKg: z.string().nullable(),
  unitPrice: z.string().nullable(),
  currency: z.string().nullable(),
  usedAt: z.string(),
})
/** A line of the Harmonized System; six digits can be declared, shorter ones lead there. */
const hsCode = z.object({
  code: z.string(),
  /** 2 chapter, 4 heading, 6 subheading. */
  level: z.number(),
  nameEn: z.string(),
  /** Null where the word list has none of its own; then `aboveCn` names the group it belongs to. */
  nameCn: z.string().nullable(),
  aboveCn: z.string().nullable(),
  aboveEn: z.string().nullable(),
})

/** `error` refuses the confirmation of orders that need customs data, `warning` does not. */
export const severities = ['error', 'warning'] as const
const finding = z.object({
  /** As in the order's form: `parcels.0.products.1.hscodeCn`, `customs.ioss`. */
  path: z.string(),
  code: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  messages: z.object({ zh_CN: z.string(), en_US: z.string() }),
})
/** The border that is asked about: countries, and whose country the first is. Null while unknown. */
const border = z
  .object({ from: z.string(), to: z.string(), of: z.enum(['sender', 'depot']) })
  .nullable()
/** Findings of one order; `needed` is false inside a customs territory, where nothing is checked. */
export const verdict = z.object({
  needed: z.boolean(),
  border,
  errors: z.number(),
  warnings: z.number(),
  findings: z.array(finding),
})
export type Finding = z.input<typeof finding>
export type Border = z.input<typeof border>
export type Verdict = z.input<typeof verdict>

/** An order while it is written: parts may be missing, and the checker reports those that matter. */
const draftToCheck = z.object({
  shipmentResource: orderDraft.shape.shipmentResource.optional(),
  customerId: line(19),
  depotId: line(19),
  shipperId: line(19),
  sender: orderDraft.shape.sender,
  consignee: orderDraft.shape.consignee.partial().nullish(),
  customs: customsBlock.partial().nullish(),
  attributes: z
    .object({ dangerousGoods: line(20), unNumber: line(6) })
    .partial()
    .nullish(),
  parcels: z
    .array(
      z.object({
        weightKg: line(14),
        products: z
          .array(draftProduct.partial().extend({ origin: line(2) }))
          .max(100, { error: 'field.tooMany' })
          .default([]),
      }),
    )
    .max(MAX_PARCELS, { error: 'field.tooMany' })
    .default([]),
})

export const customs = endpoints({
  searchHscode: {
    method: 'GET',
    path: '/erp/hscode/search',
    perm: 'ship:customs:check',
    in: z.object({
      /** Words in either language, or a code with or without points. */
      q: z.string().trim().max(100).default(''),
      /** Whose memory is asked; a customer's own user has no choice. */
      customerId: idText.optional(),
      sku: z.string().trim().max(60).optional(),
    }),
    out: z.object({ remembered: z.array(remembered), codes: z.array(hsCode) }),
  },
  check: {
    method: 'POST',
    path: '/erp/customs/check',
    perm: 'ship:customs:check',
    in: draftToCheck,
    out: verdict,
  },
})
