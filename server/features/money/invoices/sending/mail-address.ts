import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

export interface MailAddress {
  customer: string
  /** For invoices, else the customer's; null where there is neither. */
  email: string | null
  /** The XML of XRechnung goes out with the PDF. */
  invoiceXml: boolean
}

/** Where the papers of a customer go now, whatever stood on an invoice when it was issued. */
export async function mailAddressOf(ctx: Ctx, customerId: string): Promise<MailAddress> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    name: string
    invoiceEmail: string | null
    email: string | null
    invoiceXml: boolean
  }>`select c.name, c.invoice_email, c.email, c.invoice_xml
    from ${system.rows('customer').as('c')} where c.id = ${customerId}`.execute(ctx.db)
  const { name, invoiceEmail, email, invoiceXml } = found.rows[0]!
  return { customer: name, email: invoiceEmail?.trim() || email?.trim() || null, invoiceXml }
}
