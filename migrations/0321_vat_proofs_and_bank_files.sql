-- The proof that a customer's VAT number is its own: the answer of VIES, its day, and who asked.
alter table customer
  add column vat_proof text,
  add column vat_checked_on date,
  add column vat_checked_by text;

-- A payout is in one bank file, by the file's own number, until that file is withdrawn.
alter table cod_payout add column file_no text;
create index cod_payout_file on cod_payout (tenant_id, file_no) where file_no is not null;

-- The proof is of one number: with another number it goes. Its day is the company's.
create function customer_vat_proof() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.vat_id is distinct from old.vat_id and new.vat_proof is not distinct from old.vat_proof then
    new.vat_proof := null;
  end if;
  if tg_op = 'INSERT' or new.vat_proof is distinct from old.vat_proof then
    new.vat_checked_on := case when new.vat_proof is not null then
      (now() at time zone (select t.time_zone from tenant t where t.id = new.tenant_id))::date end;
    new.vat_checked_by := case when new.vat_proof is not null then coalesce(new.update_by, new.create_by) end;
  end if;
  return new;
end $$;
create trigger customer_vat_proof before insert or update of vat_id, vat_proof on customer
  for each row execute function customer_vat_proof();
