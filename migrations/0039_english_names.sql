-- Names in the other language: what a reader in English sees, where they are filled in.
alter table channel add column name_en text;
alter table fee add column name_en text;
alter table surcharge add column name_en text;
alter table delivery_partition add column name_en text;
alter table label_template add column name_en text;
alter table print_set add column name_en text;
alter table sys_role add column description_en text;
alter table sys_fill_rule add column rule_name_en text;
alter table sys_check_rule add column rule_name_en text;
