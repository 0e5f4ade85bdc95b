import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { returnConfigs } from '#contracts/returns/return-configs.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'

/**
 * A customer gets the terms and standing instructions of another one, in place of its own. Codes in
 * addresses are each customer's alone: those it has stay.
 */
export function copyTerms(
  ctx: Ctx,
  { fromId, toId }: In<typeof returnConfigs.copy>,
): Promise<Out<typeof returnConfigs.copy>> {
  if (fromId === toId) failFields([{ path: 'toId', code: 'field.invalid' }])
  return inTx(ctx, async (tx) => {
    await requireCustomers(tx, fromId, toId)
    const by = tx.principal.username
    const configs = await copyConfigs(tx, fromId, toId)
    await sql`delete from return_rule as r
      where ${tx.rows('returnRule').where('r')} and r.customer_id = ${toId}`.execute(tx.db)
    const rules = await sql`insert into return_rule as r (tenant_id, customer_id, priority, sku,
        grades, currency, max_value, max_weight, action, enabled, remark, create_by)
      select o.tenant_id, ${toId}, o.priority, o.sku, o.grades, o.currency, o.max_value,
        o.max_weight, o.action, o.enabled, o.remark, ${by}
      from ${tx.rows('returnRule').as('o')} where o.customer_id = ${fromId} returning r.id`.execute(
      tx.db,
    )
    const done = { configs, rules: rules.rows.length }
    await tx.audit('return_config', toId, 'edit', null, { copiedFrom: fromId, ...done })
    return done
  })
}

/** One for each depot the other has terms for; answers how many. */
async function copyConfigs(tx: Tx, fromId: string, toId: string): Promise<number> {
  const there = await sql<{ id: string }>`select k.id from ${tx.rows('returnConfig').as('k')}
    where k.customer_id = ${toId} and exists (select 1 from ${tx.rows('returnConfig').as('o')}
      where o.customer_id = ${fromId} and o.depot_id is not distinct from k.depot_id)
    order by k.id`.execute(tx.db)
  const made = await sql<{ id: string }>`insert into return_config as k (tenant_id, customer_id,
      depot_id, photo_min, notify, fees_from, instruct_days, free_days, currency, fee_receive,
      fee_restock, fee_relabel, fee_forward, fee_destroy, fee_hand_back, fee_storage,
      destroy_limit, create_by)
    select o.tenant_id, ${toId}, o.depot_id, o.photo_min, o.notify, o.fees_from, o.instruct_days,
      o.free_days, o.currency, o.fee_receive, o.fee_restock, o.fee_relabel, o.fee_forward,
      o.fee_destroy, o.fee_hand_back, o.fee_storage, o.destroy_limit, ${tx.principal.username}
    from ${tx.rows('returnConfig').as('o')} where o.customer_id = ${fromId}
    on conflict (tenant_id, customer_id, depot_id) do nothing returning k.id`.execute(tx.db)
  const of = (column: string) =>
    sql`(select ${sql.ref(`o.${column}`)} from ${tx.rows('returnConfig').as('o')} where o.tenant_id = t.tenant_id
      and o.customer_id = ${fromId} and o.depot_id is not distinct from t.depot_id)`
  const ids = there.rows.map(({ id }) => id)
  await changeMany(tx, 'returnConfig', ids, {
    photoMin: of('photo_min'),
    notify: of('notify'),
    feesFrom: of('fees_from'),
    instructDays: of('instruct_days'),
    freeDays: of('free_days'),
    currency: of('currency'),
    feeReceive: of('fee_receive'),
    feeRestock: of('fee_restock'),
    feeRelabel: of('fee_relabel'),
    feeForward: of('fee_forward'),
    feeDestroy: of('fee_destroy'),
    feeHandBack: of('fee_hand_back'),
    feeStorage: of('fee_storage'),
    destroyLimit: of('destroy_limit'),
  })
  return ids.length + made.rows.length
}

async function requireCustomers(tx: Tx, fromId: string, toId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select c.id from ${tx.rows('customer').as('c')}
    where c.id in (${fromId}, ${toId})`.execute(tx.db)
  const known = rows.map(({ id }) => id)
  if (!known.includes(fromId)) failFields([{ path: 'fromId', code: 'field.ref' }])
  if (!known.includes(toId)) failFields([{ path: 'toId', code: 'field.ref' }])
}
