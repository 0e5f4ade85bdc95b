-- The history of the demo world is posted by the product's own functions, at the moments it would have had. Only the two
-- tenants of a demo world take another moment than now, and never a later one (docs/adr/0020-ledger.md).
create function ledger_demo_moment() returns trigger language plpgsql as $$
declare
  moment constant timestamptz := current_setting('parcelyard.demo_moment')::timestamptz;
begin
  if moment > now() or not exists (select from tenant t where t.id = new.tenant_id
      and t.code in ('DEMO1', 'DEMO2')) then
    raise exception 'only the history of a demo world has moments of its own';
  end if;
  new.create_time := moment;
  if tg_table_name = 'ledger_transaction' then
    new.month := date_trunc('month', moment at time zone 'UTC')::date;
  end if;
  return new;
end $$;
create trigger ledger_transaction_demo before insert on ledger_transaction for each row
  when (current_setting('parcelyard.demo_moment', true) <> '') execute function ledger_demo_moment();
create trigger trade_demo before insert on trade for each row
  when (current_setting('parcelyard.demo_moment', true) <> '') execute function ledger_demo_moment();
create trigger ledger_hold_demo before insert on ledger_hold for each row
  when (current_setting('parcelyard.demo_moment', true) <> '') execute function ledger_demo_moment();
