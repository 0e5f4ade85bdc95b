import type { Lang } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

/** What invoices ask about the orders they charge for. */
export interface InvoicedOrders {
  /** Of these orders those that may not be invoiced yet. */
  waiting(ctx: Ctx, shipmentIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The service each order went by, named in a language. */
  services(
    ctx: Ctx,
    shipmentIds: readonly string[],
    lang: Lang,
  ): Promise<ReadonlyMap<string, string>>
}

/** Filled by `app.ts`; without it every order may be invoiced, and lines name no service. */
export const invoicedOrders = perApp<InvoicedOrders>(() => ({
  waiting: () => Promise.resolve(new Set<string>()),
  services: () => Promise.resolve(new Map<string, string>()),
}))
