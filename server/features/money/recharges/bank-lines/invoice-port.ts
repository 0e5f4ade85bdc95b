import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

/** An invoice that is not paid yet; what is open of it in minor units. */
export interface NamedInvoice {
  id: string
  number: string
  customerId: string
  currency: string
  open: bigint
}

/** What bank lines ask about invoices, which stand above them. */
export interface BankInvoicePort {
  /** Of each text the issued invoices it names, by number or reference. */
  named(ctx: Ctx, texts: readonly string[]): Promise<NamedInvoice[][]>
  /** Pays what an open line names where its amount is what is open of it; false where it is not. */
  paySure(tx: Tx, lineId: string): Promise<boolean>
}

/** Filled by `app.ts`; without it no line names an invoice. */
export const bankInvoicePort = perApp<BankInvoicePort>(() => ({
  named: (_, texts) => Promise.resolve(texts.map(() => [])),
  paySure: () => Promise.resolve(false),
}))
