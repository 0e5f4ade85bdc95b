-- Filters of the order lists: when an order was confirmed, what it is charged by.
create index shipment_confirmed on shipment (tenant_id, confirm_time) where confirm_time is not null;
create index shipment_chargeable on shipment (tenant_id, chargeable_weight) where chargeable_weight is not null;
