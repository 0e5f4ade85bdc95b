-- Files shown under /sys/common/static by an address nobody guesses: only the hash of its random part is stored.
create table stored_file (
  key_hash bytea primary key,
  tenant_id bigint not null references tenant (id),
  user_id bigint not null references sys_user (id) on delete cascade,
  kind text not null check (kind in ('pictures', 'imports')),
  name text not null,
  type text not null,
  bytes bytea not null,
  -- Null for as long as a record names it.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index stored_file_user on stored_file (user_id, kind, created_at);
create index stored_file_expired on stored_file (expires_at) where expires_at is not null;

-- Pictures of users lie there too.
update sys_user set avatar = null where avatar like '/sys/account/picture/%';
drop table user_picture;
