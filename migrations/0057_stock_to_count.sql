-- Pieces were not found where they should lie: nothing is reserved there until it was counted.
alter table stock_balance add column to_count boolean not null default false;
