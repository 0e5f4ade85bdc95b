import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { orderPerms } from './kinds/kind-perms.ts'

const ids = z.object({ ids: idList })
/**
 * In place of a service: of each order the one it had before, where nothing but its service was
 * changed since.
 */
export const SERVICE_BEFORE = 'before'
const serviceId = z
  .string()
  .min(1, { error: 'field.required', abort: true })
  .refine((value) => value === SERVICE_BEFORE || idText.safeParse(value).success, {
    error: 'field.ref',
  })
/** `gross` null where the rate of its tax is missing. */
export const priceSum = z.object({ net: z.string(), gross: z.string().nullable() })
const price = priceSum.extend({ currency: z.string() })

/** Changes of single things in orders, without their form. */
export const orderChanges = endpoints({
  /**
   * What orders would cost by another service; nothing is stored. `key` goes with the change: it
   * holds for this order as it is now, at this price.
   */
  previewService: {
    method: 'POST',
    path: '/erp/shipment/previewService',
    perm: orderPerms('edit'),
    in: ids.extend({ serviceId }),
    out: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          /** Null for those who see no prices. */
          before: price.nullable(),
          after: price.nullable(),
          /** Why it cannot be changed. */
          code: z.string().nullable(),
          message: z.string().nullable(),
          key: z.string().nullable(),
        }),
      ),
      sums: z.array(
        z.object({
          currency: z.string(),
          before: priceSum,
          after: priceSum,
          /** Above zero, customers pay more. */
          difference: priceSum,
        }),
      ),
    }),
  },
  /** Another service for orders without a label, at the prices of the preview. */
  changeService: {
    method: 'PUT',
    path: '/erp/shipment/changeService',
    perm: orderPerms('edit'),
    in: ids.extend({ serviceId, keys: z.record(z.string().max(19), z.string().max(40)) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
  /**
   * Prices orders without a label again by what is in force today, each by its own service; the
   * row's message has the price before and after. Numbers stay.
   */
  requote: {
    method: 'PUT',
    path: '/erp/shipment/requote',
    perm: orderPerms('edit'),
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipment', '/rwms/dashboard'],
  },
  /** Adds a line to the remark of orders, or puts it in its place; open in every state. */
  remark: {
    method: 'PUT',
    path: '/erp/shipment/remark',
    perm: orderPerms('edit'),
    in: ids.extend({
      remark: z.string().trim().min(1, { error: 'field.required' }).max(200),
      replace: z.boolean().default(false),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/shipment'],
  },
})
