import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { Refusal, type RawIssue } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import type { RawFinding } from './findings.ts'
import { checkStored, crossesBorder } from './stored-orders.ts'

/**
 * Refuses an order customs would refuse; what is merely doubtful does not stop it and is answered.
 */
export async function requireCustoms(tx: Tx, id: string): Promise<RawIssue[]> {
  const [order] = await checkStored(tx, [id])
  const errors = order?.findings.filter(({ severity }) => severity === 'error') ?? []
  const [first] = errors
  if (!first) return (order?.findings ?? []).map(issueOf)
  throw new Refusal('customs.notReady', {
    data: {
      label: order?.serialNumber,
      count: errors.length,
      first: translateError('zh_CN', first.code, first.data),
      firstEn: translateError('en_US', first.code, first.data),
    },
    issues: errors.map(issueOf),
  })
}

const issueOf = ({ path, code, data }: RawFinding): RawIssue => ({ path, code, data })

/** All the check finds in an order that may be confirmed with it; nothing where no customs are passed. */
export async function customsDoubts(tx: Tx, id: string): Promise<RawIssue[]> {
  if (!(await crossesBorder(tx, id))) return []
  const [order] = await checkStored(tx, [id])
  return (order?.findings ?? []).map(issueOf)
}

/**
 * Keeps what a customer declared for each SKU of these parcels. Only one transaction at a time
 * learns for a customer: another that confirms meanwhile leaves it, so that none waits.
 */
export async function rememberGoods(
  tx: Tx,
  customerId: string,
  parcelIds: readonly string[],
): Promise<void> {
  await sql`insert into hs_memory as m (tenant_id, customer_id, sku, hscode_cn, hscode_foreign,
      name_cn, name_en, material, usage, brand, model, origin, unit, unit_weight, unit_price,
      currency)
    select ${tx.principal.tenantId}, ${customerId}, g.* from (
      select distinct on (g.sku) g.sku, g.hscode_cn, g.hscode_foreign, g.name_cn, g.name_en,
        g.material, g.usage, g.brand, g.model, g.origin, g.unit, g.unit_weight, g.unit_price,
        g.currency
      from ${tx.rows('parcel').as('p')}
        join parcel_product g on g.tenant_id = p.tenant_id and g.parcel_id = p.id
      where p.id = any(${parcelIds}::bigint[]) and g.sku is not null
      order by g.sku, g.id desc) as g
    where not exists (select 1 from ${tx.rows('hsMemory').as('k')}
        where k.customer_id = ${customerId} and k.sku = g.sku
          and (k.hscode_cn, k.hscode_foreign, k.name_cn, k.name_en, k.material, k.usage, k.brand,
            k.model, k.origin, k.unit, k.unit_weight, k.unit_price, k.currency)
            is not distinct from (g.hscode_cn, g.hscode_foreign, g.name_cn, g.name_en, g.material,
            g.usage, g.brand, g.model, g.origin, g.unit, g.unit_weight, g.unit_price, g.currency))
      and (select pg_try_advisory_xact_lock(4646, hashtext(${customerId})))
    order by g.sku
    on conflict (tenant_id, customer_id, sku) do update set hscode_cn = excluded.hscode_cn,
      hscode_foreign = excluded.hscode_foreign, name_cn = excluded.name_cn,
      name_en = excluded.name_en, material = excluded.material, usage = excluded.usage,
      brand = excluded.brand, model = excluded.model, origin = excluded.origin,
      unit = excluded.unit, unit_weight = excluded.unit_weight,
      unit_price = excluded.unit_price, currency = excluded.currency, used_at = now()`.execute(
    tx.db,
  )
}
