import { sql, type RawBuilder, type SqlBool } from 'kysely'
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
 * Whether a customer may use the service of a row: it is in use and assigned to the customer, or to
 * no customer in particular. Read as the system, as orders are judged.
 */
export function isOpenTo(
  ctx: Ctx,
  service: string,
  /** Or a column of the query. */
  customerId: string | RawBuilder<unknown> | null,
): RawBuilder<SqlBool> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const of = (column: string) => sql.ref(`${service}.${column}`)
  const assigned = sql`${system.rows('serviceCustomer').as('sc')} where sc.service_id = ${of('id')}`
  return sql<SqlBool>`(${of('iz_enable')}
    and exists (select 1 from ${system.rows('channel').as('sch')}
      join ${system.rows('supplier').as('ssu')} on ssu.id = sch.supplier_id and ssu.enabled
      where sch.id = ${of('channel_id')} and sch.enabled)
    and ((not ${of('restricted')} and not exists (select 1 from ${assigned}))
      or exists (select 1 from ${assigned} and sc.customer_id = ${customerId}::bigint)))`
}

/**
 * What a caller of a customer may see of the services of a row: those open to the customer, of them
 * a sub-account those allowed to it. Staff see all.
 */
export function servicesInSight(ctx: Ctx, service: string): RawBuilder<SqlBool>[] {
  const { customerId, dataScope, userId, tenantId } = ctx.principal
  if (customerId === null) return []
  const open = isOpenTo(ctx, service, customerId)
  if (dataScope !== 'sub') return [open]
  return [
    open,
    sql<SqlBool>`not exists (select 1
      from ${asSystem(ctx, tenantId).rows('subAccount').as('sa')}
      where sa.user_id = ${userId} and cardinality(sa.allowed_services) > 0
        and not ${sql.ref(`${service}.id`)} = any(sa.allowed_services))`,
  ]
}

/** Services a customer may send by. */
export async function openServices(ctx: Ctx, customerId: string): Promise<Option[]> {
  return (
    await namedOptions(
      ctx,
      sql`${asSystem(ctx, ctx.principal.tenantId).rows('deliveryService').as('x')}`,
      isOpenTo(ctx, 'x', customerId),
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
