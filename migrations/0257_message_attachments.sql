-- Files a mail carries. `attached` is their names as the outbox shows them; `attachments` says where each comes from when
-- the mail is sent: a stored file, or a document some feature draws then.
alter table sys_message
  add column attached text,
  add column attachments jsonb not null default '[]',
  -- Never sent a second time by a retry: where a process ended while sending, it fails and a user decides.
  add column once boolean not null default false,
  -- The feature that wants to know what became of it.
  add column about text;
