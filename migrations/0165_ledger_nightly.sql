-- The ledger is proved every night.
insert into sys_quartz_job (job_class_name, cron_expression, parameter, create_by)
values ('money.proveLedger', '0 20 2 * * ?', '{}', 'system');
