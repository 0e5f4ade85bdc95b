import type { ClientBase } from 'pg'
import { EMBARGOES, RATES, RATES_FROM, VAGUE_WORDS } from './customs.ts'
import { CHANNELS, COURIERS, DEPOTS, LABEL_TEMPLATES, SUPPLIERS } from './places.ts'
import { FBA_WAREHOUSES } from './fba-warehouses.ts'
import { postalRules } from './postal-rules.ts'
import { put } from './put.ts'
import { seedPrices } from './seed-prices.ts'
import { PRICES_FROM, SERVICES, serialSlot } from './services.ts'
import { statusMaps } from './status-maps.ts'
import { daysTo } from './transit.ts'

export { CHANNELS, COURIERS, DEPOTS, SERVICES, SUPPLIERS, PRICES_FROM, postalRules }

/**
 * What every tenant starts with: depots, couriers, suppliers, channels, services with rules, zones,
 * prices and number ranges, the label and the postal rules of all countries. Call it inside a
 * transaction when a tenant is made. Idempotent by code and never changes a row that is there:
 * prices, rules and zones come only with the fee or service they belong to, status maps with their
 * courier, so what staff changed or took out of a service stays as they left it.
 */
export async function seedReference(client: ClientBase, tenantId: string): Promise<void> {
  await seedPlaces(client, tenantId)
  await seedCustoms(client, tenantId)
  await client.query('select put_tax_rates($1)', [tenantId])
  const fees = new Set(
    await put(
      client,
      tenantId,
      SERVICES.map(({ fee }) => fee),
      'code text, name text, "nameEn" text, "stepMode" text',
      `insert into fee (tenant_id, code, name, name_en, currency, step_mode, valid_from, status,
          create_by)
     select $1, code, name, "nameEn", 'EUR', "stepMode", '${PRICES_FROM}', '1', 'system' from $rows
     on conflict (tenant_id, code) do nothing returning code`,
    ),
  )
  await client.query(
    `insert into fee_version (tenant_id, fee_id, version_no, valid_from, published_at,
        published_by, create_by)
     select tenant_id, id, 1, '${PRICES_FROM}T00:00:00Z', now(), 'system', 'system' from fee
     where tenant_id = $1 and code = any($2)`,
    [tenantId, [...fees]],
  )
  const services = new Set(
    await put(
      client,
      tenantId,
      SERVICES.map((service) => ({ ...service, fee: service.fee.code })),
      `code text, name text, "nameEn" text, channel text, fee text, "tradeType" text, "transType" text, "deductMethod" text,
     "maxPieces" int, divisor int, "weightStep" int, rounding text`,
      `insert into delivery_service (tenant_id, code, name, name_en, channel_id, fee_id,
          label_template_id, trade_type, trans_type,
       deduct_method, max_pieces, iz_mult, th_weight_ratio, weight_step, rounding, create_by)
     select $1, r.code, r.name, r."nameEn", c.id, f.id, l.id, r."tradeType", r."transType",
       r."deductMethod", r."maxPieces", r."maxPieces" is distinct from 1, r.divisor, r."weightStep",
       r.rounding, 'system'
     from $rows
     join channel c on c.tenant_id = $1 and c.code = r.channel
     join fee f on f.tenant_id = $1 and f.code = r.fee
     left join label_template l on l.tenant_id = $1 and l.code = '${LABEL_TEMPLATES[0].code}'
     on conflict (tenant_id, code) do nothing returning code`,
    ),
  )
  await client.query(
    `update fee f set service_id = s.id from delivery_service s
     where f.tenant_id = $1 and s.tenant_id = $1 and s.fee_id = f.id and s.code = any($2)
       and f.code = any($3) and f.service_id is null`,
    [tenantId, [...services], [...fees]],
  )
  await seedServiceParts(client, tenantId, services)
  await seedPrices(client, tenantId, fees)
}

