import type { ClientBase } from 'pg'
import { seedSurcharges } from './surcharges.ts'

/** Of the tenant `$1`, whose days these are. */
const ZONE = '(select t.time_zone from tenant t where t.id = $1)'

/** What our suppliers ask of what we ask, and what a customer's contract gives, in percent. */
const COST = 72
const CONTRACT_BP = -500
/** Raised from the first of next month on: by three percent, up to full five cents. */
const RAISED = 103

/**
 * Around the price table every service has: a version to come, the table of one customer that
 * follows it, and what the supplier asks. Safe to repeat.
 */
export async function seedTariffs(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `with due as (
        select f.tenant_id, f.id, v.id as version_id,
          (date_trunc('month', now() at time zone ${ZONE}) + interval '1 month') at time zone ${ZONE}
            as start
        from fee f join fee_version v on v.tenant_id = f.tenant_id and v.fee_id = f.id
          join delivery_service s on s.tenant_id = f.tenant_id and s.fee_id = f.id
        where f.tenant_id = $1 and v.valid_to is null and v.version_no = 1
          and not exists (select 1 from fee_version w where w.tenant_id = f.tenant_id
            and w.fee_id = f.id and w.version_no > 1)),
      ended as (update fee_version v set valid_to = d.start from due d
        where v.tenant_id = d.tenant_id and v.id = d.version_id)
    select 1 from due`,
    [tenantId],
  )
  await client.query(
    `with made as (
        insert into fee_version (tenant_id, fee_id, version_no, valid_from, published_at,
          published_by, remark, create_by)
        select v.tenant_id, v.fee_id, 2, v.valid_to, now(), 'finance', '+3 %', 'system'
        from fee_version v join delivery_service s on s.tenant_id = v.tenant_id
          and s.fee_id = v.fee_id
        where v.tenant_id = $1 and v.version_no = 1 and v.valid_to is not null
        on conflict (tenant_id, fee_id, version_no) do nothing
        returning tenant_id, id, fee_id),
      extras as (
        insert into surcharge (tenant_id, fee_id, version_id, name, name_en, trade_item, kind,
          amount, rate_bp, applies, threshold, valid_from, create_by)
        select x.tenant_id, x.fee_id, m.id, x.name, x.name_en, x.trade_item, x.kind, x.amount,
          x.rate_bp, x.applies, x.threshold, x.valid_from, 'system'
        from made m join surcharge x on x.tenant_id = m.tenant_id and x.fee_id = m.fee_id)
    insert into fee_cell (tenant_id, fee_id, version_id, partition_id, up_to, price, step,
      step_price, min_price, create_by)
    select c.tenant_id, c.fee_id, m.id, c.partition_id, c.up_to, raised(c.price), c.step,
      raised(c.step_price), raised(c.min_price), 'system'
    from made m join fee_cell c on c.tenant_id = m.tenant_id and c.fee_id = m.fee_id`.replaceAll(
      /raised\(([\w.]+)\)/g,
      `((($1 * ${RAISED} + 499) / 500) * 5)`,
    ),
    [tenantId],
  )
  await client.query(
    `with own as (select id, code, name from customer
        where tenant_id = $1 and code <> 'HOUSE' order by code offset 1 limit 1),
      made as (
        insert into fee (tenant_id, code, name, name_en, kind, currency, step_mode, valid_from,
          status, service_id, base_fee_id, create_by)
        select f.tenant_id, f.code || '-' || o.code, s.name || ' ' || o.code || ' 专享价',
          coalesce(s.name_en, s.name) || ', prices of ' || o.code, '1', f.currency, f.step_mode,
          (now() at time zone ${ZONE})::date, '1', s.id, f.id, 'system'
        from own o, delivery_service s join fee f on f.tenant_id = s.tenant_id and f.id = s.fee_id
        where s.tenant_id = $1
        on conflict (tenant_id, code) do nothing returning tenant_id, id, service_id),
      versions as (
        insert into fee_version (tenant_id, fee_id, version_no, valid_from, published_at,
          published_by, percent_bp, create_by)
        select tenant_id, id, 1, date_trunc('day', now(), ${ZONE}), now(), 'finance', $2,
          'system' from made)
    insert into fee_customer (tenant_id, service_id, customer_id, fee_id)
    select m.tenant_id, m.service_id, o.id, m.id from made m, own o
    on conflict (tenant_id, service_id, customer_id) do nothing`,
    [tenantId, CONTRACT_BP],
  )
  await client.query(
    `with made as (
        insert into fee (tenant_id, code, name, name_en, kind, currency, step_mode, valid_from,
          status, service_id, supplier_id, create_by)
        select f.tenant_id, s.code || '-COST', s.name || ' 成本价',
          coalesce(s.name_en, s.name) || ', cost', '2', f.currency, f.step_mode, f.valid_from, '1',
          s.id, c.supplier_id, 'system'
        from delivery_service s join fee f on f.tenant_id = s.tenant_id and f.id = s.fee_id
          join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id
        where s.tenant_id = $1
        on conflict (tenant_id, code) do nothing returning tenant_id, id, service_id, valid_from),
      versions as (
        insert into fee_version (tenant_id, fee_id, version_no, valid_from, published_at,
          published_by, create_by)
        select tenant_id, id, 1, valid_from::timestamp at time zone ${ZONE}, now(),
          'finance',
          'system'
        from made returning tenant_id, id, fee_id)
    insert into fee_cell (tenant_id, fee_id, version_id, partition_id, up_to, price, step,
      step_price, min_price, create_by)
    select c.tenant_id, m.id, v.id, c.partition_id, c.up_to, c.price * ${COST} / 100, c.step,
      c.step_price * ${COST} / 100, c.min_price * ${COST} / 100, 'system'
    from made m join versions v on v.tenant_id = m.tenant_id and v.fee_id = m.id
      join delivery_service s on s.tenant_id = m.tenant_id and s.id = m.service_id
      join fee_version b on b.tenant_id = s.tenant_id and b.fee_id = s.fee_id and b.version_no = 1
      join fee_cell c on c.tenant_id = b.tenant_id and c.version_id = b.id`,
    [tenantId],
  )
  await seedSurcharges(client, tenantId)
}
