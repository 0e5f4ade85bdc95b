-- A bank line pays invoices: what it names, what it was assigned to, and its way back.
alter table bank_line
  -- The invoice its text names, where it is one.
  add column suggested_invoice_id bigint,
  -- Numbers of the invoices it was assigned to.
  add column settles text,
  -- What was posted for them; of an outgoing one: what took the returned payment back.
  add column transaction_id bigint,
  add foreign key (tenant_id, suggested_invoice_id) references invoice (tenant_id, id),
  add foreign key (tenant_id, transaction_id) references ledger_transaction (tenant_id, id),
  drop constraint bank_line_check,
  drop constraint bank_line_check1,
  drop constraint bank_line_status_check,
  add check (status in ('open', 'matched', 'ignored', 'out', 'returned')),
  add check (status <> 'matched' or recharge_id is not null or transaction_id is not null),
  add check (status not in ('open', 'ignored', 'out') or (recharge_id is null and transaction_id is null)),
  add check (status <> 'out' or amount < 0);
create index bank_line_paid on bank_line (tenant_id, receiving_account_id, amount) where transaction_id is not null;
