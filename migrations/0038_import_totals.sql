-- What the taken orders of an import cost, one entry per currency: [{"currency": "EUR", "minor": "1234"}].
alter table shipment_import add column totals jsonb not null default '[]';
update shipment_import set totals = jsonb_build_array(jsonb_build_object('currency', currency, 'minor', price_total::text)) where currency is not null;
alter table shipment_import drop column price_total, drop column currency;
