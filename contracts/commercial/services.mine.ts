import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { SEE_PRICES } from '../platform/access/price-permission.ts'

export const TARIFF_FORMATS = ['pdf', 'xlsx'] as const
export type TariffFormat = (typeof TARIFF_FORMATS)[number]

/** A service as its customer sees it; limits in kg, cm, m³, money and pieces. */
export const myService = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  tradeType: z.string(),
  transType: z.string(),
  transitMin: z.number().nullable(),
  transitMax: z.number().nullable(),
  izSingle: z.boolean(),
  izMult: z.boolean(),
  maxPieces: z.number().nullable(),
  limits: z.array(
    z.object({ validType: z.string(), min: z.string().nullable(), max: z.string().nullable() }),
  ),
  countries: z.array(z.string()),
  favourite: z.boolean(),
})
export type MyService = z.infer<typeof myService>

/**
 * The services open to a customer. A customer's user asks for the own account, of it a sub-account
 * for what is allowed to it; staff for one of their customers, or for those open to all.
 */
export const myServices = endpoints({
  list: {
    method: 'GET',
    path: '/erp/myService/list',
    perm: 'ship:service:list',
    in: z.object({ customerId: idText.nullish() }),
    out: z.array(myService),
  },
  /** The caller's own mark. */
  favourite: {
    method: 'PUT',
    path: '/erp/myService/favourite',
    perm: 'ship:service:list',
    in: z.object({ id: idText, on: z.boolean() }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/myService'],
    message: 'ok.edited',
  },
  /** The prices of today that count for the customer, with surcharges and limits. */
  tariff: {
    method: 'GET',
    path: '/erp/myService/tariff',
    rate: 'heavy',
    perm: SEE_PRICES,
    in: z.object({ id: idText, format: z.enum(TARIFF_FORMATS), customerId: idText.nullish() }),
    out: z.unknown(),
    reply: 'file',
  },
})
