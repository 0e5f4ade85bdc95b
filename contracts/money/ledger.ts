import { z } from 'zod'

/**
 * The kinds of ledger accounts. `customer`: money a customer has with the tenant; `receivable`:
 * what it owes by monthly bills. The others are the tenant's own side of postings.
 */
export const CUSTOMER_SIDE = ['customer', 'receivable'] as const
export const OWN_SIDE = [
  'revenue',
  'cost',
  'payable',
  'cash',
  'tax',
  'adjustment',
  'rounding',
  'exchange',
  // Money carriers collect for customers: theirs, never ours.
  'cod',
] as const
export type CustomerSide = (typeof CUSTOMER_SIDE)[number]
export type OwnSide = (typeof OWN_SIDE)[number]

/** What a transaction is; a trade detail that names no type of its own takes it. */
export const TRADE_TYPES = [
  'recharge',
  // Money that came for invoices.
  'payment',
  'charge',
  'refund',
  'adjustment',
  'transfer',
  'exchange',
  'reversal',
  'chargeback',
  'cost',
  'cod',
] as const
export type TradeType = (typeof TRADE_TYPES)[number]

/** How a trade was paid: from the account's balance, or by the monthly bill. */
export const PAYMENT_TYPES = ['balance', 'monthly'] as const

/** The ways money comes in or goes back. */
export const PAYMENT_CHANNELS = ['BANK', 'STRIPE', 'ALIPAY', 'CASH', 'SIMULATOR'] as const
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number]

/** Why an account is named by the proof. */
export const DRIFT_REASONS = ['balance', 'held', 'chain', 'transaction', 'trade'] as const
export type DriftReason = (typeof DRIFT_REASONS)[number]

/** An account that differs from its entries, and in what. */
export const drift = z.object({
  accountId: z.string(),
  kind: z.string(),
  /** The customer it is kept for; null for the tenant's own. */
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  ref: z.string(),
  currency: z.string(),
  reasons: z.array(z.enum(DRIFT_REASONS)),
})
export type Drift = z.infer<typeof drift>

/** What the proof compares documents with. */
export const DOCUMENT_CHECKS = ['receivable', 'lines', 'paid', 'credited', 'charge'] as const

/** A document that differs from its postings: minor units as text, both in its currency. */
export const documentDrift = z.object({
  check: z.enum(DOCUMENT_CHECKS),
  /** A number of an invoice, a parcel, or a customer whose account it is. */
  document: z.string(),
  accountId: z.string().nullable(),
  currency: z.string(),
  expected: z.string(),
  found: z.string(),
})
export type DocumentDrift = z.infer<typeof documentDrift>

/**
 * What the proof found: how many accounts and documents were compared, and those that differ.
 */
export const proof = z.object({
  accounts: z.number(),
  drift: z.array(drift),
  documents: z.number(),
  documentDrift: z.array(documentDrift),
  checkedAt: z.string(),
})
export type Proof = z.infer<typeof proof>
