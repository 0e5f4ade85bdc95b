import type { Pool } from 'pg'

const COUNTER = `with quick as (select set_config('synchronous_commit', 'off', true))
  insert into serial_counter (tenant_id, kind, next_no) select $1::bigint, 'shipment', 2 from quick
  on conflict (tenant_id, kind) do update set next_no = serial_counter.next_no + 1
  returning next_no - 1 as no`
const HEAD = [
  'tenant_id',
  'create_by',
  'order_method',
  'shipment_resource',
  'shipment_status',
  'customer_id',
  'serial_number',
  'reference',
  'service_id',
  'depot_id',
  'consignee_name',
  'company',
  'phone',
  'email',
  'country',
  'state',
  'city',
  'postal_code',
  'street',
  'house',
  'address2',
  'shipment_pieces',
  'shipment_weight',
  'chargeable_weight',
  'currency',
  'amount',
  'quote',
  'remark',
]
const SHIPMENT = `insert into shipment (${HEAD.join(', ')})
  values (${HEAD.map((_, at) => `$${at + 1}`).join(', ')})
  returning id,
    array(select nextval('parcel_id_seq') from generate_series(1, shipment_pieces)) as parcels`
const PARCELS = `with box as (
    insert into parcel (id, tenant_id, create_by, parcel_status, shipment_id, customer_id,
      service_id, depot_id, seq, serial_number, reference, weight, length, width, height,
      volume_weight, chargeable_weight)
    select r.id, $1, $2, 0, $3, $4, $5, $6, r.seq, r.serial_number, r.reference, r.weight, r.length,
      r.width, r.height, r.volume_weight, r.chargeable_weight
    from json_to_recordset($7::json) as r(id bigint, seq smallint, serial_number text,
      reference text, weight int, length int, width int, height int, volume_weight int,
      chargeable_weight int)
  )
  insert into parcel_product (tenant_id, parcel_id, sku, hscode_cn, hscode_foreign, name_cn,
    name_en, quantity, unit_weight, unit_price, currency)
  select $1, r.*
  from json_to_recordset($8::json) as r(parcel_id bigint, sku text, hscode_cn text,
    hscode_foreign text, name_cn text, name_en text, quantity int, unit_weight int,
    unit_price bigint, currency text)`

const READ = `select s.*, c.name as customer_name, v.name as service_name, v.code as service_code,
    d.name as depot_name, d.code as depot_code,
    (select json_agg(json_build_object('id', p.id::text, 'seq', p.seq, 'serialNumber',
          p.serial_number, 'reference', p.reference, 'trackNo', p.track_no, 'parcelStatus',
          p.parcel_status, 'weight', p.weight,
        'length', p.length, 'width', p.width, 'height', p.height, 'measuredWeight',
        p.measured_weight, 'chargeableWeight', p.chargeable_weight, 'labelCopies', p.label_copies,
        'trackingStatus', p.tracking_status, 'remark', p.remark,
        'products', (select json_agg(json_build_object('sku', g.sku, 'hscodeCn', g.hscode_cn,
              'hscodeForeign', g.hscode_foreign, 'nameCn', g.name_cn, 'nameEn', g.name_en,
              'quantity', g.quantity, 'unitWeight', g.unit_weight,
          'unitPrice', g.unit_price::text, 'currency', g.currency, 'remark', g.remark)
          order by g.id) from parcel_product g
          where g.tenant_id = p.tenant_id and g.parcel_id = p.id)) order by p.seq)
      from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as parcels
  from shipment s join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
  join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
    join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
  where s.tenant_id = $1 and s.id = $2`

/**
 * An order as the bench sends it to this side: the columns' own values, nothing left to work out.
 */
export interface PlainOrder {
  shipment: Record<string, unknown>
  parcels: Record<string, unknown>[]
  /** `parcel`: place of the parcel it is in. */ products: (Record<string, unknown> & {
    parcel: number
  })[]
}

export async function orderOf(pool: Pool, autonomous: Pool, text: string): Promise<string> {
  const { shipment, parcels, products } = JSON.parse(text) as PlainOrder
  const client = await pool.connect()
  try {
    // Outside the transaction, as in the product: within it all orders would wait for one another's
    // commits.
    const { no } = (
      await autonomous.query<{ no: string }>({
        name: 'counter',
        text: COUNTER,
        values: [shipment.tenant_id],
      })
    ).rows[0]!
    await client.query('begin')
    const head: Record<string, unknown> = {
      ...shipment,
      serial_number: `PY${no.padStart(10, '0')}`,
    }
    const ids = (
      await client.query<{ id: string; parcels: string[] }>({
        name: 'shipment',
        text: SHIPMENT,
        values: HEAD.map((column) => head[column] ?? null),
      })
    ).rows[0]!
    const boxes = parcels.map((parcel, at) => ({
      ...parcel,
      id: ids.parcels[at],
      serial_number: `${String(head.serial_number)}-${at + 1}`,
    }))
    const contents = products.map((product) => ({
      ...product,
      parcel_id: ids.parcels[product.parcel],
    }))
    await client.query({
      name: 'parcels',
      text: PARCELS,
      values: [
        head.tenant_id,
        head.create_by,
        ids.id,
        head.customer_id,
        head.service_id,
        head.depot_id,
        JSON.stringify(boxes),
        JSON.stringify(contents),
      ],
    })
    const read = await client.query<object>({
      name: 'read',
      text: READ,
      values: [head.tenant_id, ids.id],
    })
    await client.query('commit')
    return JSON.stringify(read.rows[0])
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
