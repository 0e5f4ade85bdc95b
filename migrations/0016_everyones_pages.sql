-- A person's own pages (account, notices) need no grant: every role there ever will be sees them.
alter table sys_permission add column for_everyone boolean not null default false;
