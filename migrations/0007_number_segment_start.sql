-- A new segment starts at its first number: next_no is never written from a form, since going back would
-- print a number twice. As long as nothing was handed out it follows a corrected start.
create function number_segment_start() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.next_no := coalesce(new.next_no, new.start_no);
  elsif new.next_no = old.next_no and old.next_no = old.start_no then
    new.next_no := new.start_no;
  end if;
  return new;
end $$;
create trigger number_segment_start before insert or update of start_no on number_segment
  for each row execute function number_segment_start();
