-- Forms leave a blank field out or send null; here blank means the empty text, which patterns and look-ups compare with.
create function number_segment_blank() returns trigger language plpgsql as $$
begin
  new.prefix := coalesce(new.prefix, '');
  new.suffix := coalesce(new.suffix, '');
  return new;
end $$;
create trigger number_segment_blank before insert or update of prefix, suffix on number_segment
  for each row execute function number_segment_blank();

create function status_map_blank() returns trigger language plpgsql as $$
begin
  new.raw_code := coalesce(new.raw_code, '');
  return new;
end $$;
create trigger status_map_blank before insert or update of raw_code on status_map
  for each row execute function status_map_blank();
