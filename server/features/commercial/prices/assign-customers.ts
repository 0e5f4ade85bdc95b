import { sql } from 'kysely'
import type { feePrices } from '#contracts/commercial/fee-versions.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { COST, lockTable } from './price-tables.ts'

/**
 * Makes a selling table that of these customers, and of no others. A customer that has another one
 * for the service is refused by name; customers the caller does not see keep the table.
 */
export function assignCustomers(
  ctx: Ctx,
  { id, customerIds }: In<typeof feePrices.assign>,
): Promise<Out<typeof feePrices.assign>> {
  return inTx(ctx, async (tx) => {
    const table = await lockTable(tx, id)
    if (table.kind === COST) fail('fee.costNoCustomers')
    if (table.serviceId === null) failFields([{ path: 'serviceId', code: 'fee.noService' }])
    const wanted = [...new Set(customerIds)]
    const known = (
      await sql<{ id: string; name: string; fee: string | null }>`select c.id, c.name,
          (select f.name from ${tx.rows('feeCustomer').as('a')}
            join ${tx.rows('fee').as('f')} on f.id = a.fee_id
            where a.service_id = ${table.serviceId} and a.customer_id = c.id
              and a.fee_id <> ${id}) as fee
        from ${tx.rows('customer').as('c')} where c.id = any(${wanted}::bigint[])`.execute(tx.db)
    ).rows
    const found = new Map(known.map((one) => [one.id, one]))
    const issues = wanted.flatMap((customerId, at): RawIssue[] => {
      const one = found.get(customerId)
      const path = `customerIds.${at}`
      if (!one) return [{ path, code: 'field.ref' }]
      return one.fee === null
        ? []
        : [{ path, code: 'fee.customerTaken', data: { name: one.name, fee: one.fee } }]
    })
    if (issues.length > 0) failFields(issues)
    const before = (
      await sql<{ customerId: string }>`select a.customer_id from ${tx.rows('feeCustomer').as('a')}
          join ${tx.rows('customer').as('c')} on c.id = a.customer_id
        where a.fee_id = ${id} order by a.customer_id`.execute(tx.db)
    ).rows.map(({ customerId }) => customerId)
    await sql`delete from fee_customer as a where ${tx.rows('feeCustomer').where('a')}
      and a.fee_id = ${id} and a.customer_id = any(${before}::bigint[])
      and not a.customer_id = any(${wanted}::bigint[])`.execute(tx.db)
    await sql`insert into fee_customer (tenant_id, service_id, customer_id, fee_id)
      select ${tx.principal.tenantId}, ${table.serviceId}, x.id, ${id}
      from unnest(${wanted}::bigint[]) as x(id)
      on conflict (tenant_id, service_id, customer_id) do nothing`.execute(tx.db)
    await tx.audit('fee', id, 'edit', { customers: before }, { customers: wanted.toSorted() })
    return { count: wanted.length }
  })
}
