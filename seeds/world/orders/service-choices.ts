import type { ClientBase } from 'pg'

/** Rules of one customer that choose the service of its orders; safe to repeat. */
export async function seedServiceChoices(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `insert into service_choice (tenant_id, customer_id, position, name, countries, max_weight,
       kinds, attributes, way, service_id, service_codes, create_by)
     select o.tenant_id, o.id, r.position, r.name, r.countries, r.max_weight, r.kinds,
       r.attributes, r.way, s.id, r.codes, 'system'
     from (select tenant_id, id from customer where tenant_id = $1 and code <> 'HOUSE'
         order by code offset 1 limit 1) o,
       (values
         (10, '带电产品走空运特快', null, null::int, 'B2C, WORLD', 'LITHIUM', 'SERVICE', 'EXP-AIR',
           null),
         (20, '欧盟 30 公斤内选最便宜', 'AT, BE, DE, FR, NL, PL', 30000, 'B2C, B2B', null, 'CHEAPEST',
           null, 'ECO-PARCEL, EU-STD'))
         as r(position, name, countries, max_weight, kinds, attributes, way, service, codes)
       left join delivery_service s on s.tenant_id = $1 and s.code = r.service
     where not exists (select 1 from service_choice c where c.tenant_id = o.tenant_id
       and c.customer_id = o.id)`,
    [tenantId],
  )
}
