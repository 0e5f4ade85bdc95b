import type { Pool } from 'pg'

const label = (table: string, key: string) =>
  `(select r.name from ${table} r where r.tenant_id = t.tenant_id and r.id = t.${key})`

const PAGE = `select t.id, t.version, t.create_by, t.create_time, t.update_by, t.update_time,
    t.serial_number, t.reference, t.shipment_resource, t.customer_id,
    ${label('customer', 'customer_id')} as customer,
    t.service_id, ${label('delivery_service', 'service_id')} as service, t.depot_id,
    ${label('depot', 'depot_id')} as depot, t.shipment_status, t.consignee_name, t.country, t.city,
    t.postal_code, t.shipment_pieces,
    t.shipment_weight, t.chargeable_weight, t.amount, t.currency, t.order_method, t.location_status,
    t.flags, t.import_id, t.confirm_time, t.remark
  from (select * from shipment s where s.tenant_id = $1 and s.shipment_status = $2
    order by s.create_time desc, s.id desc limit $3 offset $4) t
    order by t.create_time desc, t.id desc`
const COUNT = `select count(*)::int as total
  from (select 1 from shipment t where t.tenant_id = $1 and t.shipment_status = $2
    limit 10001) as counted`

export async function listOf(pool: Pool, query: URLSearchParams): Promise<string> {
  const [tenant, status] = [query.get('tenant'), query.get('status')]
  const size = Number(query.get('pageSize'))
  const page = await pool.query<object>({
    name: 'page',
    text: PAGE,
    values: [tenant, status, size, (Number(query.get('pageNo')) - 1) * size],
  })
  const count = await pool.query<{ total: number }>({
    name: 'count',
    text: COUNT,
    values: [tenant, status],
  })
  return JSON.stringify({ records: page.rows, total: count.rows[0]?.total })
}
