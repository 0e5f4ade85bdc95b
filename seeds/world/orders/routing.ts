import type { ClientBase } from 'pg'

/** First day of the tables: before anything the world's orders were made. */
const FROM = '2024-01-01'

/** Sorting centres by the first digit of the postcode. */
const CENTRES = {
  DE: ['LEJ', 'BER', 'HAM', 'HAJ', 'DUS', 'CGN', 'FRA', 'STR', 'MUC', 'NUE'],
  NL: ['', 'AMS', 'HAG', 'UTC', 'BRE', 'EIN', 'NIJ', 'APD', 'ZWO', 'GRQ'],
} as const
/** First two digits no German code begins with. */
const UNUSED = new Set(['00', '05', '43', '62'])
const GATES = 24

interface Row {
  service: string
  country: string
  prefix: string
  sort: string
  gate: string
  depot: string
}

/** A row for each pair of digits a code of the country begins with, and one for what is left. */
function rowsOf(service: string, style: (country: string, area: string) => string): Row[] {
  return Object.entries(CENTRES).flatMap(([country, centres]) => [
    ...centres.flatMap((depot, first) =>
      depot === ''
        ? []
        : Array.from({ length: 10 }, (_, second) => `${first}${second}`)
            .filter((area) => country !== 'DE' || !UNUSED.has(area))
            .map((prefix) => ({
              service,
              country,
              prefix,
              sort: style(country, prefix),
              gate: `G${String((Number(prefix) % GATES) + 1).padStart(2, '0')}`,
              depot,
            })),
    ),
    { service, country, prefix: '', sort: style(country, '99'), gate: 'G00', depot: '' },
  ])
}

/**
 * Routing for Germany and the Netherlands by the suppliers of two services, each in its own style.
 * Safe to repeat.
 */
export async function seedRouting(client: ClientBase, tenantId: string): Promise<void> {
  const rows = [
    ...rowsOf('ECO-PARCEL', (country, area) => (country === 'DE' ? `BZ ${area}` : `NL ${area}`)),
    ...rowsOf('EU-STD', (country, area) => `${country}-01${area}`),
  ]
  await client.query(
    `with r as (select * from jsonb_to_recordset($2::jsonb)
        as r(service text, country text, prefix text, sort text, gate text, depot text)),
      made as (
        insert into routing_table (tenant_id, supplier_id, name, valid_from, row_count, create_by)
        select s.tenant_id, h.supplier_id, min(p.name) || ' DE/NL', '${FROM}', count(*), 'system'
        from r join delivery_service s on s.tenant_id = $1 and s.code = r.service
          join channel h on h.tenant_id = s.tenant_id and h.id = s.channel_id
          join supplier p on p.tenant_id = s.tenant_id and p.id = h.supplier_id
        where not exists (select 1 from routing_table t
          where t.tenant_id = s.tenant_id and t.supplier_id = h.supplier_id)
        group by s.tenant_id, h.supplier_id
        returning tenant_id, id, supplier_id)
    insert into routing_code (tenant_id, table_id, country, match_type, value_from, sort_code, gate,
      dest_depot, match_key, create_by)
    select m.tenant_id, m.id, r.country, case r.prefix when '' then 'ALL' else 'PREFIX' end,
      nullif(r.prefix, ''), r.sort, r.gate, nullif(r.depot, ''),
      r.country || case r.prefix when '' then ' A' else ' P' || r.prefix end, 'system'
    from made m
      join channel h on h.tenant_id = m.tenant_id and h.supplier_id = m.supplier_id
      join delivery_service s on s.tenant_id = h.tenant_id and s.channel_id = h.id
      join r on r.service = s.code`,
    [tenantId, JSON.stringify(rows)],
  )
}
