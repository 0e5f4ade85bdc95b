-- Which department looks after a customer: those whose rows reach as far as their department see the customers of it and
-- of those beneath it, and all that hangs on them. A customer without one is seen by none of them.
alter table customer add column depart_id bigint;
alter table customer add foreign key (tenant_id, depart_id) references sys_depart (tenant_id, id) on delete set null (depart_id);
create index customer_depart on customer (tenant_id, depart_id) where depart_id is not null;

-- depart: customers of the current department and of those beneath it.
alter table sys_role drop constraint sys_role_data_scope_check;
alter table sys_role add constraint sys_role_data_scope_check check (data_scope in ('platform', 'tenant', 'depart', 'sales', 'depot', 'customer', 'sub'));
