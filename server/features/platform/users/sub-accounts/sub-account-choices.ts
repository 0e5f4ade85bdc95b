import { sql, type RawBuilder } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'

export interface Option {
  value: string
  text: string
}

const namedOptions = (ctx: Ctx, from: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql<Option>`select x.id as value, x.code || ' ' || ${nameIn(ctx.lang, 'x.name')} as text
    from ${from} where ${where} order by x.code limit 500`

/**
 * Services a customer may send by: in use, and open to all or to them. Read as the system, as
 * orders are judged.
 */
export async function openServices(ctx: Ctx, customerId: string): Promise<Option[]> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const mine = (more: RawBuilder<unknown>) =>
    sql`exists (select 1
        from ${system.rows('serviceCustomer').as('sc')} where sc.service_id = x.id ${more})`
  const inUse = sql`x.iz_enable
    and exists (select 1
      from ${system.rows('channel').as('c')} where c.id = x.channel_id and c.enabled)`
  return (
    await namedOptions(
      ctx,
      sql`${system.rows('deliveryService').as('x')}`,
      sql`${inUse} and (not ${mine(sql``)} or ${mine(sql`and sc.customer_id = ${customerId}`)})`,
    ).execute(ctx.db)
  ).rows
}

/** Depots in use: none is closed to a customer. */
export async function openDepots(ctx: Ctx): Promise<Option[]> {
  return (
    await namedOptions(
      ctx,
      sql`${asSystem(ctx, ctx.principal.tenantId).rows('depot').as('x')}`,
      sql`x.enabled`,
    ).execute(ctx.db)
  ).rows
}
