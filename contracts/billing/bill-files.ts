import { z } from 'zod'
import { CHARSETS, SEPARATORS } from '../kit/sheets/charsets.ts'

const column = z.number({ error: 'field.int' }).int().min(0).max(199)
const optional = column.nullable().default(null)

/** What a column of a carrier's bill may be, in the order they are asked for. */
export const BILL_COLUMNS = [
  'trackNo',
  'amount',
  'chargeCode',
  'currency',
  'tax',
  'shipDate',
  'weight',
  'weightEntered',
  'service',
  'zone',
  'reference1',
  'reference2',
  'reference3',
  'country',
  'postalCode',
  'invoiceNo',
] as const
export type BillColumn = (typeof BILL_COLUMNS)[number]

export const BILL_WEIGHT_UNITS = ['kg', 'g', 'lb'] as const

const sign = z.enum(['point', 'comma'], { error: 'field.dict' })

/** How a carrier's bill is read; columns count from 0. The decimal sign belongs to a column, never to a cell. */
export const billMapping = z.object({
  /** The row with the headings, from 1. */
  heading: z.number({ error: 'field.int' }).int().min(1).max(50).default(1),
  /** The headings it was made for, hashed; null of XML, which names its columns. */
  layout: z.string().max(64, { error: 'field.tooLong' }).nullable().default(null),
  sheet: z.string().max(255, { error: 'field.tooLong' }).nullable().default(null),
  charset: z.enum(CHARSETS, { error: 'field.dict' }).nullable().default(null),
  separator: z.enum(SEPARATORS, { error: 'field.dict' }).nullable().default(null),
  /** Of XML: the element that is a row, and the path of each column. Null of a table. */
  xml: z
    .object({
      record: z.string().max(500, { error: 'field.tooLong' }),
      paths: z
        .array(z.string().max(600, { error: 'field.tooLong' }))
        .max(200, { error: 'field.tooMany' }),
    })
    .nullable()
    .default(null),
  columns: z.object({
    trackNo: column,
    amount: column,
    chargeCode: optional,
    currency: optional,
    tax: optional,
    shipDate: optional,
    weight: optional,
    weightEntered: optional,
    service: optional,
    zone: optional,
    reference1: optional,
    reference2: optional,
    reference3: optional,
    country: optional,
    postalCode: optional,
    invoiceNo: optional,
  }),
  /** Of amounts and taxes. */
  decimal: sign,
  weightDecimal: sign.default('point'),
  weightUnit: z.enum(BILL_WEIGHT_UNITS, { error: 'field.dict' }).default('kg'),
  dates: z.enum(['YMD', 'DMY', 'MDY'], { error: 'field.dict' }),
})
export type BillMapping = z.output<typeof billMapping>

/** A carrier's word and ours for it: a fee item, or the code of a service. */
const codes = z
  .array(
    z.object({
      code: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(80, { error: 'field.tooLong' }),
      ours: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(40, { error: 'field.tooLong' }),
    }),
  )
  .max(500, { error: 'field.tooMany' })

const within = (max: number) =>
  z
    .number({ error: 'field.int' })
    .int({ error: 'field.int' })
    .min(0, { error: 'field.tooSmall' })
    .max(max, { error: 'field.tooLarge' })
const days = within(730).min(1, { error: 'field.tooSmall' })

/** Differences that count as none: whichever of the two allows more. */
export const billTolerance = z.object({
  /** Hundredths of a currency unit, and hundredths of a percent. */
  amountWithin: within(1_000_000),
  amountPercent: within(10_000),
  /** Grams, and hundredths of a percent. */
  weightWithin: within(1_000_000),
  weightPercent: within(10_000),
})
export type BillTolerance = z.output<typeof billTolerance>

export const billProfile = billTolerance.extend({
  supplierId: z.string(),
  mapping: billMapping.nullable(),
  chargeCodes: codes,
  serviceCodes: codes,
  /** Days after the invoice within which the carrier takes disputes. */
  disputeDays: days,
  /** Days after the dispatch from which a parcel without a line is missing. */
  missingDays: days,
  version: z.number(),
})
export type BillProfile = z.output<typeof billProfile>
