-- What was done with an order that its own columns do not show: another kind, merges and splits with the other order,
-- files. Read with the order, by all who see it.
create table order_history (
  tenant_id bigint not null,
  id bigint generated always as identity,
  shipment_id bigint not null,
  action text not null check (action in ('convert', 'merge', 'mergedInto', 'split', 'splitFrom', 'service',
    'fileAdd', 'fileDelete')),
  -- Kinds or services by their code, and the name of a file.
  from_value text,
  to_value text,
  name text,
  -- The other order of a merge or a split.
  other_id bigint,
  create_by text,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references shipment (tenant_id, id) on delete set null (other_id)
);
create index order_history_shipment on order_history (tenant_id, shipment_id);
create index order_history_other on order_history (tenant_id, other_id) where other_id is not null;
