import { z } from 'zod'
import { plainVatId } from '../parties/vat-id.ts'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { QUOTED_FOR } from '../platform/access/price-permission.ts'

/**
 * Categories of UNTDID 5305 as EN 16931 uses them: S standard rate, Z zero rate, E exempt, AE
 * reverse charge, K supply inside the EU, G export outside the EU, O not subject to tax.
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof TAX_CATEGORIES)[number]

/** What a line is taxed as: the country whose tax it is, the category, hundredths of a percent. */
export interface TaxFacts {
  country: string
  category: TaxCategory
  rate: number
}

/** The fee item of a tax line. */
export const TAX_ITEM = 'tax'

/** Whether prices are without tax (it is added) or with it; `off`: nothing is taxed. */
export const TAX_PRICES = ['off', 'net', 'gross'] as const
export type TaxPrices = (typeof TAX_PRICES)[number]

export const taxSetting = z.object({
  prices: z.enum(TAX_PRICES),
  /** Where the company is registered for tax, and under which number. */
  country: z.string().nullable(),
  vatId: z.string().nullable(),
  version: z.number(),
})
export type TaxSetting = z.infer<typeof taxSetting>

export const tax = endpoints({
  setting: {
    method: 'GET',
    path: '/erp/tax/setting',
    perm: 'acc:charging:edit',
    in: z.object({}),
    out: taxSetting,
  },
  /** What a price is as it is shown: without tax or with it, for a customer and a destination. */
  note: {
    method: 'GET',
    path: '/erp/tax/note',
    perm: QUOTED_FOR,
    in: z.object({
      customerId: idText.optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'field.invalid' })
        .optional(),
    }),
    out: z.object({
      prices: z.enum(TAX_PRICES),
      /** Null where no customer is named. */
      category: z.enum(TAX_CATEGORIES).nullable(),
      rate: z.number().nullable(),
    }),
  },
  /** Holds from the next charge on; what was charged keeps its tax. */
  saveSetting: {
    method: 'PUT',
    path: '/erp/tax/setting',
    perm: 'acc:charging:edit',
    stepUp: true,
    in: z.object({
      prices: z.enum(TAX_PRICES, { error: 'field.dict' }),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'field.invalid' })
        .nullable(),
      vatId: z
        .string()
        .trim()
        .max(30, { error: 'field.tooLong' })
        .transform((text) => plainVatId(text) || null)
        .nullable(),
      version: rowVersion,
    }),
    out: taxSetting,
    idempotency: 'accepted',
    touches: ['/erp/tax'],
    message: 'ok.edited',
  },
})
