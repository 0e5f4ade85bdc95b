-- Orders of a file that were refused and are given up, or a file that is not taken at all.
alter table shipment_import add column dismissed_at timestamptz;
alter table shipment_import add column dismissed_by text;
