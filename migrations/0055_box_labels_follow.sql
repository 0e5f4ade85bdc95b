-- Box labels go with their carton into another order.
create function fba_label_follow() returns trigger language plpgsql as $$
begin
  update fba_label set shipment_id = new.shipment_id
    where tenant_id = new.tenant_id and parcel_id = new.id;
  return null;
end $$;
create trigger fba_label_follows after update of shipment_id on parcel
  for each row when (old.shipment_id is distinct from new.shipment_id) execute function fba_label_follow();
