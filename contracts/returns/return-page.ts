import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'

/** Why a buyer sends something back. */
export const RETURN_REASONS = [
  'size',
  'notAsDescribed',
  'damaged',
  'wrongItem',
  'late',
  'changedMind',
  'other',
] as const
/** How far a return has come, as its sender learns it. */
export const PAGE_STATUSES = ['announced', 'onTheWay', 'arrived', 'done', 'cancelled'] as const

/** Announcements of one order that wait for their parcel at most. */
export const PAGE_OPEN_MAX = 5

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
    .regex(/^[^\r\n\0]*$/, { error: 'field.invalid' })

/** What shows that a visitor has the order: the page of its shop, its number, its postcode. */
const order = z.object({
  page: z.string().regex(/^[0-9a-f]{32}$/, { error: 'field.invalid' }),
  orderNo: line(60),
  postcode: line(20),
})
const goods = z.object({ sku: z.string(), name: z.string(), quantity: z.number() })

const shown = z.object({
  shop: z.string(),
  orderNo: z.string(),
  /** `left`: how many were not announced yet. */
  lines: z.array(goods.extend({ left: z.number() })),
  returns: z.array(
    z.object({
      no: z.string(),
      at: z.string(),
      status: z.enum(PAGE_STATUSES),
      lines: z.array(goods),
      /** Rows of the QR code of its number, `1` is dark; empty where it is not sent any more. */
      qr: z.array(z.string()),
    }),
  ),
})
export type PageOrder = z.infer<typeof shown>

/**
 * Buyers announce what they send back, on a page of the shop they bought from. They have no account:
 * every call names the order and its postcode, and what fits no order is answered alike.
 */
export const returnPage = endpoints({
  order: {
    method: 'POST',
    path: '/track/return/order',
    public: true,
    rate: 'public',
    in: order,
    out: shown,
  },
  announce: {
    method: 'POST',
    path: '/track/return/announce',
    public: true,
    rate: 'public',
    in: order.extend({
      lines: z
        .array(
          z.object({
            sku: line(64),
            quantity: z
              .number({ error: 'field.int' })
              .int({ error: 'field.int' })
              .min(1, { error: 'field.tooSmall' })
              .max(100_000, { error: 'field.tooLarge' }),
          }),
        )
        .min(1, { error: 'field.required' })
        .max(50, { error: 'field.tooMany' }),
      reason: z.enum(RETURN_REASONS, { error: 'field.dict' }),
      remark: z
        .string({ error: 'field.text' })
        .trim()
        .max(300, { error: 'field.tooLong' })
        .default(''),
    }),
    out: z.object({ no: z.string() }),
  },
  label: {
    method: 'POST',
    path: '/track/return/label',
    public: true,
    rate: 'public',
    in: order.extend({ no: line(20) }),
    out: z.null(),
    reply: 'file',
  },
})
