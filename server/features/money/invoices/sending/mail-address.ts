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
  return (await mailAddressesOf(ctx, [customerId])).get(customerId)!
}

export async function mailAddressesOf(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, MailAddress>> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    id: string
    name: string
    invoiceEmail: string | null
    email: string | null
    invoiceXml: boolean
  }>`select c.id, c.name, c.invoice_email, c.email, c.invoice_xml
    from ${system.rows('customer').as('c')} where c.id = any(${[...customerIds]}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(
    found.rows.map(({ id, name, invoiceEmail, email, invoiceXml }) => [
      id,
      { customer: name, email: invoiceEmail?.trim() || email?.trim() || null, invoiceXml },
    ]),
  )
}
