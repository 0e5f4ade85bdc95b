-- What the server put into the house at an earlier start: where it is what it would put in now, a start need not go through it all.
create table house_state (
  key text primary key,
  fingerprint text not null,
  set_at timestamptz not null default now()
);
