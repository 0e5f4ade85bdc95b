-- Codes of the value-added services a service can do, separated by commas; without any, all of them.
alter table delivery_service add column value_added text;
