-- What a caller may reach of a list (kinds, customers, depots) is looked up in the index it is counted by.
drop index shipment_status_time;
create index shipment_status_time on shipment (tenant_id, shipment_status, create_time desc, id desc) include (shipment_resource, customer_id, depot_id);
-- Filters of the order lists: who wrote an order, what was weighed, when it was cancelled, where it is delivered.
create index shipment_author on shipment (tenant_id, create_by, create_time desc, id desc);
create index shipment_measured on shipment (tenant_id, measured_weight) where measured_weight is not null;
create index shipment_cancelled on shipment (tenant_id, cancel_time) where cancel_time is not null;
create index fba_order_warehouse on fba_order (tenant_id, warehouse_code);
