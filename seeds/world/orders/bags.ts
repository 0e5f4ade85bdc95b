import type { ClientBase } from 'pg'

/** Sorted parcels at their gates, open bags and intercepts of the demo world. Safe to repeat. */
export async function seedBags(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from out_package where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rowCount !== 0) return
  await client.query(SORTED, [tenantId])
  await client.query(BAGS, [tenantId])
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
