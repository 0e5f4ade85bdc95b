-- Since when a parcel waits for its customer's money: it is charged, oldest first, once the account has it.
alter table parcel_charge add column unpaid_at timestamptz;
alter table parcel_charge add constraint parcel_charge_unpaid_waits check (unpaid_at is null or state = 'waiting');
create index parcel_charge_unpaid on parcel_charge (tenant_id, customer_id, currency, unpaid_at) where unpaid_at is not null;
-- What is still to be charged at inbound, summed when another order of the customer is confirmed.
create index parcel_charge_at_inbound on parcel_charge (tenant_id, customer_id, currency) include (amount)
  where state = 'waiting' and method = '2';
