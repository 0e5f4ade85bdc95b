-- Orders of all kinds: what the specification names and no column had yet, and the blocks only some kinds use.
alter table shipment add column po_code text;
alter table shipment add column fba_code text;
alter table shipment add column user_depot_id bigint;
alter table shipment add column address1 text;
alter table shipment add column consignee_remark text;
-- Blocks as contracts/orders/shipments.draft.ts describes them, null where nothing was said.
alter table shipment add column delivery jsonb;
alter table shipment add column pallets jsonb;
alter table shipment add column fba jsonb;
alter table shipment add column customs jsonb;
alter table shipment add column attributes jsonb;
alter table shipment add foreign key (tenant_id, user_depot_id) references user_depot (tenant_id, id) on delete set null (user_depot_id);
alter table shipment alter column shipment_resource drop default;
create index shipment_kind_time on shipment (tenant_id, shipment_resource, create_time desc, id desc);
create index shipment_po_code on shipment (tenant_id, po_code text_pattern_ops) where po_code is not null;
create index shipment_fba_code on shipment (tenant_id, fba_code text_pattern_ops) where fba_code is not null;

alter table parcel add column pallet_no smallint;
alter table parcel_product add column origin text;

-- What orders of this customer are where a file or a call does not say.
alter table customer add column shipment_resource text not null default 'B2C';
