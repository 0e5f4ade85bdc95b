-- Acting as somebody else: who really acts, from which session of their own, and why. With that session goes the other.
alter table sys_session
  add column actor_id bigint references sys_user (id) on delete cascade,
  add column actor_session bigint references sys_session (id) on delete cascade,
  add column reason text,
  add constraint sys_session_acting check ((actor_id is null) = (actor_session is null) and (actor_id is null) = (reason is null));
create index sys_session_actor on sys_session (actor_session) where actor_session is not null;

-- `actor` is whoever really did it, in both logs; the account it was done with stands beside it where that is another one.
alter table op_log add column actor_id bigint, add column actor text;
alter table data_log add column behalf_id bigint, add column behalf text;
create index op_log_actor on op_log (actor_id, id desc) where actor_id is not null;
