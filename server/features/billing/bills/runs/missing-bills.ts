import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { billRuns } from '#contracts/billing/bill-runs.ts'
import { accruedCosts, releaseAccrued } from '#server/features/orders/charging/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockSupplier } from '../reading/keep-draft.ts'

interface Row {
  id: string
  parcelNo: string
  trackNo: string | null
  supplierId: string
  supplier: string
  customer: string
  outboundAt: string
  days: number
}

/**
 * Parcels whose supplier should have billed them by now and has not; what was released is none, unless
 * it left and was charged once more. As `p` with its channel `h`.
 */
function neverBilled(ctx: Ctx, supplierId: string | null) {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  return sql`from ${ctx.rows('parcel').as('p')}
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
      join ${ctx.rows('billProfile').as('f')} on f.supplier_id = h.supplier_id
    where p.outbound_at < now() - make_interval(days => f.missing_days)
      and p.outbound_at > now() - interval '400 days'
      and (${supplierId}::bigint is null or h.supplier_id = ${supplierId})
      and not exists (select 1 from ${ctx.rows('billLine').as('l')}
        where l.parcel_id = p.id and l.supplier_id = h.supplier_id)
      and not exists (select 1 from ${tenant.rows('parcelCost').as('k')}
        where k.parcel_id = p.id and k.supplier_id = h.supplier_id and k.reason = 'released'
          and not exists (select 1 from ${tenant.rows('parcelCost').as('n')}
            where n.parcel_id = p.id and n.supplier_id = h.supplier_id and n.reason is null
              and n.id > k.id))`
}

/**
 * Parcels that left longer ago than their supplier takes to bill, without a line of any of its bills;
 * of suppliers whose bills come here at all.
 */
export async function missingBills(
  ctx: Ctx,
  { supplierId, pageNo, pageSize }: In<typeof billRuns.missing>,
): Promise<Out<typeof billRuns.missing>> {
  const from = neverBilled(ctx, supplierId ?? null)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(
    ctx.db,
  )
  const { rows } = await sql<Row>`with page as (
      select p.id, p.tenant_id, p.serial_number as parcel_no, p.track_no, p.customer_id,
        p.outbound_at, h.supplier_id ${from}
      order by p.outbound_at, p.id limit ${pageSize} offset ${(pageNo - 1) * pageSize})
    select g.id, g.parcel_no, g.track_no, g.supplier_id, s.name as supplier, c.name as customer,
      g.outbound_at, (extract(epoch from now() - g.outbound_at) / 86400)::int as days
    from page g
      join ${ctx.rows('supplier').as('s')} on s.id = g.supplier_id
      join ${ctx.rows('customer').as('c')} on c.id = g.customer_id
    order by g.outbound_at, g.id`.execute(ctx.db)
  const costs = new Map<string, { amount: bigint; currency: string }>()
  for (const [of, own] of Map.groupBy(rows, (row) => row.supplierId)) {
    const found = await accruedCosts(
      ctx,
      of,
      own.map(({ id }) => id),
    )
    for (const [id, { currency, items }] of found)
      if (currency !== null)
        costs.set(id, { amount: [...items.values()].reduce((a, b) => a + b, 0n), currency })
  }
  const { total } = counted.rows[0]!
  return {
    records: rows.map(({ supplierId: _, outboundAt, ...row }) => {
      const cost = costs.get(row.id)
      return {
        ...row,
        outboundAt: new Date(outboundAt).toISOString(),
        expected: cost ? formatMoney({ minor: cost.amount, currency: cost.currency }) : null,
        currency: cost?.currency ?? null,
      }
    }),
    total,
    current: pageNo,
    size: pageSize,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}

/** Expects the bill of these parcels no more: what was accrued for them is no cost, with the reason. */
export function releaseMissing(
  ctx: Ctx,
  { ids, note }: In<typeof billRuns.release>,
): Promise<Out<typeof billRuns.release>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const { rows } = await sql<{ no: string; supplierId: string | null }>`select
        p.serial_number as no, (select h.supplier_id from delivery_service v
          join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
          where v.tenant_id = p.tenant_id and v.id = p.service_id) as supplier_id
      from ${tx.rows('parcel').as('p')} where p.id = ${id}`.execute(tx.db)
    const { no, supplierId } = rows[0] ?? failMissing()
    name(no)
    // A bill that comes meanwhile waits, and finds it released.
    if (supplierId !== null) await lockSupplier(tx, supplierId)
    const found = await sql<{
      id: string
      shipmentId: string
      customerId: string
      serviceId: string
    }>`select p.id, p.shipment_id, p.customer_id, p.service_id
      ${neverBilled(tx, supplierId)} and p.id = ${id}`.execute(tx.db)
    const [parcel] = found.rows
    if (!parcel || supplierId === null) fail('bill.notMissing', { label: no })
    if (!(await releaseAccrued(tx, { supplierId, reason: note, parcel })))
      fail('bill.nothingAccrued', { label: no })
    return no
  })
}
