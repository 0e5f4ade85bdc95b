import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'

export interface Decision {
  /** Money that was credited, given back, or charged by hand. */
  kind: 'credit' | 'refund' | 'charge'
  customerId: string
  currency: string
  minor: bigint
  /** The limit where the tenant set none, in minor units. */
  unset: bigint
}

/** A decision as `ledger_post` takes it, which counts it with the account locked. */
export interface AloneBody {
  kind: Decision['kind']
  customerId: string
  currency: string
  minor: string
  unset: string
}

/**
 * Whether the caller may decide this without a second user; what may be is counted. It counts with
 * what the same person decided for the customer on the same business day, so that parts do not get
 * round the limit; the administrator in a user's session is the person. The row stays locked until
 * the commit: of two at once one waits for the other.
 */
export async function decidedAlone(tx: Tx, decision: Decision): Promise<boolean> {
  const { kind, customerId, currency, minor, unset } = decision
  const { tenantId, userId, actor } = tx.principal
  const counted = await sql<{ amount: string }>`with alone as (
      select coalesce((select l.amount from ${tx.rows('rechargeLimit').as('l')}
        where l.currency = ${currency}), ${unset.toString()}::bigint) as most)
    insert into decided_alone as d (tenant_id, kind, customer_id, currency, user_id, day, amount)
      select ${tenantId}, ${kind}, ${customerId}, ${currency}, ${actor?.userId ?? userId},
        ${await businessDay(tx)}::date, ${minor.toString()}::bigint
      from alone where alone.most >= ${minor.toString()}::bigint
    on conflict (tenant_id, kind, customer_id, currency, user_id, day)
      do update set amount = d.amount + excluded.amount
        where d.amount + excluded.amount <= (select alone.most from alone)
    returning d.amount`.execute(tx.db)
  return counted.rows.length > 0
}

/** What the caller's person decided so of a customer and currency on this business day, minor units. */
export async function decidedToday(
  ctx: Ctx,
  { kind, customerId, currency }: Pick<Decision, 'kind' | 'customerId' | 'currency'>,
): Promise<bigint> {
  const { tenantId, userId, actor } = ctx.principal
  const { rows } = await sql<{ amount: string }>`select d.amount
    from ${asSystem(ctx, tenantId).rows('decidedAlone').as('d')}
    where d.kind = ${kind} and d.customer_id = ${customerId} and d.currency = ${currency}
      and d.user_id = ${actor?.userId ?? userId} and d.day = ${await businessDay(ctx)}::date`.execute(
    ctx.db,
  )
  return BigInt(rows[0]?.amount ?? '0')
}
