import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'

/**
 * The shipper `h` an order names, otherwise the default of its creator, otherwise the account's own
 * default or a shared one: another user's private address is never printed, and what the account
 * has not shared is none of its sub-accounts'. Ends a query.
 */
const senderChoice = (
  chosen: RawBuilder<unknown>,
  creator: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(h.id = ${chosen} or (${chosen}::bigint is null and h.iz_default
      and (h.iz_shared or h.belong_user = ${creator} or (h.belong_user is null
        and not exists (select 1 from sys_user sub where sub.tenant_id = h.tenant_id
          and sub.id = ${creator} and sub.parent_user_id is not null)))))
    order by coalesce(h.belong_user = ${creator}, false) desc, h.belong_user is null desc, h.id
    limit 1`

const creatorNamed = (tenant: RawBuilder<unknown>, username: RawBuilder<unknown>) =>
  sql`(select u.id from sys_user u where u.tenant_id = ${tenant}
    and lower(u.username) = lower(${username}))`

/** The same for a stored order `s`. */
export const storedSenderChoice: RawBuilder<unknown> = senderChoice(
  sql`s.shipper_id`,
  creatorNamed(sql`s.tenant_id`, sql`s.create_by`),
)

interface ChosenSender {
  country: string
  postalCode: string | null
  /** In one line. */
  address: string
}

/**
 * The shipper a new order of the caller, or of the user of this name, names, or the one it is sent
 * by where it names none.
 */
export async function senderOf(
  ctx: Ctx,
  customerId: string | null,
  shipperId: string | null,
  username: string | null = ctx.principal.username,
): Promise<ChosenSender | undefined> {
  const found = await sql<ChosenSender>`select h.country, h.postal_code,
      concat_ws(' · ', h.name, h.company, h.city, h.country) as address
    from ${ctx.rows('shipper').as('h')}
    where h.customer_id = ${customerId} and ${senderChoice(
      sql`${shipperId}::bigint`,
      creatorNamed(sql`h.tenant_id`, sql`${username}`),
    )}`.execute(ctx.db)
  return found.rows[0]
}
