-- Customers see prices to come once they are announced.
alter table fee_version add column announced boolean not null default false;
