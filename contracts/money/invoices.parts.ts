import { z } from 'zod'

const amount = z.string()

/** How an invoice stands: `part` is paid in part; a draft has no number yet. */
export const INVOICE = {
  draft: 'draft',
  issued: 'issued',
  part: 'part',
  paid: 'paid',
  credited: 'credited',
} as const
export type InvoiceState = (typeof INVOICE)[keyof typeof INVOICE]

/** Those that may still be paid. */
export const OPEN_STATES: readonly string[] = [INVOICE.issued, INVOICE.part]

/** A line of an invoice: what was charged for one service and fee item, taxed alike. */
export const invoiceLine = z.object({
  lineNo: z.number(),
  service: z.string().nullable(),
  tradeItem: z.string(),
  count: z.number(),
  net: amount,
  taxCategory: z.string().nullable(),
  taxRate: z.number().nullable(),
  taxCountry: z.string().nullable(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** The tax of one country, category and rate, as it was charged. */
export const vatLine = z.object({
  country: z.string().nullable(),
  category: z.string().nullable(),
  /** Hundredths of a percent. */
  rate: z.number().nullable(),
  taxable: amount,
  tax: amount,
})
export type VatLine = z.infer<typeof vatLine>

/** What an invoice would be made of now. */
export const invoicePreview = z.object({
  accountId: z.string(),
  customer: z.string(),
  currency: z.string(),
  periodFrom: z.string().nullable(),
  periodTo: z.string(),
  net: amount,
  tax: amount,
  gross: amount,
  lines: z.array(invoiceLine),
  vat: z.array(vatLine),
  /** Orders that may not be invoiced yet, and what was charged for them. */
  waiting: z.number(),
  waitingAmount: amount,
  /** Codes of what keeps it from being issued. */
  problems: z.array(z.string()),
  /** Rules of EN 16931 it cannot meet, in words: its PDF has no XML inside. */
  plainRules: z.array(z.string()),
  /** A draft of a customer who takes electronic invoices: with `plainRules` it is not issued. */
  needsXml: z.boolean(),
})
export type InvoicePreview = z.infer<typeof invoicePreview>

/** What of an account is on no invoice yet. */
export const uninvoiced = z.object({
  accountId: z.string(),
  customerId: z.string(),
  customer: z.string(),
  side: z.string(),
  currency: z.string(),
  gross: amount,
  lines: z.number(),
  /** The days of the first and the last of them. */
  first: z.string(),
  last: z.string(),
  /** Those without tax: an invoice with them is not issued. */
  untaxed: z.number(),
  /** Its draft of the month: the one that is made again. */
  draftId: z.string().nullable(),
})
export type Uninvoiced = z.infer<typeof uninvoiced>

const span = { gross: amount, periodFrom: z.string(), periodTo: z.string() }
/** A draft as it would be made, and the waiting one it takes the place of; credits are below zero. */
export const plannedDraft = z.object({
  accountId: z.string(),
  customer: z.string(),
  currency: z.string(),
  ...span,
  replaces: z.object(span).nullable(),
})
export type PlannedDraft = z.infer<typeof plannedDraft>

/** One charge of an invoice: a parcel, or what was charged by hand. */
export const invoicePosition = z.object({
  transactionId: z.string(),
  at: z.string(),
  shipmentNo: z.string().nullable(),
  parcelNo: z.string().nullable(),
  service: z.string().nullable(),
  items: z.string(),
  net: amount,
  tax: amount,
  gross: amount,
  credited: z.boolean(),
})
export type InvoicePosition = z.infer<typeof invoicePosition>

export const invoiceParty = z.object({
  name: z.string(),
  vatId: z.string().nullable(),
  taxNo: z.string().nullish(),
  registerNo: z.string().nullish(),
  street: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  contact: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullable(),
  reference: z.string().nullish(),
  code: z.string().nullish(),
})
export type InvoiceParty = z.infer<typeof invoiceParty>

/** Where an invoice is to be paid, as it stood when it was issued. */
export const payTo = z.object({
  holder: z.string().nullable(),
  bankName: z.string().nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  accountNo: z.string().nullable(),
})
export type InvoicePayTo = z.infer<typeof payTo>

/** The VAT in the company's currency, where the invoice is in another one. */
export const companyVat = z.object({
  currency: z.string(),
  tax: amount,
  /** One unit of the invoice's currency in the company's, and since when it counts. */
  rate: z.string(),
  on: z.string(),
})
export type CompanyVat = z.infer<typeof companyVat>

/** Everything about one invoice but its list row. */
export const invoiceDetail = z.object({
  lines: z.array(invoiceLine),
  vat: z.array(vatLine),
  companyVat: companyVat.nullable(),
  seller: invoiceParty.nullable(),
  buyer: invoiceParty.nullable(),
  payTo: payTo.nullable(),
  payments: z.array(
    z.object({
      id: z.string(),
      amount,
      source: z.string(),
      at: z.string(),
      createBy: z.string().nullable(),
      /** Given up, and still so: it may be taken back. */
      undoable: z.boolean(),
    }),
  ),
  credits: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      gross: amount,
      issuedOn: z.string().nullable(),
    }),
  ),
  reminders: z.array(
    z.object({
      step: z.number(),
      fee: amount,
      interest: amount,
      sentTo: z.string().nullable(),
      at: z.string(),
      letterId: z.string(),
    }),
  ),
  /** Mails it went out by, newest first; not for the customer. */
  mails: z.array(
    z.object({
      id: z.string(),
      sentTo: z.string(),
      status: z.string(),
      detail: z.string().nullable(),
      at: z.string(),
      sentAt: z.string().nullable(),
      createBy: z.string().nullable(),
    }),
  ),
  /** Codes of what keeps a draft from being issued. */
  problems: z.array(z.string()),
  /** Rules of EN 16931 it cannot meet, in words: its PDF has no XML inside. */
  plainRules: z.array(z.string()),
  /** A draft of a customer who takes electronic invoices: with `plainRules` it is not issued. */
  needsXml: z.boolean(),
})
export type InvoiceDetail = z.infer<typeof invoiceDetail>

/** How a tenant invoices. */
export const invoiceSetting = z.object({
  prefix: z.string(),
  paymentDays: z.number(),
  monthly: z.boolean(),
  prepaid: z.boolean(),
  /** Issued invoices and credit notes go out by mail at once. */
  sendOnIssue: z.boolean(),
  version: z.number(),
})
export type InvoiceSetting = z.infer<typeof invoiceSetting>
