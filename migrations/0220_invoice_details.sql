-- What invoices name: the tenant's own company, and of each customer what differs from its master data.
create table company_profile (
  tenant_id bigint not null primary key references tenant (id),
  legal_name text,
  -- Checked by its shape; the other tax number is free text.
  vat_id text,
  tax_no text,
  register_no text,
  street text, postal_code text, city text,
  country text,
  contact text, phone text, email text,
  version int not null default 1,
  create_by text, create_time timestamptz not null default now(), update_by text, update_time timestamptz
);

alter table customer add column legal_name text;
alter table customer add column vat_id text;
alter table customer add column invoice_street text;
alter table customer add column invoice_postal_code text;
alter table customer add column invoice_city text;
alter table customer add column invoice_email text;
-- Days from the day of the invoice; null: as the tenant sets it.
alter table customer add column payment_days int check (payment_days between 0 and 365);
-- Of public buyers: the Leitweg-ID; of others what they want named.
alter table customer add column buyer_reference text;
