-- A goods-in notice over pieces that were picked for an order that ended: what is received on it was returned.
alter table stock_notice add column put_back boolean not null default false;
