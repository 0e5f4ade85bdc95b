import type { ClientBase } from 'pg'

/** Sorted parcels at their gates, open and closed bags and intercepts of the demo world. Safe to repeat. */
export async function seedBags(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from out_package where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rowCount !== 0) return
  await client.query(SORTED, [tenantId])
  await client.query(BAGS, [tenantId])
  await client.query(CLOSED_BAGS, [tenantId])
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

/** At each depot that sorts a bag and a pallet stand open for the day's first parcels. */
const BAGS = `insert into out_package (tenant_id, no, kind, depot_id, status, max_pieces, max_grams,
    tare_grams, create_by)
  select d.tenant_id, 'BG' || lpad(row_number() over (order by d.id, k.kind)::text, 10, '0'), k.kind,
    d.id, '0', 200, k.most, k.tare, 'warehouse'
  from depot d
    cross join (values ('1', 31500, 250), ('2', 1000000, 20000)) as k(kind, most, tare)
  where d.tenant_id = $1 and exists (select 1 from depot_gate g
    where g.tenant_id = d.tenant_id and g.depot_id = d.id and g.direction = '1')`

/**
 * Pallets that are closed: the first eight parcels of a batch's commonest service travel on one, on
 * the batches shipped last. Of an open batch every second one waits on a closed pallet of its own.
 */
const CLOSED_BAGS = `with batches as (
    (select b.id, b.depot_id, b.status, b.closed_at from out_batch b
      where b.tenant_id = $1 and b.status = '0')
    union all
    (select b.id, b.depot_id, b.status, b.closed_at from out_batch b
      where b.tenant_id = $1 and b.status = '1' order by b.closed_at desc, b.id desc limit 6)),
  listed as (select b.id as batch_id, b.depot_id, b.status, b.closed_at, p.id as parcel_id,
      p.service_id, coalesce(p.measured_weight, p.weight) as grams,
      row_number() over (partition by b.id, p.service_id order by p.id) as place,
      count(*) over (partition by b.id, p.service_id) as pieces
    from batches b
      join out_batch_parcel o on o.tenant_id = $1 and o.batch_id = b.id
      join parcel p on p.tenant_id = o.tenant_id and p.id = o.parcel_id),
  ranked as (select *, dense_rank() over (partition by batch_id
      order by pieces desc, service_id) as choice from listed),
  chosen as (select *, case when status = '0' and place % 2 = 0 then 'off' else 'on' end as part from ranked
    where choice = 1 and place <= 8),
  bags as (select batch_id, depot_id, status, closed_at, part, sum(grams) as grams,
      'BG' || lpad(((select count(*) from out_package where tenant_id = $1)
        + row_number() over (order by batch_id, part))::text, 10, '0') as no
    from chosen group by batch_id, depot_id, status, closed_at, part),
  made as (insert into out_package (tenant_id, no, kind, depot_id, status, max_pieces, max_grams,
      tare_grams, seal_no, weighed_grams, closed_at, closed_by, batch_id, create_by)
    select $1, no, '2', depot_id,
      case when part = 'off' then '1' when status = '0' then '2' else '3' end,
      200, 1000000, 20000, 'S' || right(no, 6), grams + 20000, coalesce(closed_at, now()),
      'warehouse', case when part = 'on' then batch_id end, 'warehouse'
    from bags returning id, no),
  inside as (select m.id as package_id, c.batch_id, c.parcel_id, c.part, c.status
    from chosen c join bags b on b.batch_id = c.batch_id and b.part = c.part
      join made m on m.no = b.no),
  held as (insert into out_package_parcel (tenant_id, package_id, parcel_id, open, from_state,
      create_by)
    select $1, package_id, parcel_id, status = '0', 50, 'warehouse' from inside),
  waiting as (delete from out_batch_parcel o using inside i
    where o.tenant_id = $1 and o.batch_id = i.batch_id and o.parcel_id = i.parcel_id
      and i.part = 'off')
  update out_batch_parcel o set package_id = i.package_id from inside i
  where o.tenant_id = $1 and o.batch_id = i.batch_id and o.parcel_id = i.parcel_id
    and i.part = 'on'`

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
