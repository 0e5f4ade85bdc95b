import { sql } from 'kysely'
import type { CustomerTable, serviceDesk } from '#contracts/commercial/services.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { TARIFFS_FOR } from '#contracts/platform/access/price-permission.ts'
import { tableInUse } from '#server/features/commercial/rating/index.ts'
import { isOpenTo } from '#server/features/platform/users/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { configVersion } from '#server/kit/db/config-version.ts'
import { failConflict, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'

interface Head {
  id: string
  version: number
  restricted: boolean
}
interface Named {
  id: string
  code: string
  name: string
}

async function headOf(ctx: Ctx, id: string): Promise<Head> {
  const found = await sql<Head>`select s.id, s.version, s.restricted
    from ${ctx.rows('deliveryService').as('s')} where s.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

async function assignedTo(ctx: Ctx, serviceId: string): Promise<Named[]> {
  const found = await sql<Named>`select c.id, c.code, c.name
    from ${ctx.rows('serviceCustomer').as('a')} join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
    where a.service_id = ${serviceId} order by c.code`.execute(ctx.db)
  return found.rows
}

export async function customersOf(
  ctx: Ctx,
  { id }: In<typeof serviceDesk.customers>,
): Promise<Out<typeof serviceDesk.customers>> {
  const { version, restricted } = await headOf(ctx, id)
  const customers = await assignedTo(ctx, id)
  const all = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('serviceCustomer').as('a')} where a.service_id = ${id}`.execute(ctx.db)
  return {
    version,
    restricted: restricted || (all.rows[0]?.count ?? 0) > 0,
    customers,
    others: (all.rows[0]?.count ?? 0) - customers.length,
  }
}

/** Customers the caller cannot see stay as they are. */
export function openTo(
  ctx: Ctx,
  { id, version, restricted, customerIds }: In<typeof serviceDesk.openTo>,
): Promise<Out<typeof serviceDesk.openTo>> {
  return inTx(ctx, async (tx) => {
    const head = await lockServices(tx, [id]).then(([one]) => one ?? failMissing())
    if (head.version !== version) failConflict('row.stale', await headOf(tx, id))
    const wanted = restricted ? [...new Set(customerIds)] : []
    await requireCustomers(tx, wanted)
    const before = (await assignedTo(tx, id)).map((one) => one.id)
    await sql`delete from service_customer as a
      where ${tx.rows('serviceCustomer').where('a')} and a.service_id = ${id}
        and ${
          restricted
            ? sql`a.customer_id = any(${before}::bigint[])
          and not a.customer_id = any(${wanted}::bigint[])`
            : sql`true`
        }`.execute(tx.db)
    await assignPairs(tx, [id], wanted)
    const saved = await sql<{ version: number }>`update delivery_service as s
      set restricted = ${restricted}, version = version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('deliveryService').where('s')} and s.id = ${id} returning version`.execute(
      tx.db,
    )
    const after = await assignedTo(tx, id)
    await tx.audit(
      'delivery_service',
      id,
      'edit',
      { restricted: head.restricted, customers: before.toSorted() },
      { restricted, customers: after.map((one) => one.id).toSorted() },
    )
    return { version: saved.rows[0]!.version, count: after.length }
  })
}

/** A service that is being made, for these customers alone; its own changes are logged by it. */
export async function restrictTo(
  tx: Tx,
  id: string,
  customerIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(customerIds)]
  await requireCustomers(tx, wanted)
  await assignPairs(tx, [id], wanted)
  await sql`update delivery_service as s set restricted = true
    where ${tx.rows('deliveryService').where('s')} and s.id = ${id}`.execute(tx.db)
  await tx.audit(
    'delivery_service',
    id,
    'edit',
    { restricted: false, customers: [] },
    { restricted: true, customers: wanted.toSorted() },
  )
}

/**
 * Services for customers, from the customers' side. One that is open to all stays so: it would be
 * closed to all others by the way.
 */
