-- Whatever gives a charge back names it, and the ledger refuses more than what is left of it; a customer's money pays any of
-- its services (docs/adr/0030-giving-back.md).

-- By contract a customer's prepaid money and its monthly account stay apart.
alter table customer add column iz_apart boolean not null default false;

-- What a posting moved on an account, and what was given back of it by all that name it.
create function ledger_given_back(of_tenant bigint, of_id bigint, of_account bigint, out taken bigint, out given bigint)
language sql stable set enable_seqscan = off as $$
  select (select coalesce(sum(e.amount), 0) from ledger_entry e
      where e.tenant_id = of_tenant and e.transaction_id = of_id and e.account_id = of_account)::bigint,
    (select coalesce(sum(e.amount), 0) from ledger_transaction t
        join ledger_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      where t.tenant_id = of_tenant and t.refunds_id = of_id and e.account_id = of_account)::bigint
$$;

-- Whatever wrote it: asked at the commit.
create function ledger_gives_back() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  over bigint;
begin
  if new.refunds_id is null then
    if new.reverses_id is null or not exists (select from ledger_transaction t
        where t.tenant_id = new.tenant_id and t.id = new.reverses_id and t.kind = 'charge') then
      return null;
    end if;
    raise exception 'charge % is given back by what names it as its charge', new.reverses_id using errcode = 'check_violation';
  end if;
  select e.account_id into over from ledger_entry e
      cross join lateral ledger_given_back(new.tenant_id, new.refunds_id, e.account_id) b
    where e.tenant_id = new.tenant_id and e.transaction_id = new.id and e.amount <> 0
      and (sign(b.taken) * sign(b.given) > 0 or abs(b.given) > abs(b.taken)) limit 1;
  if found then
    raise exception 'transaction % gives back more than is left of %, on account %', new.id, new.refunds_id, over
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_gives_back after insert on ledger_transaction deferrable initially deferred
  for each row when (new.refunds_id is not null or new.reverses_id is not null) execute function ledger_gives_back();
alter table ledger_transaction enable always trigger ledger_transaction_gives_back;
alter table ledger_transaction add constraint ledger_transaction_names_what
  check (kind not in ('refund', 'reversal') or refunds_id is not null or reverses_id is not null) not valid;

-- What may be spent of an account: what it has and, where allowed, its credit. `own` leaves the customer's other account of the
-- currency out; `debts` takes off what is owed there beyond its credit; `both` counts what is available there as well, unless
-- the customer's contract keeps the two apart.
create function ledger_spendable(acc ledger_account, with_credit boolean, accounts text) returns bigint language sql stable as $$
  select acc.balance - acc.held + case when with_credit then acc.credit else 0 end
    + case when accounts = 'own' then 0 else coalesce((
      select case when accounts = 'both' and not coalesce((select c.iz_apart from customer c
          where c.tenant_id = acc.tenant_id and c.id = acc.party_id), false) and o.status = 'open'
        then o.balance - o.held + o.credit else least(0, o.balance - o.held + o.credit) end
      from ledger_account o where o.tenant_id = acc.tenant_id and o.party_id = acc.party_id and o.ref = ''
        and o.currency = acc.currency and o.kind = case acc.kind when 'customer' then 'receivable' else 'customer' end), 0) end
$$;

-- The same by what the account is for, whether it was posted to before or not: may so much be charged, and what is missing.
create function ledger_available(of_tenant bigint, of_kind text, of_party bigint, of_currency text, with_credit boolean)
returns bigint language plpgsql stable set enable_seqscan = off as $$
declare
  acc ledger_account;
begin
  select a.* into acc from ledger_account a where a.tenant_id = of_tenant and a.kind = of_kind and a.party_id = of_party
    and a.ref = '' and a.currency = of_currency;
  if not found then
    acc.tenant_id := of_tenant; acc.kind := of_kind; acc.party_id := of_party; acc.currency := of_currency;
    acc.balance := 0; acc.held := 0; acc.credit := 0;
  end if;
  return ledger_spendable(acc, with_credit, 'both');
end $$;

