-- Figures of the dashboards.

-- How many orders stand in which status, kept as sums instead of counted: at a million orders counting takes a tenth of a
-- second on a quiet table and several on a busy one. Each statement that touches orders adds its differences as rows of
-- their own (no row two writers would wait for); a job merges them. Reading adds up the rows, and is exact.
create table shipment_tally (
  tenant_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  depot_id bigint not null,
  create_by text not null,
  shipment_resource text not null,
  shipment_status smallint not null,
  n bigint not null,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index shipment_tally_customer on shipment_tally (tenant_id, customer_id);

create function shipment_tally_add() returns trigger language plpgsql as $$
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
create trigger shipment_tally_insert after insert on shipment referencing new table as fresh for each statement execute function shipment_tally_add();
create trigger shipment_tally_update after update on shipment referencing old table as gone new table as fresh for each statement execute function shipment_tally_add();
create trigger shipment_tally_delete after delete on shipment referencing old table as gone for each statement execute function shipment_tally_add();

-- Makes one row of several. Two calls at once are harmless: a row one has deleted is not found by the other.
create function shipment_tally_compact() returns bigint language sql as $$
  with several as (
    select tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status from shipment_tally group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(n) = 0
  ), taken as (
    delete from shipment_tally t using several s where t.tenant_id = s.tenant_id and t.customer_id = s.customer_id and t.depot_id = s.depot_id
      and t.create_by = s.create_by and t.shipment_resource = s.shipment_resource and t.shipment_status = s.shipment_status
    returning t.*
  ), merged as (
    insert into shipment_tally (tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, n)
      select tenant_id, customer_id, depot_id, create_by, shipment_resource, shipment_status, sum(n) from taken group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  )
  select count(*) from taken
$$;
