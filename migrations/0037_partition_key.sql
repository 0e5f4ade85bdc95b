-- What a zone's rows are compared by when one is saved: letters and digits without case, accents and leading zeros, as far
-- as the country's postcodes are compared (US: five digits, GB: the first letter). Rows that mean the same have the same
-- key; those that share one are compared exactly by the program.
create function partition_key(country text, value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    left(
      regexp_replace(lower(normalize(coalesce(value, ''), NFKD)), '[^a-z0-9]', '', 'g'),
      case country when 'US' then 5 when 'GB' then 1 else 24 end),
    '(^|[^0-9])0+([0-9])', '\1\2', 'g')
$$;
create index partition_config_key on partition_config (tenant_id, country, match_type, partition_key(country, value_from));
