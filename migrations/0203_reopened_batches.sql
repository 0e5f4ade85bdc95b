-- Whether a parcel was charged as it left the depot: what is given back where its outbound batch is opened again.
alter table parcel_charge add column leaving boolean not null default false;
update parcel_charge set leaving = true where state = 'charged' and method in ('3', '4', '5');

-- When and why a batch that had been shipped was opened again, the last time.
alter table out_batch add column reopened_at timestamptz;
alter table out_batch add column reopened_by text;
alter table out_batch add column reopen_reason text;
