-- Every kind of order has a list of its own, with counts over it: the sums tell the kinds apart.
lock table shipment in share row exclusive mode;
delete from shipment_tally;
alter table shipment_tally add shipment_resource text not null;

create or replace function shipment_tally_add() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shipment_tally (tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, n)
      select tenant_id, customer_id, depot_id, coalesce(create_by, ''), shipment_resource, shipment_status, count(*) from fresh group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into shipment_tally (tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, n)
      select tenant_id, customer_id, depot_id, coalesce(create_by, ''), shipment_resource, shipment_status, -count(*) from gone group by 1, 2, 3, 4, 5, 6;
  else
    insert into shipment_tally (tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, n)
      select tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, sum(n) from (
        select tenant_id, customer_id, depot_id, coalesce(create_by, '') as create_by, shipment_resource, shipment_status, -1 as n from gone
        union all select tenant_id, customer_id, depot_id, coalesce(create_by, ''), shipment_resource, shipment_status, 1 from fresh
      ) as moved group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;
  end if;
  return null;
end $$;

insert into shipment_tally (tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, n)
  select tenant_id, customer_id, depot_id, coalesce(create_by, ''), shipment_resource, shipment_status, count(*) from shipment group by 1, 2, 3, 4, 5, 6;

create or replace function shipment_tally_fold() returns bigint language sql as $$
  with several as (
    select tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status from shipment_tally group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(n) = 0
  ), taken as (
    delete from shipment_tally t using several s where t.tenant_id = s.tenant_id and t.customer_id = s.customer_id and t.depot_id = s.depot_id
      and t.create_by = s.create_by and t.shipment_resource = s.shipment_resource and t.shipment_status = s.shipment_status
    returning t.*
  ), folded as (
    insert into shipment_tally (tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, n)
      select tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, sum(n) from taken group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  )
  select count(*) from taken
$$;
