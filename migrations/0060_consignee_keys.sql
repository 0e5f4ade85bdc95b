-- Orders to a consignee are found by phone and mail, too: one key for an order's and an address book's.
create function phone_key(phone text) returns text immutable parallel safe language sql
  return right(regexp_replace(phone, '\D', '', 'g'), 9);
create index shipment_consignee_phone on shipment (tenant_id, customer_id, phone_key(phone)) where phone is not null;
create index shipment_consignee_mail on shipment (tenant_id, customer_id, lower(email)) where email is not null;
