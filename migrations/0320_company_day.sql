-- The company's own day begins at midnight of its zone; its books, its tax and its figures are in its currency.
alter table tenant
  add column time_zone text not null default 'UTC',
  add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$');
