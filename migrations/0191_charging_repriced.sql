-- What the order cost when the parcel's part was taken: one that was priced again since (weighed, for example) is charged
-- at the price it has when it is due.
alter table parcel_charge add column order_amount bigint not null default 0;
alter table parcel_charge alter column order_amount drop default;
