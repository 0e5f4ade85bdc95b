import type { ClientBase } from 'pg'

/** Customers by their codes; answers those that were not there before. */
export async function putCustomers(
  client: ClientBase,
  customers: readonly object[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ code: string }>(
    `insert into customer (tenant_id, code, name, contact, phone, email, country, currency,
        sales_user_id, depart_id, legal_name, vat_id, invoice_street, invoice_postal_code,
        invoice_city, payment_days, buyer_reference, invoice_xml, create_by)
     select r.tenant, r.code, r.name, r.contact, r.phone, r.email, r.country, r.currency, u.id,
       d.id, r."legalName", r."vatId", r.street, r."postalCode", r.city, r."paymentDays",
       r.reference, r.reference is not null, 'system'
     from jsonb_to_recordset($1::jsonb) as r(tenant bigint, code text, name text, contact text,
       phone text, email text, country text, currency text, sales text, depart text,
       "legalName" text, "vatId" text, street text, "postalCode" text, city text,
       "paymentDays" int, reference text)
     left join sys_user u on lower(u.username) = r.sales
     left join sys_depart d on d.tenant_id = r.tenant and d.org_code = r.depart
     on conflict (tenant_id, code) do nothing returning code`,
    [JSON.stringify(customers)],
  )
  return new Set(rows.map(({ code }) => code))
}
