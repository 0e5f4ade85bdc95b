-- Megabytes the files of a tenant may take; without a number the installation's own limit holds.
alter table tenant add column file_quota_mb int check (file_quota_mb > 0);
