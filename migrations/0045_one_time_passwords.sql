-- A password the server made for somebody else: it opens nothing until its owner has chosen another.
alter table sys_user add column password_once boolean not null default false;

-- What a user is called; the name where it is empty.
alter table sys_user add column nickname text;

-- A customer's own name of the department a sub-account works in: departments are the tenant's.
alter table sub_account add column depart text;

-- The tenant a run was started for by its own administrator; null: every tenant the job reaches.
alter table sys_job_run add column tenant_id bigint references tenant (id);
