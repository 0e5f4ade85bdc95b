-- Values of rules are written as people write them, kg and cm; those that came over from roles' conditions were grams and millimetres.
update sys_permission_rule as r set rule_value = (
    select string_agg(trim_scale(part::numeric / case when r.column_name like '%weight' then 1000 else 10 end)::text, ',' order by n)
    from unnest(string_to_array(r.rule_value, ',')) with ordinality as p (part, n))
  where (r.column_name like '%weight' or r.column_name ~ '(^|_)(length|width|height)$') and r.rule_value ~ '^\s*\d+\s*(,\s*\d+\s*)*$';
