-- When volume counts for the chargeable weight and how much of it, how long a service takes, and whether it is only for
-- the customers it is assigned to: a restricted service without customers is open to none.
alter table delivery_service add column volume_when text;
alter table delivery_service add constraint delivery_service_volume_when
  check (volume_when in ('ALWAYS', 'SIDE_OVER', 'RATIO_OVER'));
alter table delivery_service add column volume_side int;
alter table delivery_service add column volume_ratio numeric(6, 2);
alter table delivery_service add column bubble_percent int;
alter table delivery_service add column transit_min int;
alter table delivery_service add column transit_max int;
alter table delivery_service add column restricted boolean not null default false;
update delivery_service s set restricted = true
  where exists (select 1 from service_customer a where a.tenant_id = s.tenant_id and a.service_id = s.id);

-- Services a user has marked.
create table service_favourite (
  tenant_id bigint not null,
  user_id bigint not null,
  service_id bigint not null,
  primary key (tenant_id, user_id, service_id),
  foreign key (tenant_id, service_id) references delivery_service (tenant_id, id) on delete cascade
);
