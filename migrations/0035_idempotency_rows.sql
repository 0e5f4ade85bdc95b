-- What became of each row of a bulk call with an Idempotency-Key: it goes on there after a break.
create table idempotency_row (
  tenant_id bigint not null,
  user_id bigint not null,
  route text not null,
  key text not null,
  row_id bigint not null,
  outcome jsonb not null,
  primary key (tenant_id, user_id, route, key, row_id),
  foreign key (tenant_id, user_id, route, key) references idempotency (tenant_id, user_id, route, key) on delete cascade
);
