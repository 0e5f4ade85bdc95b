-- The proof compares documents with their postings, too: how many, and those that differ.
alter table ledger_proof add column documents int not null default 0;
alter table ledger_proof add column document_drift jsonb not null default '[]';

-- What a parcel's charge took of its customer, less what its own adjustments gave back, and what others gave back of it: its
-- verbs when it ends, a credit note, a reversal by hand.
create function charge_in_ledger(of_tenant bigint, of_charge bigint, out taken bigint, out given bigint)
language sql stable set enable_seqscan = off as $$
  with mine as (
    select c.transaction_id as id from parcel_charge c
      where c.tenant_id = of_tenant and c.id = of_charge and c.transaction_id is not null
    union select a.transaction_id from charge_adjustment a
      where a.tenant_id = of_tenant and a.charge_id = of_charge and a.transaction_id is not null
  ),
  others as (
    select t.id from ledger_transaction t
      where t.tenant_id = of_tenant and t.refunds_id = any(array(select m.id from mine m))
        and t.id <> all(array(select m.id from mine m))
  )
  select coalesce((select -sum(t.money) from trade t
      where t.tenant_id = of_tenant and t.transaction_id = any(array(select m.id from mine m))), 0)::bigint,
    coalesce((select sum(t.money) from trade t
      where t.tenant_id = of_tenant and t.transaction_id = any(array(select o.id from others o))), 0)::bigint
$$;