async function seedCustoms(client: ClientBase, tenantId: string): Promise<void> {
  await put(
    client,
    tenantId,
    VAGUE_WORDS.map((word) => ({ word })),
    'word text',
    `insert into vague_word (tenant_id, word, create_by) select $1, word, 'system' from $rows
     on conflict (tenant_id, word) do nothing`,
  )
  await put(
    client,
    tenantId,
    RATES.map(([currency, rate]) => ({ currency, rate })),
    'currency text, rate numeric',
    `insert into exchange_rate (tenant_id, currency, base_currency, rate, valid_from, remark,
        create_by)
     select $1, currency, 'EUR', rate, '${RATES_FROM}', '初始参考值，请按实际汇率更新 / Starting value: enter the actual rate',
       'system' from $rows
     on conflict (tenant_id, currency, base_currency, valid_from) do nothing`,
  )
  await put(
    client,
    tenantId,
    EMBARGOES,
    'country text, "hsPrefix" text, word text, severity text, reason text, "reasonEn" text',
    `insert into embargo (tenant_id, country, hs_prefix, word, severity, reason, reason_en,
        create_by)
     select $1, country, "hsPrefix", word, severity, reason, "reasonEn", 'system' from $rows
     where not exists (select 1 from embargo e where e.tenant_id = $1)`,
  )
}

/** The demo and tests have no carriers: the built-in simulator answers for all couriers there are. */
export async function simulateCouriers(client: ClientBase, tenantIds: readonly string[]) {
  await client.query('update courier set simulated = true where tenant_id = any($1)', [tenantIds])
}

async function seedPlaces(client: ClientBase, tenantId: string): Promise<void> {
  await put(
    client,
    tenantId,
    DEPOTS,
    `code text, name text, "nameEn" text, type text, "timeZone" text, contact text, phone text, email text,
     country text, state text, city text, "postalCode" text, street text, house text`,
    `insert into depot (tenant_id, code, name, name_en, depot_type, time_zone, contact, phone,
        email, country, state, city, postal_code, street, house, create_by)
     select $1, code, name, "nameEn", type, "timeZone", contact, phone, email, country, state, city,
       "postalCode", street, house, 'system'
     from $rows on conflict (tenant_id, code) do nothing`,
  )
  const couriers = new Set(
    await put(
      client,
      tenantId,
      COURIERS,
      'code text, name text, "nameEn" text, adapter text, url text, pattern text',
      `insert into courier (tenant_id, code, name, name_en, adapter, tracking_url, number_pattern,
          polling, create_by)
     select $1, code, name, "nameEn", adapter, url, pattern, adapter <> 'none', 'system'
     from $rows on conflict (tenant_id, code) do nothing returning code`,
    ),
  )
  await put(
    client,
    tenantId,
    statusMaps().filter(({ courier }) => couriers.has(courier)),
    'courier text, "rawCode" text, "rawReason" text, pattern text, weight int, status text, sub text, cancels boolean',
    `insert into status_map (tenant_id, courier, raw_code, raw_reason, pattern, weight, status, sub,
        cancels, create_by)
     select $1, courier, "rawCode", "rawReason", pattern, weight, status, sub, cancels, 'system'
     from $rows`,
  )
  await put(
    client,
    tenantId,
    SUPPLIERS,
    'code text, name text, contact text, phone text, email text, currency text',
    `insert into supplier (tenant_id, code, name, contact, phone, email, currency, create_by)
     select $1, code, name, contact, phone, email, currency, 'system'
     from $rows on conflict (tenant_id, code) do nothing`,
  )
  await put(
    client,
    tenantId,
    CHANNELS,
    'code text, name text, "nameEn" text, supplier text, courier text, "transType" text',
    `insert into channel (tenant_id, code, name, name_en, supplier_id, courier_id, trans_type,
        create_by)
     select $1, r.code, r.name, r."nameEn", s.id, c.id, r."transType", 'system'
     from $rows
     join supplier s on s.tenant_id = $1 and s.code = r.supplier
     left join courier c on c.tenant_id = $1 and c.code = r.courier
     on conflict (tenant_id, code) do nothing`,
  )
  await put(
    client,
    tenantId,
    LABEL_TEMPLATES,
    'code text, name text, "nameEn" text, size text',
    `insert into label_template (tenant_id, code, name, name_en, size, create_by)
     select $1, code, name, "nameEn", size, 'system' from $rows
     on conflict (tenant_id, code) do nothing`,
  )
  await put(
    client,
    tenantId,
    FBA_WAREHOUSES,
    'code text, name text, country text, city text, "postalCode" text, street text, house text, "timeZone" text',
    `insert into fba_warehouse (tenant_id, code, name, marketplace, country, city, postal_code,
        street, house, time_zone, create_by)
     select $1, code, name, 'AMAZON', country, city, "postalCode", street, house, "timeZone",
       'system'
     from $rows on conflict (tenant_id, code) do nothing`,
  )
  await put(
    client,
    tenantId,
    postalRules(),
    'country text, pattern text, sample text',
    `insert into postal_rule (tenant_id, country, pattern, sample, create_by)
     select $1, country, pattern, sample, 'system' from $rows
     on conflict (tenant_id, country) do nothing`,
  )
}

