import { sql, type RawBuilder } from 'kysely'
import { expectOrderPods, expectParcelPods } from './features/billing/pods/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

const PARCELS = 160

/**
 * Who delivers in the demo, and the proofs that are expected of them: those of orders into
 * warehouses as far as the orders are, those of the newest parcels of DHL.
 */
export async function seedDemoPods(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'manager' })
  await inTx(ctx, (tx) =>
    sql`insert into pod_carrier (tenant_id, code, name, kind, file_patterns, courier_id, billable,
        price, due_days, contact, email, create_by)
      select ${tenantId}, c.code, c.name, c.kind, c.patterns, k.id, c.billable, c.price, c.days,
        c.contact, c.email, 'manager'
      from (values
        ('DHL', 'DHL Paket', 'PARCEL', '{trackNo}.pdf', 'DHL', false, null::bigint, 10, null, null),
        ('KRAUSE', 'Spedition Krause', 'TRUCK', e'{FBA}.pdf\nPOD-{FBA}.pdf', null, true, 500, 7,
          'Uwe Krause', 'pod@krause.example'))
        as c(code, name, kind, patterns, courier, billable, price, days, contact, email)
        left join ${tx.rows('courier').as('k')} on k.code = c.courier
      on conflict do nothing`.execute(tx.db),
  )
  await inTx(ctx, async (tx) => {
    await expectOrderPods(
      tx,
      await idsOf(
        tx,
        sql<{ id: string }>`select f.id
      from ${tx.rows('fbaOrder').as('f')} where f.delivery_state = 'DELIVERED'`,
      ),
    )
    await expectParcelPods(
      tx,
      await idsOf(
        tx,
        sql<{ id: string }>`select p.id
      from ${tx.rows('parcel').as('p')} where p.delivered_at is not null
      order by p.delivered_at desc, p.id limit ${PARCELS}`,
      ),
    )
    // The orders had theirs before: their files and how far they are.
    await sql`update pod as p set state = f.pod_state, file_id = f.pod_file_id,
        requested_at = case when f.pod_state = 'REQUESTED' then f.pod_time end,
        source = case when f.pod_file_id is not null then 'order' end,
        received_at = case when f.pod_file_id is not null then f.pod_time end,
        checked_at = case when f.pod_state = 'VERIFIED' then f.pod_time end,
        checked_by = case when f.pod_state = 'VERIFIED' then 'service' end
      from fba_order f where ${tx.rows('pod').where('p')} and f.tenant_id = p.tenant_id
        and f.id = p.shipment_id and p.parcel_id is null`.execute(tx.db)
    await sql`update pod as p set state = 'MISSING' where ${tx.rows('pod').where('p')}
      and p.parcel_id is not null and p.state = 'EXPECTED' and p.due_at < now()`.execute(tx.db)
  })
}

async function idsOf(ctx: Ctx, query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(ctx.db)
  return rows.map(({ id }) => id)
}
