-- The weight of its measured parcels, for lists that show and narrow by it.
alter table shipment add column measured_weight bigint;
-- When its label was made.
alter table parcel add column labelled_at timestamptz;
update shipment as s set measured_weight = x.measured
  from (select tenant_id, shipment_id, sum(measured_weight) as measured from parcel
    where measured_weight is not null group by 1, 2) as x
  where x.tenant_id = s.tenant_id and x.shipment_id = s.id;
update parcel as p set labelled_at = x.at
  from (select l.tenant_id, one.id, min(l.create_time) as at from label_print as l,
      unnest(l.parcel_ids) as one(id) group by 1, 2) as x
  where x.tenant_id = p.tenant_id and x.id = p.id;
create index parcel_labelled on parcel (tenant_id, labelled_at) include (shipment_id) where labelled_at is not null;
