-- A new mail address or phone of one's own takes effect by a code sent to it. Such codes count with the others of their receiver.
alter table identity_code drop constraint identity_code_purpose_check;
alter table identity_code add constraint identity_code_purpose_check check (purpose in ('login', 'register', 'forgot', 'contact'));
create index identity_code_user on identity_code (user_id, created_at) where purpose = 'contact';
