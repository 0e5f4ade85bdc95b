import type { ClientBase } from 'pg'
import { CUSTOMERS } from '../parties/customers.data.ts'

/** Ids of what a world stands on, by code. */
export interface References {
  tenant: Readonly<Record<1 | 2, string>>
  id(table: 'delivery_service' | 'depot' | 'channel', tenant: 1 | 2, code: string): string
  /** By place in CUSTOMERS. */
  customer(index: number): string
  /** The customer's shipper of that place; null where it was deleted. */
  shipper(customer: number, index: number): string | null
}

const TABLES = ['delivery_service', 'depot', 'channel'] as const

/** Reads the ids once per load. */
export async function readReferences(
  client: ClientBase,
  tenants: { 1: string; 2: string },
): Promise<References> {
  const ids = new Map<string, string>()
  const both = [tenants[1], tenants[2]]
  const numberOf = (tenantId: string) => (tenantId === tenants[1] ? 1 : 2)
  for (const table of TABLES) {
    const { rows } = await client.query<{ tenant: string; code: string; id: string }>(
      `select tenant_id::text as tenant, code, id::text
        from ${table} where tenant_id = any($1::bigint[])`,
      [both],
    )
    for (const { tenant, code, id } of rows) ids.set(`${table}/${numberOf(tenant)}/${code}`, id)
  }
  const customers = new Map<string, { id: string; shippers: string[] }>()
  const { rows } = await client.query<{
    tenant: string
    code: string
    id: string
    shippers: string[] | null
  }>(
    `select c.tenant_id::text as tenant, c.code, c.id::text,
        (select array_agg(s.id::text order by s.id) from shipper s
          where s.tenant_id = c.tenant_id and s.customer_id = c.id) as shippers
     from customer c where c.tenant_id = any($1::bigint[])`,
    [both],
  )
  for (const { tenant, code, id, shippers } of rows)
    customers.set(`${numberOf(tenant)}/${code}`, { id, shippers: shippers ?? [] })
  const found = <T>(value: T | undefined, what: string): T => {
    if (value === undefined)
      throw new Error(`The demo world needs ${what}, which is not in this database.`)
    return value
  }
  const customerOf = (index: number) => {
    const row = found(CUSTOMERS[index], `customer ${index}`)
    return found(customers.get(`${row.tenant}/${row.code}`), `the customer ${row.code}`)
  }
  return {
    tenant: tenants,
    id: (table, tenant, code) =>
      found(ids.get(`${table}/${tenant}/${code}`), `${code} in ${table}`),
    customer: (index) => customerOf(index).id,
    shipper: (customer, index) => customerOf(customer).shippers[index] ?? null,
  }
}
