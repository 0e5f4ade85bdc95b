import type { ClientBase } from 'pg'

/** Islands and far regions, as parcel services list them: country, first code, last code. */
const REMOTE: readonly (readonly [string, string, string | null])[] = [
  ...(
    [
      ['18565', null],
      ['25846', '25847'],
      ['25849', null],
      ['25859', null],
      ['25863', null],
      ['25869', null],
      ['25929', '25955'],
      ['25961', '25999'],
      ['26465', null],
      ['26474', null],
      ['26486', null],
      ['26548', null],
      ['26571', null],
      ['26579', null],
      ['26757', null],
      ['27498', null],
      ['83256', null],
    ] as const
  ).map(([from, to]) => ['DE', from, to] as const),
  ['NL', '1791', '1797'],
  ['NL', '8881', '8899'],
  ['NL', '9161', '9166'],
  ['ES', '07000', '07999'],
  ['ES', '35000', '35999'],
  ['ES', '38000', '38999'],
  ['ES', '51000', '52999'],
  ['PT', '9000', '9999'],
  ['FR', '20000', '20999'],
  ['IT', '22061', null],
  ['IT', '23041', null],
  ['FI', '22000', '22999'],
  ['GR', '18000', '18999'],
  ['GR', '80000', '85999'],
  ['GB', 'HS', null],
  ['GB', 'IM', null],
  ['GB', 'JE', null],
  ['GB', 'GY', null],
  ['GB', 'KW', null],
  ['GB', 'ZE', null],
  ['US', '96701', '96898'],
  ['US', '99500', '99999'],
  ['IS', '', null],
]

/** Of the version to come, in its currency's minor units. */
const EXTRAS = `(values
  ('偏远附加费', 'Remote area surcharge', '3', 'SHIPMENT', 890, null, 'POSTCODE', null, true),
  ('住宅派送费', 'Residential delivery', '6', 'SHIPMENT', 60, null, 'ATTRIBUTE', 'RESIDENTIAL', true),
  ('带电附加费', 'Lithium battery', '7', 'PARCEL', 120, null, 'ATTRIBUTE', 'LITHIUM', false),
  ('代收货款手续费', 'Cash on delivery', '17', 'PERCENT', null, 150, 'ATTRIBUTE', 'COD', false),
  ('旺季附加费', 'Peak season surcharge', '9', 'PARCEL', 45, null, 'ALWAYS', null, false))
  as x(name, name_en, item, kind, amount, rate, applies, attribute, fuel)`

/**
 * What the version to come adds to the public prices, and the suppliers' fuel on what they ask: fuel
 * by month, remote postcodes, residential, batteries, cash on delivery, peak season. Safe to repeat.
 */
export async function seedSurcharges(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `insert into fuel_index (tenant_id, code, name, name_en, supplier_id, create_by)
     select s.tenant_id, 'FUEL-' || s.code, s.name || ' 燃油指数', s.name || ' fuel index', s.id,
       'system'
     from supplier s where s.tenant_id = $1 and exists (select 1 from channel c
       where c.tenant_id = s.tenant_id and c.supplier_id = s.id)
     on conflict (tenant_id, code) do nothing`,
    [tenantId],
  )
  // Two years up to next month: a slow swing around 18 %, rounded to quarters.
  await client.query(
    `insert into fuel_rate (tenant_id, index_id, month, rate_bp, create_by)
     select i.tenant_id, i.id,
       to_char(date_trunc('month', now() at time zone 'UTC') + (n - 22) * interval '1 month',
         'YYYY-MM'),
       (round((1800 + 220 * sin((n + i.place * 3) / 3.0) + 6 * n) / 25) * 25)::int, 'system'
     from (select tenant_id, id, row_number() over (order by code) as place
         from fuel_index where tenant_id = $1) i, generate_series(0, 23) as n
     on conflict (tenant_id, index_id, month) do nothing`,
    [tenantId],
  )
  await client.query(
    `with made as (
        insert into remote_list (tenant_id, code, name, name_en, create_by)
        values ($1, 'REMOTE-EU', '海岛及偏远邮编', 'Islands and remote areas', 'system')
        on conflict (tenant_id, code) do nothing returning tenant_id, id)
     insert into remote_postcode (tenant_id, list_id, country, value_from, value_to, valid_from,
       create_by)
     select m.tenant_id, m.id, r.country, nullif(r."from", ''), r."to", '2024-01-01', 'system'
     from made m, json_to_recordset($2::json) as r(country text, "from" text, "to" text)`,
    [tenantId, JSON.stringify(REMOTE.map(([country, from, to]) => ({ country, from, to })))],
  )
  await seedExtras(client, tenantId)
}

async function seedExtras(client: ClientBase, tenantId: string): Promise<void> {
  const toCome = `delivery_service s
      join fee_version v on v.tenant_id = s.tenant_id and v.fee_id = s.fee_id and v.version_no = 2
      join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id
      join fuel_index i on i.tenant_id = s.tenant_id and i.supplier_id = c.supplier_id`
  await client.query(
    `update surcharge x set rate_bp = null, fuel_index_id = i.id
     from ${toCome}
     where s.tenant_id = $1 and x.tenant_id = s.tenant_id and x.version_id = v.id
       and x.trade_item = '2' and x.fuel_index_id is null`,
    [tenantId],
  )
  await client.query(
    `insert into surcharge (tenant_id, fee_id, version_id, name, name_en, trade_item, kind, amount,
       rate_bp, base, applies, attribute, remote_list_id, in_fuel, valid_from, valid_to, create_by)
     select v.tenant_id, v.fee_id, v.id, x.name, x.name_en, x.item, x.kind, x.amount, x.rate,
       case when x.kind = 'PERCENT' then 'COD' end, x.applies, x.attribute,
       case when x.applies = 'POSTCODE' then l.id end, x.fuel,
       case when x.item = '9' then make_date(extract(year from v.valid_from)::int, 11, 15) end,
       case when x.item = '9' then make_date(extract(year from v.valid_from)::int + 1, 1, 15) end,
       'system'
     from ${toCome}
       join remote_list l on l.tenant_id = s.tenant_id and l.code = 'REMOTE-EU', ${EXTRAS}
     where s.tenant_id = $1 and not exists (select 1 from surcharge o
       where o.tenant_id = v.tenant_id and o.version_id = v.id and o.name = x.name)`,
    [tenantId],
  )
  await client.query(
    `insert into surcharge (tenant_id, fee_id, version_id, name, name_en, trade_item, kind, applies,
       fuel_index_id, create_by)
     select v.tenant_id, v.fee_id, v.id, '燃油附加费', 'Fuel surcharge', '2', 'PERCENT', 'ALWAYS', i.id,
       'system'
     from fee f join fee_version v on v.tenant_id = f.tenant_id and v.fee_id = f.id
       join fuel_index i on i.tenant_id = f.tenant_id and i.supplier_id = f.supplier_id
     where f.tenant_id = $1 and f.kind = '2' and not exists (select 1 from surcharge o
       where o.tenant_id = v.tenant_id and o.version_id = v.id)`,
    [tenantId],
  )
}
