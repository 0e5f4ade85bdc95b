-- What orders are judged and priced by is read once and kept by the server until it changes. Every statement on one of
-- these tables gives the tenant a number no other change ever had, not even one that was rolled back: whoever finds the
-- number he knows has what is written here.
create sequence setup_version_no;
create table setup_version (
  tenant_id bigint primary key,
  version bigint not null
);

create function setup_changed() returns trigger language plpgsql as $$
begin
  insert into setup_version (tenant_id, version) select t, nextval('setup_version_no') from (select distinct tenant_id as t from changed order by 1) as tenants
    on conflict (tenant_id) do update set version = excluded.version;
  return null;
end $$;

do $$
declare name text;
begin
  foreach name in array array['delivery_service', 'service_rule', 'service_customer', 'delivery_partition', 'partition_config', 'fee', 'fee_cell', 'surcharge', 'channel', 'courier', 'depot', 'postal_rule'] loop
    execute format('create trigger setup_insert after insert on %I referencing new table as changed for each statement execute function setup_changed()', name);
    execute format('create trigger setup_update after update on %I referencing new table as changed for each statement execute function setup_changed()', name);
    execute format('create trigger setup_delete after delete on %I referencing old table as changed for each statement execute function setup_changed()', name);
  end loop;
end $$;

insert into setup_version (tenant_id, version) select id, nextval('setup_version_no') from tenant;
