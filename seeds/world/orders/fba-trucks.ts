import type { ClientBase } from 'pg'

const OUTBOUND = 70

/**
 * Trucks to warehouses of the demo: one per warehouse and day of its orders, delivered ones of the
 * last weeks, those with an appointment ahead, refused ones with their letter's day. Safe to repeat.
 */
export async function seedTrucks(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from fba_waybill where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rowCount !== 0) return
  await client.query(TRUCKS, [tenantId, OUTBOUND])
  await client.query(ORDERS, [tenantId])
  await client.query(COUNTER, [tenantId])
}

const TRUCKS = `with due as (
    select f.id, f.depot_id, f.warehouse_code as code, f.appointment_no, f.bol_no, f.slot_from,
      f.slot_to, f.delivery_state as state, f.real_time, f.received_by, f.detention_minutes,
      f.refused_time, f.refused_reason, w.time_zone as zone,
      (coalesce(f.slot_from, f.refused_time) at time zone w.time_zone)::date as day
    from fba_order f join shipment s using (tenant_id, id)
      join fba_warehouse w on w.tenant_id = f.tenant_id and w.code = f.warehouse_code
    where f.tenant_id = $1 and s.shipment_status >= $2 and f.depot_id is not null
      and (f.appointment_state = 'CONFIRMED' or f.delivery_state = 'REFUSED')
      and coalesce(f.real_time, now()) > now() - interval '60 days'),
  runs as (
    -- One outcome for all on a truck; the first order's slot is the truck's.
    select distinct on (code, day, state) *, row_number() over (order by day, code, state, id) as turn
    from due order by code, day, state, slot_from, id)
  insert into fba_waybill (tenant_id, no, depot_id, warehouse_code, status, appointment_no, dock,
    slot_from, slot_to, driver, plate, bol_no, pallets, dispatched_at, arrived_at, ended_at,
    received_by, detention_minutes, storage_from, attempts, create_by, create_time)
  select $1, 'FW' || lpad(row_number() over (order by day, code, state)::text, 10, '0'), depot_id,
    code,
    case state when 'DELIVERED' then '3' when 'REFUSED' then '4'
      else case when slot_from < now() + interval '1 day' then '1' else '0' end end,
    case when state <> 'REFUSED' then appointment_no end,
    case when state <> 'REFUSED' then 'D' || (1 + turn % 9) end,
    case when state <> 'REFUSED' then slot_from end, case when state <> 'REFUSED' then slot_to end,
    (array['Piotr Kowalski', 'Jan Novák', 'Andrei Popescu', 'Uwe Krause'])[1 + turn % 4],
    (array['F-TX 2041', 'WGM 88123', 'B-214-KLM', 'HH-LK 77'])[1 + turn % 4], bol_no, 2 + turn % 9,
    case when state = 'DELIVERED' or slot_from < now() + interval '1 day'
      then least(slot_from - interval '6 hours', now()) when state = 'REFUSED'
      then refused_time - interval '5 hours' end,
    case when state = 'DELIVERED' then least(slot_from, real_time) end,
    case when state = 'DELIVERED' then real_time when state = 'REFUSED' then refused_time end,
    received_by, detention_minutes,
    case when state = 'REFUSED' then day end,
    case when state = 'REFUSED' then jsonb_build_array(jsonb_build_object('no', appointment_no,
      'from', slot_from, 'at', refused_time, 'reason', refused_reason)) else '[]' end,
    'warehouse', coalesce(slot_from, refused_time) - interval '4 days'
  from runs`

/** Orders are on the truck of their warehouse, day and outcome, and have its appointment. */
const ORDERS = `with truck as (
    select w.*, (coalesce(w.slot_from, w.ended_at) at time zone h.time_zone)::date as day,
      case w.status when '3' then 'DELIVERED' when '4' then 'REFUSED' else 'PENDING' end as outcome
    from fba_waybill w
      join fba_warehouse h on h.tenant_id = w.tenant_id and h.code = w.warehouse_code
    where w.tenant_id = $1),
  met as (
    select f.id, t.id as truck_id, t.no, t.status, t.slot_from, t.slot_to, t.appointment_no, t.bol_no
    from fba_order f join fba_warehouse h on h.tenant_id = f.tenant_id and h.code = f.warehouse_code
      join truck t on t.warehouse_code = f.warehouse_code and t.outcome = f.delivery_state
        and t.day = (coalesce(f.slot_from, f.refused_time) at time zone h.time_zone)::date
    where f.tenant_id = $1),
  moved as (
    update fba_order f set slot_from = m.slot_from, slot_to = m.slot_to, bol_no = m.bol_no,
      appointment_no = m.appointment_no
    from met m where f.tenant_id = $1 and f.id = m.id and m.slot_from is not null returning f.id),
  loaded as (
    insert into fba_waybill_order (tenant_id, fba_waybill_id, order_id, customer_id, waybill_no,
      warehouse_code, status, slot_from, serial_number, fba_code, reference_id, pieces, weight,
      create_by)
    select $1, m.truck_id, f.id, f.customer_id, m.no, f.warehouse_code, m.status, m.slot_from,
      f.serial_number, f.fba_code, f.reference_id, c.pieces, c.weight, 'warehouse'
    from met m join fba_order f on f.tenant_id = $1 and f.id = m.id
      cross join lateral (select count(*)::int as pieces,
          coalesce(sum(coalesce(p.measured_weight, p.weight)), 0) as weight
        from parcel p where p.tenant_id = $1 and p.shipment_id = f.id) as c
    where f.fba_code is not null
    on conflict do nothing returning fba_waybill_id, pieces, weight),
  summed as (select fba_waybill_id as id, sum(pieces)::int as pieces, sum(weight) as weight
    from loaded group by 1)
  update fba_waybill w set pieces = s.pieces, weight = s.weight,
    booked_pieces = case when w.slot_from is not null then s.pieces end
  from summed s where w.tenant_id = $1 and w.id = s.id`

const COUNTER = `insert into serial_counter (tenant_id, kind, next_no)
  select $1, 'fba_waybill', count(*) + 1 from fba_waybill where tenant_id = $1
  on conflict (tenant_id, kind) do update
    set next_no = greatest(serial_counter.next_no, excluded.next_no)`
