-- Parts of an order's names and town, hashed: what contains a text is among the rows that have all of its parts. Filled
-- in the background, so that taking an order and moving it on write nothing here; an order's states are many, its names
-- hardly change.
create table shipment_words (
  tenant_id bigint not null,
  shipment_id bigint not null,
  keys int[] not null,
  primary key (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id) on delete cascade
);
create index shipment_words_keys on shipment_words using gin (keys);

-- Orders whose words are still to be read: new ones, and those whose names were changed.
create table shipment_unread (
  tenant_id bigint not null,
  shipment_id bigint not null,
  -- Counts changes: the row is written, so it is locked until the change is committed.
  changes int not null default 0,
  primary key (tenant_id, shipment_id)
);

create function shipment_unread_add() returns trigger language plpgsql as $$
begin
  insert into shipment_unread (tenant_id, shipment_id) select tenant_id, id from fresh on conflict do nothing;
  return null;
end $$;
create trigger shipment_unread_insert after insert on shipment referencing new table as fresh
  for each statement execute function shipment_unread_add();

create function shipment_unread_change() returns trigger language plpgsql as $$
begin
  insert into shipment_unread as u (tenant_id, shipment_id) values (new.tenant_id, new.id)
  on conflict (tenant_id, shipment_id) do update set changes = u.changes + 1;
  return null;
end $$;
create trigger shipment_unread_update after update of consignee_name, company, city on shipment for each row
  when ((old.consignee_name, old.company, old.city) is distinct from (new.consignee_name, new.company, new.city))
  execute function shipment_unread_change();

insert into shipment_unread (tenant_id, shipment_id) select tenant_id, id from shipment;