-- As in 0268, with the two rules above.
create or replace function ledger_post(of_tenant bigint, p jsonb)
returns table (outcome text, transaction_id bigint, detail jsonb) language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  lines constant jsonb := p -> 'lines';
  last_line constant int := jsonb_array_length(p -> 'lines') - 1;
  day constant date := coalesce((p ->> 'on')::date, (now() at time zone 'UTC')::date);
  who constant text := p ->> 'createBy';
  locked text;
  account_at int[];
  accounts ledger_account[];
  acc ledger_account;
  hold ledger_hold;
  posted ledger_transaction;
  original ledger_transaction;
  entry ledger_entry;
  entries ledger_entry[] := '{}';
  line jsonb;
  delta bigint;
  freed bigint;
  taken bigint := 0;
  given bigint;
  before bigint;
  refusal text;
  beyond numeric;
  alone constant jsonb := p -> 'alone';
  person constant bigint := coalesce((p ->> 'impersonatorId')::bigint, (p ->> 'userId')::bigint);
  today constant date := (now() at time zone 'UTC')::date;
  moment timestamptz;
  why jsonb := '{}';
  bills jsonb := '[]';
begin
  locked := pg_advisory_xact_lock_shared(ledger_months_key(of_tenant))::text;
  loop
    -- One look-up by its key for each line: a join might be planned as a read of all accounts.
    accounts := array(select a from ledger_account a where a.tenant_id = of_tenant and a.id = any(array(
        select (select k.id from ledger_account k where k.tenant_id = of_tenant and k.kind = l.x ->> 'kind'
          and k.party_id = (l.x ->> 'party')::bigint and k.ref = l.x ->> 'ref' and k.currency = l.x ->> 'currency')
        from jsonb_array_elements(lines) as l (x)
        union all select h.account_id from ledger_hold h where p ? 'holdKey' and h.tenant_id = of_tenant
          and h.hold_key = p ->> 'holdKey'
        -- What may be refused is asked of both accounts of a customer, so both are locked.
        union all select (select k.id from ledger_account k where k.tenant_id = of_tenant and k.party_id = (l.x ->> 'party')::bigint
          and k.ref = '' and k.currency = l.x ->> 'currency' and k.kind = case l.x ->> 'kind' when 'customer' then 'receivable'
            when 'receivable' then 'customer' end)
        from jsonb_array_elements(lines) as l (x) where (p ->> 'refusable')::boolean))
      order by a.id for no key update);
    account_at := '{}';
    for n in 0 .. last_line loop
      line := lines -> n;
      for i in 1 .. coalesce(array_length(accounts, 1), 0) loop
        acc := accounts[i];
        if acc.kind = line ->> 'kind' and acc.party_id = (line ->> 'party')::bigint and acc.ref = line ->> 'ref'
          and acc.currency = line ->> 'currency' then
          account_at := account_at || i;
          exit;
        end if;
      end loop;
    end loop;
    exit when array_length(account_at, 1) = last_line + 1;
    insert into ledger_account (tenant_id, kind, party_id, ref, currency, create_by)
      select distinct of_tenant, l.x ->> 'kind', (l.x ->> 'party')::bigint, l.x ->> 'ref', l.x ->> 'currency', who
      from jsonb_array_elements(lines) as l (x) order by 2, 3, 4, 5
      on conflict do nothing;
  end loop;

  -- With the accounts locked: trades stand in the order they were posted in, not in that their transactions began in.
  moment := clock_timestamp();
  if p ? 'holdKey' then
    select h.* into hold from ledger_hold h where h.tenant_id = of_tenant and h.hold_key = p ->> 'holdKey' for no key update;
    refusal := case when hold.id is null then 'holdMissing' when hold.state <> 'open' then 'holdEnded' end;
  end if;

  if p ? 'reversesId' or p ? 'refundsId' then
    select t.* into original from ledger_transaction t
      where t.tenant_id = of_tenant and t.id = coalesce(p ->> 'reversesId', p ->> 'refundsId')::bigint;
    refusal := case
      when original.id is null then 'originalMissing'
      when original.reverses_id is not null or original.refunds_id is not null then 'originalTakesBack'
      -- A charge is given back by what names it as its charge, part by part, never by a reversal.
      when p ? 'reversesId' and original.kind = 'charge' then 'chargeReversed'
      when exists (select 1 from ledger_transaction t where t.tenant_id = of_tenant and t.reverses_id = original.id)
        then 'reversedBefore'
      when p ? 'reversesId' and exists (select 1 from ledger_transaction t
        where t.tenant_id = of_tenant and t.refunds_id = original.id) then 'partlyRefunded'
      else refusal end;
  end if;

  for i in 1 .. array_length(accounts, 1) loop
    acc := accounts[i];
    exit when refusal is not null;
    -- Nor does the clock go back on an account.
    moment := greatest(moment, acc.last_entry_at);
    delta := 0;
    for n in 0 .. last_line loop
      if account_at[n + 1] = i then delta := delta + (lines -> n ->> 'amount')::bigint; end if;
    end loop;
    beyond := abs(acc.balance::numeric + delta);
    if beyond > ledger_most() and beyond > abs(acc.balance) then
      refusal := 'tooLarge';
      why := jsonb_build_object('accountId', acc.id, 'minor', ledger_most()::text, 'currency', acc.currency);
      exit;
    end if;
    if p ? 'refundsId' and delta <> 0 then
      -- With what was given back before, no account gets more than the charge moved on it: the customer's, revenue and tax.
      select b.taken, b.given into before, given from ledger_given_back(of_tenant, original.id, acc.id) b;
      if sign(before) * sign(delta) >= 0 or abs(given + delta) > abs(before) then
        refusal := 'overRefunded';
        why := jsonb_build_object('accountId', acc.id, 'minor', greatest(abs(before) - abs(given), 0)::text,
          'currency', acc.currency);
        exit;
      end if;
    end if;
    continue when acc.customer_id is null;
    freed := case when hold.account_id = acc.id then hold.amount else 0 end;
    if hold.account_id = acc.id then taken := greatest(-delta, 0); end if;
    -- What was held may be charged whatever became of the account since; all beyond it is spending.
    if (p ->> 'refusable')::boolean and -delta > freed then
      given := freed + ledger_spendable(acc, (p ->> 'useCredit')::boolean, case
        -- What goes from the one to the other account of a customer changes nothing of what it owes in all.
        when exists (select from unnest(account_at) as at (i) where (accounts[at.i]).customer_id = acc.customer_id
          and (accounts[at.i]).currency = acc.currency and (accounts[at.i]).kind <> acc.kind) then 'own'
        when (p ->> 'anyAccount')::boolean then 'both' else 'debts' end);
      if acc.status = 'frozen' then
        refusal := 'frozen';
      elsif given + delta < 0 then
        refusal := 'insufficient';
      end if;
      why := jsonb_build_object('accountId', acc.id, 'minor', given::text, 'needed', (-delta)::text, 'currency', acc.currency);
    end if;
  end loop;

  if refusal is null and alone is not null
    and coalesce((select d.amount from decided_alone d where d.tenant_id = of_tenant and d.kind = alone ->> 'kind'
        and d.customer_id = (alone ->> 'customerId')::bigint and d.currency = alone ->> 'currency' and d.user_id = person
        and d.day = today), 0)::numeric + (alone ->> 'minor')::bigint
      > coalesce((select l.amount from recharge_limit l where l.tenant_id = of_tenant and l.currency = alone ->> 'currency'),
        (alone ->> 'unset')::bigint) then
    refusal := 'needsTwo';
  end if;

  if refusal is null then
    insert into ledger_transaction (tenant_id, event_key, kind, digest, month, late_for, reason, rate, rate_on, reverses_id,
        refunds_id, request_id, actor_id, impersonated_by, create_by, create_time)
      select of_tenant, p ->> 'key', p ->> 'kind', decode(p ->> 'digest', 'hex'), m.open,
        case when m.open <> date_trunc('month', day)::date then day end, p ->> 'reason', (p ->> 'rate')::numeric,
        (p ->> 'rateOn')::date, (p ->> 'reversesId')::bigint, (p ->> 'refundsId')::bigint, p ->> 'requestId',
        nullif((p ->> 'userId')::bigint, 0), p ->> 'impersonatedBy', who, moment
      from (select ledger_open_month(of_tenant, day) as open offset 0) as m
      on conflict (tenant_id, event_key) do nothing returning * into posted;
  end if;
  -- Refused, or posted before. A repeat is answered as such even where it would be refused now.
  if posted.id is null then
    select t.* into posted from ledger_transaction t where t.tenant_id = of_tenant and t.event_key = p ->> 'key';
    if found then
      return query select case when posted.digest = decode(p ->> 'digest', 'hex') then 'repeated' else 'differs' end,
        posted.id, bills;
    else
      return query select refusal, null::bigint, why;
    end if;
    return;
  end if;

  for i in 1 .. array_length(accounts, 1) loop
    acc := accounts[i];
    for n in 0 .. last_line loop
      continue when account_at[n + 1] <> i;
      acc.balance := acc.balance + (lines -> n ->> 'amount')::bigint;
      acc.seq := acc.seq + 1;
      entry.tenant_id := of_tenant;
      entry.id := nextval('ledger_entry_id_seq');
      entry.transaction_id := posted.id;
      entry.account_id := acc.id;
      entry.seq := acc.seq;
      entry.line_no := n + 1;
      entry.amount := (lines -> n ->> 'amount')::bigint;
      entry.currency := acc.currency;
      entry.balance_after := acc.balance;
      entry.hash := ledger_hash(acc.last_hash, entry, posted);
      acc.last_hash := entry.hash;
      entries := entries || entry;
    end loop;
    acc.held := acc.held - case when hold.account_id = acc.id then hold.amount else 0 end;
    continue when i <> all(account_at) and hold.account_id is distinct from acc.id;
    acc.last_entry_at := case when i = any(account_at) then posted.create_time else acc.last_entry_at end;
    accounts[i] := acc;
    if acc.customer_id is not null then
      bills := bills || jsonb_build_object('accountId', acc.id::text, 'kind', acc.kind, 'customerId', acc.customer_id::text,
        'currency', acc.currency, 'balance', acc.balance::text, 'held', acc.held::text, 'credit', acc.credit::text);
    end if;
  end loop;
  insert into ledger_entry select e.* from unnest(entries) as e;
  insert into trade (tenant_id, id, transaction_id, account_id, customer_id, user_id, account, email, money, currency,
      trade_type, trade_item, payment_type, payment_channel, out_trade_no, balance, shipment_id, shipment_no, parcel_id,
      parcel_no, price_version_id, explanation, list_price, tax_category, tax_rate, tax_country, note, reverses_id, operator,
      create_by, create_time)
    select of_tenant, e.id, posted.id, a.id, a.customer_id, coalesce(x.user_id, nullif((p ->> 'userId')::bigint, 0)),
      c.code, c.email, e.amount, e.currency, coalesce(x.trade_type, posted.kind), coalesce(x.trade_item, posted.kind),
      case a.kind when 'receivable' then 'monthly' else 'balance' end, x.payment_channel, x.out_trade_no, e.balance_after,
      x.shipment_id, x.shipment_no, x.parcel_id, x.parcel_no, x.price_version_id, x.explanation, x.list_price,
      x.tax_category, x.tax_rate, x.tax_country, coalesce(x.note, posted.reason),
      coalesce(posted.reverses_id, posted.refunds_id), who, coalesce(x.for_user, who),
      posted.create_time
    from unnest(entries) as e
      join unnest(accounts) as a on a.id = e.account_id and a.customer_id is not null
      left join customer c on c.tenant_id = of_tenant and c.id = a.customer_id
      cross join lateral jsonb_to_record(coalesce(lines -> (e.line_no - 1) -> 'trade', '{}')) as x (user_id bigint,
        trade_type text, trade_item text, payment_channel text, out_trade_no text, shipment_id bigint, shipment_no text,
        parcel_id bigint, parcel_no text, price_version_id bigint, explanation jsonb, list_price bigint, note text,
        for_user text, tax_category text, tax_rate int, tax_country text);
  update ledger_account a set balance = x.balance, held = x.held, seq = x.seq, last_hash = x.last_hash,
      last_entry_at = x.last_entry_at
    from unnest(accounts) as x where a.tenant_id = of_tenant and a.id = x.id;

  if hold.id is not null then
    update ledger_hold h set state = 'captured', captured = taken, transaction_id = posted.id,
        ended_at = now(), ended_by = who, version = h.version + 1, update_by = who, update_time = now()
      where h.tenant_id = of_tenant and h.id = hold.id;
  end if;
  if posted.reverses_id is not null then
    update trade t set reversed_by_id = posted.id, version = t.version + 1, update_by = who, update_time = now()
      where t.tenant_id = of_tenant and t.transaction_id = posted.reverses_id;
  end if;
  -- A charge of which nothing is left reads as taken back.
  if posted.refunds_id is not null then
    update trade t set reversed_by_id = posted.id, version = t.version + 1, update_by = who, update_time = now()
      where t.tenant_id = of_tenant and t.transaction_id = posted.refunds_id and t.reversed_by_id is null
        and not exists (select from ledger_entry e join ledger_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
            cross join lateral ledger_given_back(of_tenant, posted.refunds_id, e.account_id) b
          where e.tenant_id = of_tenant and e.transaction_id = posted.refunds_id and a.customer_id is not null
            and b.taken + b.given <> 0);
  end if;
  if alone is not null then
    insert into decided_alone as d (tenant_id, kind, customer_id, currency, user_id, day, amount)
      values (of_tenant, alone ->> 'kind', (alone ->> 'customerId')::bigint, alone ->> 'currency', person, today,
        (alone ->> 'minor')::bigint)
      on conflict on constraint decided_alone_pkey
        do update set amount = d.amount + excluded.amount;
  end if;
  perform ledger_log(of_tenant, 'ledger_transaction', posted.id, 'add', p);
  return query select 'posted', posted.id, bills;
