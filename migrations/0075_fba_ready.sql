-- What orders lack before they can go on a waybill, and how far they are. One place for the list's filter, the
-- orders' filter and the hints: they must count alike.
create function fba_lacks(of_tenant bigint, of_order bigint)
returns table (stage text, no_order boolean, no_code boolean, no_warehouse boolean, no_appointment boolean,
  cartons int, no_box_ids int, no_weights int, no_sizes int, no_labels int)
language sql stable as $$
  select case when f.delivery_state = 'DELIVERED' then 'delivered'
      when s.shipment_status < 0 or s.shipment_status in (88, 99) then 'ended'
      when s.shipment_status >= 70 then 'underway' else 'waybill' end,
    -- Drafts and predicted orders are not confirmed yet; held ones stay where they are.
    s.shipment_status < 20 or s.shipment_status = 45,
    coalesce(f.fba_code, '') !~ '^FBA[A-Z0-9]{8,12}$',
    w.id is null,
    not (f.appointment_state = 'CONFIRMED'
      or (f.delivery_state = 'PENDING' and w.id is not null and not w.appointment_needed)),
    c.cartons, c.no_box_ids, c.no_weights, c.no_sizes, c.no_labels
  from fba_order f
  join shipment s on s.tenant_id = f.tenant_id and s.id = f.id
  left join fba_warehouse w on w.tenant_id = f.tenant_id and w.code = f.warehouse_code and w.enabled
  cross join lateral (
    select count(*)::int as cartons,
      (count(*) filter (where p.fba_code is null))::int as no_box_ids,
      (count(*) filter (where p.weight <= 0))::int as no_weights,
      (count(*) filter (where p.length is null or p.width is null or p.height is null))::int as no_sizes,
      (count(*) filter (where not exists (select 1 from fba_label l
        where l.tenant_id = p.tenant_id and l.parcel_id = p.id)))::int as no_labels
    -- Cancelled and revoked cartons are not loaded.
    from parcel p where p.tenant_id = f.tenant_id and p.shipment_id = f.id and p.parcel_status >= 0) c
  where f.tenant_id = of_tenant and f.id = of_order
$$;
create function fba_ready(of_tenant bigint, of_order bigint) returns boolean
language sql stable as $$
  select coalesce((select x.stage = 'waybill' and x.cartons > 0
      and not (x.no_order or x.no_code or x.no_warehouse or x.no_appointment)
      and x.no_box_ids + x.no_weights + x.no_sizes + x.no_labels = 0
    from fba_lacks(of_tenant, of_order) x), false)
$$;
-- Most orders have been delivered long ago; those still to come are few.
create index fba_order_open on fba_order (tenant_id, create_time desc, id desc) where delivery_state = 'PENDING';