/** Rules, zones and the number range of services that are new here. */
async function seedServiceParts(
  client: ClientBase,
  tenantId: string,
  services: ReadonlySet<string>,
): Promise<void> {
  const fresh = SERVICES.filter(({ code }) => services.has(code))
  const owned = `join delivery_service s on s.tenant_id = $1 and s.code = r.service`
  await put(
    client,
    tenantId,
    fresh.flatMap((service) => service.rules.map((rule) => ({ ...rule, service: service.code }))),
    'service text, type text, min numeric, max numeric',
    `insert into service_rule (tenant_id, service_id, valid_type, min_value, max_value, create_by)
     select $1, s.id, r.type, r.min, r.max, 'system' from $rows ${owned}`,
  )
  await put(
    client,
    tenantId,
    fresh.flatMap((service) =>
      service.zones.map(({ code, name, nameEn }) => ({
        service: service.code,
        code,
        name,
        nameEn,
        ...daysTo(service.code, code),
      })),
    ),
    'service text, code text, name text, "nameEn" text, min int, max int',
    `insert into delivery_partition (tenant_id, service_id, code, name, name_en, transit_min,
        transit_max, create_by)
     select $1, s.id, r.code, r.name, r."nameEn", r.min, r.max, 'system' from $rows ${owned}`,
  )
  await put(
    client,
    tenantId,
    fresh.flatMap((service) =>
      service.zones.flatMap((zone) =>
        zone.rows.map((row) => ({ ...row, service: service.code, zone: zone.code })),
      ),
    ),
    'service text, zone text, country text, prefix text',
    `insert into partition_config (tenant_id, partition_id, country, match_type, value_from,
        create_by)
     select $1, p.id, r.country, case when r.prefix is null then 'ALL'
       else 'PREFIX' end, r.prefix, 'system'
     from $rows ${owned} join delivery_partition p on p.tenant_id = $1 and p.service_id = s.id
       and p.code = r.zone`,
  )
  const segments = fresh.map(({ code, segment }) => {
    const slot = serialSlot(BigInt(tenantId), segment.serialDigits)
    return {
      ...segment,
      service: code,
      start: String(slot?.start ?? 0n),
      end: String(slot?.end ?? 0n),
      status: slot ? '1' : '0',
    }
  })
  await put(
    client,
    tenantId,
    segments,
    'service text, code text, scheme text, prefix text, suffix text, "checkRule" text, start bigint, "end" bigint, status text',
    `insert into number_segment (tenant_id, code, service_id, scheme, prefix, suffix, check_rule,
        start_no, end_no, next_no, status, create_by)
     select $1, r.code, s.id, r.scheme, r.prefix, r.suffix, r."checkRule", r.start, r."end",
       r.start, r.status, 'system'
     from $rows ${owned} on conflict (tenant_id, code) do nothing`,
  )
}
