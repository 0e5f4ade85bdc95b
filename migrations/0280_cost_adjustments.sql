-- What a parcel is expected to cost is adjusted when it is measured or priced again: each difference is a row of its own with a
-- posting of its own, the first one the cost posted with the charge. Their sum is what is expected.
alter table parcel_cost add column seq int not null default 0 check (seq >= 0);
alter table parcel_cost add column reason text check (reason in ('weighed', 'undone', 'rerate'));
alter table parcel_cost drop constraint parcel_cost_tenant_id_charge_id_key;
alter table parcel_cost add constraint parcel_cost_seq unique (tenant_id, charge_id, seq);
alter table parcel_cost add check ((seq = 0) = (reason is null));
