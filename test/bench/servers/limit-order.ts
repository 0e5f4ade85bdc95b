import type { Pool } from 'pg'

const STORE = `with counter as (
    insert into serial_counter (tenant_id, kind, next_no) values ($1, 'shipment', 2) on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + 1 returning next_no - 1 as no
  ), head as (
    insert into shipment (tenant_id, create_by, order_method, shipment_resource, shipment_status, customer_id, serial_number, reference, service_id, depot_id, sender, consignee_name, company, phone, email, country, state, city,
      postal_code, street, house, address2, shipment_pieces, shipment_weight, chargeable_weight, currency, amount, quote, remark)
    select $1, $2, '1', 'B2C', 0, r.customer_id, 'PY' || lpad(no::text, 10, '0'), r.reference, r.service_id, r.depot_id, r.sender, r.consignee_name, r.company, r.phone, r.email, r.country, r.state, r.city,
      r.postal_code, r.street, r.house, r.address2, r.shipment_pieces, r.shipment_weight, r.chargeable_weight, r.currency, r.amount, r.quote, r.remark
    from counter, jsonb_to_record($3::jsonb) as r(customer_id bigint, reference text, service_id bigint, depot_id bigint, sender jsonb, consignee_name text, company text, phone text, email text, country text, state text, city text,
      postal_code text, street text, house text, address2 text, shipment_pieces int, shipment_weight bigint, chargeable_weight bigint, currency text, amount bigint, quote jsonb, remark text)
    returning id, serial_number, customer_id, service_id, depot_id
  ), box as (
    insert into parcel (tenant_id, create_by, parcel_status, shipment_id, customer_id, service_id, depot_id, seq, serial_number, reference, weight, length, width, height, volume_weight, chargeable_weight)
    select $1, $2, 0, head.id, head.customer_id, head.service_id, head.depot_id, r.seq, head.serial_number || '-' || r.seq, r.reference, r.weight, r.length, r.width, r.height, r.volume, r.chargeable
    from head, jsonb_to_recordset($4::jsonb) as r(seq smallint, reference text, weight int, length int, width int, height int, volume int, chargeable int)
    returning id, seq
  ), content as (
    insert into parcel_product (tenant_id, parcel_id, sku, hscode_cn, hscode_foreign, name_cn, name_en, quantity, unit_weight, unit_price, currency)
    select $1, box.id, r.sku, r.hscode_cn, r.hscode_foreign, r.name_cn, r.name_en, r.quantity, r.unit_weight, r.unit_price, r.currency
    from jsonb_to_recordset($5::jsonb) as r(seq smallint, sku text, hscode_cn text, hscode_foreign text, name_cn text, name_en text, quantity int, unit_weight int, unit_price bigint, currency text) join box on box.seq = r.seq
  )
  select id from head`

const READ = `select s.*, c.name as customer_name, v.name as service_name, v.code as service_code, d.name as depot_name, d.code as depot_code,
    (select json_agg(json_build_object('id', p.id::text, 'seq', p.seq, 'serialNumber', p.serial_number, 'reference', p.reference, 'trackNo', p.track_no, 'parcelStatus', p.parcel_status, 'weight', p.weight,
        'length', p.length, 'width', p.width, 'height', p.height, 'measuredWeight', p.measured_weight, 'chargeableWeight', p.chargeable_weight, 'labelCopies', p.label_copies, 'trackingStatus', p.tracking_status, 'remark', p.remark,
        'products', (select json_agg(json_build_object('sku', g.sku, 'hscodeCn', g.hscode_cn, 'hscodeForeign', g.hscode_foreign, 'nameCn', g.name_cn, 'nameEn', g.name_en, 'quantity', g.quantity, 'unitWeight', g.unit_weight,
          'unitPrice', g.unit_price::text, 'currency', g.currency, 'remark', g.remark) order by g.id) from parcel_product g where g.tenant_id = p.tenant_id and g.parcel_id = p.id)) order by p.seq)
      from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as parcels
  from shipment s join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
    join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
  where s.tenant_id = $1 and s.id = $2`

/** An order as the bench sends it to this side: the columns' own values, nothing left to work out. */
export interface PlainOrder { tenant: string; by: string; shipment: object; parcels: object[]; products: object[] }

export async function orderOf(pool: Pool, text: string): Promise<string> {
  const order = JSON.parse(text) as PlainOrder
  const client = await pool.connect()
  try {
    await client.query('begin')
    const stored = await client.query<{ id: string }>({ name: 'store', text: STORE, values: [order.tenant, order.by, JSON.stringify(order.shipment), JSON.stringify(order.parcels), JSON.stringify(order.products)] })
    const read = await client.query<object>({ name: 'read', text: READ, values: [order.tenant, stored.rows[0]?.id] })
    await client.query('commit')
    return JSON.stringify(read.rows[0])
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
