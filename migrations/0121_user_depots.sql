-- A customer's code at a depot: what for, who to ask and when, and which one is meant where an order names none.
alter table user_depot add column type text not null default '1';
alter table user_depot add column phone text;
alter table user_depot add column hours text;
alter table user_depot add column iz_default boolean not null default false;
create unique index user_depot_default on user_depot (tenant_id, customer_id) where iz_default;
