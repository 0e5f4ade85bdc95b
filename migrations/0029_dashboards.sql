-- Thirty days of a busy tenant are read from the index alone: what the analysis asks for stands in it. No roll-ups: over so
-- many dimensions they are as many rows as the orders, and every order would pay for them.
drop index shipment_time;
create index shipment_time on shipment (tenant_id, create_time desc, id desc) include (service_id, country, customer_id, depot_id, create_by, shipment_status, currency, amount);
drop index parcel_received;
create index parcel_received on parcel (tenant_id, received_at) include (customer_id, depot_id, create_by) where received_at is not null;
drop index parcel_outbound;
create index parcel_outbound on parcel (tenant_id, outbound_at) include (customer_id, depot_id, create_by) where outbound_at is not null;
drop index parcel_delivered;
create index parcel_delivered on parcel (tenant_id, delivered_at) include (customer_id, depot_id, create_by) where delivered_at is not null;
-- What the stations did in the last hour.
create index scan_log_recent on scan_log (tenant_id, create_time desc) include (depot_id, code);
