-- A cap holds for everything a sub-account ever confirmed, or for each calendar month (UTC).
alter table sub_account add column spend_period text not null default 'all' check (spend_period in ('all', 'month'));

-- What a sub-account's orders have cost is added up before each of its confirmations.
create index shipment_spent on shipment (tenant_id, create_by, confirm_time) include (currency, amount, shipment_status) where confirm_time is not null;
