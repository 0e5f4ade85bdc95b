-- The number of an order's first parcel, for lists that show and narrow by it.
alter table shipment add column track_no text;
update shipment as s set track_no = (select p.track_no from parcel as p
  where p.tenant_id = s.tenant_id and p.shipment_id = s.id order by p.seq limit 1);
create index shipment_track_no on shipment (tenant_id, track_no text_pattern_ops) where track_no is not null;