export function assignServices(
  ctx: Ctx,
  { serviceIds, customerIds, remove = false }: In<typeof serviceDesk.assign>,
): Promise<Out<typeof serviceDesk.assign>> {
  return inTx(ctx, async (tx) => {
    const services = [...new Set(serviceIds)]
    const customers = [...new Set(customerIds)]
    const heads = new Map((await lockServices(tx, services)).map((one) => [one.id, one]))
    const issues = services.flatMap((id, at): RawIssue[] => {
      const head = heads.get(id)
      const path = `serviceIds.${at}`
      if (!head) return [{ path, code: 'field.ref' }]
      return head.restricted
        ? []
        : [{ path, code: 'service.openToAll', data: { value: head.code } }]
    })
    if (issues.length > 0) failFields(issues)
    await requireCustomers(tx, customers)
    const changed = remove
      ? (
          await sql<{ serviceId: string; customerId: string }>`delete from service_customer as a
            where ${tx.rows('serviceCustomer').where('a')}
              and a.service_id = any(${services}::bigint[])
              and a.customer_id = any(${customers}::bigint[])
            returning a.service_id, a.customer_id`.execute(tx.db)
        ).rows
      : await assignPairs(tx, services, customers)
    await tx.auditMany(
      'delivery_service',
      'edit',
      [...Map.groupBy(changed, (one) => one.serviceId)].map(([id, pairs]) => {
        const list = pairs.map((one) => one.customerId).toSorted()
        return {
          id,
          before: { customers: remove ? list : [] },
          after: { customers: remove ? [] : list },
        }
      }),
    )
    return { count: changed.length }
  })
}

async function assignPairs(
  tx: Tx,
  serviceIds: readonly string[],
  customerIds: readonly string[],
): Promise<{ serviceId: string; customerId: string }[]> {
  const made = await sql<{
    serviceId: string
    customerId: string
  }>`insert into service_customer (tenant_id, service_id, customer_id)
      select ${tx.principal.tenantId}, s.id, c.id
      from unnest(${serviceIds}::bigint[]) as s(id), unnest(${customerIds}::bigint[]) as c(id)
      on conflict do nothing returning service_id, customer_id`.execute(tx.db)
  return made.rows
}

async function lockServices(tx: Tx, ids: readonly string[]): Promise<(Head & { code: string })[]> {
  const found = await sql<Head & { code: string }>`select s.id, s.code, s.version,
      s.restricted or exists (select 1 from ${tx.rows('serviceCustomer').as('a')}
        where a.service_id = s.id) as restricted
    from delivery_service as s
    where ${tx.rows('deliveryService').where('s')} and s.id = any(${ids}::bigint[])
    order by s.id for no key update of s`.execute(tx.db)
  return found.rows
}

async function requireCustomers(tx: Tx, ids: readonly string[]): Promise<void> {
  const found = await sql<{ id: string }>`select c.id from ${tx.rows('customer').as('c')}
    where c.id = any(${ids}::bigint[])`.execute(tx.db)
  const known = new Set(found.rows.map(({ id }) => id))
  const issues = ids.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `customerIds.${at}`, code: 'field.ref' as const }],
  )
  if (issues.length > 0) failFields(issues)
}

export async function servicesOfCustomer(
  ctx: Ctx,
  { customerId }: In<typeof serviceDesk.ofCustomer>,
): Promise<Out<typeof serviceDesk.ofCustomer>> {
  const reached = await sql`select 1 from ${ctx.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(ctx.db)
  if (reached.rows.length === 0) failMissing()
  const found = await sql<
    Named & { restricted: boolean; assigned: boolean; open: boolean }
  >`select s.id, s.code, ${nameIn(ctx.lang, 's.name')} as name,
      s.restricted or exists (select 1 from ${ctx.rows('serviceCustomer').as('a')}
        where a.service_id = s.id) as restricted,
      exists (select 1 from ${ctx.rows('serviceCustomer').as('a')}
        where a.service_id = s.id and a.customer_id = ${customerId}) as assigned,
      ${isOpenTo(ctx, 's', customerId)}::boolean as open
    from ${ctx.rows('deliveryService').as('s')} order by s.code`.execute(ctx.db)
  const sees = TARIFFS_FOR.some((perm) => ctx.can(perm))
  const tables = sees ? await tablesOfCustomer(ctx, customerId, found.rows) : null
  return found.rows.map((row) => ({ ...row, table: tables?.get(row.id) ?? null }))
}

/** By service the table that prices the customer now. */
async function tablesOfCustomer(
  ctx: Ctx,
  customerId: string,
  services: readonly Named[],
): Promise<Map<string, CustomerTable>> {
  const known = await configVersion(ctx)
  const tables = new Map<string, CustomerTable>()
  for (const { id: serviceId } of services) {
    const found = await tableInUse(ctx, serviceId, customerId, known)
    if (!found) continue
    const { table, version, own, changesAt } = found
    const { id, code, currency, baseFeeId } = table
    const name = ctx.lang === 'en_US' ? (table.nameEn ?? table.name) : table.name
    const percentBp = baseFeeId === null ? null : version.percentBp
    tables.set(serviceId, { id, code, name, currency, own, percentBp, changesAt })
  }
  return tables
}