end $$;

-- As in 0268, with both accounts of a customer locked and asked.
create or replace function ledger_take_hold(of_tenant bigint, p jsonb)
returns table (outcome text, hold_id bigint, detail jsonb) language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  acc ledger_account;
  hold ledger_hold;
  wanted bigint := (p ->> 'amount')::bigint;
  free bigint;
  who text := p ->> 'createBy';
begin
  loop
    perform from ledger_account a where a.tenant_id = of_tenant and a.kind in ('customer', 'receivable')
      and a.party_id = (p ->> 'party')::bigint and a.ref = '' and a.currency = p ->> 'currency' order by a.id for no key update;
    select a.* into acc from ledger_account a where a.tenant_id = of_tenant and a.kind = p ->> 'kind'
      and a.party_id = (p ->> 'party')::bigint and a.ref = '' and a.currency = p ->> 'currency';
    exit when found;
    insert into ledger_account (tenant_id, kind, party_id, ref, currency, create_by)
      values (of_tenant, p ->> 'kind', (p ->> 'party')::bigint, '', p ->> 'currency', who) on conflict do nothing;
  end loop;
  select h.* into hold from ledger_hold h where h.tenant_id = of_tenant and h.hold_key = p ->> 'key';
  if found then
    return query select case when hold.account_id = acc.id and hold.amount = wanted then 'repeated' else 'differs' end, hold.id,
      jsonb_build_object('state', hold.state);
    return;
  end if;
  if acc.status = 'frozen' then
    return query select 'frozen', null::bigint, jsonb_build_object('accountId', acc.id);
    return;
  end if;
  free := ledger_spendable(acc, (p ->> 'useCredit')::boolean,
    case when (p ->> 'anyAccount')::boolean then 'both' else 'debts' end);
  if free < wanted then
    return query select 'insufficient', null::bigint, jsonb_build_object('accountId', acc.id, 'minor', free::text,
      'needed', wanted::text, 'currency', acc.currency);
    return;
  end if;
  insert into ledger_hold (tenant_id, hold_key, account_id, customer_id, currency, amount, what, shipment_id, shipment_no,
      parcel_id, parcel_no, create_by)
    values (of_tenant, p ->> 'key', acc.id, acc.customer_id, acc.currency, wanted, p ->> 'what', (p ->> 'shipmentId')::bigint,
      p ->> 'shipmentNo', (p ->> 'parcelId')::bigint, p ->> 'parcelNo', coalesce(p ->> 'forUser', who))
    on conflict (tenant_id, hold_key) do nothing returning * into hold;
  if hold.id is null then
    return query select 'differs', null::bigint, '{}'::jsonb;
    return;
  end if;
  update ledger_account a set held = a.held + wanted where a.tenant_id = of_tenant and a.id = acc.id;
  perform ledger_log(of_tenant, 'ledger_hold', hold.id, 'add', p);
  return query select 'held', hold.id, jsonb_build_object('accountId', acc.id::text, 'kind', acc.kind,
    'customerId', acc.customer_id::text, 'currency', acc.currency, 'balance', acc.balance::text,
    'held', (acc.held + wanted)::text, 'credit', acc.credit::text);
end $$;

drop function ledger_owed_elsewhere(ledger_account);
