import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, moment } from '../kit/envelope.ts'
import { TARIFFS_FOR } from '../platform/access/price-permission.ts'

/** As typed or as counted: `2.5` or `"2.5"`. */
const measure = z.union([z.string().max(16), z.number()]).transform(String)
const side = measure.nullish()
const line = z.object({ tradeItem: z.string(), amount: z.string(), text: z.string() })

/**
 * What a shipment would cost and whether the service takes it, by the calculation orders go
 * through; nothing is stored. A limit that fails is answered, not refused.
 */
export const simulator = endpoints({
  simulate: {
    method: 'POST',
    path: '/erp/deliveryService/simulate',
    perm: TARIFFS_FOR,
    in: z.object({
      serviceCode: z.string().min(1).max(32),
      /** Without one the service's own table counts; a customer's user has no choice. */
      customerId: idText.nullish(),
      country: z.string().length(2),
      postalCode: z.string().max(32).nullish(),
      state: z.string().max(100).nullish(),
      city: z.string().max(100).nullish(),
      /** A day, or a moment; now unless given. */
      date: z.union([z.iso.date(), moment]).nullish(),
      /** In the currency of the prices. */
      declaredValue: measure.nullish(),
      attributes: z.array(z.string().max(40)).max(20).nullish(),
      parcels: z
        .array(z.object({ weightKg: measure, lengthCm: side, widthCm: side, heightCm: side }))
        .min(1)
        .max(999),
    }),
    out: z.object({
      partition: z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        nameEn: z.string().nullish(),
        /** Which row of the zone the address fell into, in words. */
        why: z.string(),
      }),
      fee: z.object({
        id: z.string(),
        name: z.string(),
        nameEn: z.string().nullish(),
        versionNo: z.number().int().nullish(),
      }),
      actualWeightKg: z.string(),
      volumetricWeightKg: z.string(),
      chargeableWeightKg: z.string(),
      parcels: z.array(z.object({ chargeableWeightKg: z.string() })),
      currency: z.string(),
      total: z.string(),
      lines: z.array(line),
      /** From the scale to the weight and the zone, in words. */
      steps: z.array(z.string()),
      /** Bounds and the value that comes closest to breaking them, in kg, cm, m³, money, pieces. */
      limits: z.array(
        z.object({
          validType: z.string(),
          min: z.string().nullable(),
          max: z.string().nullable(),
          value: z.string().nullable(),
          ok: z.boolean(),
        }),
      ),
      /** The number the next parcel of the service gets; null where none is left. */
      number: z.string().nullable(),
      /** The label it would bear: kind of label, and our own layout where one is chosen. */
      label: z.object({ labelType: z.string(), template: z.string().nullable() }),
      /** Working days from the depot to the zone; null where neither it nor the service names any. */
      transit: z.object({ min: z.number().nullable(), max: z.number().nullable() }),
      /** Whether the customer may order by it today: in use, and open to the customer. */
      open: z.boolean(),
      /** Sort code and gate, where the service has routing rows for the address. */
      routing: z.object({ sortCode: z.string(), gate: z.string().nullable() }).nullable(),
      /** For who may see it, where the supplier has a table; `margin` in the currency of the price. */
      cost: z
        .object({
          currency: z.string(),
          total: z.string(),
          lines: z.array(line),
          margin: z.string().nullable(),
        })
        .optional(),
    }),
  },
})
