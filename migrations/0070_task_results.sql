-- What a bulk task leaves besides an outcome per order: prices compared, warnings, and where its
-- labels say they are found.
alter table order_task_row add column data jsonb;
alter table order_task add column warned int not null default 0;
alter table order_task add column public_base text not null default '';
