import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** An address an order is to go to. */
export interface Receiver {
  name?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  country?: string | null | undefined
  postalCode?: string | null | undefined
}
export interface Blacklisted {
  id: string
  name: string
  reason: string | null
}
interface Listed extends Blacklisted {
  phone: string | null
  email: string | null
  country: string
  postalCode: string | null
}

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,-]/g, '')
/** The last nine digits: with or without the country's code a number is the same. */
const digits = (phone: string | null | undefined): string =>
  (phone ?? '').replace(/\D/g, '').slice(-9)

function isSame(listed: Listed, receiver: Receiver): boolean {
  const phone = digits(receiver.phone)
  if (phone.length >= 7 && phone === digits(listed.phone)) return true
  if (receiver.email && plain(receiver.email) === plain(listed.email)) return true
  return (
    plain(receiver.name) !== '' &&
    plain(receiver.name) === plain(listed.name) &&
    plain(receiver.country) === plain(listed.country) &&
    plain(receiver.postalCode) === plain(listed.postalCode)
  )
}

/**
 * For every receiver the customer's blacklisted consignee it is, by phone, by mail, or by name and
 * place. Read as the system: every user who may send for the customer is warned.
 */
export async function blacklisted(
  ctx: Ctx,
  customerId: string,
  receivers: readonly Receiver[],
): Promise<(Blacklisted | null)[]> {
  const found = await sql<Listed>`select c.id, c.name, c.blacklist_reason as reason, c.phone,
      c.email, c.country, c.postal_code
    from ${asSystem(ctx, ctx.principal.tenantId).rows('consignee').as('c')}
    where c.customer_id = ${customerId} and c.blacklisted
    order by c.id`.execute(ctx.db)
  return receivers.map((receiver) => {
    const hit = found.rows.find((listed) => isSame(listed, receiver))
    return hit ? { id: hit.id, name: hit.name, reason: hit.reason } : null
  })
}
