-- What a failed run's reason says: code in error, its values here.
alter table sys_job_run add column error_data jsonb;
