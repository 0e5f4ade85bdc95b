-- Pictures of templates are stored files.
delete from label_picture;
alter table label_picture drop column bytes;
alter table label_picture drop column type;
alter table label_picture drop column hash;
alter table label_picture add column hash text not null;
alter table label_picture add column file_id bigint;
alter table label_picture add constraint label_picture_hash unique (tenant_id, hash);
