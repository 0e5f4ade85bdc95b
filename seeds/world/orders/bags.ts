import type { ClientBase } from 'pg'

/**
 * Bags, sorted parcels and intercepts of the demo world, from its parcels that lie in a depot: some
 * bagged ones lie in a bag on an open batch, some in a closed bag, some in one that is open. Safe to
 * repeat.
 */
export async function seedBags(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from out_package where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rowCount !== 0) return
  await client.query(SORTED, [tenantId])
  await client.query(BAGS, [tenantId])
  await client.query(TAKEN_OFF, [tenantId])
  await client.query(COUNTER, [tenantId])
  await client.query(INTERCEPTS, [tenantId])
}

/** Sorted parcels lie at the gate their routing names, or at the one for all others. */
const SORTED = `insert into parcel_sort (tenant_id, parcel_id, depot_id, gate_id, gate_code,
    sort_code, state, why, scanned_at, scanned_by, sorted_at, sorted_by)
  select p.tenant_id, p.id, p.depot_id, g.id, g.code, r.sort_code, '2',
    jsonb_build_object('code', 'postal', 'data', jsonb_build_object(
      'place', concat_ws(' ', s.country, s.postal_code), 'sortCode', coalesce(r.sort_code, ''))),
    coalesce(p.update_time, p.create_time), 'warehouse', coalesce(p.update_time, p.create_time),
    'warehouse'
  from parcel p
    join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
    join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
    left join lateral (select c.sort_code, c.gate
      from routing_table t join routing_code c on c.tenant_id = t.tenant_id and c.table_id = t.id
      where t.tenant_id = p.tenant_id and t.supplier_id = h.supplier_id
        and c.country = s.country
        and (c.value_from is null or starts_with(s.postal_code, c.value_from))
      order by length(c.value_from) desc nulls last limit 1) as r on true
    join lateral (select d.id, d.code from depot_gate d
      where d.tenant_id = p.tenant_id and d.depot_id = p.depot_id and d.direction = '1'
        and d.code in (r.gate, 'G00')
      order by d.code = 'G00' limit 1) as g on true
  where p.tenant_id = $1 and p.parcel_status = 50
  on conflict (tenant_id, parcel_id) do nothing`

/**
 * Of each open batch the parcels of one service, without those docs/demo.md names: three in a bag
 * on the batch, two in a closed bag and one in an open bag.
 */
const BAGS = `with put as (
    select o.tenant_id, o.batch_id, o.parcel_id, p.service_id, p.depot_id,
      row_number() over (partition by o.batch_id, p.service_id order by o.parcel_id) as place,
      count(*) over (partition by o.batch_id, p.service_id) as pieces,
      coalesce(p.measured_weight, p.weight) as grams, o.create_time
    from out_batch_parcel o
      join parcel p on p.tenant_id = o.tenant_id and p.id = o.parcel_id
    where o.tenant_id = $1 and o.open and p.parcel_status = 60
      and p.serial_number > 'PY0000000100'),
  chosen as (
    select *, case when place <= 3 then 2 when place <= 5 then 1 else 0 end as status
    from put where pieces >= 7 and place <= 6),
  bag as (
    select tenant_id, batch_id, service_id, depot_id, status, sum(grams) as grams,
      min(create_time) as at,
      row_number() over (order by batch_id, service_id, status) as n
    from chosen group by tenant_id, batch_id, service_id, depot_id, status),
  made as (
    insert into out_package (tenant_id, no, kind, depot_id, status, max_pieces, max_grams,
        tare_grams, seal_no, weighed_grams, closed_at, closed_by, batch_id, create_by, create_time)
      select tenant_id, 'BG' || lpad(n::text, 10, '0'), '1', depot_id, status::text, 200, 31500, 250,
        case when status > 0 then 'S' || lpad((48210 + n)::text, 8, '0') end,
        case when status > 0 then grams + 250 + (n % 3) * 20 end,
        case when status > 0 then at end, case when status > 0 then 'warehouse' end,
        case when status = 2 then batch_id end, 'warehouse', at
      from bag returning id, no)
  insert into out_package_parcel (tenant_id, package_id, parcel_id, from_state, create_by,
      create_time)
    select c.tenant_id, m.id, c.parcel_id, 40, 'warehouse', c.create_time
    from chosen c
      join bag b on b.batch_id = c.batch_id and b.service_id = c.service_id and b.status = c.status
      join made m on m.no = 'BG' || lpad(b.n::text, 10, '0')`

/** What lies in a bag that is on no batch is on none either; the others name their bag. */
const TAKEN_OFF = `with bagged as (
    select x.parcel_id, x.package_id, k.status from out_package_parcel x
      join out_package k on k.tenant_id = x.tenant_id and k.id = x.package_id
    where x.tenant_id = $1),
  off as (
    delete from out_batch_parcel o using bagged b
    where o.tenant_id = $1 and o.open and o.parcel_id = b.parcel_id and b.status <> '2')
  update out_batch_parcel o set package_id = b.package_id from bagged b
    where o.tenant_id = $1 and o.open and o.parcel_id = b.parcel_id and b.status = '2'`

const COUNTER = `insert into serial_counter (tenant_id, kind, next_no)
  select $1, 'out_package', count(*) + 1 from out_package where tenant_id = $1
  on conflict (tenant_id, kind) do update
    set next_no = greatest(serial_counter.next_no, excluded.next_no)`

/** Numbers that came with batches and belong to no order, and one that is waited for. */
const INTERCEPTS = `insert into intercept (tenant_id, no, depot_id, status, batch_id, note,
    intercepted_at, intercepted_by, released_at, released_by, release_note, create_by, create_time)
  select r.tenant_id, r.no, b.depot_id, case when b.status = '3' and b.id % 2 = 0 then '3' else '2' end,
    b.id, null, r.received_at, r.received_by,
    case when b.status = '3' and b.id % 2 = 0 then b.finished_at end,
    case when b.status = '3' and b.id % 2 = 0 then 'manager' end,
    case when b.status = '3' and b.id % 2 = 0 then '客户已补下单' end,
    coalesce(r.received_by, 'warehouse'), coalesce(r.received_at, b.create_time)
  from predicted_parcel r
    join predicted_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
  where r.tenant_id = $1 and r.status = '4'
  on conflict do nothing`
