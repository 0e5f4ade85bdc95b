-- A refund the provider gave no answer to is ended by two users who looked at the provider's books: what the first of them
-- found, and who that was. The evidence is in `remark`.
alter table payment_event add column first_made boolean;
alter table payment_event add column first_user_id bigint;
-- The administrator in the session of the first.
alter table payment_event add column first_actor_id bigint;
alter table payment_event add column first_by text;
