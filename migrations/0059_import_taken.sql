-- The dry run an import was taken from: it is taken once.
alter table shipment_import add column dry_run_id bigint;
create unique index shipment_import_taken on shipment_import (tenant_id, dry_run_id) where dry_run_id is not null;
