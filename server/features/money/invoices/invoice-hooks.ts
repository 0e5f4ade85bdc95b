import { sql, type SqlBool } from 'kysely'
import type { invoiceList } from '#contracts/money/invoices.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Drafts are the tenant's own matter: a customer sees what was issued. */
export const invoiceHooks: Hooks<typeof invoiceList> = {
  listQuery: (ctx) =>
    ctx.principal.customerId === null ? [] : [sql<SqlBool>`t.number is not null`],
}
