-- Compares each account of a tenant with its entries; answers those that differ, and in what. Hashes are made again from
-- the rows, so an altered, removed or added one shows even where balances were brought in line.
create function ledger_drift(of_tenant bigint)
returns table (account_id bigint, kind text, party_id bigint, ref text, currency text, reasons text[])
language sql stable as $$
  with chained as (
    select e.account_id, e.transaction_id, e.id, e.seq, e.amount, e.balance_after, e.currency, e.hash,
      e.seq = row_number() over history
        and e.balance_after = sum(e.amount) over history
        and e.hash = ledger_hash(coalesce(lag(e.hash) over history, '\x'), e, t) as unbroken
    from ledger_entry e left join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
    where e.tenant_id = of_tenant
    window history as (partition by e.account_id order by e.seq)
  ),
  unequal as (
    select distinct c.transaction_id from chained c group by c.transaction_id, c.currency having sum(c.amount) <> 0
  ),
  entries as (
    select c.account_id, count(*) as number, sum(c.amount) as amount, bool_and(c.unbroken is true) as unbroken,
      (array_agg(c.hash order by c.seq desc))[1] as last_hash, bool_or(u.transaction_id is not null) as unequal,
      bool_and(t.id is not null and t.account_id = c.account_id and t.money = c.amount and t.balance = c.balance_after
        and t.currency = c.currency and t.transaction_id = c.transaction_id) as shown
    from chained c left join unequal u on u.transaction_id = c.transaction_id
      left join trade t on t.tenant_id = of_tenant and t.id = c.id
    group by c.account_id
  ),
  holds as (
    select h.account_id, sum(h.amount) as amount from ledger_hold h
    where h.tenant_id = of_tenant and h.state = 'open' group by h.account_id
  ),
  compared as (
    select a.id, a.kind, a.party_id, a.ref, a.currency, array_remove(array[
        case when a.balance <> coalesce(n.amount, 0) then 'balance' end,
        case when a.held <> coalesce(h.amount, 0) then 'held' end,
        case when not coalesce(n.unbroken, true) or a.seq <> coalesce(n.number, 0)
          or a.last_hash <> coalesce(n.last_hash, '\x') then 'chain' end,
        case when n.unequal then 'transaction' end,
        case when a.customer_id is not null and not coalesce(n.shown, true) then 'trade' end], null) as reasons
    from ledger_account a
      left join entries n on n.account_id = a.id
      left join holds h on h.account_id = a.id
    where a.tenant_id = of_tenant
  )
  select c.id, c.kind, c.party_id, c.ref, c.currency, c.reasons from compared c where cardinality(c.reasons) > 0
$$;
