-- Rules on rates are entered in percent, as the screens show them; they were in hundredths of a percent.
update sys_permission_rule r set rule_value = (
  select string_agg(case when part ~ '^\s*-?\d{1,15}\s*$' then trim_scale(part::numeric / 100)::text else part end,
    ',' order by no)
  from string_to_table(r.rule_value, ',') with ordinality as x(part, no))
where (table_name, column_name) in (('surcharge', 'rate_bp'), ('fuel_rate', 'rate_bp'), ('fee_version', 'percent_bp'));
