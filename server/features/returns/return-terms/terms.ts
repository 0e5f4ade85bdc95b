import { sql } from 'kysely'
import type { ReturnAction } from '#contracts/returns/return-tracks.states.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import type { StandingRule } from './decide-action.ts'

/** What a customer's returns cost and how long they may wait. Amounts in minor units. */
export interface ReturnTerms {
  addressCode: string | null
  photoMin: number
  notify: boolean
  feesFrom: string
  instructDays: number
  freeDays: number
  currency: string
  feeReceive: string
  feeRestock: string
  feeRelabel: string
  feeForward: string
  feeDestroy: string
  feeHandBack: string
  feeStorage: string
  destroyLimit: string
}

/** Where no terms were set up: nothing is charged, and two users destroy what has any value. */
const NONE: ReturnTerms = {
  addressCode: null,
  photoMin: 1,
  notify: true,
  feesFrom: 'distribute',
  instructDays: 14,
  freeDays: 60,
  currency: 'EUR',
  feeReceive: '0',
  feeRestock: '0',
  feeRelabel: '0',
  feeForward: '0',
  feeDestroy: '0',
  feeHandBack: '0',
  feeStorage: '0',
  destroyLimit: '0',
}

/** The narrowest terms there are: of the customer at the depot, of the customer, of everyone. */
export async function termsOf(
  ctx: Ctx,
  customerId: string | null,
  depotId: string | null,
): Promise<ReturnTerms> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<ReturnTerms>`select k.address_code, k.photo_min, k.notify,
      k.fees_from, k.instruct_days, k.free_days, k.currency, k.fee_receive, k.fee_restock,
      k.fee_relabel, k.fee_forward, k.fee_destroy, k.fee_hand_back, k.fee_storage, k.destroy_limit
    from ${tenant.rows('returnConfig').as('k')}
    where (k.customer_id is null or k.customer_id = ${customerId}::bigint)
      and (k.depot_id is null or k.depot_id = ${depotId}::bigint)
    order by k.customer_id is null, k.depot_id is null limit 1`.execute(ctx.db)
  return rows[0] ?? NONE
}

/** A customer's standing instructions that are in use. */
export async function rulesOf(ctx: Ctx, customerId: string): Promise<StandingRule[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    priority: number
    sku: string | null
    grades: string | null
    maxValue: string | null
    currency: string
    maxWeight: number | null
    action: ReturnAction
  }>`select r.priority, r.sku, r.grades, r.max_value, r.currency, r.max_weight, r.action
    from ${tenant.rows('returnRule').as('r')}
    where r.customer_id = ${customerId} and r.enabled order by r.priority`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    maxValue: row.maxValue === null ? null : BigInt(row.maxValue),
  }))
}
