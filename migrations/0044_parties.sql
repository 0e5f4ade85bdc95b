-- Whose a shipper is and whether sub-accounts share it; a second line of every address.
alter table shipper add column address1 text;
alter table shipper add column belong_user bigint references sys_user (id) on delete set null;
alter table shipper add column iz_shared boolean not null default true;
create index shipper_belong_user on shipper (belong_user) where belong_user is not null;

-- Who is not to be sent to without a second look, and why.
alter table consignee add column address1 text;
alter table consignee add column blacklisted boolean not null default false;
alter table consignee add column blacklist_reason text;
create index consignee_blacklisted on consignee (tenant_id, customer_id) where blacklisted;

-- How often an address was used is counted from the orders themselves.
create index shipment_shipper on shipment (tenant_id, shipper_id, create_time desc) where shipper_id is not null;
create index shipment_consignee on shipment (tenant_id, customer_id, lower(consignee_name), create_time desc);
